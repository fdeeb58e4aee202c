"""The picture of a Checkers table, seen from White's side."""

from parlour.games.checkers.view import CheckersView
from parlour.pieces.canvas import INK, Canvas
from parlour.pieces.checker_picture import draw_bag, draw_checker

CELL = 71
LEFT, TOP = 400 - 4 * CELL, 16
DARK, LIGHT, EDGE = "#8a6a48", "#ead9b8", "#4a3320"
COLOURS = {"b": "black", "w": "white"}


def draw(canvas: Canvas, view: CheckersView, viewer: int) -> None:
    if view.colour_draw.is_open:
        draw_bag(canvas, view.colour_draw)
        return
    canvas.rectangle(LEFT - 8, TOP - 8, 8 * CELL + 16, 8 * CELL + 16, EDGE, INK, 2, 4)
    canvas.rectangle(LEFT, TOP, 8 * CELL, 8 * CELL, LIGHT)
    for number, letter in enumerate(view.board, 1):
        row, place = divmod(number - 1, 4)
        x, y = LEFT + CELL * (2 * place + 1 - row % 2), TOP + CELL * row
        canvas.rectangle(x, y, CELL, CELL, DARK)
        canvas.text(x + 4, y + 9, str(number), 11, "#ffffff", "lm")
        if letter != ".":
            draw_checker(canvas, x + CELL / 2, y + CELL / 2, 29, COLOURS[letter.lower()], letter.isupper())
        if number == view.jumping:
            canvas.circle(x + CELL / 2, y + CELL / 2, 33, None, "#ffffff", 4)


def scores(view: CheckersView) -> tuple[str, str]:
    first, second = (f"{captured} captured" for captured in view.captured)
    return first, second
