"""The picture of a Sanguine table: the board with its row scores, and the hand of the viewer."""

from collections.abc import Sequence

from parlour.games.sanguine.state import BLUE, RED
from parlour.games.sanguine.text.board import column_name
from parlour.games.sanguine.text.deck import mirrored
from parlour.games.sanguine.view import CellView, SanguineView
from parlour.pieces.canvas import INK, Canvas

COLOURS, GROUNDS = ("#b3261e", "#1e6fd9"), ("#f3d3c6", "#c9dcf5")  # by seat
GROUND, FACE, UNDER = "#efe6d2", "#fdf9ee", "#ffffff"
PAWNS = (
    "M50 4 70 28 58 44 70 72H80V88H20V72H30L42 44 30 28Z",
    "M20 88V82Q20 72 30 72Q32 54 40 48C22 38 26 8 50 8C74 8 78 38 60 48Q68 54 70 72Q80 72 80 82V88Z",
)  # by seat: pointed, round
PLACES = {1: ((25, 25, 50),), 2: ((4, 28, 46), (50, 28, 46)), 3: ((30, 6, 40), (6, 50, 40), (54, 50, 40))}
EFFECTS = {"I": "#f2c14e", "U": "#6fcf97", "D": "#c58be0"}
TOP, BOTTOM = 34, 430  # of the board
CARD_WIDTH, CARD_HEIGHT = 92, 118


def draw(canvas: Canvas, view: SanguineView, viewer: int) -> None:
    size = min((BOTTOM - TOP) / view.rows, 600 / view.cols, 150)
    left, top = 400 - size * view.cols / 2, TOP + (BOTTOM - TOP - size * view.rows) / 2
    for column in range(view.cols):
        canvas.text(left + size * (column + 0.5), top - 14, column_name(column), 16, "#ffffff")
    for row, cells in enumerate(view.board):
        y = top + size * row
        for column, cell in enumerate(cells):
            _draw_cell(canvas, view, cell, left + size * column, y, size)
        for seat, x in ((RED, left - 46), (BLUE, left + size * view.cols + 46)):
            _draw_row_score(canvas, view.row_scores[row], seat, x, y + size / 2)
    if view.hand:
        _draw_hand(canvas, view, viewer)
    else:
        for seat, x in ((RED, 200), (BLUE, 600)):
            words = f"{view.hands[seat]} in hand, {view.decks[seat]} to draw"
            canvas.text(x, 520, words, 22, "#ffffff")
            canvas.path(PAWNS[seat], x - 26, 448, 52, fill=COLOURS[seat], line=INK, thick=4)


def _draw_cell(canvas: Canvas, view: SanguineView, cell: CellView, x: float, y: float, size: float) -> None:
    ground = GROUND if cell.owner < 0 else GROUNDS[cell.owner]
    canvas.rectangle(x + 2, y + 2, size - 4, size - 4, ground, INK, 2, 6)
    if cell.card >= 0:
        card = view.cards[cell.card]
        grid = mirrored(card.grid) if cell.owner == BLUE else card.grid
        _draw_face(canvas, cell.owner, card.name, cell.value, grid, (x + 6, y + 6, size - 12, size - 12))
    for across, down, pawn in PLACES.get(cell.pawns, ()):
        canvas.path(PAWNS[cell.owner], x + across * size / 100, y + down * size / 100, pawn * size / 100,
                    fill=COLOURS[cell.owner], line=INK, thick=4)  # fmt: skip


def _draw_face(
    canvas: Canvas, seat: int, name: str, value: int, grid: Sequence[str], box: tuple[float, float, float, float]
) -> None:
    """Draw a card: its value, where it reaches, and its name on a band in the colour of its side."""
    x, y, width, height = box
    band = height * 0.2
    canvas.rectangle(x, y, width, height, COLOURS[seat], INK, 2, 6 if seat == RED else 14)
    canvas.rectangle(x + 4, y + 4, width - 8, height - band - 6, FACE, None, 0, 4)
    _draw_grid(canvas, grid, x + width * 0.58, y + (height - band) / 2 + 2, height * 0.52)
    radius = height * 0.15
    canvas.circle(x + radius + 5, y + radius + 5, radius, COLOURS[seat], INK, 2)
    canvas.text(x + radius + 5, y + radius + 5, str(value), radius * 1.4, "#ffffff", font="bold")
    canvas.text(x + width / 2, y + height - band / 2 - 1, name, band * 0.7, "#ffffff", font="bold", most=width - 6)


def _draw_grid(canvas: Canvas, grid: Sequence[str], x: float, y: float, size: float) -> None:
    """Draw where a card reaches, around a point."""
    step = size / len(grid)
    for row, line in enumerate(grid):
        for column, letter in enumerate(line):
            is_middle = row == column == len(grid) // 2
            fill = INK if is_middle else EFFECTS.get(letter, "#ffffff")
            left, top = x - size / 2 + step * column, y - size / 2 + step * row
            canvas.rectangle(left, top, step, step, fill, "#8c8574", 1)


def _draw_row_score(canvas: Canvas, scores: list[int], seat: int, x: float, y: float) -> None:
    is_ahead = scores[seat] > scores[1 - seat]
    canvas.circle(x, y, 24, COLOURS[seat] if is_ahead else None, "#ffffff", 2)
    canvas.text(x, y, str(scores[seat]), 22, "#ffffff", font="bold")


def _draw_hand(canvas: Canvas, view: SanguineView, viewer: int) -> None:
    step = min(CARD_WIDTH + 8.0, (760 - CARD_WIDTH) / max(1, len(view.hand) - 1))
    left = 400 - (step * (len(view.hand) - 1) + CARD_WIDTH) / 2
    for place, held in enumerate(view.hand):
        card = view.cards[held.card]
        x = left + step * place
        _draw_face(canvas, viewer, card.name, card.value, held.grid, (x, 460, CARD_WIDTH, CARD_HEIGHT))
        for pawn in range(card.cost):
            canvas.path(PAWNS[viewer], x + 8 + 14 * pawn, 530, 16, fill=COLOURS[viewer], line=INK, thick=5)


def scores(view: SanguineView) -> tuple[str, str]:
    first, second = (f"{total} points" for total in view.totals)
    return first, second
