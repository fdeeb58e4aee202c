"""What holds in every position of Raptor; a position from a text may have fewer babies and scientists than a match."""

from parlour import Position
from parlour.games.raptor.rules.cards import pile
from parlour.games.raptor.state import (
    ACTIONS,
    ALL_CARDS,
    BABY_KIND,
    BARRIER,
    BURNING,
    CHOOSE,
    FRESH,
    HOUND_KIND,
    KIND,
    MOTHER_KIND,
    OVER,
    RETURN,
    SCIENTIST,
    SCIENTIST_KIND,
    SISTER_KIND,
    USED,
)
from parlour.games.raptor.text.board import cells_of, fires


def check(position: Position) -> None:
    """Assert that figurines, fires and cards are counted right, and that the board fits the step."""
    s = position.state
    mothers, babies, scientists = (cells_of(s, kind) for kind in (MOTHER_KIND, BABY_KIND, SCIENTIST_KIND))
    sisters, hounds = cells_of(s, SISTER_KIND), cells_of(s, HOUND_KIND)
    assert mothers == ([int(s.mother)] if s.mother else [])
    assert len(babies) + s.escaped + s.captured <= 5
    assert len(scientists) == s.scientists
    assert s.scientists + s.reserve <= 10
    assert sisters == ([int(s.sister)] if s.sister else [])
    assert len(hounds) == s.hounds
    assert 0 <= s.hounds + s.kennel <= 4
    assert len(fires(s)) == s.fires
    burning = [cell for cell, here in enumerate(s.board.tolist()) if here & BURNING and here & KIND and here != BARRIER]
    assert burning == ([int(s.walking)] if s.walking else [])
    if s.walking and s.phase != OVER:
        assert (s.phase, s.side) == (ACTIONS, SCIENTIST)
    if s.phase == CHOOSE:
        assert s.mother
        assert not (s.board & (FRESH | USED)).any()
        assert not any((s.wound_paid, s.points, s.units, s.begun))
    assert s.phase != RETURN or not s.mother
    for side in range(2):
        assert int(s.hand[side]) & int(pile(s, side)) == 0
        assert 0 <= int(s.hand[side]) <= ALL_CARDS
