"""Why a drop is good, in a sentence."""

from parlour.core.contract import Known
from parlour.core.thinking import Stop
from parlour.games.connect_four.board import board_of, is_running, slot_of, winning_slots
from parlour.games.connect_four.master import ALL_SCORES_FROM
from parlour.games.connect_four.solver import explain, known_scores, score_of_drop
from parlour.games.connect_four.state import COLOUR_DRAW


def reason(s: Known, seat: int, action: int) -> str:
    """Explain why a legal action is good; return nothing where that takes long to find out."""
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
    known = known_scores(board).get(action)
    score = score_of_drop(board, slot, Stop()) if known is None and board.plies >= ALL_SCORES_FROM else known
    if score is not None:
        parts.append(
            f"With best play it is {explain(s, score)}." if score == 0 else f"With best play {explain(s, score)}."
        )
    return " ".join(parts)
