"""One, two and three nodes of a site side by side: what an action costs each part of it.

Servers, databases and clients share the cores of this machine, so CPU time an action says more than actions a second.

PYTHONPATH=tests python bench/bench_nodes.py nodes        # 1, 2 and 3 nodes, the players of each match on two of them
PYTHONPATH=tests python bench/bench_nodes.py computers    # people against the computer, on one node with one worker
PYTHONPATH=tests python bench/bench_nodes.py storage      # commits, and comparing matches in memory with the database
PYTHONPATH=tests python bench/bench_nodes.py spectators   # how late they are with Redis, and while it is gone
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg
from redis import Redis

import parlour
from parlour.core import registry
from parlour.match.seating import OPEN, Seat, Seating
from parlour.players.warm import warm_game
from parlour.server import logs
from parlour.server.app import make_app
from parlour.server.run import Server
from parlour.server.settings import Settings
from parlour.server.working import work as do_jobs
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import PostgresPlace
from server_load import QUICK, Player, Process, load, spread, take_acks
from support.postgres import PostgresServer
from support.redis import RedisServer

GAMES = ("connect_four", "whist", "checkers")
MATCHES = 60
ACTIONS = 30  # of each match, at most
IDLE_S = 5.0
BETWEEN_S = 0.4  # two rounds of actions that spectators see: ten matches last for three minutes
NOBODY = Seating((Seat(OPEN, "Open seat"), Seat(OPEN, "Open seat")), "x")
TOGETHER = [{"kind": "me"}, {"kind": "open"}]
ALONE = [{"kind": "me"}, {"kind": "computer", "level": "novice"}]


def serve(folder: str, database: str, redis: str, port: str) -> None:
    """Be a node; every game is loaded before it listens."""
    for game_id in parlour.game_ids():
        warm_game(registry.load(game_id))
    logs.configure()
    settings = Settings(Path(folder), limit_factor=1e6, database=PostgresPlace(database), redis=redis)
    Server(make_app(settings), port=int(port), backlog=4096).run()


def work(database: str, redis: str, _: str) -> None:
    """Be a worker."""
    for game_id in parlour.game_ids():
        warm_game(registry.load(game_id))
    logs.configure()
    asyncio.run(do_jobs(Settings(Path(), database=PostgresPlace(database), redis=redis)))


class Site:
    """A PostgreSQL, a Redis, some nodes and a worker, and what they have used."""

    def __init__(self, nodes: Sequence[Process], worker: Process, postgres: PostgresServer, url: str,
                 redis: RedisServer) -> None:  # fmt: skip
        self.nodes = nodes
        self.worker = worker
        self.postgres = postgres
        self.redis = redis
        self.addresses = [node.address for node in nodes]
        self._url = url
        self._client = Redis.from_url(redis.url)

    def usage(self) -> "Usage":
        """Return what was used so far."""
        with psycopg.connect(self._url, autocommit=True) as connection:
            row = connection.execute(
                "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'::pg_lsn, "
                "(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) - 1"
            ).fetchone()
        assert row is not None
        told = self._client.info("commandstats").get("cmdstat_publish", {"calls": 0})
        return Usage(
            sum(node.cpu_s() for node in self.nodes), self.worker.cpu_s(),
            family_cpu_s(self.postgres.pid), family_cpu_s(self.redis.pid),
            time.process_time(), int(told["calls"]), int(row[0]), int(row[1]), int(row[2]),
        )  # fmt: skip


class Usage(NamedTuple):
    """CPU seconds and amounts; the difference of two is what was used between them."""

    nodes_s: float
    worker_s: float
    postgres_s: float
    redis_s: float
    clients_s: float
    published: float
    stored: float
    logged: float  # bytes of PostgreSQL's write-ahead log
    connections: float


def family_cpu_s(pid: int) -> float:
    """Return the CPU time of a process and of all children that it has or had."""
    total = _ticks(pid, (11, 12, 13, 14))
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rsplit(")", 1)[1].split()
            total += _ticks(int(path.parent.name), (11, 12)) if int(fields[1]) == pid else 0
    return total / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int, places: Sequence[int]) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(fields[place]) for place in places)


def has_worker(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT 1 FROM procrastinate_workers").fetchone() is not None


@contextlib.contextmanager
def running(num_nodes: int) -> Iterator[Site]:
    """Run a site on empty databases."""
    postgres = PostgresServer()
    processes: list[Process] = []
    try:
        postgres.make_template()
        url = postgres.new_database().url
        with RedisServer() as redis, tempfile.TemporaryDirectory() as folder:
            for number in range(num_nodes):
                command = [sys.executable, __file__, "serve", f"{folder}/{number}", url, redis.url]
                processes.append(Process(command))
            for process in processes:
                process.wait()
            processes.append(Process([sys.executable, __file__, "work", url, redis.url]))
            while not has_worker(url):
                time.sleep(0.2)
            yield Site(processes[:-1], processes[-1], postgres, url, redis)
            for process in processes:
                process.kill()
            processes.clear()
    finally:
        for process in processes:
            process.kill()
        postgres.remove()


@contextlib.asynccontextmanager
async def playing(site: Site, game: str, num_matches: int, *, alone: bool = False) -> AsyncIterator[list[Player]]:
    """Connect the players of some matches, those of each match to different nodes; or each against the computer."""
    players: list[Player] = []
    async with httpx.AsyncClient() as http:
        for number in range(num_matches):
            addresses = [site.addresses[(number + seat) % len(site.addresses)] for seat in range(2)]
            first, second = map(Player, addresses)
            request = {
                "game": game,
                "seats": ALONE if alone else TOGETHER,
                "options": QUICK.get(game, {}),
                "is_public": True,
            }
            made = await first.post(http, "/api/matches", request)
            people = [first] if alone else [first, second]
            if not alone:
                await second.post(http, f"/api/matches/{made['match']}/join", {"invitation": made["invitation"]})
            for seat, player in enumerate(people):
                await player.follow(made["match"], seat)
                players.append(player)
    try:
        yield players
    finally:
        for player in players:
            await player.close()


async def play(players: list[Player]) -> None:
    """Let everybody play as fast as they can, to the end or to the last action."""
    for player in players:
        player.is_eager, player.last_version = True, ACTIONS
        if player.can_act:
            await player.act()
    while any(player.is_waiting or (player.table["version"] < ACTIONS and not player.table["outcome"])
              for player in players):  # fmt: skip
        await asyncio.sleep(0.01)


async def nodes(counts: Sequence[int] = (1, 2, 3)) -> None:
    for game in GAMES:
        for num_nodes in counts:
            await measure(game, num_nodes, alone=False)


async def computers() -> None:
    for game in GAMES:
        await measure(game, 1, alone=True)


async def measure(game: str, num_nodes: int, *, alone: bool) -> None:
    with running(num_nodes) as site:
        async with playing(site, game, MATCHES, alone=alone) as players:
            await asyncio.sleep(2)  # what began the matches is done
            begin, begin_s = site.usage(), time.perf_counter()
            await asyncio.sleep(IDLE_S)
            idle = Usage(*((after - before) / IDLE_S for before, after in zip(begin, site.usage(), strict=True)))
            print(f"idle, {num_nodes} nodes, {len(players)} sockets, CPU per cent: nodes {100 * idle.nodes_s:.1f}, "
                  f"worker {100 * idle.worker_s:.1f}, PostgreSQL {100 * idle.postgres_s:.1f}")  # fmt: skip
            begin, begin_s = site.usage(), time.perf_counter()
            await play(players)
            passed_s, end = time.perf_counter() - begin_s, site.usage()
            tell(game, num_nodes, players, passed_s, begin, end)


def tell(game: str, num_nodes: int, players: list[Player], passed_s: float, begin: Usage, end: Usage) -> None:
    acks = take_acks(players)
    number = len(acks)

    def each(name: str, factor: float = 1e6) -> str:
        return f"{factor * (getattr(end, name) - getattr(begin, name)) / number:,.0f}"

    sent, received = sum(player.bytes_out for player in players), sum(player.bytes_in for player in players)
    print(f"{game}, {num_nodes} nodes, {MATCHES} matches: {number} actions, {number / passed_s:.0f}/s; "
          f"µs CPU an action: nodes {each('nodes_s')}, worker {each('worker_s')}, "
          f"PostgreSQL {each('postgres_s')}, Redis {each('redis_s')}, clients {each('clients_s')}; "
          f"{(end.published - begin.published) / number:.1f} messages, {each('stored', 1)} bytes stored, "
          f"{each('logged', 1)} bytes of WAL, {received / number:,.0f} bytes to and {sent / number:,.0f} from clients; "
          f"{end.connections} connections; {spread(acks)}; {load()}", flush=True)  # fmt: skip


async def spectators(seconds: float = 10.0) -> None:
    """Measure how much later a spectator on another node sees an action than the player who is told it is done."""
    with running(3) as site:
        async with playing(site, "whist", 10) as players:
            watchers = []
            for number, player in enumerate(players[::2]):
                watchers.append(Player(site.addresses[(number + 2) % 3]))
                await watchers[-1].follow(player.match, None)
            pairs = list(zip(players[::2], players[1::2], watchers, strict=True))
            for title, is_there in (("Redis is there", True), ("Redis is gone", False), ("Redis is back", True)):
                if title.endswith("back"):
                    await asyncio.to_thread(site.redis.start)  # meanwhile the clients answer the nodes' pings
                elif not is_there:
                    site.redis.kill()
                await asyncio.sleep(3)
                late = await lateness(pairs, seconds)
                parts = statistics.quantiles(late, n=20)
                print(f"{title}: {len(late)} actions seen by spectators of another node after p50 {parts[9]:.0f} ms, "
                      f"p95 {parts[18]:.0f} ms, longest {max(late):.0f} ms; {load()}", flush=True)  # fmt: skip
            for watcher in watchers:
                await watcher.close()


def storage(num_matches: int = 2000, rounds: int = 20, at_once: int = 100) -> None:
    """Measure what commits cost, and what a node does once a second for every match that it has in memory."""
    postgres = PostgresServer()
    try:
        postgres.make_template()
        with contextlib.closing(Database(postgres.new_database())) as database:
            log, line = SqlLog(database), b"x" * 180
            ids = [f"match{number:06}" for number in range(num_matches)]
            for made in [log.create(match_id, 1, NOBODY, [line]) for match_id in ids]:
                made.result()

            def append(match_ids: Sequence[str], version: int) -> None:
                for done in [log.append(match_id, version, [line], key=f"k{version}") for match_id in match_ids]:
                    done.result()

            def one_by_one() -> None:
                for match_id in ids:
                    append([match_id], 1)

            def many_at_once() -> None:
                for begin in range(0, num_matches, at_once):
                    append(ids[begin : begin + at_once], 2)

            def look() -> None:
                for _ in range(rounds):
                    log.states(ids)

            look()  # statements are prepared
            for title, work, total in (
                ("one action a commit", one_by_one, num_matches),
                (f"{at_once} actions a commit", many_at_once, num_matches),
                ("a match compared", look, num_matches * rounds),
            ):
                own_s, their_s = time.process_time(), family_cpu_s(postgres.pid)
                work()
                own_us = 1e6 * (time.process_time() - own_s) / total
                their_us = 1e6 * (family_cpu_s(postgres.pid) - their_s) / total
                print(f"{title}: {own_us:.1f} µs CPU of the node, {their_us:.1f} µs of PostgreSQL; {load()}")
    finally:
        postgres.remove()


async def lateness(pairs: Sequence[tuple[Player, Player, Player]], seconds: float) -> list[float]:
    late: list[float] = []
    end_s = time.perf_counter() + seconds
    while time.perf_counter() < end_s:
        for first, second, watcher in pairs:
            actor = first if first.can_act else second
            if not actor.can_act:
                continue
            await actor.act()
            while actor.is_waiting:
                await asyncio.sleep(0.001)
            done_s, version = time.perf_counter(), actor.table["version"]
            while watcher.table["version"] < version:
                await asyncio.sleep(0.001)
            late.append(1000 * (time.perf_counter() - done_s))
        await asyncio.sleep(BETWEEN_S)
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("nodes", "computers", "storage", "spectators", "serve", "work"))
    parser.add_argument("more", nargs="*")
    given = parser.parse_args()
    if given.what == "serve":
        serve(*given.more)
    elif given.what == "work":
        work(*given.more)
    elif given.what == "storage":
        storage()
    elif given.what == "computers":
        asyncio.run(computers())
    elif given.what == "nodes":
        asyncio.run(nodes([int(number) for number in given.more] or (1, 2, 3)))
    else:
        asyncio.run(spectators(*map(float, given.more)))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
