"""The image of a Whist position under an exchange of suits, for the contract tests of symmetries."""

from parlour.core.contract import Record
from parlour.core.encoding import Symmetry
from parlour.games.whist.state import CARDS, NONE, RANKS


def make_image(s: Record, symmetry: Symmetry) -> None:
    """Exchange the suits of all cards of a record."""

    def image(card: int) -> int:
        return card if card == NONE else int(symmetry.actions[card])

    def image_of_set(cards: int) -> int:
        return sum(1 << image(card) for card in range(CARDS) if cards >> card & 1)

    s.gone, s.turned = image_of_set(int(s.gone)), image_of_set(int(s.turned))
    s.hands[:] = [image_of_set(int(hand)) for hand in s.hands]
    for cards in (s.deck, s.shown, *s.tricks):
        cards[:] = [image(int(card)) for card in cards]
    s.trump = NONE if s.trump == NONE else image(RANKS * int(s.trump)) // RANKS
