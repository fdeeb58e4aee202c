"""What holds in every position of Sanguine."""

from collections import Counter

from parlour import Position
from parlour.games.sanguine.rules.scoring import effective_value, owner_sign
from parlour.games.sanguine.state import MAX_PAWNS


def check(position: Position) -> None:
    """Assert that the cards on the board come from the decks, and that pawns and cards share no cell."""
    s = position.state
    cells = int(s.rows) * int(s.columns)
    assert not s.pawns[cells:].any()
    assert not s.cards[cells:].any()
    assert not (s.pawns.astype(bool) & s.cards.astype(bool)).any()
    assert abs(s.pawns).max() <= MAX_PAWNS
    assert all(effective_value(s, cell) > 0 for cell in range(cells) if s.cards[cell])
    for seat in range(2):
        size, drawn = int(s.deck_size[seat]), int(s.drawn[seat])
        order, hand = s.order[seat, :size].tolist(), s.hand[seat, : s.hand_size[seat]].tolist()
        assert sorted(order) == sorted(s.lists[seat, :size].tolist())
        assert hand == sorted(set(hand))
        assert all(0 <= place < drawn for place in hand)
        assert drawn <= size
        played = Counter(kind for place, kind in enumerate(order[:drawn]) if place not in hand)
        lying = Counter(int(card) * owner_sign(seat) - 1 for card in s.cards if card * owner_sign(seat) > 0)
        assert lying <= played
        assert s.extended or lying == played
