"""The picture of a Raptor table: the board with its figures, the tracks, and the cards that lie open."""

from parlour.games.raptor.geometry import COLUMN_LETTERS, HEIGHT, WIDTH
from parlour.games.raptor.map_reader import NOTHING
from parlour.games.raptor.state import RAPTOR, SCIENTIST
from parlour.games.raptor.text.words import SIDE_NAMES, SIDES
from parlour.games.raptor.view import Card, Cards, Figure, RaptorView
from parlour.pieces.canvas import FELT_DARK, INK, Canvas

CELL = 59
LEFT, TOP = 400 - WIDTH * CELL / 2, 52
GROUNDS = {"jungle": ("#9fbf85", "#93b578", "#5f7f4a"), "desert": ("#e6cf9d", "#dcc38c", "#a78a52")}
MOTHER = (
    "M4 33C8 23 20 17 31 19C38 20 42 25 44 31C54 34 60 34 68 37C80 40 90 32 98 15C99 36 90 51 75 55C74 61 72 64 69 67"
    "L75 78L69 91L77 96H57L56 91L62 80L54 70C51 72 49 72 47 72L48 80L42 91L49 96H29L29 91L35 80L34 67C29 61 28 54 30 47"
    "L22 53L24 59L19 56L17 60L15 52L25 44C25 42 24 41 22 40C16 42 10 42 6 41L8 37L19 35L8 36Z"
)
BABY = (
    "M12 54C10 38 24 26 39 28C51 29 57 38 56 48C65 53 76 51 90 38C90 58 81 69 69 73L71 83L77 90H59L61 80L53 76L49 82"
    "L54 90H35L42 81L39 72C35 69 34 65 35 61C25 64 14 62 12 54Z"
)
ASLEEP = "M8 80C7 69 16 62 27 63C33 54 45 50 57 52C76 54 91 64 92 78C92 87 86 91 78 91H20C12 91 8 86 8 80Z"
LEGS = "M38 60H62V88L68 95H52L50 70L48 95H32L38 88Z"
COAT = "M38 36C42 33 58 33 62 36L72 50L66 57L63 54L66 74H34L37 54L34 57L28 50Z"
HAT = "M30 21C36 17 39 17 40 16C40 6 60 6 60 16C61 17 64 17 70 21C60 25 40 25 30 21Z"
LYING = "M6 88V72L40 68C60 62 76 66 92 78V90Z"
FLAME = (
    "M50 6C55 22 72 30 77 50C82 72 70 93 50 94C30 93 18 74 24 52C27 44 32 40 35 32C41 36 43 40 44 45C50 34 52 22 50 6Z"
)
GLOW = "M52 48C56 58 65 62 64 74C63 84 57 89 50 89C42 89 36 83 37 74C38 67 43 64 45 58L50 64C52 59 53 54 52 48Z"
ROCK = "M8 84C6 70 16 56 28 48C34 32 50 22 62 30C76 34 82 50 86 60C94 68 96 78 92 86C66 92 30 92 8 84Z"
HUT = "M8 88V46L50 14L92 46V88H62V60H40V88Z"
HOUND = (
    "M6 40C6 32 14 26 22 26L26 14L34 26C40 28 42 32 44 38H76C82 38 84 30 92 24L96 30C94 40 90 46 86 50V90H76L74 66H48"
    "L44 90H34L32 56C28 54 26 52 24 48C16 48 8 46 6 40Z"
)
WAVES = (
    "M10 34Q25 24 40 34Q55 44 70 34Q80 28 90 32V40Q80 36 70 42Q55 52 40 42Q25 32 10 42Z"
    "M10 66Q25 56 40 66Q55 76 70 66Q80 60 90 64V72Q80 68 70 74Q55 84 40 74Q25 64 10 74Z"
)
FENCE = "M4 34H96V42H4ZM4 60H96V68H4ZM14 24H22V90H14ZM46 24H54V90H46ZM78 24H86V90H78Z"
ARROWS = (
    "M70 25 30 50 70 75Z", "M30 25 70 50 30 75Z", "M25 70 50 30 75 70Z", "M25 30 50 70 75 30Z"
)  # out to the left, to the right, upwards, downwards  # fmt: skip
SIDE_COLOURS = ("#8f3413", "#2c4f7c")
CARD_WIDTH, CARD_HEIGHT, CARD_TOP = 84, 112, 474


