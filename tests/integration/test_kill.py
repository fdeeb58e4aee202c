"""Nothing that was acknowledged is lost when the server is killed, again and again, while many matches are played.

`kill -9` ends the process and not the machine: what the operating system was given, it writes. That a commit waits for
the disk as well is seen by `tools/power_cut.py`.
"""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from parlour.match import events as ev
from parlour.match.file import read_entries, verify
from parlour.match.match import fold
from parlour.match.stored import StoredMatch
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place
from support.bots import Bot, Followed
from support.postgres import PostgresServer
from support.server_process import AFTER, BEFORE, Forked, forking

NUM_FILES = 10  # matches that are ended and whose files are looked at
GAMES = ("whist", "raptor")  # long ones
PACES = ("none", "60+0")  # with a clock, the first move after a return of the server leaves one more event
MOMENTS = (BEFORE, AFTER, None)  # of a commit at which the server is killed; None: at any time
PATIENCE_S = 60.0


class Size(NamedTuple):
    """How much is played; each bot has one socket and a seat in four matches."""

    bots: int
    cycles: int

    @property
    def matches(self) -> int:
        return 2 * self.bots


SIZES = [
    pytest.param(Size(8, 6), id="few"),
    pytest.param(Size(50, 30), id="many", marks=pytest.mark.long),
    pytest.param(Size(6, 500), id="often", marks=pytest.mark.long),
]


