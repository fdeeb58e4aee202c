"""The picture of a Patchwork table: both quilts, the time track and the patches on offer."""

from collections.abc import Sequence

from parlour.games.patchwork.patches import LETTERS, SIDE
from parlour.games.patchwork.view import PatchInfo, PatchworkView, PlacedPatch
from parlour.pieces.canvas import INK, ON_FELT, SEAT_COLOURS, Canvas, draw_seat

CELL = 36
TOP = 52
LEFTS = (40, 800 - 40 - SIDE * CELL)
SQUARES_PER_ROW = 27
SQUARE = 27
TRACK_LEFT, TRACK_TOP = 400 - SQUARES_PER_ROW * SQUARE / 2, 408
OFFER_TOP, OFFER_CELL = 484, 16
TONES = (
    ("#b3c2a1", "#6f8460"), ("#e0b3ab", "#a8635c"), ("#a9bccf", "#5d7a98"), ("#e3c988", "#9c7a2b"),
    ("#c2a9c6", "#7b5a82"), ("#dba384", "#975437"), ("#97c0b8", "#457a72"), ("#e6dac3", "#a08a64"),
)  # fmt: skip
LEATHER = ("#8a5f3d", "#5d3d24")
WEAVES = (
    "M20 0V100M60 0V100", "M0 30H100M0 70H100", "M0 100 100 0", "M0 0 100 100M0 100 100 0", "M50 20V80M20 50H80",
    "M0 50 50 0M50 100 100 50", "M0 50 50 0 100 50M0 100 50 50 100 100", "M10 30H50M50 70H90",
)  # fmt: skip
BLUE_BUTTON = "#2b6cb0"
Cell = tuple[int, int]  # column and row


def draw(canvas: Canvas, view: PatchworkView, viewer: int) -> None:
    for seat, left in enumerate(LEFTS):
        _draw_purse(canvas, view, seat, left)
        canvas.rectangle(left - 5, TOP - 5, SIDE * CELL + 10, SIDE * CELL + 10, "#f4ecd8", INK, 2, 4)
        for line in range(1, SIDE):
            canvas.line([(left + CELL * line, TOP), (left + CELL * line, TOP + SIDE * CELL)], "#ddd0b0", 1)
            canvas.line([(left, TOP + CELL * line), (left + SIDE * CELL, TOP + CELL * line)], "#ddd0b0", 1)
        for patch in view.placed[seat]:
            _draw_placed(canvas, patch, left)
    _draw_track(canvas, view)
    for number, offered in enumerate(view.circle[: len(view.offers)]):
        _draw_offer(canvas, offered, 40 + 250 * number)


def _draw_purse(canvas: Canvas, view: PatchworkView, seat: int, left: float) -> None:
    draw_seat(canvas, seat, left + 8, 26, 10, ON_FELT)
    words = f"{view.buttons[seat]} buttons, income {view.income[seat]}"
    canvas.text(left + 26, 26, words, 19, "#ffffff", "lm", "bold")
    if view.seven == seat:
        canvas.text(left + SIDE * CELL, 26, "7×7", 19, "#f2c14e", "rm", "bold")


def _draw_placed(canvas: Canvas, patch: PlacedPatch, left: float) -> None:
    cells = [(ord(name[0]) - ord("A"), ord(name[1]) - ord("A")) for name in patch.cells]
    _draw_cloth(canvas, patch.letter, cells, left, TOP, CELL)
    for column, row in cells[: patch.income]:
        _draw_button(canvas, left + CELL * (column + 0.5), TOP + CELL * (row + 0.5), 0.28 * CELL)


def _draw_cloth(canvas: Canvas, letter: str, cells: Sequence[Cell], left: float, top: float, size: float) -> None:
    """Draw the cells of a patch in its cloth, with a seam around them."""
    number = LETTERS.index(letter)
    is_special = number == len(LETTERS) - 1
    light, dark = LEATHER if is_special else TONES[(number * 3 + number // 8) % 8]
    for column, row in cells:
        x, y = left + size * column, top + size * row
        canvas.rectangle(x, y, size, size, light)
        canvas.path(WEAVES[3 if is_special else number % 8], x, y, size, line=dark, thick=5)
    for column, row in cells:
        x, y = left + size * column, top + size * row
        for (across, down), begin, end in (
            ((0, -1), (x, y), (x + size, y)), ((0, 1), (x, y + size), (x + size, y + size)),
            ((-1, 0), (x, y), (x, y + size)), ((1, 0), (x + size, y), (x + size, y + size)),
        ):  # fmt: skip
            if (column + across, row + down) not in cells:
                canvas.line([begin, end], INK, 2.5)


def _draw_button(canvas: Canvas, x: float, y: float, radius: float) -> None:
    canvas.circle(x, y, radius, BLUE_BUTTON, INK, 1.5)
    for across in (-0.35, 0.35):
        for down in (-0.35, 0.35):
            canvas.circle(x + across * radius, y + down * radius, 0.15 * radius, "#ffffff")


def _draw_track(canvas: Canvas, view: PatchworkView) -> None:
    for square in range(view.last_square + 1):
        x, y = _square(square)
        is_last = square == view.last_square
        canvas.rectangle(x, y, SQUARE, SQUARE, "#b3261e" if is_last else "#f0e3c4", INK, 1)
        if square in view.special_squares:
            canvas.rectangle(x + 8, y + 8, SQUARE - 16, SQUARE - 16, LEATHER[0], INK, 1)
        elif square in view.income_squares:
            _draw_button(canvas, x + SQUARE / 2, y + SQUARE / 2, 7)
        else:
            canvas.text(x + SQUARE / 2, y + SQUARE / 2, str(square), 11, "#6b5b3a")
    for seat in (0, 1) if view.on_top == 1 else (1, 0):
        x, y = _square(view.squares[seat])
        shift = 4 * (2 * seat - 1) if view.squares[0] == view.squares[1] else 0
        canvas.circle(x + SQUARE / 2 + shift, y + SQUARE / 2 + shift, 13, "#ffffff", INK, 2)
        draw_seat(canvas, seat, x + SQUARE / 2 + shift, y + SQUARE / 2 + shift, 8, SEAT_COLOURS)


def _square(square: int) -> tuple[float, float]:
    """Return the corner of a square of the time track: to the right, then back below."""
    row, place = divmod(square, SQUARES_PER_ROW)
    column = place if row == 0 else SQUARES_PER_ROW - 1 - place
    return TRACK_LEFT + SQUARE * column, TRACK_TOP + (SQUARE + 6) * row


def _draw_offer(canvas: Canvas, patch: PatchInfo, left: float) -> None:
    canvas.rectangle(left, OFFER_TOP, 226, 104, "#fdf9ee", INK, 2, 8)
    cells = [(x, y) for y, row in enumerate(patch.rows) for x, mark in enumerate(row) if mark == "X"]
    top = OFFER_TOP + 52 - OFFER_CELL * len(patch.rows) / 2
    _draw_cloth(canvas, patch.letter, cells, left + 14, top, OFFER_CELL)
    for row, words in enumerate((f"{patch.price} buttons", f"{patch.time} time", f"{patch.income} income")):
        canvas.text(left + 216, OFFER_TOP + 26 + 26 * row, words, 17, INK, "rm")


def scores(view: PatchworkView) -> tuple[str, str]:
    first, second = (f"{score} points".replace("-", "−") for score in view.score)
    return first, second
