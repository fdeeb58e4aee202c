"""What a learner sees of a Raptor position."""

import numpy as np
import pytest

import parlour
from parlour.games.raptor.encoding import CARD_ROWS, NAMES
from parlour.games.raptor.state import CARD, CARDS, CHOOSE

ALL_BADLANDS = {"map": "station", "raptor_faction": "pack", "scientist_faction": "trappers"}


def plane(name: str) -> int:
    return NAMES.index(name)


def choosing(**options: int | str) -> parlour.Batch:
    """Return a match in which the figurines are placed."""
    batch = parlour.batch("raptor", 1, seeds=2, options=options)
    while batch.records.view(batch.game.state)[0, 0].phase != CHOOSE:
        batch.play_random(1)
    return batch


def test_each_figurine_and_the_map_are_seen_by_both_sides() -> None:
    raptor, scientist = (choosing(**ALL_BADLANDS).observe(seat)[0] for seat in (0, 1))
    counted = {"mother": 1, "sister awake": 1, "baby awake": 5, "scientist active": 4, "hound active": 2, "exit": 4}

    for name, number in counted.items():
        assert raptor[plane(name)].sum() == scientist[plane(name)].sum() == number
    assert raptor[plane("barrier")].sum() == 8
    assert raptor[plane("map: station")].all()
    assert raptor[plane("faction: pack")].all()
    assert raptor[plane("faction: trappers")].all()
    assert (raptor[plane("looks as the raptor")].all(), scientist[plane("looks as the raptor")].any()) == (True, False)


@pytest.mark.parametrize("first_side", ["raptor", "scientist"])
def test_a_side_sees_its_own_hand_and_only_that_the_other_has_chosen(first_side: str) -> None:
    batch = choosing(first_side=first_side)
    actions, counts = batch.legal_actions(0)
    hand = {int(action) - CARD for action in actions[0, : counts[0]]}
    before = [batch.observe(seat)[0] for seat in (0, 1)]
    batch.step(actions[:, 0])
    after = [batch.observe(seat)[0] for seat in (0, 1)]
    own, other, chosen = plane("own cards"), plane("cards of the other side"), CARD_ROWS.index("chosen")

    assert set(np.flatnonzero(before[0][own, CARD_ROWS.index("hand"), 1 : CARDS + 1])) == hand
    assert not before[1][other, CARD_ROWS.index("hand")].any()
    assert after[0][own, chosen, 1 + actions[0, 0] - CARD] == 1
    assert not after[1][other, chosen].any()
    assert (before[1] != after[1]).any(axis=(1, 2)).nonzero()[0].tolist() == [plane("other side has chosen in secret")]
