"""The server under load; it and its clients are processes of this machine, so read the CPU time before the wall time.

python bench/bench_server.py acks        # 300 matches, 100 actions/s, while two Masters think all the time
python bench/bench_server.py burst       # as many durable actions as come through the sockets, and through storage
python bench/bench_server.py spectators  # players with and without 1,000 spectators
python bench/bench_server.py memory      # of an idle match, of a socket, and after 10,000 finished matches
python bench/bench_server.py beside      # beside boardgame.io's server; needs `npm ci` in bench/boardgame_io
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

import parlour
from parlour.core import registry
from parlour.match import commands as co
from parlour.match.seating import OPEN, PERSON, Seat, Seating
from parlour.players.warm import warm_game
from parlour.server import hub as hub_module
from parlour.server import logs
from parlour.server.app import WallClock, make_app
from parlour.server.game_loader import GameLoader
from parlour.server.limits import Limits
from parlour.server.match_services import MatchServices
from parlour.server.metrics import Metrics
from parlour.server.run import Server
from parlour.server.settings import Settings
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.storage.database import Database
from parlour.storage.log import SqliteLog

TICKS_S = os.sysconf("SC_CLK_TCK")
PATIENCE_S = 60.0
BURST_GAMES = ("connect_four", "whist", "checkers")
ACTIONS_BESIDE = 8  # of a match, beside boardgame.io
QUICK = {"connect_four": {"quick_colours": 1}}
FOREIGN = Path(__file__).parent / "boardgame_io"


class Process:
    """A server process, and what the system knows of it."""

    def __init__(self, command: Sequence[str]) -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            self.port: int = listening.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        # A session of its own: the scheduler shares the machine out by sessions, and a service has one too.
        self._process = subprocess.Popen(
            [*command, str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def wait(self) -> None:
        """Wait until it listens."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise TimeoutError("the server does not listen")

    def cpu_s(self) -> float:
        """Return the CPU time it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_S

    def memory_kib(self) -> int:
        """Return the memory that it has."""
        return memory_kib(self._process.pid)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def memory_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextlib.contextmanager
def our_server(ai_threads: int = 1) -> Iterator[Process]:
    """Run our server on an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process([sys.executable, __file__, "serve", folder, str(ai_threads)])
        try:
            process.wait()
            yield process
        finally:
            process.stop()


def serve(folder: str, ai_threads: str, port: str) -> None:
    """Be the server; every game is loaded before it listens."""
    for game_id in parlour.game_ids():
        warm_game(registry.load(game_id))
    logs.configure()
    settings = Settings(Path(folder), ai_threads=int(ai_threads), limit_factor=1e6)
    Server(make_app(settings), port=int(port), backlog=4096).run()


