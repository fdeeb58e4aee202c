"""What holds in every position of Whist."""

from parlour import Position
from parlour.games.whist.state import ALL_CARDS, CARDS, FOLLOW, NONE, OVER, TARGET


def check(position: Position) -> None:
    """Assert that every card is in one place, and that the match goes on until a score reaches the target."""
    s = position.state
    assert (max(s.scores) >= TARGET) == (s.phase == OVER)
    if s.phase == OVER:
        return
    deck = [int(card) for card in s.deck[s.top :]]
    led = [int(s.tricks[s.num_tricks, 0])] if s.phase == FOLLOW else []
    sets = [int(s.hands[0]), int(s.hands[1]), int(s.gone), *(1 << card for card in (*deck, *led))]
    assert sum(cards.bit_count() for cards in sets) == CARDS
    assert sum(sets) == ALL_CARDS
    assert [int(hand).bit_count() for hand in s.hands] == s.sizes.tolist()
    assert NONE not in deck
