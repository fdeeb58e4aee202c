"""Streaks and the general achievements: what follows from results alone."""

from collections.abc import Iterable

import pytest

from parlour.core import registry
from parlour.match.achievements import (
    DAYS_IN_A_ROW,
    GENERAL,
    Context,
    Streaks,
    earned_by_seat,
    general_achievements,
    playthroughs,
)
from parlour.match.clock import DAY_MS
from parlour.match.commands import AnswerUndo, AskUndo, Play, Resign
from parlour.match.decide import handle
from parlour.match.events import Ended, Started
from parlour.match.match import fold, new_match
from parlour.match.results import Result

WON_BY_ADA = Result(
    match="m", seat=0, identity="account:1", other="account:2", level=None, game="checkers", pace="none", result="won",
    reason="no_move", experience=2, num_actions=9, started_ms=0, ended_ms=1,
)  # fmt: skip
LOST = WON_BY_ADA._replace(result="lost")


def after(results: Iterable[Result]) -> Streaks:
    streaks = Streaks()
    for result in results:
        streaks = streaks.after(result)
    return streaks


def on_days(*days: int) -> Streaks:
    return after(WON_BY_ADA._replace(ended_ms=day * DAY_MS + 5) for day in days)


def earned(result: Result, streaks: Streaks | None = None, is_rated: bool = False) -> set[str]:
    return set(general_achievements(Context(result, streaks or Streaks().after(result), is_rated)))


def test_wins_in_a_row_end_with_anything_else() -> None:
    drawn = WON_BY_ADA._replace(result="drawn")

    assert after([WON_BY_ADA] * 3)[:2] == (3, 3)
    assert after([WON_BY_ADA, WON_BY_ADA, drawn, WON_BY_ADA])[:2] == (1, 2)
    assert after([WON_BY_ADA, LOST])[:2] == (0, 1)


@pytest.mark.parametrize(
    ("days", "now", "best"),
    [((0,), 1, 1), ((7, 7, 8), 2, 2), ((7, 8, 9, 11), 1, 3), ((7, 8, 6, 9), 3, 3), ((5, 6, 40), 1, 2)],
)
def test_days_in_a_row_are_counted_once_each(days: tuple[int, ...], now: int, best: int) -> None:
    streaks = on_days(*days)

    assert (streaks.days, streaks.best_days) == (now, best)


def test_a_streak_of_days_lasts_until_a_whole_day_was_missed() -> None:
    streaks = on_days(7, 8, 9)

    assert [streaks.days_now(day * DAY_MS) for day in (9, 10, 11)] == [3, 3, 0]


def test_a_first_win_earns_what_a_first_match_does_and_more() -> None:
    assert earned(LOST) == {"first_match"}
    assert earned(WON_BY_ADA) == {"first_match", "first_win"}


@pytest.mark.parametrize("reason", ["resigned", "timed_out", "away"])
def test_a_player_who_left_earns_nothing(reason: str) -> None:
    assert earned(LOST._replace(reason=reason)) == set()
    assert "first_win" in earned(WON_BY_ADA._replace(reason=reason))


def test_each_general_achievement_has_a_match_that_earns_it() -> None:
    all_games = after(WON_BY_ADA._replace(game=game, result="lost") for game in registry.game_ids())
    week = on_days(*range(DAYS_IN_A_ROW))
    found = (
        earned(WON_BY_ADA, after([WON_BY_ADA] * 3)) | earned(LOST, all_games) | earned(LOST, week)
        | earned(WON_BY_ADA._replace(other=None, level="expert")) | earned(LOST, is_rated=True)
        | earned(LOST._replace(pace="3d"))
    )  # fmt: skip

    assert found == {each.id for each in GENERAL}
    assert "strong_computer" not in earned(WON_BY_ADA._replace(other=None, level="club"))
    assert "every_game" not in earned(LOST, all_games._replace(games=all_games.games.split(maxsplit=1)[1]))


def test_a_match_of_other_rules_earns_nothing_of_its_game() -> None:
    started = Started(at_ms=0, game="checkers", rules_version=99, options={}, seed_hash="")
    ended = Ended(at_ms=1, winner=0, reason="no_move", experience=(1, 1))

    assert earned_by_seat([started, ended], 1) == ([], [])


@pytest.mark.parametrize("game", ["connect_four", "checkers"])
def test_achievements_see_the_actions_that_were_not_taken_back(game: str) -> None:
    match = new_match(registry.load(game), seed=7)
    for number in range(9):
        seat = match.position.to_act()[0]
        handle(match, Play(seat=seat, action=match.position.seen_by(seat).choices()[number % 2].action), number)
        if number == 5:
            handle(match, AskUndo(seat=seat), number)
            handle(match, AnswerUndo(seat=1 - seat, accept=True), number)
    handle(match, Resign(seat=0), 9)
    first, second = playthroughs(fold(match.events[:1], 7), match.events[1:])

    assert [(step.state.tobytes(), *step[1:]) for step in first.played] == [
        (step.state.tobytes(), *step[1:]) for step in match.played()
    ]
    assert first.last.tobytes() == match.position.state.tobytes()
    assert (first.winner, first.reason, second.seat) == (1, "resigned", 1)
