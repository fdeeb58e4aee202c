"""The server under load; it and its clients are processes of this machine, so read the CPU time before the wall time.

python bench/bench_server.py acks        # 300 matches, 100 actions/s, while two Masters think all the time
python bench/bench_server.py burst       # as many durable actions as come through the sockets, and through storage
python bench/bench_server.py spectators  # players with and without 1,000 who only watch
python bench/bench_server.py memory      # of an idle match, of a socket, and after 10,000 finished matches
python bench/bench_server.py beside      # beside boardgame.io's server; needs `npm ci` in bench/boardgame_io
                                         # beside MATCHES ROUNDS BURSTS: several on the same server, which warms up
"""

import argparse
import asyncio
import gc
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

import parlour
from parlour.match import commands as co
from parlour.match.seating import OPEN, PERSON, Seat, Seating
from parlour.server import hub as hub_module
from parlour.server import logs
from parlour.server.clocks import SystemClock
from parlour.server.command_keys import command_key
from parlour.server.game_loader import GameLoader
from parlour.server.limits import Limits
from parlour.server.match_services import MatchServices
from parlour.server.metrics import Metrics
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from server_load import (
    Player,
    Process,
    load,
    make_match,
    memory_kib,
    our_server,
    pace,
    playing,
    rates,
    serve,
    spread,
    take_acks,
    watching,
)

BURST_GAMES = ("connect_four", "whist", "checkers")
ACTIONS_BESIDE = 8  # of a match, beside boardgame.io
FOREIGN = Path(__file__).parent / "boardgame_io"


async def acks(seconds: float = 30.0) -> None:
    with our_server(ai_threads=2) as server:
        async with playing(server.address, parlour.game_ids(), 300) as players, httpx.AsyncClient() as http:
            for title, num_searches in (("alone", 0), ("with two searches", 4)):
                for _ in range(num_searches):  # two think and two wait, so that no thread is ever idle
                    seats = [{"kind": "computer", "level": "master"}] * 2
                    made = await Player(server.address).post(http, "/api/matches", {"game": "checkers", "seats": seats})
                    await watching(server.address, [made["match"]], 1)  # computers do not play to nobody
                await pace(players, 100, 2)  # to settle
                take_acks(players)
                begin = server.cpu_s()
                await pace(players, 100, seconds)
                await asyncio.sleep(1)
                given = take_acks(players)
                print(f"{title}: {len(given)} actions in {seconds:.0f} s: {spread(given)}; "
                      f"server CPU {server.cpu_s() - begin:.1f} s; {load()}")  # fmt: skip


async def start_all(players: list[Player], last_version: int = 10**9) -> None:
    """Let everybody play as fast as they can, up to a version of their match."""
    for player in players:
        player.is_eager, player.last_version = True, last_version
        if player.can_act:
            await player.act()


async def burst(seconds: float = 10.0, num_matches: int = 100) -> None:
    for game in BURST_GAMES:
        with our_server() as server:
            async with playing(server.address, [game], num_matches) as players:
                begin, cpu_s, own_s = time.perf_counter(), server.cpu_s(), time.process_time()
                await start_all(players)
                while time.perf_counter() - begin < seconds and any(player.is_busy for player in players):
                    await asyncio.sleep(0.01)
                passed_s, cpu_s = time.perf_counter() - begin, server.cpu_s() - cpu_s
                given = take_acks(players)
                print(f"{game}: {rates(given, passed_s, cpu_s)}; clients' CPU {time.process_time() - own_s:.1f} s")
    storage()


