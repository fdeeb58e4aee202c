"""Why a drop is good, in a sentence."""

from parlour.core.contract import Record
from parlour.core.thinking import Stop
from parlour.games.connect_four.board import board_of, is_running, slot_of, winning_slots
from parlour.games.connect_four.master import ALL_SCORES_FROM
from parlour.games.connect_four.solver import explain, known_scores, score_of_drop
from parlour.games.connect_four.state import CLAIM


def reason(s: Record, seat: int, action: int) -> str:
    """Say what a legal action does for its side; nothing where that takes long to find out."""
    if action >= CLAIM:
        return "Every checker of the bag is as good as any other."
    if not is_running(s):
        return ""
    board = board_of(s)
    slot = slot_of(board, action)
    if winning_slots(board.own, board.occupied) & slot:
        return "It makes a line of four."
    parts = []
    if winning_slots(board.own ^ board.occupied, board.occupied) & slot:
        parts.append(f"It stops the line in column {action + 1}.")
    known = known_scores(board).get(action)
    score = score_of_drop(board, slot, Stop()) if known is None and board.plies >= ALL_SCORES_FROM else known
    if score is not None:
        parts.append(
            f"With best play it is {explain(s, score)}." if score == 0 else f"With best play {explain(s, score)}."
        )
    return " ".join(parts)