def draw(canvas: Canvas, view: RaptorView, viewer: int) -> None:
    tracks = (
        f"Round {view.round}", f"escaped {view.escaped}/{view.babies_to_win}",
        f"captured {view.captured}/{view.babies_to_win}", f"hits {view.sleep_tokens}/{view.max_sleep_tokens}",
        f"scientists {view.scientists} + {view.reserve}",
    )  # fmt: skip
    canvas.rectangle(LEFT, 10, WIDTH * CELL, 32, FELT_DARK, None, 0, 6)
    for number, words in enumerate(tracks):
        canvas.text(LEFT + WIDTH * CELL * (number + 0.5) / len(tracks), 26, words, 17, "#ffffff")
    _draw_ground(canvas, view)
    for figure in view.figures:
        _draw_figure(canvas, figure, *_corner(figure.space), view.sleep_tokens)
    for side in SIDES:
        _draw_cards(canvas, view.cards[side], side)


def _corner(space: str) -> tuple[float, float]:
    return LEFT + CELL * COLUMN_LETTERS.index(space[0]), TOP + CELL * (int(space[1]) - 1)


def _draw_ground(canvas: Canvas, view: RaptorView) -> None:
    light, dark, border = GROUNDS[view.environment]
    canvas.rectangle(LEFT, TOP, WIDTH * CELL, HEIGHT * CELL, border, INK, 2, 6)
    for row in range(HEIGHT):
        for column in range(1, WIDTH - 1):
            ground = light if (row + column) % 2 else dark
            if view.tiles[row][column] != NOTHING:
                canvas.rectangle(LEFT + CELL * column, TOP + CELL * row, CELL, CELL, ground, border, 1)
    for space in view.exits:
        x, y = _corner(space)
        canvas.rectangle(x, y, CELL, CELL, "#fff7e2", INK, 2)
        canvas.path(_arrow(space), x, y, CELL, fill="#6b5b3a")
    for space in view.rocks:
        drawing, fill = (HUT, "#b9ab8e") if view.rock == "hut" else (ROCK, "#9a958b")
        canvas.path(drawing, *_corner(space), CELL, fill=fill, line=INK, thick=3.5)
    for space in view.bridges:
        x, y = _corner(space)
        canvas.rectangle(x + 6, y + 6, CELL - 12, CELL - 12, "#b98d55", INK, 2)
    for space in view.barriers:
        _draw_barrier(canvas, view.barrier, *_corner(space))
    for space in view.fires:
        canvas.path(FLAME, *_corner(space), CELL, fill="#d5481b", line=INK, thick=3.5)
        canvas.path(GLOW, *_corner(space), CELL, fill="#ffcf4d")


def _arrow(space: str) -> str:
    """Return the arrow out of the map by an exit: at one of its ends, above or below."""
    if space[0] in "am":
        return ARROWS[0 if space[0] == "a" else 1]
    return ARROWS[2 if space[1] == "1" else 3]


def _draw_barrier(canvas: Canvas, barrier: str, x: float, y: float) -> None:
    if barrier == "water":
        canvas.rectangle(x, y, CELL, CELL, "#6fa8c9", INK, 1)
        canvas.path(WAVES, x, y, CELL, fill="#d5e8f0")
    else:
        canvas.path(FENCE, x, y, CELL, fill="#8c8f93", line=INK, thick=2)


def _draw_figure(canvas: Canvas, figure: Figure, x: float, y: float, hits: int) -> None:
    if figure.kind in ("sister", "hound"):
        _draw_badlands_figure(canvas, figure, x, y)
    elif figure.kind == "mother":
        canvas.path(MOTHER, x, y, CELL, fill=SIDE_COLOURS[RAPTOR], line=INK, thick=3.5)
        canvas.circle(x + 0.26 * CELL, y + 0.26 * CELL, 0.035 * CELL, "#fff3d6")
        if hits:
            _draw_badge(canvas, x, y, str(hits))
    elif figure.kind == "baby":
        canvas.path(BABY if figure.is_active else ASLEEP, x + 0.13 * CELL, y + 0.18 * CELL, 0.74 * CELL,
                    fill="#e08a3c", line=INK, thick=4)  # fmt: skip
        if figure.is_active:
            canvas.circle(x + 0.345 * CELL, y + 0.5 * CELL, 0.035 * CELL, "#fff3d6")
        else:
            _draw_badge(canvas, x, y, "z")
    elif figure.is_active:
        _draw_scientist(canvas, x + 0.07 * CELL, y + 0.05 * CELL, 0.88 * CELL)
    else:
        canvas.path(LYING, x, y, CELL, fill="#f7f1e1", line=INK, thick=3.5)
        canvas.circle(x + 0.18 * CELL, y + 0.7 * CELL, 0.11 * CELL, "#d9a97c", INK, 2)
        _draw_badge(canvas, x, y, "!")


