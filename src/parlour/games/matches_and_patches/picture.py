"""The picture of a Matches and Patches table, seen from Eagle's side."""

from parlour.core.contract import SEATS
from parlour.games.matches_and_patches.text.words import points_to_text
from parlour.games.matches_and_patches.view import MatchesAndPatchesView
from parlour.pieces.canvas import INK, Canvas

BOARD = 560
LEFT, TOP = 24, 20
FACE = "#f7f1e3"
COLOURS = {"R": "#c4301c", "B": "#1f5fbf", "Y": "#f4c430", "G": "#2e9e6b"}
SHAPES = {"T": "M50 14 90 82H10Z", "S": "M22 22H80V80H22Z", "H": "M50 12 84 31V69L50 88 16 69V31Z"}
CENTRES = {"T": (50, 60), "S": (51, 51)}
MARKERS = ("#8f2f08", "#0b4f96")
EAGLE = (
    "M50 30c6-8 14-8 17-4-5 0-8 3-8 8 10-2 22-6 31-14-1 17-10 30-25 36l-6 2 5 14-9-4-5 10-5-10-9 4 5-14-6-2"
    "C20 50 11 37 10 20c9 8 21 12 31 14 0-2 2-4 9-4Z"
)
COIL = "M26 72c10 9 46 9 50-4 4-14-40-10-44-24-3-12 18-18 34-12"
HEAD = "M62 24c10-4 20 1 20 8 0 7-9 9-18 5-8-4-10-10-2-13Z"


def draw(canvas: Canvas, view: MatchesAndPatchesView, viewer: int) -> None:
    size = BOARD / view.size
    canvas.rectangle(LEFT - 6, TOP - 6, BOARD + 12, BOARD + 12, "#3b2a1c", INK, 2, 4)
    last = [f"{placed.cell}" for placed in view.last if placed is not None]
    for row in range(view.size):
        for column in range(view.size):
            x, y = LEFT + size * column, TOP + size * (view.size - 1 - row)
            cell, tile, owner = f"{row + 1},{column + 1}", view.tiles[row][column], view.owners[row][column]
            canvas.rectangle(x + 1, y + 1, size - 2, size - 2, "#d9c9a5" if (row + column) % 2 else "#cdb98d")
            if owner in SEATS:
                draw_marker(canvas, owner, x + 0.05 * size, y + 0.05 * size, 0.9 * size)
            elif tile:
                draw_tile(canvas, tile, x + 0.06 * size, y + 0.06 * size, 0.88 * size)
            if cell in last:
                canvas.rectangle(x + 1, y + 1, size - 2, size - 2, None, "#ffffff", 3)
    if view.chosen is not None:
        row, column = (int(number) for number in view.chosen.cell.split(","))
        x, y = LEFT + size * (column - 1), TOP + size * (view.size - row)
        draw_tile(canvas, view.chosen.tile, x + 0.06 * size, y + 0.06 * size, 0.88 * size)
        canvas.rectangle(x + 2, y + 2, size - 4, size - 4, None, "#8ab8ff", 5)
    _draw_side(canvas, view)


def _draw_side(canvas: Canvas, view: MatchesAndPatchesView) -> None:
    """Draw what lies beside the board: who captured how much, and the hand."""
    for seat in SEATS:
        draw_marker(canvas, seat, 614, 24 + 64 * seat, 50)
        canvas.text(678, 40 + 64 * seat, str(view.captured[seat]), 28, "#ffffff", "lm", "bold")
        points = f"{points_to_text(view.points[seat])} points"
        canvas.text(678, 66 + 64 * seat, points, 16, "#ffffff", "lm", most=112)
        if view.has_chosen[seat]:
            canvas.text(792, 40 + 64 * seat, "has chosen", 13, "#f2c14e", "rm")
    canvas.text(614, 178, f"Round {view.round} of {view.rounds}", 18, "#ffffff", "lm")
    canvas.text(614, 204, f"{view.deck_size} tiles to draw", 18, "#ffffff", "lm")
    for place, tile in enumerate(view.hand):
        row, column = divmod(place, 2)
        draw_tile(canvas, tile, 614 + 86 * column, 240 + 86 * row, 78)


def draw_tile(canvas: Canvas, tile: str, x: float, y: float, size: float) -> None:
    """Draw a tile like `R3S` in a square with its corner here."""
    colour, number, shape = tile[0], tile[1], tile[2]
    unit = size / 100
    canvas.rectangle(x, y, size, size, FACE, INK, 3 * unit, 8 * unit)
    if shape == "C":
        canvas.circle(x + 50 * unit, y + 50 * unit, 36 * unit, COLOURS[colour], INK, 3 * unit)
    else:
        canvas.path(SHAPES[shape], x, y, size, fill=COLOURS[colour], line=INK, thick=3)
    across, down = CENTRES.get(shape, (50, 50))
    canvas.circle(x + across * unit, y + down * unit, 17 * unit, FACE, INK, 2 * unit)
    canvas.text(x + across * unit, y + down * unit, number, 26 * unit, font="bold")
    canvas.text(x + 13 * unit, y + 14 * unit, colour, 20 * unit, font="bold")


def draw_marker(canvas: Canvas, seat: int, x: float, y: float, size: float) -> None:
    """Draw the sign of the seat that captured a cell: the eagle on a square ground, the snake on a round one."""
    unit = size / 100
    if seat == 0:
        canvas.rectangle(x + 2 * unit, y + 2 * unit, 96 * unit, 96 * unit, FACE, INK, 4 * unit, 8 * unit)
        canvas.path(EAGLE, x, y, size, fill=MARKERS[0], line=INK, thick=2)
    else:
        canvas.circle(x + 50 * unit, y + 50 * unit, 48 * unit, FACE, INK, 4 * unit)
        canvas.path(COIL, x, y, size, line=MARKERS[1], thick=12)
        canvas.path(HEAD, x, y, size, fill=MARKERS[1], line=INK, thick=2)


def scores(view: MatchesAndPatchesView) -> tuple[str, str]:
    first, second = (f"{cells} cells" for cells in view.captured)
    return first, second
