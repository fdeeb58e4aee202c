"""Our Connect Four solver beside bitbully's MTD(f): the same random positions, cold tables, no book, one core.

make bench
"""

import os
import random
import sys
import time

from bitbully import bitbully_core

import parlour
from parlour.core.thinking import Stop
from parlour.games.connect_four.board import board_of
from parlour.games.connect_four.negamax import MIN_SCORE, new_memory, score_of

POSITIONS = 300
CHECKERS = (12, 16, 20, 24, 28)


def random_position(choose: random.Random, checkers: int) -> tuple[parlour.Position, list[int]]:
    """Drop this number of checkers at random, in a game that is not over yet."""
    while True:
        position = parlour.new("connect_four", position="")
        columns: list[int] = []
        while len(columns) < checkers and position.to_act():
            seat = position.to_act()[0]
            columns.append(choose.choice(position.legal_actions(seat)))
            position = position.play(seat, columns[-1])
        if position.to_act():
            return position, columns


def main() -> int:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    theirs, choose = bitbully_core.BitBullyCore(), random.Random(1)
    memory, flag = new_memory(has_book=False), Stop().flag
    score_of(*board_of(random_position(choose, 30)[0].state), MIN_SCORE, memory, flag)
    totals = [0.0, 0.0]
    print(f"{'checkers':>8}{'ours ms':>10}{'theirs ms':>11}{'ratio':>8}")
    for checkers in CHECKERS:
        spent = [0.0, 0.0]
        for _ in range(POSITIONS):
            position, columns = random_position(choose, checkers)
            state, board = position.state, bitbully_core.BoardCore()
            board.setBoard(columns)
            memory.table[:] = 0
            theirs.resetTranspositionTable()
            begin = time.process_time()
            ours = score_of(*board_of(state), MIN_SCORE, memory, flag)
            middle = time.process_time()
            assert ours == theirs.mtdf(board, 0), f"the scores of {columns} differ"
            spent = [spent[0] + middle - begin, spent[1] + time.process_time() - middle]
        ours_ms, theirs_ms = (1000 * total / POSITIONS for total in spent)
        totals = [total + part for total, part in zip(totals, spent, strict=True)]
        print(f"{checkers:>8}{ours_ms:>10.3f}{theirs_ms:>11.3f}{ours_ms / theirs_ms:>8.2f}", flush=True)
    print(f"total: ours {totals[0]:.2f} s, theirs {totals[1]:.2f} s, ratio {totals[0] / totals[1]:.2f} (goal: 1)")
    return int(totals[0] > totals[1])


if __name__ == "__main__":
    sys.exit(main())
