"""Checkers drawn in plain text."""

from parlour.core.contract import Known
from parlour.games.checkers.board import piece_letter
from parlour.games.checkers.state import COLOUR_DRAW
from parlour.pieces.colour_draw_text import is_drawing

GLYPHS = {"b": "●", "w": "○", "B": "♚", "W": "♔", ".": " "}


def render(s: Known, seat: int) -> str:
    """Draw the bag, or the board with the numbers of its squares."""
    if is_drawing(s):
        return COLOUR_DRAW.render(s)
    rows = []
    for row in range(8):
        cells = [f"{square:>2}{GLYPHS[piece_letter(s, square)]}" for square in range(4 * row + 1, 4 * row + 5)]
        before, after = ("", "    ") if row % 2 else ("    ", "")
        rows.append(f"│ {before}{'     '.join(cells)}{after} │")
    return "\n".join([f"┌{'─' * 33}┐", *rows, f"└{'─' * 33}┘"])
