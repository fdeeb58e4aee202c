"""An exact solver of Connect Four: an opening book, and negamax over bitboards with a transposition table.

The score of a position, for the side to move: 22 minus the number of checkers the winner will have used, negative when
that is the other side, 0 for a draw; so a quick win scores higher.
"""

import functools
from collections.abc import Callable, Iterator

import numpy as np

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.prover import Prover, Solved
from parlour.core.thinking import Stop
from parlour.games.connect_four import book
from parlour.games.connect_four.board import (
    CENTRE_FIRST,
    Board,
    after_drop,
    board_of,
    column_of,
    is_running,
    playable,
    safe_slots,
    winning_slots,
)
from parlour.games.connect_four.negamax import Table, at_least, score_of
from parlour.games.connect_four.state import CHECKERS, COLOUR_DRAW

LARGE_TABLE_SIZE = 1 << 23  # 64 MB, for early positions: what one search leaves there shortens the next
PROVEN_FROM = 12  # plies, from which every column is solved within a second
TABLE_SIZE = 1 << 20  # a power of 2; 8 MB: a larger one saves a sixth of the search but misses the CPU cache


@functools.cache
def _table() -> Table:
    """Return the transposition table of this process. Threads may share it: an entry is one word."""
    return np.zeros(TABLE_SIZE, np.int64)


@functools.cache
def _large_table() -> Table:
    """Return the table of this process for analyses, made when the first one asks."""
    return np.zeros(LARGE_TABLE_SIZE, np.int64)


def forget() -> None:
    """Clear the transposition tables, to measure from a cold start."""
    _table()[:] = 0
    _large_table.cache_clear()


def score_of_state(s: Record) -> int:
    """Return the exact score of a running position for the side to move, without the book."""
    return int(score_of(*board_of(s), _table(), Stop().flag))


def score_of_board(board: Board, stop: Stop) -> int | None:
    """Return the exact score of a running position for the side to move; None when stopped before it was found."""
    known = book.look_up(board)
    if known is not None:
        return known.score
    score = int(score_of(*board, _table(), stop.flag))
    return None if stop.is_due else score


def is_at_least(board: Board, score: int, stop: Stop) -> bool | None:
    """Return whether the side to move can reach a score, which is cheaper than its exact score; None when stopped."""
    known = book.look_up(board)
    if known is not None:
        return known.score >= score
    answer = bool(at_least(*board, score, _table(), stop.flag))
    return None if stop.is_due else answer


def drops(board: Board) -> Iterator[tuple[int, int]]:
    """List the columns that are not full, from the left, each with the slot that a checker would fall to."""
    slots = playable(board.occupied)
    while slots:
        slot = slots & -slots
        yield column_of(slot), slot
        slots ^= slot


def best_possible(board: Board) -> int:
    """Return the score of a drop that wins at once."""
    return (CHECKERS + 1 - board.plies) // 2


def score_at_end(board: Board, slot: int) -> int | None:
    """Return the score of a drop that ends the game; None for any other."""
    if winning_slots(board.own, board.occupied) & slot:
        return best_possible(board)
    return 0 if board.plies + 1 == CHECKERS else None


def best_column(board: Board, score: int, reaches: Callable[[Board, int], bool | None]) -> int | None:
    """Find a drop that reaches the score of a position, or None when stopped: first those that leave fewest replies.

    Args:
        reaches: returns whether the side to move in a position can reach a score.
    """
    for column, slot in sorted(drops(board), key=lambda drop: _promise(board, *drop)):
        ended = score_at_end(board, slot)
        if ended is not None:
            if ended >= score:
                return column
            continue
        is_better_for_other = reaches(after_drop(board, slot), 1 - score)
        if is_better_for_other is None:
            return None
        if not is_better_for_other:
            return column
    return None


def _promise(board: Board, column: int, slot: int) -> tuple[int, int]:
    after = after_drop(board, slot)
    return num_bits(safe_slots(after.own, after.occupied)), CENTRE_FIRST.index(column)


def solve(s: Record, stop: Stop) -> dict[int, int]:
    """Return the exact score of every legal drop for the side to move; none in the colour draw and after the end."""
    return solve_board(board_of(s), stop) if is_running(s) else {}


def solve_board(board: Board, stop: Stop) -> dict[int, int]:
    """Return the exact score of every drop, by column; only of those that were found in time when stopped."""
    known = known_scores(board)
    scores = {}
    for column, slot in drops(board):
        score = known[column] if column in known else score_of_drop(board, slot, stop)
        if score is not None:
            scores[column] = score
    return scores


def known_scores(board: Board) -> dict[int, int]:
    """Return the scores of the drops, by column, that are known without a search."""
    scores = {}
    for column, slot in drops(board):
        ended = score_at_end(board, slot)
        after = book.look_up(after_drop(board, slot)) if ended is None else None
        if ended is not None:
            scores[column] = ended
        elif after is not None:
            scores[column] = -after.score
    known = book.look_up(board)
    if known is not None:
        scores[known.column] = known.score
    return scores


def score_of_drop(board: Board, slot: int, stop: Stop) -> int | None:
    """Return the exact score of a drop for the side that makes it; None when stopped before it was found."""
    ended = score_at_end(board, slot)
    if ended is not None:
        return ended
    score = score_of_board(after_drop(board, slot), stop)
    return None if score is None else -score


def results(s: Record, stop: Stop) -> dict[int, float]:
    """Return who wins with best play after each legal drop, for the side to move: less than the score, and quicker."""
    if not is_running(s):
        return {}
    board = board_of(s)
    known = known_scores(board)
    found = {column: result_of_score(score) for column, score in known.items()}
    for column, slot in drops(board):
        if column not in found and (other := _result_of_board(after_drop(board, slot), stop)) is not None:
            found[column] = 1.0 - other
    return found


def _result_of_board(board: Board, stop: Stop) -> float | None:
    """Return the result of a running position for the side to move; None when stopped before it was found."""
    for score, result in ((1, 1.0), (0, 0.5)):
        reaches = bool(at_least(*board, score, _large_table(), stop.flag))
        if stop.is_due:
            return None
        if reaches:
            return result
    return 0.0


def result_of_score(score: int) -> float:
    """Return the result that a score stands for."""
    return 0.5 if score == 0 else float(score > 0)


def explain(s: Record, score: int) -> str:
    """Describe what a score means for the side to move."""
    if score == 0:
        return "a draw"
    side = int(s.plies) % 2 if score > 0 else 1 - int(s.plies) % 2
    number = CHECKERS // 2 + 1 - abs(score)
    return f"{COLOUR_DRAW.colours[side]} wins with checker {number} of {CHECKERS // 2}"


def _proven(s: Record, seat: int, stop: Stop) -> dict[int, float]:
    """Return the result of each drop where that is found within a second."""
    return results(s, stop) if s.plies >= PROVEN_FROM else {}


PROVER = Prover(Solved(_proven))
