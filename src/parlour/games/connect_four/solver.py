"""An exact solver of Connect Four: negamax over bitboards, with a transposition table and a book.

The score of a position, for the side to move: 22 minus the number of checkers the winner will have used, negative when
that is the other side, 0 for a draw; so a quick win scores higher.
"""

import functools
from collections.abc import Iterator

from parlour.core.contract import Record
from parlour.core.prover import Prover, Solved
from parlour.core.thinking import Stop
from parlour.games.connect_four.board import (
    CENTRE_FIRST,
    Board,
    after_drop,
    board_of,
    column_of,
    is_running,
    playable,
    winning_slots,
)
from parlour.games.connect_four.negamax import MIN_SCORE, Memory, new_memory, reaches, score_of
from parlour.games.connect_four.state import CHECKERS, COLOUR_DRAW


@functools.cache
def _memory() -> Memory:
    """Return the memory of this process."""
    return new_memory(has_book=True)


def forget() -> None:
    """Clear the transposition table, to measure from a cold start."""
    _memory().table[:] = 0


def score_of_board(board: Board, stop: Stop, at_least: int = MIN_SCORE) -> int | None:
    """Return the exact score of a running position for the side to move; None when stopped before it was found.

    Args:
        at_least: what the score is known to be at least, which shortens the search.
    """
    score = int(score_of(*board, at_least, _memory(), stop.flag))
    return None if stop.is_due else score


def is_at_least(board: Board, score: int, stop: Stop) -> bool | None:
    """Return whether the side to move can reach a score, which is cheaper than its exact score; None when stopped."""
    answer = bool(reaches(*board, score, _memory(), stop.flag))
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


def solve(s: Record, stop: Stop) -> dict[int, int]:
    """Return the exact score of every legal drop for the side to move; none in the colour draw and after the end."""
    return solve_board(board_of(s), stop) if is_running(s) else {}


def solve_board(board: Board, stop: Stop) -> dict[int, int]:
    """Return the exact score of every drop, by column; only of those that were found in time when stopped."""
    most, scores, left = score_of_board(board, stop), dict[int, int](), dict(drops(board))
    # The best column is often a central one: when no other has the score of the position, it needs no search.
    for column in (column for column in reversed(CENTRE_FIRST) if column in left):
        slot, is_best = left.pop(column), not left and not stop.is_due and most not in scores.values()
        score = most if is_best else score_of_drop(board, slot, stop, most)
        if score is not None:
            scores[column] = score
    return dict(sorted(scores.items()))


def score_of_drop(board: Board, slot: int, stop: Stop, most: int | None = None) -> int | None:
    """Return the exact score of a drop for the side that makes it; None when stopped before it was found.

    Args:
        most: the score of the position, where it is known: no drop has a higher one.
    """
    ended = score_at_end(board, slot)
    if ended is not None:
        return ended
    score = score_of_board(after_drop(board, slot), stop, MIN_SCORE if most is None else -most)
    return None if score is None else -score


def results(s: Record, stop: Stop) -> dict[int, float]:
    """Return who wins with best play after each legal drop, for the side to move: less than the score, and quicker."""
    if not is_running(s):
        return {}
    board = board_of(s)
    most = _result_of_board(board, stop)
    found = {column: _result_of_drop(board, slot, stop, most) for column, slot in drops(board)}
    return {column: result for column, result in found.items() if result is not None}


def _result_of_drop(board: Board, slot: int, stop: Stop, most: float | None) -> float | None:
    """Return the result of a drop, which is not above `most`, for the side that makes it; None when stopped."""
    ended = score_at_end(board, slot)
    if ended is not None:
        return result_of_score(ended)
    other = _result_of_board(after_drop(board, slot), stop, 0.0 if most is None else 1.0 - most)
    return None if other is None else 1.0 - other


def _result_of_board(board: Board, stop: Stop, least: float = 0.0) -> float | None:
    """Return the result of a position, which is at least `least`, for the side to move; None when stopped."""
    for score, result in ((1, 1.0), (0, 0.5)):
        if stop.is_due or result <= least:
            break
        if is_at_least(board, score, stop):
            return result
    return None if stop.is_due else least


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
    """Return the result of each drop."""
    return results(s, stop)


PROVER = Prover(Solved(_proven))
