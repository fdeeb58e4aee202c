"""The picture of a table, drawn from what one viewer is shown: by the game's `picture.py`, or as plain text."""

import functools
import importlib
from typing import Any, Protocol

from parlour.core.game import Game
from parlour.core.seat_view import SeatView
from parlour.pieces.canvas import FELT, HEIGHT, WIDTH, Canvas


class GamePicture(Protocol):
    """What a game's module `picture` provides."""

    def draw(self, canvas: Canvas, view: Any, viewer: int, /) -> None:
        """Draw a table on a felt of 800 by 600, as it is shown to a seat or the SPECTATOR."""

    def scores(self, view: Any, /) -> tuple[str, str]:
        """Return what stands beside the names of the players; may be empty."""
        ...


@functools.cache
def picture_of(game: Game) -> GamePicture | None:
    """Return how a game is drawn; None where it is only drawn in plain text."""
    name = f"{game.package}.picture"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None


def draw_seen(canvas: Canvas, seen: SeatView) -> None:
    """Draw a position as a seat or the SPECTATOR sees it, on a canvas with the units of games' pictures."""
    draw_table(canvas, seen.game, seen.view(), seen.render(), seen.seat)


def draw_table(canvas: Canvas, game: Game, view: Any, drawing: str, viewer: int) -> None:
    """Draw what lies on the table.

    Args:
        view: the struct of the game's view.
        drawing: the same in plain text, for a game without pictures.
    """
    canvas.rectangle(0, 0, WIDTH, HEIGHT, FELT)
    if (picture := picture_of(game)) is not None:
        picture.draw(canvas, view, viewer)
    else:
        _draw_text(canvas, drawing)


def _draw_text(canvas: Canvas, drawing: str) -> None:
    """Draw a table in plain text, each letter in its column."""
    lines = drawing.splitlines()
    longest = max([1, *map(len, lines)])
    step = min(WIDTH / (longest + 2), HEIGHT / (1.8 * (len(lines) + 1)))
    left, top = (WIDTH - step * longest) / 2, (HEIGHT - 1.8 * step * len(lines)) / 2
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter != " ":
                x, y = left + step * (column + 0.5), top + 1.8 * step * (row + 0.5)
                canvas.text(x, y, letter, 1.5 * step, "#ffffff")
