"""Servers, clients and their figures for bench_server.py."""

import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

import parlour
from parlour.core import registry
from parlour.players.warm import warm_game
from parlour.server import logs
from parlour.server.app import make_app
from parlour.server.choice_groups import listed
from parlour.server.difference import apply
from parlour.server.run import Server
from parlour.server.settings import Settings

PATIENCE_S = 60.0
QUICK = {"connect_four": {"quick_colours": 1}}


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
        """Return the CPU time it has used; /proc would tell it in ticks of 10 ms, half a tenth of a short burst."""
        return time.clock_gettime(~self._process.pid << 3 | 2)  # clock_getcpuclockid(3)

    def memory_kib(self) -> int:
        """Return the memory that it has."""
        return memory_kib(self._process.pid)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def memory_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextlib.contextmanager
def our_server(ai_threads: int = 1) -> Iterator[Process]:
    """Run our server on an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process(
            [sys.executable, str(Path(__file__).with_name("bench_server.py")), "serve", folder, str(ai_threads)]
        )
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
        self.bytes_in = self.bytes_out = 0  # of messages, from the second one on
        self.is_eager = False  # acts as soon as it can
        self.last_version = 10**9  # of the match, at which it stops
        self._sent_s = 0.0
        self.is_waiting = False  # for the answer to a wish
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
        await self._socket.send(json.dumps({"type": "subscribe", "match": match, "seat": seat, "changes": True}))
        self._hear(json.loads(await self._socket.recv()))
        self._listening = asyncio.create_task(self._listen(self._socket))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.bytes_in += len(text)
            self._hear(json.loads(text))
            if self.is_eager and self.can_act:
                await self.act()

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot":
                self.table = message["table"]
            case "change":
                self.table = apply(self.table, message["table"])
                if "choices" in message:
                    self.table["choices"] = listed(message["choices"])
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
        text = json.dumps(request)
        self.bytes_out += len(text)
        await self._socket.send(text)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()


async def make_match(http: httpx.AsyncClient, address: str, game: str) -> tuple[Player, Player]:
    """Start a match between two players who do not follow it yet."""
    first, second = Player(address), Player(address)
    seats = [{"kind": "me"}, {"kind": "open"}]
    request = {"game": game, "seats": seats, "options": QUICK.get(game, {}), "is_public": True}
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
