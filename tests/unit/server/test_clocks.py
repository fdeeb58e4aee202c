"""Clocks of matches that are being played, in virtual time: hours pass, and no test waits."""

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest

from parlour.core.contract import Outcome
from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.match.clock import ADDED_MS, DAY_MS, GRACE_MS
from parlour.match.errors import StorageFailed
from parlour.match.file import verify, write
from parlour.match.seating import PERSON, Seat
from parlour.server.live_match import LiveMatch
from support.fake_clock import BEGIN_MS, Rooms, run, virtual_loop

GRACE_S, DAY_S = GRACE_MS / 1000, DAY_MS / 1000
PEOPLE = (Seat(PERSON, "Ada", "guest:ada"), Seat(PERSON, "Bo", "guest:bo"))


async def begin(rooms: Rooms, pace: str) -> LiveMatch:
    """Start a match of Connect Four without a colour draw; a move may take 15 s at the table."""
    return await rooms.hub.create("connect_four", {"quick_colours": 1}, pace, PEOPLE)


async def play(live: LiveMatch, *columns: str) -> None:
    for column in columns:
        await live.do(co.Play(seat=live.match.position.to_act()[0], action=column))


async def beat(rooms: Rooms) -> None:
    await asyncio.wrap_future(rooms.services.log.beat())


def told(live: LiveMatch) -> list[tuple[str, float]]:
    """List the events after the first, with the seconds since the beginning."""
    return [(str(event.__struct_config__.tag), (event.at_ms - BEGIN_MS) / 1000) for event in live.match.events[1:]]


def test_the_table_timer_plays_for_an_absent_seat_and_ends_the_match_at_the_third_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "table")
        first = live.match.position.to_act()[0]
        for _ in range(2):
            await rooms.pass_s(15 + GRACE_S)
            await play(live, "4")
        await rooms.pass_s(15 + GRACE_S)

        assert told(live) == [
            ("expired", 16), ("acted", 16), ("acted", 16), ("expired", 32), ("acted", 32), ("acted", 32),
            ("expired", 48), ("ended", 48), ("seed_revealed", 48),
        ]  # fmt: skip
        assert live.match.outcome == Outcome(1 - first, "timed_out")
        await rooms.close()

    run(scenario())


def test_playing_again_resets_the_count(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "table")
        first = live.match.position.to_act()[0]
        for column in ("1", "2", "3"):
            await rooms.pass_s(15 + GRACE_S)  # the first seat is absent
            await play(live, column, "7")  # then both play

        assert live.match.expiries[first] == 0
        assert not live.match.is_over
        await rooms.close()

    run(scenario())


def test_no_alarm_rings_a_millisecond_too_early_or_too_late(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "table")
        await rooms.pass_s(15 + GRACE_S - 0.001)
        before = live.match.version
        await rooms.pass_s(0.001)

        assert (before, live.match.version) == (1, 3)
        await rooms.close()

    run(scenario())


def test_a_clock_with_an_increment_ends_the_match_when_it_has_run_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "1+5")
        first = live.match.position.to_act()[0]
        await rooms.pass_s(20)
        await play(live, "4")  # 60 - 20 + 5 left
        await rooms.pass_s(30)
        await play(live, "4")  # 60 - 30 + 5 left
        left_ms = list(live.match.clocks.left_ms)
        await rooms.pass_s(45 + GRACE_S - 0.001)
        was_over = live.match.is_over
        await rooms.pass_s(0.001)

        assert (left_ms[first], left_ms[1 - first], was_over) == (45_000, 35_000, False)
        assert live.match.outcome == Outcome(1 - first, "timed_out")
        await rooms.close()

    run(scenario())


def test_time_that_is_given_moves_the_alarm(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "1+0")
        first = live.match.position.to_act()[0]
        await rooms.pass_s(59)
        await live.do(co.AddTime(seat=1 - first))
        await rooms.pass_s(1 + GRACE_S + ADDED_MS / 1000 - 0.001)
        was_over = live.match.is_over
        await rooms.pass_s(0.001)

        assert (was_over, live.match.is_over) == (False, True)
        await rooms.close()

    run(scenario())


def test_the_days_start_again_with_every_turn(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "2d")
        for column in ("4", "4", "4"):
            await rooms.pass_s(2 * DAY_S - 1)
            await play(live, column)
        loser = live.match.position.to_act()[0]
        await rooms.pass_s(2 * DAY_S + GRACE_S - 1)
        was_over = live.match.is_over
        await rooms.pass_s(1)

        assert (was_over, live.match.outcome) == (False, Outcome(1 - loser, "timed_out"))
        await rooms.close()

    run(scenario())