class Player:
    """A guest with one socket, who plays one seat of one match or watches it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.match = ""
        self.seat: int | None = None
        self.cookie = ""
        self.table: dict[str, Any] = {}
        self.acks_s: list[float] = []
        self.is_eager = False  # acts as soon as it can
        self.last_version = 10**9  # of the match, at which it stops
        self._sent_s = 0.0
        self.is_waiting = False  # for the answer to a request
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    async def post(self, http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
        headers = {"origin": f"http://{self.address}", "cookie": self.cookie}
        answer = await http.post(f"http://{self.address}{path}", json=body, headers=headers, timeout=PATIENCE_S)
        answer.raise_for_status()
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        http.cookies.clear()
        return answer.json()

    async def follow(self, match: str, seat: int | None) -> None:
        """Open the socket and follow a match."""
        self.match, self.seat = match, seat
        self._socket = await connect(
            f"ws://{self.address}/api/socket", additional_headers={"Cookie": self.cookie} if self.cookie else {},
            origin=Origin(f"http://{self.address}"), compression=None, open_timeout=PATIENCE_S, ping_interval=None,
        )  # fmt: skip
        await self._socket.send(json.dumps({"type": "subscribe", "match": match, "seat": seat}))
        self._hear(json.loads(await self._socket.recv()))
        self._listening = asyncio.create_task(self._listen(self._socket))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            self._hear(json.loads(text))
            if self.is_eager and self.can_act:
                await self.act()

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot" | "update":
                self.table = message["table"]
            case "done":
                self.acks_s.append(time.perf_counter() - self._sent_s)
                self.is_waiting = False
            case "refused":
                self.is_waiting = False  # both acted at once

    @property
    def can_act(self) -> bool:
        is_on = self.table["version"] < self.last_version
        return is_on and not self.is_waiting and self.seat in self.table["to_act"]

    @property
    def is_busy(self) -> bool:
        return self.is_waiting or self.can_act

    async def act(self) -> None:
        """Play a random action."""
        assert self._socket is not None
        version, action = self.table["version"], random.choice(self.table["choices"])["action"]
        request = {
            "type": "act", "match": self.match, "key": f"{self.seat}-{version}", "seen_version": version,
            "command": {"type": "play", "seat": self.seat, "action": action},
        }  # fmt: skip
        self.is_waiting, self._sent_s = True, time.perf_counter()
        await self._socket.send(json.dumps(request))

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()


async def make_match(http: httpx.AsyncClient, address: str, game: str) -> tuple[Player, Player]:
    """Start a match between two players who do not follow it yet."""
    first, second = Player(address), Player(address)
    request = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "options": QUICK.get(game, {})}
    made = await first.post(http, "/api/matches", request)
    await second.post(http, f"/api/matches/{made['match']}/join", {"invitation": made["invitation"]})
    first.match = second.match = made["match"]
    return first, second


@contextlib.asynccontextmanager
async def playing(address: str, games: Sequence[str], num_matches: int) -> AsyncIterator[list[Player]]:
    """Connect the players of `num_matches` matches to their sockets."""
    players: list[Player] = []
    async with httpx.AsyncClient() as http:
        for number in range(num_matches):
            pair = await make_match(http, address, games[number % len(games)])
            for seat, player in enumerate(pair):
                await player.follow(player.match, seat)
                players.append(player)
    try:
        yield players
    finally:
        for player in players:
            await player.close()


async def watching(address: str, matches: Sequence[str], num_watchers: int) -> list[Player]:
    """Connect `num_watchers` spectators, spread over the matches."""
    watchers = [Player(address) for _ in range(num_watchers)]
    for number, watcher in enumerate(watchers):
        await watcher.follow(matches[number % len(matches)], None)
    return watchers


async def pace(players: list[Player], per_s: float, duration_s: float) -> None:
    """Let players act one after the other, `per_s` times a second."""
    begin, done = time.perf_counter(), 0
    while (passed_s := time.perf_counter() - begin) < duration_s:
        while done < passed_s * per_s:
            ready = [player for player in players if player.can_act]
            if ready:
                await random.choice(ready).act()
            done += 1
        await asyncio.sleep(0.002)


def take_acks(players: list[Player]) -> list[float]:
    """Take the acknowledgements so far, in milliseconds."""
    acks = [1000 * ack for player in players for ack in player.acks_s]
    for player in players:
        player.acks_s.clear()
    return acks


def spread(acks: list[float]) -> str:
    parts = statistics.quantiles(acks, n=100)
    return f"p50 {parts[49]:.1f} ms, p95 {parts[94]:.1f} ms, p99 {parts[98]:.1f} ms, longest {max(acks):.1f} ms"


def rates(acks: list[float], wall_s: float, cpu_s: float) -> str:
    number = len(acks)
    return (
        f"{number} actions in {wall_s:.1f} s, {number / wall_s:.0f}/s; server CPU {1e6 * cpu_s / number:.0f} µs an "
        f"action, {number / cpu_s:.0f}/s a core; {spread(acks)}; {load()}"
    )


def load() -> str:
    """Describe how busy the machine is."""
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


async def acks(seconds: float = 30.0) -> None:
    with our_server(ai_threads=2) as server:
        async with playing(server.address, parlour.game_ids(), 300) as players, httpx.AsyncClient() as http:
            for title, num_searches in (("alone", 0), ("with two searches", 4)):
                for _ in range(num_searches):  # two think and two wait, so that no thread is ever idle
                    seats = [{"kind": "computer", "level": "master"}] * 2
                    await Player(server.address).post(http, "/api/matches", {"game": "checkers", "seats": seats})
                await pace(players, 100, 2)  # to settle
                take_acks(players)
                begin = server.cpu_s()
                await pace(players, 100, seconds)
                await asyncio.sleep(1)
                given = take_acks(players)
                print(f"{title}: {len(given)} actions in {seconds:.0f} s: {spread(given)}; "
                      f"server CPU {server.cpu_s() - begin:.1f} s; {load()}")  # fmt: skip


async def start_all(players: list[Player], last_version: int = 10**9) -> None:
    """Let all players act as fast as they can, up to a version of their match."""
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
        log, line = SqliteLog(database), b"x" * 180
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
    """Play and end many matches in this process, with a server's services and without followers."""
    logs.configure()
    hub_module.TIDY_S = 0.5
    with tempfile.TemporaryDirectory() as folder:
        database, clock = Database(Path(folder) / "parlour.db"), WallClock()
        metrics = Metrics()
        services = MatchServices(
            SqliteLog(database), clock, Thinkers(1), Limits(clock), metrics, Tasks(metrics), GameLoader()
        )
        hub = hub_module.Hub(services)
        tidying = asyncio.create_task(hub.tidy())
        people = (Seat(PERSON, "Ada", "guest:ada"), Seat(PERSON, "Bo", "guest:bo"))

        async def play_one() -> None:
            live = await hub.create("whist", {}, "none", people)
            for _ in range(4):
                seat = live.match.position.to_act()[0]
                text = live.match.position.seen_by(seat).choices()[0].action
                await live.do(co.Play(seat=seat, action=text), key=str(live.match.version))
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


