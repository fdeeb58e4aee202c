"""Tournaments on a server, in virtual time: players who do not come, and servers that stop at the worst moment."""

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from parlour.match import commands as co
from parlour.match.errors import BadPlan
from parlour.match.tournament import decide
from parlour.match.tournament import events as ev
from parlour.match.tournament.tournament import Pairing
from parlour.server.cancelling import end
from parlour.server.live_match import LiveMatch
from parlour.server.live_tournament import LiveTournament
from parlour.server.tournament_matches import TournamentMatches
from parlour.server.tournament_views import info
from parlour.server.tournaments import BEAT_S, Tournaments
from parlour.server.visitor import Visitor
from parlour.storage.tournaments import SqlTournaments
from support.fake_clock import Rooms, rating_of, run, virtual_loop

HOST = Visitor("account:1", "Hanna")
ARENA: dict[str, Any] = {"format": "arena", "minutes": 10}
SWISS: dict[str, Any] = {"format": "swiss", "rounds": 1}


class Club:
    """A server with tournaments, and people who look at their pages."""

    def __init__(self, data: Path) -> None:
        self.rooms = Rooms(data)
        log = self.rooms.services.log
        self.tournaments = Tournaments(
            self.rooms.hub, SqlTournaments(self.rooms.database, lambda: log.up_ms), rating_of
        )
        self._job = asyncio.ensure_future(self.tournaments.run())

    async def begin(self, *names: str, **plan: Any) -> LiveTournament:
        """Make a tournament, let people join, and start it."""
        await self._rest()
        usual = {"game": "connect_four", "options": {"quick_colours": 1}, "pace": "5+3"}
        live = await self.tournaments.create(HOST, "", ev.Plan(**(usual | plan)))
        for name in names:
            await self.tournaments.join(live, Visitor(f"guest:{name}", name))
        await self.tournaments.start(live, HOST)
        return live

    async def pass_s(self, seconds: int, live: LiveTournament | None = None, *here: str) -> None:
        """Let time pass, with people on the page of a tournament."""
        for _ in range(round(seconds / BEAT_S)):
            for name in here:
                assert live is not None
                live.note_here(f"guest:{name}")
            await self.rooms.pass_s(BEAT_S)
            await self._rest()

    async def _rest(self) -> None:
        """Wait until the job waits for nothing but time: the disk takes its own."""
        while not (is_asleep(self._job) or self._job.done()):
            await asyncio.to_thread(time.sleep, 0.001)

    async def match(self, live: LiveTournament) -> LiveMatch:
        """Return the one match that is played."""
        (match_id,) = live.tournament.running
        return await self.rooms.hub.find(match_id)

    async def stop(self) -> None:
        await end(self._job)
        await self.rooms.close()


def is_asleep(task: asyncio.Task[Any]) -> bool:
    """Return whether a task waits for nothing but time."""
    waiting: Any = task.get_coro()
    while waiting is not None and getattr(waiting, "__name__", "") != "sleep":
        waiting = getattr(waiting, "cr_await", None)
    return waiting is not None


def seat_of(match: LiveMatch, name: str) -> int:
    return match.seating.seats_of(f"guest:{name}")[0]


def in_a_club(tmp_path: Path, scenario: Any) -> None:
    async def play() -> None:
        club = Club(tmp_path)
        try:
            await scenario(club)
        finally:
            await club.stop()

    work: Coroutine[Any, Any, None] = play()
    run(work)