@pytest.mark.parametrize(("pace", "step_s"), [("table", 15), ("1+5", 60), ("1d", DAY_S)])
def test_the_time_in_which_the_server_was_down_is_not_charged(pace: str, step_s: float, tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        await beat(rooms)
        live = await begin(rooms, pace)
        await rooms.pass_s(10)
        await beat(rooms)
        await rooms.close()
        await rooms.pass_s(7 * 24 * 3600)
        rooms = Rooms(tmp_path)
        await rooms.hub.resume()
        live = await rooms.hub.find(live.id)
        await rooms.pass_s(step_s - 10 + GRACE_S - 0.001)
        before = live.match.version
        await rooms.pass_s(0.001)

        assert before == 1, "a mere restart writes nothing"
        assert [kind for kind, _ in told(live)][:2] == ["resumed", "expired"]
        verify(write(live.match))
        await rooms.close()

    run(scenario())


def test_a_second_restart_leaves_out_both_times(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        match_id = (await begin(rooms, "1+0")).id
        await beat(rooms)
        for _ in range(3):
            await rooms.pass_s(10)
            await beat(rooms)
            await rooms.close()
            await rooms.pass_s(3600)
            rooms = Rooms(tmp_path)
            await rooms.hub.resume()
            await beat(rooms)
        live = await rooms.hub.find(match_id)

        assert (live.rings_in_ms, live.match.version) == (30_000 + GRACE_MS, 1)
        await rooms.close()

    run(scenario())


def test_a_server_that_was_killed_charges_at_most_what_its_last_beat_knows(tmp_path: Path) -> None:
    """Killed 0.7 s after its last sign of life: these 0.7 s are given to the seat, never taken from it."""

    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "1+0")
        await beat(rooms)
        await rooms.pass_s(0.2)
        await play(live, "4")
        await rooms.pass_s(0.5)
        await rooms.close()
        await rooms.pass_s(100)
        rooms = Rooms(tmp_path)
        await rooms.hub.resume()
        live = await rooms.hub.find(live.id)

        assert live.rings_in_ms is not None
        assert 60_000 <= live.rings_in_ms - GRACE_MS <= 60_700
        await rooms.close()

    run(scenario())


def test_a_match_without_clocks_sets_no_alarm_and_may_leave_the_memory(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        idle, timed = await begin(rooms, "none"), await begin(rooms, "5+0")
        tidying = asyncio.create_task(rooms.hub.tidy())
        await rooms.pass_s(31)
        tidying.cancel()

        assert (idle.is_idle, timed.is_idle, rooms.hub.num_live) == (True, False, 1)
        assert await rooms.hub.find(idle.id) is not idle
        assert await rooms.hub.find(timed.id) is timed
        await rooms.close()

    run(scenario())


def test_a_match_with_days_leaves_the_memory_and_is_back_before_its_clock_runs_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "1d")
        await beat(rooms)
        await rooms.hub.resume()
        jobs = [asyncio.create_task(job()) for job in (rooms.hub.tidy, rooms.hub.load_due)]
        await rooms.pass_s(31)
        num_live = rooms.hub.num_live
        await rooms.pass_s(DAY_S + GRACE_S - 31 - 0.001)
        live = await rooms.hub.find(live.id)
        was_over = live.match.is_over
        await rooms.pass_s(0.001)

        assert (num_live, was_over, live.match.is_over) == (0, False, True)
        for job in jobs:
            job.cancel()
        await rooms.close()

    run(scenario())


@pytest.mark.parametrize("ahead_s", [-3 * DAY_S, -60, 60, 3 * DAY_S])
@pytest.mark.parametrize("pace", ["none", "table", "1+5", "1d"])
def test_a_clock_that_was_set_before_a_restart_charges_nobody_and_leaves_a_valid_log(
    pace: str, ahead_s: float, tmp_path: Path
) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        await beat(rooms)
        live = await begin(rooms, pace)
        await play(live, "4")
        await rooms.pass_s(10)
        await beat(rooms)
        rings_in_ms = live.rings_in_ms
        await rooms.close()
        virtual_loop().wall_ahead_ms = round(1000 * ahead_s)
        rooms = Rooms(tmp_path)
        await rooms.hub.resume()
        live = await rooms.hub.find(live.id)
        rings_again_ms = live.rings_in_ms
        await play(live, "4")
        virtual_loop().wall_ahead_ms -= 5000  # it may be set while the server runs, too
        await play(live, "4", "5")

        assert rings_again_ms == rings_in_ms
        verify(write(live.match))
        await rooms.close()

    run(scenario())


def test_a_refused_command_after_a_restart_leaves_the_log_as_it_is(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "1+5")
        await rooms.close()
        virtual_loop().wall_ahead_ms = 3_600_000
        rooms = Rooms(tmp_path)
        live = await rooms.hub.find(live.id)
        seat = live.match.position.to_act()[0]
        for command in (co.Play(seat=1 - seat, action="4"), co.Play(seat=seat, action="9")):
            with pytest.raises(ParlourError):
                await live.do(command)
        before = live.match.version
        await live.do(co.Play(seat=seat, action="4"), seen_version=before)

        assert (before, live.match.version) == (1, 3)
        await rooms.close()

    run(scenario())


def test_a_match_does_not_leave_the_memory_while_a_command_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "none")
        doing = asyncio.ensure_future(play(live, "4"))
        while live.match.version == 1:
            await asyncio.sleep(0)
            assert live.match.version > 1 or not live.is_idle
        await doing

        assert live.is_idle
        await rooms.close()

    run(scenario())


def test_when_nothing_can_be_saved_the_clock_tries_again_once_a_second(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms, "table")
        attempts = []
        log, append = rooms.services.log, rooms.services.log.append

        def fail(*_: object, **__: object) -> NoReturn:
            attempts.append(virtual_loop().now_ms())
            raise StorageFailed("The disk is full.")

        log.append = fail  # type: ignore[method-assign]  # a disk cannot be filled for a test
        await rooms.pass_s(15 + GRACE_S + 3)
        log.append = append  # type: ignore[method-assign]  # and now there is room again
        await rooms.pass_s(1)

        assert len(attempts) == 4
        assert told(live) == [("expired", 20), ("acted", 20)]
        await rooms.close()

    run(scenario())