def _draw_badlands_figure(canvas: Canvas, figure: Figure, x: float, y: float) -> None:
    is_sister = figure.kind == "sister"
    fill = "#b5651d" if is_sister else "#6b4a33"
    standing = MOTHER if is_sister else HOUND
    canvas.path(standing if figure.is_active else ASLEEP, x + 0.08 * CELL, y + 0.1 * CELL, 0.84 * CELL,
                fill=fill, line=INK, thick=3.5)  # fmt: skip
    if not figure.is_active:
        _draw_badge(canvas, x, y, "z" if is_sister else "!")


def _draw_scientist(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.path(LEGS, x, y, size, fill=SIDE_COLOURS[SCIENTIST], line=INK, thick=3.5)
    canvas.path(COAT, x, y, size, fill="#f7f1e1", line=INK, thick=3.5)
    canvas.circle(x + 0.5 * size, y + 0.25 * size, 0.1 * size, "#d9a97c", INK, 2)
    canvas.path(HAT, x, y, size, fill=SIDE_COLOURS[SCIENTIST], line=INK, thick=3.5)


def _draw_badge(canvas: Canvas, x: float, y: float, sign: str) -> None:
    canvas.circle(x + 0.82 * CELL, y + 0.2 * CELL, 10, "#fffaf0", INK, 1.5)
    canvas.text(x + 0.82 * CELL, y + 0.2 * CELL, sign, 14, font="bold")


def _draw_cards(canvas: Canvas, cards: Cards, side: int) -> None:
    """Draw the cards of one side: what it did, its hand where it may be seen, and the card of this round."""
    left = LEFT + side * 400
    words = f"{SIDE_NAMES[side]}: {cards.deck_size} in the deck, {cards.hand_size} in hand"
    canvas.text(left, 428, words, 16, "#ffffff", "lm", most=370)
    played = " ".join(map(str, cards.played))
    if played:
        canvas.text(left, 452, f"Played {played}", 16, "#ffffff", "lm", most=370)
    shown = [(card, "") for card in cards.hand]
    if cards.revealed is not None and cards.role:
        shown = [(cards.revealed, cards.role), *shown]
    elif cards.chosen is None and cards.has_chosen and not cards.hand:
        canvas.rectangle(left, CARD_TOP, CARD_WIDTH, CARD_HEIGHT, SIDE_COLOURS[side], "#ffffff", 3, 8)
    for place, (card, role) in enumerate(shown[:4]):
        is_chosen = role != "" or (cards.chosen is not None and card.value == cards.chosen.value)
        _draw_card(canvas, card, side, left + (CARD_WIDTH + 8) * place, is_chosen)
    if cards.chosen is not None and not cards.hand:
        _draw_card(canvas, cards.chosen, side, left, is_chosen=True)


def _draw_card(canvas: Canvas, card: Card, side: int, x: float, is_chosen: bool) -> None:
    line, thick = ("#f2c14e", 5) if is_chosen else (INK, 2)
    canvas.rectangle(x, CARD_TOP, CARD_WIDTH, CARD_HEIGHT, "#fdf9ee", line, thick, 8)
    canvas.rectangle(x + 7, CARD_TOP + 7, 30, 34, SIDE_COLOURS[side], None, 0, 5)
    canvas.text(x + 22, CARD_TOP + 24, str(card.value), 24, "#ffffff", font="bold")
    for row, words in enumerate(canvas.lines(card.name, 14, CARD_WIDTH - 12, 2, "bold")):
        canvas.text(x + 8, CARD_TOP + 56 + 16 * row, words, 14, INK, "lm", "bold", CARD_WIDTH - 12)
    canvas.text(x + 8, CARD_TOP + 94, card.amount, 12, "#555b63", "lm", most=CARD_WIDTH - 12)


def scores(view: RaptorView) -> tuple[str, str]:
    by_side = (f"{view.escaped} escaped", f"{view.captured} captured")
    return by_side[view.sides[0]], by_side[view.sides[1]]
