"""An arena of bots goes on when its server is killed: nothing is lost or doubled, and its standings are right."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parlour.match.seating import read_seating
from parlour.match.tournament import events as ev
from parlour.match.tournament.tournament import Tournament, fold
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.tournaments import SqlTournaments
from support.arena_bots import LOOK_S, ArenaBot, longest_wait_ms, recount
from support.live_server import PASSWORD
from support.server_process import AFTER, BEFORE, Forked, forking

PATIENCE_S = 120.0
LONGEST_WAIT_MS = 10_000
PLAN: dict[str, Any] = {"format": "arena", "game": "connect_four", "options": {"quick_colours": 1}, "pace": "5+3"}


class Size(NamedTuple):
    """How much is played."""

    bots: int
    kills: tuple[int | None, ...]  # at which moments of a commit the server is killed; None: at any time
    matches: int  # in which each bot plays between two kills, at least
    minutes: int
    is_played_out: bool  # until the arena is over


SIZES = [
    pytest.param(Size(6, (BEFORE, AFTER, None), 1, 30, False), id="short"),
    pytest.param(Size(20, (AFTER, None, BEFORE), 3, 5, True), id="long", marks=pytest.mark.long),
]


async def play(forked: Forked, size: Size) -> tuple[str, dict[str, Any]]:
    """Play an arena; returns its id and what its page showed at the end."""
    bots = [ArenaBot(forked.address, seed) for seed in range(size.bots)]
    forked.start()
    forked.wait_until_ready()
    await bots[0].post("/api/account", name="Hanna", password=PASSWORD)
    made = await bots[0].post("/api/tournaments", **PLAN, minutes=size.minutes, start_when=size.bots)
    path = f"/api/tournaments/{made['id']}"
    for bot in bots:
        await bot.post(f"{path}/join")
    tasks = [asyncio.create_task(work) for bot in bots for work in (bot.live(), bot.take_part(made["id"]))]
    try:
        for moment in size.kills:
            await until_played(bots, tasks, size.matches)
            if moment is None:
                forked.kill()
            else:
                await forked.kill_in_commit(moment)
            forked.start()
        await until_played(bots, tasks, size.matches)
        while size.is_played_out and bots[0].now["tournament"]["summary"]["state"] != "over":
            await asyncio.sleep(LOOK_S)
            check(tasks)
        if not size.is_played_out:
            await all_pause(bots, path)
        return made["id"], await bots[0].look(made["id"])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for bot in bots:
            await bot.close()


def check(tasks: "list[asyncio.Task[None]]") -> None:
    for task in tasks:
        assert not task.done(), task.result()


def num_over(bot: ArenaBot) -> int:
    return len(bot.ended)


async def until_played(bots: list[ArenaBot], tasks: "list[asyncio.Task[None]]", num: int) -> None:
    """Wait until each bot has ended this many more matches."""
    goals = [num_over(bot) + num for bot in bots]
    async with asyncio.timeout(PATIENCE_S):
        while any(num_over(bot) < goal for bot, goal in zip(bots, goals, strict=True)):
            await asyncio.sleep(0.02)
            check(tasks)


async def all_pause(bots: list[ArenaBot], path: str) -> None:
    """Let nobody be paired any more, and wait for the last matches."""
    for bot in bots:
        await bot.post(f"{path}/leave")
    async with asyncio.timeout(PATIENCE_S):
        while any(bot.now["tournament"]["running"] for bot in bots):
            await asyncio.sleep(0.02)


@contextlib.contextmanager
def opened(data: Path) -> Iterator[Database]:
    with contextlib.closing(Database(data / "parlour.db")) as database:
        yield database


def seat_counts(tournament: Tournament) -> list[int]:
    return [abs(player.balance) for player in tournament.players]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_an_arena_goes_on_after_kills_and_counts_right(tmp_path: Path, size: Size) -> None:
    with forking(tmp_path) as forked:
        tournament_id, shown = asyncio.run(play(forked, size))
        forked.kill()
    with opened(tmp_path) as database:
        stored, matches = SqlTournaments(database, lambda: 0).read(tournament_id), SqlLog(database)
        log = [ev.read_event(line) for line in stored.lines]
        ids = [match for (match,) in database.raw_reader().execute("SELECT id FROM matches")]
        of_arena = {
            match: read
            for match in ids
            if read_seating((read := matches.read(match)).seating).tournament == tournament_id
        }
    tournament = fold(log)
    opponents = [player.opponents for player in tournament.players]

    assert set(of_arena) == set(tournament.pairings), "each pairing has one match, and each match one pairing"
    assert not tournament.running
    points = {line["player"]: line["points"] for line in shown["tournament"]["standings"]}
    assert points == {player.number: player.points for player in tournament.players}
    assert points == {number: recount(log, of_arena)[number] for number in range(size.bots)}
    assert longest_wait_ms(log) <= LONGEST_WAIT_MS
    assert sum(isinstance(event, ev.Resumed) for event in log) >= 1
    assert not any(player.is_absent for player in tournament.players)
    again = sum(one == other for met in opponents for one, other in pairwise(met))
    assert again <= 0.15 * sum(map(len, opponents)), "hardly anyone meets the same player twice in a row"
    assert max(seat_counts(tournament)) <= 3
    if size.is_played_out:
        assert min(Counter(map(len, opponents))) >= 0.5 * max(map(len, opponents)), "all play about as much"
        assert shown["tournament"]["summary"]["state"] == "over"