def storage(num_matches: int = 100, num_events: int = 200) -> None:
    """Append events of many matches as fast as the storage takes them."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "parlour.db")
        log, line = SqlLog(database), b"x" * 180
        for number in range(num_matches):
            log.create(f"m{number}", 1, Seating((Seat(OPEN, ""), Seat(OPEN, "")), "x"), [line]).result()
        begin, cpu_s = time.perf_counter(), time.process_time()
        for seq in range(1, num_events + 1):
            waiting = [log.append(f"m{number}", seq, [line], key=f"k{seq}") for number in range(num_matches)]
            for future in waiting:
                future.result()
        passed_s, total = time.perf_counter() - begin, num_matches * num_events
        print(f"storage alone: {total} actions, {num_matches} at a time: {total / passed_s:.0f}/s, "
              f"{1e6 * (time.process_time() - cpu_s) / total:.0f} µs CPU an action; {load()}")  # fmt: skip
        database.close()


async def spectators(seconds: float = 10.0) -> None:
    with our_server() as server:
        async with playing(server.address, ["whist"], 50) as players, httpx.AsyncClient() as http:
            quiet = [(await make_match(http, server.address, "whist"))[0].match for _ in range(10)]
            played = sorted({player.match for player in players})
            phases: tuple[tuple[str, list[str]], ...] = (
                ("nobody", []),
                ("1,000 idle ones", quiet),
                ("nobody", []),
                ("1,000 of these matches", played),
            )
            for title, matches in phases:
                watchers = await watching(server.address, matches, 1000) if matches else []
                await pace(players, 100, 1)
                take_acks(players)
                begin = server.cpu_s()
                await pace(players, 100, seconds)
                given = take_acks(players)
                cpu_s = server.cpu_s() - begin
                print(f"{title} watching: {spread(given)}; "
                      f"server CPU {1e6 * cpu_s / len(given):.0f} µs an action; {load()}")  # fmt: skip
                for watcher in watchers:
                    await watcher.close()


async def memory(num_matches: float = 1000, num_sockets: float = 1000) -> None:
    with our_server() as server:
        async with httpx.AsyncClient() as http:
            players = [(await make_match(http, server.address, "whist"))[0] for _ in range(50)]  # to warm up
            before = server.memory_kib()
            players = [(await make_match(http, server.address, "whist"))[0] for _ in range(int(num_matches))]
            idle = server.memory_kib()
            print(f"an idle match of Whist: {(idle - before) / num_matches:.1f} KiB")
        first, *rest = await watching(server.address, [players[0].match], 51)
        before = server.memory_kib()
        watchers = await watching(server.address, [player.match for player in players], int(num_sockets))
        print(f"a socket that follows a match: {(server.memory_kib() - before) / num_sockets:.1f} KiB")
        for watcher in (first, *rest, *watchers):
            await watcher.close()
    await finished()


async def finished(total: int = 10_000, at_once: int = 100) -> None:
    """Play and end many matches in this process, with the services that a server has; nobody follows them."""
    logs.configure()
    hub_module.TIDY_S = 0.5
    with tempfile.TemporaryDirectory() as folder:
        database, clock = Database(Path(folder) / "parlour.db"), SystemClock()
        metrics = Metrics()
        services = MatchServices(
            SqlLog(database), clock, Thinkers(1), Limits(clock), metrics, Tasks(metrics), GameLoader()
        )
        hub = hub_module.Hub(services)
        tidying = asyncio.create_task(hub.tidy())
        people = (Seat(PERSON, "Ada", "guest:ada"), Seat(PERSON, "Bo", "guest:bo"))

        async def play_one() -> None:
            live = await hub.create("whist", {}, "none", people)
            for _ in range(4):
                seat = live.match.position.to_act()[0]
                text = live.match.position.seen_by(seat).choices()[0].action
                play = co.Play(seat=seat, action=text)
                await live.do(play, command_key(seat, str(live.match.version), play))
            await live.do(co.Resign(seat=0))

        for number in range(0, total, at_once):
            await asyncio.gather(*(play_one() for _ in range(at_once)))
            if (number + at_once) % 2000 == 0:
                await asyncio.sleep(1.5)
                mib = memory_kib(os.getpid()) / 1024
                print(f"{number + at_once} finished matches: {mib:.1f} MiB, {hub.num_live} in memory")
        tidying.cancel()
        await services.close()
        database.close()


Burst = tuple[list[float], float, float]  # acknowledgements, wall and CPU time


def play_ours(num_matches: int, num_bursts: int) -> list[Burst]:
    """Play eight actions in each match, in one burst of matches after the other on the same server."""

    async def play(server: Process) -> Burst:
        async with playing(server.address, ["connect_four"], num_matches) as players:
            begin, cpu_s = time.perf_counter(), server.cpu_s()
            await start_all(players, last_version=1 + ACTIONS_BESIDE)
            while any(player.is_waiting or player.table["version"] <= ACTIONS_BESIDE for player in players):
                await asyncio.sleep(0.005)
            return take_acks(players), time.perf_counter() - begin, server.cpu_s() - cpu_s

    with our_server() as server:
        return [asyncio.run(play(server)) for _ in range(num_bursts)]


def play_theirs(num_matches: int, num_bursts: int) -> list[Burst]:
    """The same with boardgame.io: eight moves of tic-tac-toe."""

    def play(first: int) -> Burst:
        command = ["node", str(FOREIGN / "clients.js"), *map(str, (server.port, num_matches, first))]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
            assert clients.stdin is not None
            assert clients.stdout is not None
            assert clients.stdout.readline() == "ready\n"
            begin, cpu_s = time.perf_counter(), server.cpu_s()
            clients.stdin.write("go\n")
            clients.stdin.flush()
            acks = json.loads(clients.stdout.readline())
            return acks, time.perf_counter() - begin, server.cpu_s() - cpu_s

    server = Process(["node", str(FOREIGN / "server.js")])
    try:
        server.wait()
        return [play(number * num_matches) for number in range(num_bursts)]
    finally:
        server.stop()


def beside(num_matches: float = 200, rounds: float = 3, num_bursts: float = 1) -> None:
    for _ in range(int(rounds)):
        for name, play in (("parlour", play_ours), ("boardgame.io", play_theirs)):
            for measured in play(int(num_matches), int(num_bursts)):
                print(f"{name}, {2 * num_matches:.0f} clients: {rates(*measured)}")


async def run(work: Awaitable[None]) -> None:
    await work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("acks", "burst", "spectators", "memory", "beside", "serve"))
    parser.add_argument("more", nargs="*")
    given = parser.parse_args()
    if given.what == "serve":
        serve(*given.more)
    elif given.what == "beside":
        beside(*map(float, given.more))
    else:
        measures: dict[str, Callable[..., Awaitable[None]]] = {
            "acks": acks,
            "burst": burst,
            "spectators": spectators,
            "memory": memory,
        }
        gc.freeze()  # the pauses of the clients are not those of the server
        asyncio.run(run(measures[given.what](*map(float, given.more))))


if __name__ == "__main__":
    main()
