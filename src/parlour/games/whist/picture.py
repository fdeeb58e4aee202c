"""The picture of a Whist table: the viewer's hand open, everything else as all see it."""

from parlour.core.contract import SEATS
from parlour.core.phrasing import counted
from parlour.games.whist.view import Trick, WhistView
from parlour.pieces.canvas import FELT_DARK, ON_FELT, Canvas, draw_seat
from parlour.pieces.card_picture import HEIGHT, WIDTH, draw_back, draw_card, draw_suit

FAR, MIDDLE, NEAR = 20, 236, 600 - HEIGHT - 20  # tops of the three rows of cards
WIDEST = 500  # of a hand; the rest is for the score


def draw(canvas: Canvas, view: WhistView, viewer: int) -> None:
    near = viewer if viewer in SEATS else 0
    _draw_hand(canvas, view, 1 - near, FAR, [])
    _draw_hand(canvas, view, near, NEAR, view.hand)
    _draw_score(canvas, view)
    pile = view.deck or view.draw_pile
    if pile:
        _draw_pile(canvas, 660, pile, "to deal" if view.deck else "to draw")
        if view.prize is not None:
            draw_card(canvas, 660, MIDDLE, view.prize.card, is_gold=view.prize.gold)
    if view.discard_pile:
        _draw_pile(canvas, 40, view.discard_pile, "discarded")
    if view.dealer_draw.shown and view.stage == "deal":
        for seat, card in enumerate(view.dealer_draw.shown):
            _draw_played(canvas, seat, card, is_dim=False)
    elif (trick := view.trick or view.last_trick) is not None:
        _draw_trick(canvas, trick)


def _draw_hand(canvas: Canvas, view: WhistView, seat: int, top: float, cards: list[str]) -> None:
    count = len(cards) or view.hands[seat]
    step = min(46.0, (WIDEST - WIDTH) / max(1, count - 1))
    left = 400 - (step * (count - 1) + WIDTH) / 2 + 80
    for place in range(count):
        if cards:
            draw_card(canvas, left + step * place, top, cards[place], is_dim=cards[place] in view.unplayable)
        else:
            draw_back(canvas, left + step * place, top)
    if count:
        draw_seat(canvas, seat, left - 24, top + HEIGHT / 2, 11, ON_FELT)


def _draw_score(canvas: Canvas, view: WhistView) -> None:
    canvas.rectangle(16, FAR, 156, 118, FELT_DARK, None, 0, 8)
    canvas.text(28, FAR + 20, f"Round {view.round}", 17, "#ffffff", "lm", "bold")
    for seat in SEATS:
        y = FAR + 46 + 25 * seat
        draw_seat(canvas, seat, 36, y, 9, ON_FELT)
        points = counted(view.scores[seat], "point")
        canvas.text(54, y, points, 17, "#ffffff", "lm")
        if view.pairs[seat]:
            canvas.text(164, y, f"+{view.pairs[seat]}", 15, "#f2c14e", "rm")
    if view.trump:
        canvas.text(28, FAR + 98, "Trump", 17, "#ffffff", "lm")
        canvas.rectangle(88, FAR + 85, 26, 26, "#fffdf6", None, 0, 5)
        draw_suit(canvas, 92, FAR + 89, 18, view.trump[0].upper())


def _draw_pile(canvas: Canvas, x: float, count: int, words: str) -> None:
    for layer in range(min(3, count)):
        draw_back(canvas, x - 3 * layer, MIDDLE - 3 * layer)
    canvas.text(x + WIDTH / 2, MIDDLE + HEIGHT + 18, f"{count} {words}", 17, "#ffffff")


def _draw_trick(canvas: Canvas, trick: Trick) -> None:
    for place, card in enumerate(trick.cards):
        seat = trick.leader if place == 0 else 1 - trick.leader
        _draw_played(canvas, seat, card, is_dim=trick.winner == 1 - seat)
        if trick.winner == seat:
            canvas.text(_played_left(seat) + WIDTH / 2, MIDDLE - 16, "won", 17, "#f2c14e", font="bold")


def _draw_played(canvas: Canvas, seat: int, card: str, *, is_dim: bool) -> None:
    left = _played_left(seat)
    draw_card(canvas, left, MIDDLE, card, is_dim=is_dim)
    draw_seat(canvas, seat, left + WIDTH / 2, MIDDLE + HEIGHT + 18, 10, ON_FELT)


def _played_left(seat: int) -> float:
    return 300 + 108 * seat


def scores(view: WhistView) -> tuple[str, str]:
    first, second = (counted(points, "point") for points in view.scores)
    return first, second
