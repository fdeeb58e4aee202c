"""What is queued with a change of a match."""

import random

import pytest

import parlour
from parlour.match import commands as co
from parlour.match.decide import decide
from parlour.match.jobs import ACT, EXPIRE, Job
from parlour.match.match import Match, new_match
from parlour.match.seating import COMPUTER, PERSON, Seat, Seating
from parlour.server.computer_seed import position_version
from parlour.server.match_jobs import jobs_after, jobs_at_start

ME, LEVEL = Seat(PERSON, "Ada", "guest:a"), Seat(COMPUTER, "Computer", level="novice")
STEP_MS = 700


def play(match: Match, seating: Seating, command: co.Command, now_ms: int) -> list[Job]:
    """Apply a command; returns what was queued before that."""
    events = decide(match, command, now_ms)
    jobs = jobs_after("m", match, seating, events)
    for event in events:
        match.apply(event)
    return jobs


def random_play(match: Match, chance: random.Random) -> co.Play:
    seat = match.position.to_act()[0]
    return co.Play(seat=seat, action=chance.choice(match.position.seen_by(seat).choices()).action)


@pytest.mark.parametrize("game_id", ["connect_four", "whist"])
def test_a_computer_that_is_to_act_is_queued_once_for_each_position(game_id: str) -> None:
    match, seating, chance = new_match(parlour.load(game_id)), Seating((ME, LEVEL), "word"), random.Random(3)
    queued = jobs_at_start("m", match, seating)
    for number in range(12):
        expected = [Job(ACT, "m", 1, position_version(match))] if 1 in match.position.to_act() else []
        assert queued == expected
        queued = play(match, seating, random_play(match, chance), 1000 * number)


def test_an_offer_queues_nothing_and_a_takeback_asks_again() -> None:
    match = new_match(parlour.load("connect_four"), options={"quick_colours": 1})
    seating, chance = Seating((ME, LEVEL), "word"), random.Random(3)
    for number in range(4):
        play(match, seating, random_play(match, chance), number)
    asked = play(match, seating, co.AskUndo(seat=0), 10)
    taken_back = play(match, seating, co.AnswerUndo(seat=1, accept=True), 11)

    assert asked == []
    assert taken_back == [Job(ACT, "m", 1, match.version)]


def test_computers_that_nobody_watches_are_not_queued() -> None:
    match, seating = new_match(parlour.load("connect_four")), Seating((LEVEL, LEVEL), "word")

    assert jobs_at_start("m", match, seating) == []
    assert play(match, seating, random_play(match, random.Random(3)), 1) == []


@pytest.mark.parametrize(("game_id", "pace"), [("checkers", "1+3"), ("checkers", "2d"), ("whist", "table")])
def test_a_clock_is_looked_at_before_it_runs_out(game_id: str, pace: str) -> None:
    match, seating, chance = new_match(parlour.load(game_id), pace=pace), Seating((ME, ME), "word"), random.Random(5)
    queued, now_ms = jobs_at_start("m", match, seating), 0
    for _ in range(30):
        (job,), deadline = queued, match.next_deadline()
        assert job.kind == EXPIRE
        assert deadline is None or 0 <= job.after_ms <= deadline[0] - now_ms
        now_ms += STEP_MS
        queued = play(match, seating, random_play(match, chance), now_ms)
