"""`Canvas`: what a game's `picture.py` draws on. Lengths are in units of the picture, whatever its size in pixels."""

import functools
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from parlour.pieces.outline import Point, outline

WIDTH, HEIGHT = 800, 600  # of a game's picture, in units
SMOOTH = 2  # times as large as it is shown, a picture is drawn: its edges become smooth

INK, SOFT, PAPER, SURFACE, LINE = "#1f2328", "#555b63", "#faf7f0", "#ffffff", "#8c8574"
FELT, FELT_DARK, ACCENT = "#2f5d50", "#244a40", "#9a3412"
SEAT_COLOURS = ("#b23a0a", "#0b5cad")  # triangle and circle
ON_FELT = ("#ffb08a", "#a9d2ff")  # the same, where they must show on the felt

FONTS = {
    "text": "dejavu-sans-regular.woff2",
    "bold": "dejavu-sans-bold.woff2",
    "title": "vollkorn-600.woff2",
}


class Canvas:
    """A picture that is being drawn."""

    def __init__(self, width: int, height: int, ground: str = FELT) -> None:
        self._image = Image.new("RGB", (width * SMOOTH, height * SMOOTH), ground)
        self._draw = ImageDraw.Draw(self._image)
        self._scale, self._left, self._top = float(SMOOTH), 0.0, 0.0

    def image(self) -> Image.Image:
        """Return the picture in its size."""
        return self._image.reduce(SMOOTH)

    def inner(self, left: float, top: float, scale: float) -> "Canvas":
        """Return a part of this canvas with units of its own: its corner lies here, one unit is `scale` of ours."""
        part = Canvas.__new__(Canvas)
        part._image, part._draw = self._image, self._draw
        part._scale = self._scale * scale
        part._left, part._top = self._at(left, top)
        return part

    def _at(self, x: float, y: float) -> Point:
        return self._left + x * self._scale, self._top + y * self._scale

    def _pixels(self, width: float) -> int:
        return max(1, round(width * self._scale)) if width else 0

    def rectangle(self, x: float, y: float, width: float, height: float, fill: str | None = None,
                  line: str | None = None, thick: float = 0, radius: float = 0) -> None:  # fmt: skip
        """Draw a rectangle by its corner, with round corners if a radius is given."""
        left, top = self._at(x, y)
        right, bottom = self._at(x + width, y + height)
        self._draw.rounded_rectangle((left, top, right, bottom), radius * self._scale, fill, line, self._pixels(thick))

    def circle(
        self, x: float, y: float, radius: float, fill: str | None = None, line: str | None = None, thick: float = 0
    ) -> None:
        """Draw a circle around a point."""
        left, top = self._at(x - radius, y - radius)
        right, bottom = self._at(x + radius, y + radius)
        self._draw.ellipse((left, top, right, bottom), fill, line, self._pixels(thick))

    def polygon(self, points: Sequence[Point], fill: str, line: str | None = None, thick: float = 0) -> None:
        """Draw a filled shape by its corners."""
        corners = [self._at(x, y) for x, y in points]
        self._draw.polygon(corners, fill)
        if line:
            self._draw.line([*corners, *corners[:2]], line, self._pixels(thick), "curve")

    def line(self, points: Sequence[Point], line: str, thick: float) -> None:
        """Draw a line through points."""
        self._draw.line([self._at(x, y) for x, y in points], line, self._pixels(thick), "curve")

    def path(self, path: str, x: float, y: float, size: float, fill: str | None = None, line: str | None = None,
             thick: float = 0, box: float = 100) -> None:  # fmt: skip
        """Draw an outline, given in a box of `box` by `box`, as large as `size`, with its corner here."""
        scale = size / box
        for part in outline(path):
            points = [(x + scale * px, y + scale * py) for px, py in part]
            if fill:
                self.polygon(points, fill, line, thick * scale)
            elif line:
                self.line(points, line, thick * scale)

    def text(self, x: float, y: float, words: str, size: float, fill: str = INK, anchor: str = "mm",
             font: str = "text", most: float = 0) -> None:  # fmt: skip
        """Write words in one line.

        Args:
            anchor: what lies at the point: `lm` the left middle, `mm` the middle, `rm` the right middle.
            most: words that are wider end in an ellipsis.
        """
        if most:
            words = self.shortened(words, size, most, font)
        face = _face(font, round(size * self._scale))
        self._draw.text(self._at(x, y), words, fill, face, anchor)

    def shortened(self, words: str, size: float, most: float, font: str = "text") -> str:
        """Return words, or as many of their letters as fit into a width."""
        return _shortened(_face(font, round(size * self._scale)), words, most * self._scale)

    def width_of(self, words: str, size: float, font: str = "text") -> float:
        """Return how wide words would be."""
        return _face(font, round(size * self._scale)).getlength(words) / self._scale

    def lines(self, words: str, size: float, width: float, most: int, font: str = "text") -> list[str]:
        """Break words into lines of a width; more than `most` of them are cut off."""
        lines = [""]
        for word in words.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width_of(longer, size, font) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]


@functools.lru_cache(maxsize=64)
def _face(font: str, size: int) -> ImageFont.FreeTypeFont:
    path = Path(__file__).with_name("fonts") / FONTS[font]
    return ImageFont.truetype(path, max(1, size), layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=1024)
def _shortened(face: ImageFont.FreeTypeFont, words: str, most: float) -> str:
    if face.getlength(words) <= most:
        return words
    while words and face.getlength(f"{words}…") > most:
        words = words[:-1]
    return f"{words.rstrip()}…"


def draw_seat(canvas: Canvas, seat: int, x: float, y: float, radius: float, colours: Sequence[str]) -> None:
    """Draw the sign of a seat around a point: a triangle for the first, a circle for the second."""
    if seat == 0:
        canvas.polygon([(x, y - radius), (x + radius, y + 0.8 * radius), (x - radius, y + 0.8 * radius)], colours[0])
    else:
        canvas.circle(x, y, 0.9 * radius, colours[1])