def test_a_player_who_does_not_come_loses_the_match_and_is_paused(tmp_path: Path) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", "ben", **ARENA)
        await club.pass_s(1, live, "ann", "ben")
        match = await club.match(live)
        await match.do(co.Open(seat=seat_of(match, "ann")))
        await club.pass_s(decide.COME_MS[ev.ARENA] // 1000 - 2)
        assert live.tournament.running
        await club.pass_s(2)
        ann, ben = live.tournament.players

        assert match.match.is_over
        assert (ann.points, ben.points, ann.is_paused, ben.is_absent) == (2, 0, False, True)
        assert info(live).finished[0].is_no_show

    in_a_club(tmp_path, scenario)


def test_a_player_who_comes_at_the_last_moment_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", "ben", **ARENA)
        await club.pass_s(1, live, "ann", "ben")
        match = await club.match(live)
        for seat in (0, 1):
            await match.do(co.Open(seat=seat))
        monkeypatch.setattr(LiveMatch, "is_dealt", False)  # as it was when the time was looked at
        await club.pass_s(40)
        monkeypatch.undo()

        assert list(live.tournament.running) == [match.id]
        assert not match.match.is_over

    in_a_club(tmp_path, scenario)


def test_a_player_who_is_still_at_the_end_of_a_match_is_not_paired(tmp_path: Path) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", "ben", **ARENA)
        await club.pass_s(2, live, "ann", "ben")
        match = await club.match(live)
        for seat in (0, 1):
            await match.do(co.Open(seat=seat))
        await club.pass_s(2, live, "ann", "ben")  # the page is open in another tab
        await match.do(co.Resign(seat=0))
        await club.pass_s(5)
        assert not live.tournament.running
        await club.pass_s(2, live, "ann", "ben")

        assert len(live.tournament.running) == 1

    in_a_club(tmp_path, scenario)


def test_a_match_to_which_nobody_comes_pauses_both(tmp_path: Path) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", "ben", **ARENA)
        await club.pass_s(40, live, "ann", "ben")

        assert [(player.points, player.is_absent) for player in live.tournament.players] == [(0, True), (0, True)]
        assert len(live.tournament.pairings) == 1

    in_a_club(tmp_path, scenario)


def test_an_arena_pairs_again_after_a_match_and_ends(tmp_path: Path) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", "ben", **ARENA)
        for _ in range(3):
            await club.pass_s(2, live, "ann", "ben")
            match = await club.match(live)
            for seat in (0, 1):
                await match.do(co.Open(seat=seat))
            await match.do(co.Resign(seat=seat_of(match, "ben")))
        await club.pass_s(600, live, "ann")

        assert live.tournament.state == "over"
        assert [player.points for player in live.tournament.players] == [8, 0]
        assert club.tournaments.open == []
        (place,) = await club.tournaments.results_of("guest:ann", with_private=False)
        assert (place.place, place.points, place.num_players) == (1, 8, 2)
        assert [each.id for each in await club.tournaments.past()] == [live.id]

    in_a_club(tmp_path, scenario)


def test_the_computer_stands_in_is_opened_for_and_takes_nothing_back(tmp_path: Path) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", level="novice", **SWISS)
        await club.pass_s(1)
        match = await club.match(live)
        ann = seat_of(match, "ann")
        dealt = [match.is_dealt]
        await match.do(co.Open(seat=ann))
        dealt.append(match.is_dealt)
        await match.do(co.Resign(seat=ann))
        await club.pass_s(1)

        assert dealt == [False, True]
        assert match.seating.is_competitive
        assert live.tournament.state == "over"
        assert [line.name for line in info(live).standings] == ["ann"]

    in_a_club(tmp_path, scenario)


def test_a_pairing_whose_match_was_not_made_gets_it_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(self: TournamentMatches, live: LiveTournament, pairing: Pairing) -> None:
        return None  # the server is killed after it has stored the pairing

    async def scenario() -> None:
        club = Club(tmp_path)
        with monkeypatch.context() as patched:
            patched.setattr(TournamentMatches, "result", nothing)
            live = await club.begin("ann", "ben", **ARENA)
            await club.pass_s(2, live, "ann", "ben")
            (match_id,) = live.tournament.running
            await club.stop()
        virtual_loop()._now_s += 300.0
        again = Club(tmp_path)
        await again.pass_s(1)
        (back,) = again.tournaments.open
        match = await again.match(back)

        assert match.id == match_id
        assert match.seating.tournament == back.id
        assert match.seating.invitation == back.tournament.running[match_id].pair.invitation
        assert back.tournament.ends_ms is not None
        assert live.tournament.ends_ms is not None
        assert back.tournament.ends_ms >= live.tournament.ends_ms + 299_000, "the outage does not shorten the arena"
        await again.stop()

    run(scenario())


def test_a_match_that_ends_around_a_stop_counts_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        club = Club(tmp_path)
        live = await club.begin("ann", "ben", **ARENA)
        await club.pass_s(1, live, "ann", "ben")
        match = await club.match(live)
        for seat in (0, 1):
            await match.do(co.Open(seat=seat))
        await match.do(co.Resign(seat=seat_of(match, "ben")))  # the tournament has not seen it yet
        await club.stop()
        again = Club(tmp_path)
        await again.pass_s(2)
        (back,) = again.tournaments.open

        assert [player.points for player in back.tournament.players] == [2, 0]
        assert not back.tournament.running
        await again.stop()
        third = Club(tmp_path)
        await third.pass_s(2)
        assert third.tournaments.open[0].tournament.players[0].points == 2
        await third.stop()

    run(scenario())


def test_a_match_that_cannot_be_made_is_void(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(club: Club) -> None:
        live = await club.begin("ann", "ben", **SWISS)
        monkeypatch.setattr(decide, "BREAK_MS", 0)
        monkeypatch.setattr(club.rooms.hub, "create", None)
        await club.pass_s(1)
        assert live.tournament.running, "a bug is reported, and the tournament waits"

        async def refuse(*_: Any, **__: Any) -> None:
            raise BadPlan("This game is gone.")

        monkeypatch.setattr(club.rooms.hub, "create", refuse)
        await club.pass_s(1)

        assert [player.points for player in live.tournament.players] == [0, 0]
        assert live.tournament.state == "over"

    in_a_club(tmp_path, scenario)
