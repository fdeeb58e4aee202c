"""Connect Four drawn in plain text."""

from parlour.core.contract import Known
from parlour.games.connect_four.board import board_rows
from parlour.games.connect_four.state import COLOUR_DRAW, COLUMNS
from parlour.pieces.colour_draw_text import is_drawing

GLYPHS = str.maketrans("ry.", "●○·")


def render(s: Known, seat: int) -> str:
    """Draw the bag, or the frame with the numbers of its columns."""
    if is_drawing(s):
        return COLOUR_DRAW.render(s)
    rows = [f"│ {' '.join(row.translate(GLYPHS))} │" for row in board_rows(s)]
    numbers = " ".join(str(column + 1) for column in range(COLUMNS))
    return "\n".join([f"  {numbers}", *rows, f"└{'─' * (2 * COLUMNS + 1)}┘"])