class Party:
    """Many matches among half as many bots."""

    def __init__(self, forked: Forked, size: Size) -> None:
        self.forked = forked
        self.size = size
        self.bots = [Bot(forked.address, seed) for seed in range(size.bots)]
        self.matches: dict[str, tuple[Bot, Bot]] = {}
        self._going_on: dict[int, str] = {}  # by number
        self._tasks: list[asyncio.Task[None]] = []

    async def begin_all(self) -> None:
        """Begin a match for every number that has none, or whose match is over."""
        for number in range(self.size.matches):
            match = self._going_on.get(number)
            if match is None or self.followed(match)[0].is_over:
                await self._begin(number)
        self._tasks = self._tasks or [asyncio.create_task(bot.live()) for bot in self.bots]

    async def _begin(self, number: int) -> None:
        num_bots = self.size.bots
        bots = self.bots[number % num_bots], self.bots[(number + 1 + number // num_bots) % num_bots]
        seats = [{"kind": "me"}, {"kind": "open"}]
        request = {"game": GAMES[number % len(GAMES)], "pace": PACES[number // 2 % len(PACES)], "seats": seats}
        made = await bots[0].post("/api/matches", **request)
        match = made["match"]
        await bots[1].post(f"/api/matches/{match}/join", invitation=made["invitation"])
        self.matches[match], self._going_on[number] = bots, match
        for seat, bot in enumerate(bots):
            await bot.follow(match, seat)

    def followed(self, match: str) -> tuple[Followed, Followed]:
        """Return what both seats know of a match."""
        first, second = self.matches[match]
        return first.matches[match], second.matches[match]

    def num_done(self, match: str) -> int:
        return sum(len(followed.done) for followed in self.followed(match))

    async def until_all_go_on(self) -> None:
        """Wait until in every match an action was acknowledged, or it is over."""
        waiting = {match: self.num_done(match) for match in self._going_on.values()}
        async with asyncio.timeout(PATIENCE_S):
            while waiting := {
                match: num_done
                for match, num_done in waiting.items()
                if self.num_done(match) == num_done and not self.followed(match)[0].is_over
            }:
                await asyncio.sleep(0.01)
                for task in self._tasks:
                    assert not task.done(), task.result()

    async def end_some(self) -> list[str]:
        """Let a seat resign in some matches; return which."""
        ending = list(self._going_on.values())[:NUM_FILES]
        for match in ending:
            self.followed(match)[0].gives_up = True
        async with asyncio.timeout(PATIENCE_S):
            while not all(followed.is_over for match in ending for followed in self.followed(match)):
                await asyncio.sleep(0.01)
        return ending

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for bot in self.bots:
            await bot.close()


def check(stored: StoredMatch, followed: tuple[Followed, Followed]) -> None:
    """Compare a log with what was sent, acknowledged and told, to both seats."""
    entries = read_entries(b"".join(stored.lines))  # the chain of hashes has no gap and no change
    fold([entry.event for entry in entries], stored.seed)  # and the rules allow it
    tags = [(entry.seq + 1, entry.event.__struct_config__.tag, getattr(entry.event, "seat", None)) for entry in entries]
    committed = {key.split()[1]: version for key, version in stored.keys.items()}
    explained = set()
    for one in followed:
        assert one.told == tags[1 : one.version], "what was told is what happened, in order, without a gap"
        for request in one.sent:
            if request["key"] in one.done:
                assert committed.get(request["key"]) == one.done[request["key"]], "what was acknowledged is there"
            if request["key"] in committed and request["command"]["type"] == "play":
                place = request["seen_version"]
                place += isinstance(entries[place].event, ev.Resumed)  # the first action after a kill
                event = entries[place].event
                assert isinstance(event, ev.Acted)
                assert (event.seat, event.action) == (one.seat, request["command"]["action"])
                explained.add(place)
    acted = {entry.seq for entry in entries if isinstance(entry.event, ev.Acted)}
    assert acted == explained, "every action was requested, and by one request"
    assert len(committed) == len(explained) + sum(isinstance(entry.event, ev.Resigned) for entry in entries)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_kills_lose_and_double_nothing(tmp_path: Path, place: Place, size: Size) -> None:
    """Two mutants were caught by this test, on 2026-11-15.

    - `LiveMatch._save` without its `await`, so that events are shown and acknowledged before the commit: after the
      first kill "A seat was told of version 3, and the server is at 2".
    - `LiveMatch.do` answering at once and saving in a task: the keys of acknowledged requests were missing in the log,
      "what was acknowledged is there".
    """
    with forking(tmp_path, database=place) as forked:
        party, files = asyncio.run(play_through(forked, size))
    database = Database(place)
    log = SqlLog(database)
    for match in party.matches:
        stored = log.read(match)
        check(stored, party.followed(match))
        assert files.get(match, b"".join(stored.lines)) == b"".join(stored.lines)
    database.close()
    everything = [followed for match in party.matches for followed in party.followed(match)]

    assert len(files) == NUM_FILES
    assert sum(followed.num_recovered for followed in everything) > 0, "some were saved, and their seats not told"
    assert sum(followed.num_repeated - followed.num_recovered for followed in everything) > 0, "and some were not"
    assert all(bot.num_dialled > size.cycles for bot in party.bots)


async def play_through(forked: Forked, size: Size) -> tuple[Party, dict[str, bytes]]:
    """Kill the server again and again; return the party and some match files."""
    party = Party(forked, size)
    for cycle in range(size.cycles):
        forked.start()
        await party.begin_all()
        await party.until_all_go_on()
        if moment := MOMENTS[cycle % len(MOMENTS)]:
            await forked.kill_in_commit(moment)
        else:
            forked.kill()
    forked.start()
    await party.until_all_go_on()
    files = {match: await party.matches[match][0].get(f"/api/matches/{match}/file") for match in await party.end_some()}
    for data in files.values():
        verify(data)
    await party.close()
    forked.kill()
    return party, files


@pytest.mark.slow
def test_a_database_that_is_killed_under_a_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """PostgreSQL is stopped as by a crash, with whatever is being written or committed; the server goes on."""
    postgres = PostgresServer()
    try:
        postgres.make_template()
        place = postgres.new_database()
        with forking(tmp_path, database=place) as forked:
            party = asyncio.run(play_on(forked, postgres, Size(8, 5)))
        with closing(Database(place)) as database:
            for match in party.matches:
                check(SqlLog(database).read(match), party.followed(match))
    finally:
        postgres.remove()

    assert sum(bot.num_failures for bot in party.bots) > 0, "some were told that nothing was saved"
    assert all(bot.num_dialled == 1 for bot in party.bots), "and the server went on"


async def play_on(forked: Forked, postgres: PostgresServer, size: Size) -> Party:
    """Kill the database again and again."""
    party = Party(forked, size)
    forked.start()
    for _ in range(size.cycles):
        await party.begin_all()
        await party.until_all_go_on()
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
    await party.until_all_go_on()
    await party.end_some()
    await party.close()
    forked.kill()
    return party
