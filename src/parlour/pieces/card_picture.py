"""Playing cards in a picture: faces like `SQ`, and backs."""

from parlour.pieces.canvas import INK, Canvas

WIDTH, HEIGHT = 74, 104
SUITS = {
    "S": "M10 1c2 3.5 8.5 7 8.5 11.2 0 2.8-1.9 3.8-3.5 3.8-1.7 0-3.2-1-4-2.4q.2 4.1 2.5 5.4h-7Q8.8 17.7 9 13.6"
         " 8.2 16 5 16c-1.6 0-3.5-1-3.5-3.800C1.5 8 8 4.5 10 1Z",
    "H": "M10 18.500C4 13.5 1.5 10.3 1.5 6.7 1.5 3.7 3.6 2 5.8 2 7.6 2 9.2 3.1 10 5c.8-1.9 2.4-3 4.2-3 2.2 "
         "0 4.3 1.7 4.3 4.7 0 3.6-2.5 6.8-8.5 11.800Z",
    "D": "M10 .5c2 3.7 4.2 6.9 7 9.5-2.8 2.6-5 5.8-7 9.5-2-3.7-4.2-6.9-7-9.500C5.8 7.4 8 4.2 10 .5Z",
    "C": "M10.900 12q.3 5.300 2.600 7h-7q2.300-1.700 2.600-7Z",
}  # fmt: skip
LEAVES = ((10, 5), (5.7, 11), (14.3, 11), (10, 9))  # of a club
COLOURS = {"S": "#17130f", "C": "#17130f", "H": "#b3261e", "D": "#b3261e"}
GREY = "#c9c4b8"


def draw_suit(canvas: Canvas, x: float, y: float, size: float, suit: str) -> None:
    """Draw the shape of a suit in a square with its corner here."""
    colour = COLOURS[suit]
    canvas.path(SUITS[suit], x, y, size, fill=colour, box=20)
    if suit == "C":
        for across, down in LEAVES:
            canvas.circle(x + across * size / 20, y + down * size / 20, 4.2 * size / 20, colour)


def draw_card(canvas: Canvas, x: float, y: float, card: str, *, is_dim: bool = False, is_gold: bool = False) -> None:
    """Draw the face of a card with its corner here; a dim one cannot be played or lost its trick."""
    suit, rank = card[0], card[1].replace("T", "10")
    canvas.rectangle(x, y, WIDTH, HEIGHT, GREY if is_dim else "#fffdf6", "#8a5a00" if is_gold else INK,
                     5 if is_gold else 2, 8)  # fmt: skip
    canvas.text(x + 17, y + 20, rank, 24, COLOURS[suit], font="bold")
    draw_suit(canvas, x + 8, y + 36, 18, suit)
    draw_suit(canvas, x + 28, y + 52, 38, suit)


def draw_back(canvas: Canvas, x: float, y: float) -> None:
    """Draw the back of a card with its corner here."""
    canvas.rectangle(x, y, WIDTH, HEIGHT, "#fffdf6", INK, 2, 8)
    canvas.rectangle(x + 6, y + 6, WIDTH - 12, HEIGHT - 12, "#8f2f2a", None, 0, 4)
    for step in range(4):
        middle, half = y + 19 + 22 * step, 9
        points = [(x + WIDTH / 2, middle - half), (x + WIDTH / 2 + 20, middle), (x + WIDTH / 2, middle + half)]
        canvas.line([(x + WIDTH / 2 - 20, middle), *points, (x + WIDTH / 2 - 20, middle)], "#e7b9a0", 2)
