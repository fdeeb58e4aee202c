"""Why a drop is good, or what a bad one has missed, in a sentence."""

from parlour.core.contract import Known
from parlour.core.phrasing import listed
from parlour.core.thinking import Stop
from parlour.games.connect_four.board import after_drop, board_of, is_running, playable, slot_of, winning_slots
from parlour.games.connect_four.solver import drops, explain, score_of_drop
from parlour.games.connect_four.state import COLOUR_DRAW


def reason(s: Known, seat: int, action: int) -> str:
    """Explain why a legal action is good."""
    if COLOUR_DRAW.is_claim(action):
        return "All checkers in the bag are equally good."
    if not is_running(s):
        return ""
    board = board_of(s)
    slot = slot_of(board, action)
    if winning_slots(board.own, board.occupied) & slot:
        return "It makes four in a row."
    parts = []
    if winning_slots(board.own ^ board.occupied, board.occupied) & slot:
        parts.append(f"It blocks a line in column {action + 1}.")
    score = score_of_drop(board, slot, Stop())
    if score is not None:
        parts.append(f"With best play {'it is ' if score == 0 else ''}{explain(s, score)}.")
    return " ".join(parts)


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Name a line that was not made, or one that the other side can make now."""
    if not is_running(s):
        return ""
    board = board_of(s)
    if winning_slots(board.own, board.occupied) & slot_of(board, best):
        return f"Misses four in a row in column {best + 1}."
    after = after_drop(board, slot_of(board, played))
    threats = winning_slots(after.own, after.occupied) & playable(after.occupied)
    columns = [column + 1 for column, slot in drops(after) if slot & threats]
    return f"Lets {{seat:{1 - seat}}} make four in a row in column {listed(columns)}." if columns else ""
