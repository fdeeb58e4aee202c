"""What a learner sees of a Sanguine position."""

import numpy as np

import parlour
from parlour.games.sanguine.encoding import NAMES
from parlour.games.sanguine.state import MAX_CELLS, PASS

BOTH: dict[str, str | bool] = {"red_deck": "harbor", "blue_deck": "harbor", "shuffle": False}


def test_blue_sees_the_mirror_image_of_what_red_saw_with_the_same_cards() -> None:
    batch = parlour.batch("sanguine", 1, seeds=1, options=BOTH)
    red = batch.observe(0)[0]
    batch.step(np.array([PASS]))
    blue = batch.observe(1)[0]
    differences = {NAMES[i] for i in np.flatnonzero(red != blue)}

    assert differences <= {"plays Blue", "passes in a row", "enemy's hand", "enemy's deck"} | {
        name for name in NAMES if name.startswith("enemy's hand")
    }
    assert blue[NAMES.index("plays Blue")] == 1


def test_a_card_of_the_hand_can_be_placed_when_an_action_places_it() -> None:
    batch = parlour.batch("sanguine", 8, seeds=1)
    for _ in range(10):
        seen, mask = batch.observe(), batch.legal_mask()
        for card in range(16):
            can_place = mask[:, MAX_CELLS * card : MAX_CELLS * (card + 1)].any(axis=1)
            assert np.array_equal(seen[:, NAMES.index(f"hand card {card}: can be placed")] == 1, can_place)
        batch.play_random(1)


def test_what_is_not_known_of_both_decks_is_counted() -> None:
    batch = parlour.batch("sanguine", 1, seeds=1)
    s = batch.records.view(batch.game.state)[0, 0]
    seen = dict(zip(NAMES, batch.observe(0)[0].tolist(), strict=True))
    own = sum(value for name, value in seen.items() if name.startswith("own deck: kind"))
    enemy = sum(value for name, value in seen.items() if name.startswith("enemy's hand and deck: kind"))

    assert (2 * own, 2 * enemy) == (s.deck_size[0] - s.drawn[0], s.deck_size[1])
    assert not any(value for name, value in seen.items() if name.startswith("enemy's hand where"))
