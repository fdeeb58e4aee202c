"""Clocks of the seats: minutes with an increment, days per turn, time given, down time, calling off and leaving."""

import pytest

import parlour
from parlour.core.contract import Outcome
from parlour.core.errors import BadOption
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match import file
from parlour.match.clock import ADDED_MS, DAY_MS, GRACE_MS, Pace, read_pace
from parlour.match.decide import handle
from parlour.match.errors import CannotAbort, NotOffered, TooEarly
from parlour.match.experience import ABORTED, AWAY, TIMED_OUT
from parlour.match.match import Match, new_match

START_MS = 1_000_000


def checkers(pace: str, position: str = "B:W21-32:B1-12") -> Match:
    return new_match(parlour.load("checkers"), seed=1, position=position, pace=pace, at_ms=START_MS)


def play(match: Match, *texts: str, after_ms: int) -> Match:
    for text in texts:
        seat = match.position.to_act()[0]
        handle(match, co.Play(seat=seat, action=text), match.events[-1].at_ms + after_ms)
    return match


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("none", Pace("none")),
        ("table", Pace("table")),
        ("5+3", Pace("fischer", 300_000, 3_000)),
        ("1+0", Pace("fischer", 60_000, 0)),
        ("180+180", Pace("fischer", 180 * 60_000, 180_000)),
        ("2d", Pace("days", 2 * DAY_MS)),
    ],
)
def test_a_pace_is_read_from_its_text(text: str, pace: Pace) -> None:
    assert read_pace(text) == pace


@pytest.mark.parametrize(
    "text", ["", "5", "0+5", "181+0", "5+181", "0d", "15d", "-1+3", "5+3 ", "٥+٣", "1e3+1", "blitz"]
)
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="There is no pace"):
        read_pace(text)


def test_a_seat_is_charged_for_its_turn_and_gets_the_increment() -> None:
    match = play(checkers("5+3"), "9-13", after_ms=10_000)

    assert match.clocks.left_ms == [293_000, 300_000]
    assert match.deadline_ms(0) is None
    assert match.deadline_ms(1) == START_MS + 10_000 + 300_000 + GRACE_MS


def test_a_turn_of_several_actions_gets_one_increment() -> None:
    match = play(checkers("5+3", "B:W15,23,32:B10"), "10x19", after_ms=10_000)
    assert match.is_mid_turn
    play(match, "19x26", after_ms=10_000)

    assert match.clocks.left_ms[0] == 300_000 - 20_000 + 3_000


def test_a_seat_whose_time_runs_out_has_lost() -> None:
    match = play(checkers("1+0"), "9-13", after_ms=5_000)
    deadline = START_MS + 5_000 + 60_000 + GRACE_MS
    with pytest.raises(TooEarly):
        handle(match, co.Expire(seat=1), deadline - 1)
    handle(match, co.Expire(seat=1), deadline)

    assert match.outcome == Outcome(0, TIMED_OUT)
    assert match.deadline_ms(1) is None


def test_every_turn_has_its_own_days() -> None:
    match = play(checkers("2d"), "9-13", "22-18", "13-17", after_ms=DAY_MS)

    assert match.deadline_ms(1) == START_MS + 3 * DAY_MS + 2 * DAY_MS + GRACE_MS


def test_both_clocks_run_where_both_may_act() -> None:
    match = new_match(parlour.load("connect_four"), seed=1, pace="5+3", at_ms=START_MS)

    assert match.position.to_act() == (0, 1)
    assert match.deadline_ms(0) == match.deadline_ms(1) == START_MS + 300_000 + GRACE_MS


def test_time_can_be_given_to_the_opponent() -> None:
    match = checkers("5+3")
    before = match.deadline_ms(0)
    assert before is not None
    handle(match, co.AddTime(seat=1), START_MS)

    assert match.deadline_ms(0) == before + ADDED_MS
    with pytest.raises(NotOffered, match="Time can be added only"):
        handle(checkers("table"), co.AddTime(seat=1), START_MS)


@pytest.mark.parametrize("pace", ["table", "5+3", "2d"])
def test_down_time_is_never_charged(pace: str) -> None:
    match = checkers(pace)
    before = match.deadline_ms(0)
    assert before is not None
    handle(match, co.Resume(seat=0, down_ms=77_000), START_MS + 80_000)

    assert match.deadline_ms(0) == before + 77_000


def test_nobody_is_charged_for_a_turn_taken_back() -> None:
    match = play(checkers("5+3"), "9-13", after_ms=10_000)
    handle(match, co.AskUndo(seat=0), START_MS + 15_000)
    handle(match, co.AnswerUndo(seat=1, accept=True), START_MS + 20_000)

    assert match.clocks.left_ms == [293_000, 300_000]
    assert match.deadline_ms(0) == START_MS + 20_000 + 293_000 + GRACE_MS
    assert match.deadline_ms(1) is None


def test_a_match_can_be_aborted_before_its_second_action_and_earns_nothing() -> None:
    match = play(checkers("none"), "9-13", after_ms=10)
    handle(match, co.Abort(seat=1), START_MS + 20)

    assert match.outcome == Outcome(None, ABORTED)
    assert [event.experience for event in match.events if isinstance(event, ev.Ended)] == [(0, 0)]
    with pytest.raises(CannotAbort, match="you can resign"):
        handle(play(checkers("none"), "9-13", "22-18", after_ms=10), co.Abort(seat=1), START_MS + 30)


def test_an_absent_player_loses_and_the_other_gets_no_bonus() -> None:
    match = play(checkers("none"), "9-13", "22-18", after_ms=10)
    handle(match, co.Leave(seat=0), START_MS + 99_000)

    assert match.outcome == Outcome(1, AWAY)
    assert [event.experience for event in match.events if isinstance(event, ev.Ended)] == [(0, 2)]


def test_a_match_file_with_all_of_this_is_verified() -> None:
    match = play(checkers("5+3"), "9-13", after_ms=1_000)
    handle(match, co.AddTime(seat=1), START_MS + 2_000)
    handle(match, co.Resume(seat=0, down_ms=5_000), START_MS + 8_000)
    handle(match, co.Leave(seat=1), START_MS + 90_000)

    assert file.verify(file.write(match)) == match
