"""The table of Matches and Patches drawn in plain text: the board, then both players."""

from parlour.core.contract import SEATS, Known
from parlour.core.phrasing import counted
from parlour.games.matches_and_patches.state import (
    NONE,
)
from parlour.games.matches_and_patches.text.words import (
    NAMES,
    cell_to_text,
    tie_break,
    tile_to_text,
)

MARKERS = ("◆", "◇")  # by seat


def render(s: Known, seat: int) -> str:
    """Draw the board turned towards the seat; the coordinates stay those of Eagle."""
    size = int(s.width)
    rows, columns = list(reversed(range(size))), list(range(size))
    if seat == 1:
        rows, columns = columns, rows
    line = "   ├" + "┼".join(["───"] * size) + "┤"
    lines = ["    " + " ".join(f" {column + 1} " for column in columns), line.translate(str.maketrans("├┼┤", "┌┬┐"))]
    for row in rows:
        cells = "│".join(_glyphs(s, size * row + column) for column in columns)
        lines += [f" {row + 1} │{cells}│", line]
    lines[-1] = line.translate(str.maketrans("├┼┤", "└┴┘"))
    return "\n".join([*lines, *_status_lines(s, seat)])


def _glyphs(s: Known, cell: int) -> str:
    if s.owners[cell] != NONE:
        return f" {MARKERS[s.owners[cell]]} "
    if s.tiles[cell] != NONE:
        return tile_to_text(int(s.tiles[cell]))
    return " · " if s.open[cell] else "   "


def _status_lines(s: Known, seat: int) -> list[str]:
    lines = []
    for player in SEATS:
        chosen = ", has chosen" if s.clash == NONE and s.chosen_tile[player] != NONE else ""
        last = _latest(s, player)
        lines.append(
            f"{NAMES[player]} {MARKERS[player]}  {counted(int(s.captured[player]), 'cell')}, "
            f"tie-break {tie_break(int(s.points[player]))}{last}{chosen}"
        )
    lines.append(f"The deck holds {s.deck_size} tiles, the hands {s.hand_sizes[0]} and {s.hand_sizes[1]}.")
    if seat in SEATS:
        hand = " ".join(tile_to_text(int(tile)) for tile in s.hands[seat] if tile != NONE)
        lines.append(f"Your hand: {hand or 'empty'}")
        if s.chosen_tile[seat] != NONE:
            where = f" on {cell_to_text(s, int(s.chosen_cell[seat]))}" if s.clash == NONE else ", to be placed again"
            lines.append(f"Your choice: {tile_to_text(int(s.chosen_tile[seat]))}{where}")
    return lines


def _latest(s: Known, seat: int) -> str:
    cell = int(s.last[seat])
    return "" if cell == NONE else f", last {tile_to_text(int(s.tiles[cell]))} on {cell_to_text(s, cell)}"
