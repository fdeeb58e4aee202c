"""Why a drop of Connect Four is impossible, in a sentence."""

from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.games.connect_four.board import slot
from parlour.games.connect_four.state import COLOUR_DRAW, COLUMNS, ROWS
from parlour.pieces.colour_draw_text import BAG_PICK, is_drawing

CHECKER_PICK = "checker"  # from the player's own pile: all are alike
COLUMN_PICK = "column"


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action; empty when they do."""
    if is_drawing(s):
        return COLOUR_DRAW.why_not(s, seat, picks)
    if list(picks) == [CHECKER_PICK]:
        return ""
    columns = picks[1:] if picks and picks[0] == CHECKER_PICK else picks  # a column alone says enough
    kind, _, number = columns[0].partition(":") if columns else ("", "", "")
    if kind == BAG_PICK:
        return "The colours are drawn. Drop a checker into a column."
    if kind != COLUMN_PICK or len(columns) > 1 or not number.isdecimal() or not 1 <= int(number) <= COLUMNS:
        return f"Pick one of the columns 1 to {COLUMNS}."
    if slot(s, int(number) - 1, ROWS - 1) != ".":
        free = [str(column + 1) for column in range(COLUMNS) if slot(s, column, ROWS - 1) == "."]
        return f"Column {number} is full. Columns with room: {', '.join(free)}."
    return ""
