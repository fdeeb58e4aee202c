"""The ladder counts what it says."""

import pytest

from parlour.core.registry import load
from parlour.lab.ladder import PAIRINGS, compare, opening, wilson

GAME = load("connect_four")


def test_the_interval_is_wilsons() -> None:
    """10 of 20, and 0 of 10, from the formula worked out by hand."""
    assert wilson(0.5, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_each_level_meets_the_one_below_and_the_top_meets_the_bottom() -> None:
    assert PAIRINGS == (
        ("casual", "novice"), ("club", "casual"), ("expert", "club"), ("master", "expert"), ("master", "novice"),
    )  # fmt: skip


def test_openings_differ_by_seed_and_have_the_random_actions_of_the_game() -> None:
    texts = {opening(GAME, {}, seed).to_text() for seed in range(20)}

    assert len(texts) > 10
    assert all(text.lower().count("r") + text.lower().count("y") == GAME.players.opening_actions for text in texts)


def test_half_of_the_matches_have_the_seats_swapped_and_the_score_is_that_of_the_first() -> None:
    score = compare(GAME, ("club", "novice"), 10, seed=1, jobs=2, options={})

    assert [len(score.results[seat]) for seat in (0, 1)] == [5, 5]
    assert score.rate > 0.9
    assert compare(GAME, ("novice", "club"), 10, seed=1, jobs=2, options={}).rate < 0.1


def test_the_same_seed_gives_the_same_score() -> None:
    scores = [compare(GAME, ("casual", "novice"), 6, seed=4, jobs=jobs, options={}).results for jobs in (1, 2)]

    assert scores[0] == scores[1]
