"""Checkers and the bag they are drawn from, in a picture."""

from typing import NamedTuple

from parlour.pieces.canvas import HEIGHT, INK, ON_FELT, WIDTH, Canvas
from parlour.pieces.colour_draw_text import ColourDraw

STAR = "M50 21 58.2 38.7 77.6 41 63.3 54.3 67 73.5 50 64 33 73.5 36.7 54.3 22.4 41 41.8 38.7Z"
CROWN = "M25 67V35L39 49 50 29 61 49 75 35V67Z"
PER_ROW = 8  # checkers of the bag


class Style(NamedTuple):
    """The colours of a checker."""

    body: str
    groove: str
    sign: str = ""


STYLES = {
    "red": Style("#b3200f", "#7d1408", "#ffe1d6"),
    "yellow": Style("#ffd23f", "#b98a00", "#6b4700"),
    "black": Style("#26221e", "#8f857a"),
    "white": Style("#f3ead7", "#8d7d61"),
    "covered": Style("#8b6b45", "#6a4f30"),
}


def draw_checker(canvas: Canvas, x: float, y: float, radius: float, colour: str, is_king: bool = False) -> None:
    """Draw a checker around a point; each colour has its own sign, and a king a second rim and a crown."""
    style, unit = STYLES[colour], radius / 46
    if is_king:
        canvas.circle(x, y + 7 * unit, radius, style.body, style.groove, 2.5 * unit)
    canvas.circle(x, y, radius, style.body, INK, 2.5 * unit)
    for ring in {"black": (37, 28, 19), "white": (40, 28)}.get(colour, (38,)):
        canvas.circle(x, y, ring * unit, None, style.groove, 2.5 * unit)
    corner = (x - 50 * unit, y - 50 * unit, 100 * unit)
    if colour == "red":
        canvas.circle(x, y, 28 * unit, None, style.sign, 10 * unit)
    elif colour == "yellow":
        canvas.path(STAR, *corner, fill=style.sign)
    if is_king:
        canvas.path(CROWN, *corner, fill="#f2c14e", line=INK, thick=2.5)


def draw_bag(canvas: Canvas, draw: ColourDraw) -> None:
    """Draw the bag from which the colours are drawn: what was drawn lies open, a ring shows by which seat."""
    shown = {drawn.checker: drawn.colour for by_seat in draw.shown for drawn in by_seat}
    takers = {checker: seat for seat, claims in enumerate(draw.claims) for checker in claims}
    takers |= {drawn.checker: seat for seat, by_seat in enumerate(draw.shown) for drawn in by_seat}
    top = HEIGHT / 2 - 38 * -(-draw.size // PER_ROW)
    canvas.text(WIDTH / 2, top - 20, "Drawing the colours", 30, "#ffffff", font="title")
    for place in range(draw.size):
        row, column = divmod(place, PER_ROW)
        x, y = WIDTH / 2 + 78 * (column - (PER_ROW - 1) / 2), top + 54 + 76 * row
        draw_checker(canvas, x, y, 30, shown.get(place + 1, "covered"))
        if place + 1 in takers:
            canvas.circle(x, y, 36, None, ON_FELT[takers[place + 1]], 5)
