"""Glicko-2: the published example, and what must hold for all ratings."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from parlour.match.glicko import LEAST_DEVIATION, YEAR_MS, Rating, after_match, aged, update

ratings = st.builds(Rating, st.floats(300, 3300), st.floats(LEAST_DEVIATION, 350), st.floats(0.03, 0.1))
scores = st.sampled_from([0.0, 0.5, 1.0])
DAY_MS = 86_400_000


def mirrored(rating: Rating) -> Rating:
    return rating._replace(rating=3000 - rating.rating)


def test_glickmans_example() -> None:
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]

    after = update(Rating(1500, 200, 0.06), opponents)

    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)  # 0.059996; the paper cuts its digits


@given(first=ratings, second=ratings, score=scores)
def test_the_two_seats_are_treated_alike(first: Rating, second: Rating, score: float) -> None:
    assert after_match(first, second, score) == after_match(second, first, 1.0 - score)[::-1]


@given(first=ratings, second=ratings, score=scores)
def test_strong_and_weak_are_mirror_images(first: Rating, second: Rating, score: float) -> None:
    after = after_match(first, second, score)
    image = after_match(mirrored(first), mirrored(second), 1.0 - score)

    for one, other in zip(after, image, strict=True):
        assert tuple(mirrored(other)) == pytest.approx(tuple(one), rel=1e-6)


@given(first=ratings, second=ratings)
def test_a_win_never_lowers_and_a_loss_never_raises(first: Rating, second: Rating) -> None:
    winner, loser = after_match(first, second, 1.0)

    assert winner.rating >= first.rating
    assert loser.rating <= second.rating


@given(first=ratings, second=ratings)
def test_a_better_score_gives_a_better_rating(first: Rating, second: Rating) -> None:
    lost, drawn, won = (after_match(first, second, score)[0].rating for score in (0.0, 0.5, 1.0))

    assert lost <= drawn <= won


@given(first=ratings, second=ratings, score=scores)
def test_play_makes_a_rating_surer_down_to_a_floor(first: Rating, second: Rating, score: float) -> None:
    after, _ = after_match(first, second, score)

    assert LEAST_DEVIATION <= after.deviation <= first.deviation


@given(rating=ratings, days=st.floats(0, 5000), more=st.floats(0, 5000))
def test_time_makes_a_rating_less_sure_up_to_that_of_a_newcomer(rating: Rating, days: float, more: float) -> None:
    earlier, later = aged(rating, days * DAY_MS), aged(rating, (days + more) * DAY_MS)

    assert rating.deviation <= earlier.deviation <= later.deviation <= 350
    assert later.rating == rating.rating


@given(rating=ratings, days=st.floats(0, 300), more=st.floats(0, 300))
def test_it_does_not_matter_how_often_one_looks_at_the_time(rating: Rating, days: float, more: float) -> None:
    at_once = aged(rating, (days + more) * DAY_MS)

    assert aged(aged(rating, days * DAY_MS), more * DAY_MS).deviation == pytest.approx(at_once.deviation)


def test_a_regular_player_is_provisional_after_a_year_without_a_match() -> None:
    regular = Rating(1500, 60)

    assert aged(regular, YEAR_MS).deviation == pytest.approx(110)
    assert not aged(regular, YEAR_MS - DAY_MS).is_provisional
    assert aged(regular, YEAR_MS + DAY_MS).is_provisional


def test_a_newcomer_is_provisional_for_about_a_dozen_matches() -> None:
    newcomer, equal, count = Rating(), Rating(1500, 60), 0
    while newcomer.is_provisional:
        newcomer, _ = after_match(newcomer, equal, float(count % 2))
        count += 1

    assert 8 <= count <= 16


@given(first=ratings, second=ratings)
def test_a_surprise_moves_a_rating_more(first: Rating, second: Rating) -> None:
    assume(first.rating > second.rating + 1)
    expected, _ = after_match(first, second, 1.0)
    upset, _ = after_match(first, second, 0.0)

    assert expected.rating - first.rating < first.rating - upset.rating