def play_ours(num_matches: int) -> tuple[list[float], float, float]:
    """Play eight actions in each match; return the acknowledgements, and wall and CPU time."""

    async def play() -> tuple[list[float], float, float]:
        with our_server() as server:
            async with playing(server.address, ["connect_four"], num_matches) as players:
                begin, cpu_s = time.perf_counter(), server.cpu_s()
                await start_all(players, last_version=1 + ACTIONS_BESIDE)
                while any(player.is_waiting or player.table["version"] <= ACTIONS_BESIDE for player in players):
                    await asyncio.sleep(0.005)
                return take_acks(players), time.perf_counter() - begin, server.cpu_s() - cpu_s

    return asyncio.run(play())


def play_theirs(num_matches: int) -> tuple[list[float], float, float]:
    """The same with boardgame.io: eight moves of tic-tac-toe."""
    server = Process(["node", str(FOREIGN / "server.js")])
    clients = None
    try:
        server.wait()
        command = ["node", str(FOREIGN / "clients.js"), str(server.port), str(num_matches)]
        clients = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert clients.stdin is not None
        assert clients.stdout is not None
        assert clients.stdout.readline() == "ready\n"
        begin, cpu_s = time.perf_counter(), server.cpu_s()
        clients.stdin.write("go\n")
        clients.stdin.flush()
        acks = json.loads(clients.stdout.readline())
        return acks, time.perf_counter() - begin, server.cpu_s() - cpu_s
    finally:
        server.stop()
        if clients is not None:
            clients.communicate()


def beside(num_matches: float = 200, rounds: float = 3) -> None:
    for _ in range(int(rounds)):
        for name, play in (("parlour", play_ours), ("boardgame.io", play_theirs)):
            print(f"{name}, {2 * num_matches:.0f} clients: {rates(*play(int(num_matches)))}")


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
