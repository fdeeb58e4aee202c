"""The picture of a Connect Four table."""

from parlour.games.connect_four.state import COLUMNS, ROWS
from parlour.games.connect_four.view import ConnectFourView
from parlour.pieces.canvas import INK, Canvas
from parlour.pieces.checker_picture import draw_bag, draw_checker

COLOURS = {"r": "red", "y": "yellow"}
CELL = 84
LEFT, TOP = 400 - COLUMNS * CELL / 2, 28
BOARD, HOLE, STAND = "#29507f", "#e2d9c7", "#8a6238"


def draw(canvas: Canvas, view: ConnectFourView, viewer: int) -> None:
    if view.colour_draw.is_open:
        draw_bag(canvas, view.colour_draw)
        return
    width, height = COLUMNS * CELL, ROWS * CELL
    canvas.rectangle(LEFT - 22, TOP + height - 4, width + 44, 34, STAND, INK, 3, 6)
    canvas.rectangle(LEFT - 10, TOP - 8, width + 20, height + 12, BOARD, INK, 3, 10)
    for row, line in enumerate(view.board):
        for column, letter in enumerate(line):
            x, y = LEFT + CELL * (column + 0.5), TOP + CELL * (row + 0.5)
            canvas.circle(x, y, 36, HOLE, INK, 2)
            if letter in COLOURS:
                draw_checker(canvas, x, y, 35, COLOURS[letter])
    for column in range(COLUMNS):
        canvas.text(LEFT + CELL * (column + 0.5), TOP + height + 17, str(column + 1), 20, "#ffffff", font="bold")
    if view.last and not view.line:
        canvas.circle(*_middle(view.last), 40, None, "#ffffff", 4)
    for place in view.line:
        canvas.circle(*_middle(place), 41, None, "#ffffff", 6)


def _middle(place: list[int]) -> tuple[float, float]:
    column, row = place
    return LEFT + CELL * (column - 0.5), TOP + CELL * (ROWS - row + 0.5)


def scores(view: ConnectFourView) -> tuple[str, str]:
    return "", ""
