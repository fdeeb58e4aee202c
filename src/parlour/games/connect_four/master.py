"""How Master plays Connect Four: by the solver, so that it always keeps the exact score."""

from parlour.core.contract import Known
from parlour.core.generator import Words
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.games.connect_four.board import CENTRE_FIRST, Board, after_drop, board_of, is_running, slot_of
from parlour.games.connect_four.book import BOOK_PLIES
from parlour.games.connect_four.solver import drops, is_at_least, result_of_score, score_at_end, solve_board


def think(s: Known, seat: int, random: Words, stop: Stop) -> Thought | None:
    """Find a drop that keeps the score: the fastest win, the slowest loss. None in the colour draw and when stopped."""
    if not is_running(s):
        return None
    board = board_of(s)
    scores = solve_board(board, stop)
    best = None if stop.is_due else _best_trap(board, scores, stop)
    return None if stop.is_due or best is None else _thought(scores, best)


def _thought(scores: dict[int, int], best: int) -> Thought:
    columns = sorted(scores, key=lambda column: (scores[column], column == best), reverse=True)
    return Thought(best, [ActionValue(column, result_of_score(scores[column]), 0) for column in columns], is_exact=True)


def _best_trap(board: Board, scores: dict[int, int], stop: Stop) -> int:
    """Choose among the columns of the best score the one after which most replies are mistakes.

    With 12 checkers, where a search takes longest, the most central of these columns is chosen instead.
    """
    score = max(scores.values())
    best = [column for column in CENTRE_FIRST if scores.get(column) == score]
    if score > 0 or len(best) == 1 or board.plies == BOOK_PLIES:
        return best[0]
    return max(best, key=lambda column: _share_of_mistakes(board, slot_of(board, column), score, stop))


def _share_of_mistakes(board: Board, slot: int, score: int, stop: Stop) -> float:
    """Return the share of the replies to a drop that are mistakes."""
    if score_at_end(board, slot) is not None:
        return 0.0
    after = after_drop(board, slot)
    mistakes = [_is_mistake(after, reply, score, stop) for _, reply in drops(after)]
    return sum(mistakes) / len(mistakes)


def _is_mistake(board: Board, slot: int, score: int, stop: Stop) -> bool:
    ended = score_at_end(board, slot)
    return -ended > score if ended is not None else bool(is_at_least(after_drop(board, slot), score + 1, stop))
