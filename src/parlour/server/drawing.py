"""Pictures of a match: a card for links, an animation, a film strip. All show what one viewer is shown, and no more."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

from parlour.core import registry
from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.game import Game
from parlour.core.phrasing import NUMBERED_SEATS
from parlour.pieces.canvas import (
    ACCENT,
    FELT,
    HEIGHT,
    INK,
    LINE,
    PAPER,
    SEAT_COLOURS,
    SOFT,
    SURFACE,
    WIDTH,
    Canvas,
    draw_seat,
)
from parlour.pieces.table_picture import draw_table, picture_of
from parlour.server.messages import EventView
from parlour.server.replay import Replay

CARD = (1200, 630)  # what pages that show links expect
BOARD_SCALE = 0.8  # of the board in an animation
HEAD, FOOT = 44, 56  # heights of the names above it and the words below
FRAME = (round(WIDTH * BOARD_SCALE), HEAD + round(HEIGHT * BOARD_SCALE) + FOOT)
FRAME_MS, LAST_MS = 900, 4000
MOST_FRAMES = 120  # of an animation: of a longer match, this many that lie evenly
SMALL_SCALE = 0.4  # of a board in a film strip
SMALL, SMALL_FOOT, MARGIN = (round(WIDTH * SMALL_SCALE), round(HEIGHT * SMALL_SCALE)), 40, 16
PER_ROW, MOST_PICTURES = 4, 48  # of a film strip
COLOURS = 255  # of a palette
WORDS = "Table games for two: on one device, online with a friend, or against the computer."
SHADE = "M6 16C6 11 10 7 16 7C22 7 26 11 26 16Z"
STAND, TABLE = "M16 2V7", "M7 22H25L29 28H3Z"


class Shot(NamedTuple):
    """What one picture of a match shows."""

    game: Game
    names: Sequence[str]
    sides: Sequence[str]
    to_act: Sequence[int]
    view: Any  # the struct of the game's view; None: nothing is dealt yet
    drawing: str  # the same in plain text
    viewer: int
    sentence: str


def sampled(count: int, most: int) -> list[int]:
    """Return the numbers of all pictures, or of `most` that lie evenly from the first to the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def shot_of(replay: Replay, number: int) -> Shot:
    """Return what one picture of a replay shows."""
    frame = replay.frames[number]
    viewer = SPECTATOR if replay.viewer is None else replay.viewer
    sentence = _sentence(frame.event, replay)
    if replay.message and number == len(replay.frames) - 1:
        sentence = replay.message
    return Shot(registry.load(replay.game), replay.names, frame.sides, frame.to_act, frame.view, frame.drawing,
                viewer, sentence)  # fmt: skip


def _sentence(event: EventView | None, replay: Replay) -> str:
    if event is None:
        return f"{' and '.join(replay.names)} begin."
    return " ".join(happening.message for happening in event.happenings)


def animation(replay: Replay) -> bytes:
    """Return a match as an animated GIF."""
    numbers = sampled(len(replay.frames), MOST_FRAMES)
    palette = _palette(replay)

    def pictures() -> Iterator[Image.Image]:
        for number in numbers:
            picture = _draw_frame(shot_of(replay, number), f"{number}/{len(replay.frames) - 1}")
            yield picture.quantize(palette=palette, dither=Image.Dither.NONE)

    first, *others = pictures()
    durations = [*[FRAME_MS] * (len(numbers) - 1), LAST_MS]
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=False, disposal=1)
    return out.getvalue()


