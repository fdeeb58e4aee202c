"""Hints are sentences: they name actions as people do, never in notation."""

import pytest

from parlour.core import registry
from parlour.core.contract import Known
from parlour.core.position import start
from parlour.core.thinking import ActionValue, Thought
from parlour.players import advice


@pytest.mark.parametrize("game_id", registry.game_ids())
@pytest.mark.parametrize(("second", "is_exact", "words"), [
    (0.59, False, "About as good: "),
    (0.60, True, "Just as good: "),
    (0.12, False, "(chances about 12% instead of 60%)."),
    (0.0, True, ", which loses."),
    (0.5, True, ", which only draws."),
])  # fmt: skip
def test_the_next_best_action_is_told_in_words(game_id: str, second: float, is_exact: bool, words: str) -> None:
    game = registry.load(game_id)
    seen = start(game, 3).seen_by(0)
    best, other = seen.legal_actions()[:2]
    thought = Thought(best, [ActionValue(best, 0.6, 10), ActionValue(other, second, 10)], is_exact)

    told = advice._comparison(game, Known(seen.known), 0, thought)

    assert words in told
    assert seen.choice(other).label in told
    assert "tried" not in told