def _palette(replay: Replay) -> Image.Image:
    """Return the colours of some pictures of a match; one palette for all makes the animation small and steady."""
    last = len(replay.frames) - 1
    both = Image.new("RGB", (FRAME[0], 3 * FRAME[1]))
    for place, number in enumerate((0, last // 2, last)):
        both.paste(_draw_frame(shot_of(replay, number), ""), (0, place * FRAME[1]))
    return both.quantize(COLOURS, Image.Quantize.MEDIANCUT)


def _draw_frame(shot: Shot, number: str) -> Image.Image:
    canvas = Canvas(*FRAME)
    width, height = FRAME
    draw_board(canvas.inner(0, HEAD, BOARD_SCALE), shot)
    canvas.rectangle(0, 0, width, HEAD, SURFACE)
    canvas.rectangle(0, height - FOOT, width, FOOT, SURFACE)
    for seat in SEATS:
        _draw_player(canvas, shot, seat, 12 + seat * width / 2, HEAD / 2, 15, width / 2 - 20)
    canvas.text(width - 12, height - FOOT / 2, number, 15, SOFT, "rm")
    lines = canvas.lines(shot.sentence, 16, width - 100, 2)
    for row, words in enumerate(lines):
        y = height - FOOT / 2 + 20 * (row - (len(lines) - 1) / 2)
        canvas.text(12, y, words, 16, INK, "lm", most=width - 100)
    return canvas.image()


def draw_board(canvas: Canvas, shot: Shot) -> None:
    """Draw what lies on the table, on a canvas with the units of games' pictures."""
    if shot.view is None:
        canvas.rectangle(0, 0, WIDTH, HEIGHT, FELT)
        _draw_lamp(canvas, WIDTH / 2 - 100, HEIGHT / 2 - 100, 200)
    else:
        draw_table(canvas, shot.game, shot.view, shot.drawing, shot.viewer)


def _draw_player(canvas: Canvas, shot: Shot, seat: int, x: float, y: float, size: float, most: float) -> None:
    """Draw a line about a player: the sign of the seat, the name, what it plays and its score."""
    about = _about(shot, seat)
    most -= 1.4 * size
    room = max(0.55 * most, most - canvas.width_of(about, size) - 0.5 * size)
    used = _draw_player_name(canvas, shot, seat, x, y, size, room) + 0.5 * size
    canvas.text(x + 1.4 * size + used, y, about, size, SOFT, "lm", most=most - used)


def _about(shot: Shot, seat: int) -> str:
    """Return what a player plays, and the score."""
    picture = picture_of(shot.game)
    score = "" if picture is None or shot.view is None else picture.scores(shot.view)[seat]
    side = "" if shot.sides[seat] in (*NUMBERED_SEATS, shot.names[seat]) else shot.sides[seat]
    return " · ".join(filter(None, (side, score)))


def _draw_player_name(canvas: Canvas, shot: Shot, seat: int, x: float, y: float, size: float, most: float) -> float:
    """Draw the sign of a seat and a name, with a line under it if it is to act; return how wide the name is."""
    draw_seat(canvas, seat, x + size / 2, y, size / 2, SEAT_COLOURS)
    name = canvas.shortened(shot.names[seat], size, most, "bold")
    width = canvas.width_of(name, size, "bold")
    canvas.text(x + 1.4 * size, y, name, size, INK, "lm", "bold")
    if seat in shot.to_act:
        canvas.rectangle(x + 1.4 * size, y + 0.7 * size, width, 0.15 * size, ACCENT)
    return width


def film_strip(replay: Replay) -> bytes:
    """Return the pictures of a match side by side, numbered, as PNG."""
    numbers = sampled(len(replay.frames), MOST_PICTURES)
    columns = min(PER_ROW, len(numbers))
    rows = -(-len(numbers) // columns)
    width, each = columns * (SMALL[0] + MARGIN) + MARGIN, SMALL[1] + SMALL_FOOT + MARGIN
    top = 92
    canvas = Canvas(width, top + rows * each, PAPER)
    last = shot_of(replay, len(replay.frames) - 1)
    canvas.text(MARGIN, 30, last.game.name, 26, INK, "lm", "title")
    canvas.text(width - MARGIN, 30, "Parlour", 22, SOFT, "rm", "title")
    words = f"{' vs '.join(replay.names)}. {replay.message}"
    canvas.text(MARGIN, 66, words, 16, SOFT, "lm", most=width - 2 * MARGIN)
    for place, number in enumerate(numbers):
        x = MARGIN + place % columns * (SMALL[0] + MARGIN)
        y = top + place // columns * each
        shot = shot_of(replay, number)
        draw_board(canvas.inner(x, y, SMALL_SCALE), shot)
        canvas.text(x, y + SMALL[1] + 16, str(number), 14, INK, "lm", "bold")
        canvas.text(x + 34, y + SMALL[1] + 16, shot.sentence, 14, SOFT, "lm", most=SMALL[0] - 34)
    return _png(canvas.image().quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def card(shot: Shot) -> bytes:
    """Return the picture that stands for a match beside a link, as PNG."""
    canvas = Canvas(*CARD, SURFACE)
    scale = CARD[1] / HEIGHT
    draw_board(canvas.inner(0, 0, scale), shot)
    left = WIDTH * scale + 28
    width = CARD[0] - left - 28
    _draw_name(canvas, left, 52)
    title = min(44.0, 44 * width / canvas.width_of(shot.game.name, 44, "title"))
    canvas.text(left, 136, shot.game.name, title, INK, "lm", "title")
    canvas.line([(left, 176), (left + width, 176)], LINE, 2)
    for seat in SEATS:
        y = 214 + 80 * seat
        _draw_player_name(canvas, shot, seat, left, y, 25, width - 35)
        canvas.text(left + 35, y + 34, _about(shot, seat), 20, SOFT, "lm", most=width - 35)
    for row, words in enumerate(canvas.lines(shot.sentence, 23, width, 7)):
        canvas.text(left, 394 + 33 * row, words, 23, INK, "lm", most=width)
    return _png(canvas.image())


def plain_card() -> bytes:
    """Return the picture of a link that tells nothing about a match."""
    canvas = Canvas(*CARD, FELT)
    _draw_lamp(canvas, CARD[0] / 2 - 110, 60, 220)
    canvas.text(CARD[0] / 2, 360, "Parlour", 96, "#ffffff", font="title")
    for row, line in enumerate(canvas.lines(WORDS, 32, 900, 3)):
        canvas.text(CARD[0] / 2, 460 + 44 * row, line, 32, "#ffffff")
    return _png(canvas.image())


def _draw_name(canvas: Canvas, x: float, y: float) -> None:
    _draw_lamp(canvas, x - 4, y - 24, 48)
    canvas.text(x + 54, y + 2, "Parlour", 30, INK, "lm", "title")


def _draw_lamp(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw the sign of Parlour: a lamp over a table."""
    canvas.path(STAND, x, y, size, line=INK, thick=2, box=32)
    canvas.path(SHADE, x, y, size, fill="#f2c14e", line=INK, thick=1.5, box=32)
    canvas.path(TABLE, x, y, size, fill="#3f7a69", line=INK, thick=1.5, box=32)


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()
