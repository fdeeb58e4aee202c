"""What a hostile client costs others: a bystander's times while nothing happens, and during each flood.

python bench/bench_floods.py                 # all floods
python bench/bench_floods.py ping subscribe  # some

The server has its usual limits. The flood comes from another process and another address (127.0.0.2) than the
bystanders (127.0.0.1), who play Whist at 20 actions a second, and in `search` Connect Four against a Novice.
"""

import argparse
import asyncio
import base64
import contextlib
import gc
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.core import registry
from parlour.players.warm import warm_game
from parlour.server import logs
from parlour.server.app import make_app
from parlour.server.run import Server
from parlour.server.settings import Settings
from server_load import Player, Process, load, pace, playing, take_acks

HOSTILE = "127.0.0.2"
OPERATOR = "127.0.0.3"  # where the server has its metrics, on the same port
SCRIPT = str(Path(__file__))
NUM_MATCHES = 20  # of bystanders
ACTIONS_PER_S = 20
ROUNDS, SETTLE_S, QUIET_S, FLOOD_S = 2, 3.0, 8.0, 8.0
DECK = "".join(f"{name} 1 1\nXXXXX\nXXIXX\nXICIX\nXXIXX\nXXXXX\n" * 2 for name in (f"Card{n}" for n in range(41)))
BIG = {"rows": 9, "cols": 9, "hand_size": 20, "red_deck": DECK, "blue_deck": DECK}
COMPUTERS = [{"kind": "computer", "level": "master"}] * 2


class Refused(Exception):
    """The server has refused a match, and not because there were too many."""


# --- the flood ---------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def hostile_http(address: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.AsyncHTTPTransport(local_address=HOSTILE)
    headers = {"origin": f"http://{address}"}
    async with httpx.AsyncClient(
        transport=transport, base_url=f"http://{address}", headers=headers, timeout=60
    ) as http:
        yield http


async def hostile_socket(address: str, cookie: str) -> ClientConnection:
    """Open a socket as soon as the limits allow."""
    while True:
        with contextlib.suppress(InvalidStatus):
            return await _connect(address, cookie)
        await asyncio.sleep(0.1)


async def _connect(address: str, cookie: str) -> ClientConnection:
    return await connect(
        f"ws://{address}/api/socket", additional_headers={"Cookie": cookie}, compression=None,
        origin=Origin(f"http://{address}"), ping_interval=None, local_addr=(HOSTILE, 0), open_timeout=60,
    )  # fmt: skip


async def make(http: httpx.AsyncClient, **request: Any) -> dict[str, Any]:
    """Make a match as a new guest, as soon as the limits allow; its cookie is in the answer."""
    while True:
        http.cookies.clear()
        answer = await http.post("/api/matches", json=request)
        if answer.status_code < 300:
            cookie = answer.headers["set-cookie"].split(";")[0]
            return {**answer.json(), "cookie": cookie}
        if answer.status_code != 429:
            raise Refused(answer.text)
        await asyncio.sleep(0.5)


def handshake(address: str) -> socket.socket:
    """Open a socket by hand, to send what no library would, as soon as the limits allow."""
    while (opened := _handshake(address)) is None:
        time.sleep(0.1)
    return opened


def _handshake(address: str) -> socket.socket | None:
    host, port = address.split(":")
    opened = socket.create_connection((host, int(port)), source_address=(HOSTILE, 0))
    key = base64.b64encode(os.urandom(16)).decode()
    opened.sendall(
        f"GET /api/socket HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    return opened if b" 101 " in opened.recv(4096) else None


async def flood_ping(address: str) -> None:
    """Ping on 3 sockets without end, and read nothing."""
    pings = (b"\x89\x84" + bytes(4) + b"ping") * 6000
    sockets = [handshake(address) for _ in range(3)]
    print("ready", flush=True)

    def ping(opened: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                opened.sendall(pings)

    await asyncio.gather(*(asyncio.to_thread(ping, opened) for opened in sockets))
    await asyncio.Event().wait()


async def flood_subscribe(address: str) -> None:
    """Subscribe on 20 sockets, 90 times a second each, to a match of Sanguine on a large board."""
    async with hostile_http(address) as http:
        made = await make(http, game="sanguine", seats=[{"kind": "me"}, {"kind": "me"}], options=BIG)
        match = made["match"]
    playing = await hostile_socket(address, made["cookie"])
    await play_some(playing, match, 10)
    sockets = [await hostile_socket(address, made["cookie"]) for _ in range(19)]
    print("ready", flush=True)

    async def subscribe(opened: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            while True:
                await opened.send(json.dumps({"type": "subscribe", "match": match, "seat": 0}))
                await asyncio.sleep(1 / 90)

    await asyncio.gather(*(work for opened in [playing, *sockets] for work in (subscribe(opened), drain(opened))))
    await asyncio.Event().wait()


async def play_some(opened: ClientConnection, match: str, number: int) -> None:
    """Play both seats for a while."""
    tables: dict[int, dict[str, Any]] = {}
    for seat in (0, 1):
        await opened.send(json.dumps({"type": "subscribe", "match": match, "seat": seat}))
        tables[seat] = json.loads(await opened.recv())["table"]
    for turn in range(number):
        table = next((table for table in tables.values() if table["choices"]), None)
        if table is None:
            return
        seat = table["to_act"][0]
        action = next((each["action"] for each in table["choices"] if each["action"] != "pass"), "pass")
        command = {"type": "play", "seat": seat, "action": action}
        await opened.send(json.dumps({"type": "subscribe", "match": match, "seat": seat}))
        await opened.send(json.dumps({"type": "act", "match": match, "key": f"k{turn}", "command": command,
                                      "seen_version": table["version"]}))  # fmt: skip
        while (message := json.loads(await opened.recv()))["type"] not in ("done", "refused"):
            pass
        for seat in (0, 1):
            await opened.send(json.dumps({"type": "subscribe", "match": match, "seat": seat}))
            while (message := json.loads(await opened.recv())).get("viewer") != seat or "table" not in message:
                pass
            tables[seat] = message["table"]


async def drain(opened: ClientConnection) -> None:
    with contextlib.suppress(Exception):
        async for _ in opened:
            pass


async def flood_lobby(address: str) -> None:
    """Offer 100 challenges with padded decks; 20 sockets enter the lobby again and again, and read nothing."""
    deck = " " * 28_000 + "harbor"
    async with hostile_http(address) as http:
        challengers = []
        for _ in range(100):
            seats = [{"kind": "me"}, {"kind": "open"}]
            options = {"red_deck": deck, "blue_deck": deck}
            made = await make(http, game="sanguine", seats=seats, options=options, is_public=True)
            opened = await hostile_socket(address, made["cookie"])
            await opened.send(json.dumps({"type": "subscribe", "match": made["match"], "seat": 0}))
            challengers.append(opened)
    followers = [handshake(address) for _ in range(20)]
    print("ready", flush=True)
    text = json.dumps({"type": "enter_lobby"}).encode()
    enter = bytes([0x81, 0x80 | len(text)]) + bytes(4) + text

    async def follow(opened: socket.socket) -> None:
        opened.setblocking(False)
        with contextlib.suppress(OSError):
            while True:
                with contextlib.suppress(BlockingIOError):
                    opened.send(enter)
                await asyncio.sleep(0.02)

    await asyncio.gather(*map(follow, followers))
    await asyncio.Event().wait()


async def flood_search(address: str) -> None:
    """Let the computer play against itself in as many matches as can be made."""
    async with hostile_http(address) as http:
        for number in range(129):
            try:
                await make(http, game="checkers", seats=COMPUTERS)
            except Refused:
                print(f"{number} matches", file=sys.stderr)
                break
    print("ready", flush=True)
    await asyncio.Event().wait()


async def flood_half(address: str) -> None:
    """Open 1,100 connections and send half a request on each; open those again that are closed."""
    host, port = address.split(":")

    async def half() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=(HOSTILE, 0))
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow:")
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    tasks = [asyncio.create_task(half()) for _ in range(1100)]
    await asyncio.sleep(3)
    print("ready", flush=True)
    await asyncio.gather(*tasks)


async def flood_rematch(address: str) -> None:
    """Resign and ask for a rematch, again and again, on 15 sockets."""
    async with hostile_http(address) as http:
        seats = [{"kind": "me"}, {"kind": "computer", "level": "novice"}]
        made = [await make(http, game="connect_four", seats=seats) for _ in range(15)]
    print("ready", flush=True)

    async def repeat(first: dict[str, Any]) -> None:
        opened, match, keys = await hostile_socket(address, first["cookie"]), first["match"], iter(range(10**9))
        await opened.send(json.dumps({"type": "subscribe", "match": match}))
        with contextlib.suppress(Exception):
            while True:
                for seat in (0, 1):
                    command = {"type": "resign", "seat": seat}
                    await opened.send(json.dumps({"type": "act", "match": match, "key": f"k{next(keys)}",
                                                  "command": command}))  # fmt: skip
                    await opened.send(json.dumps({"type": "rematch", "match": match, "seat": seat}))
                while (message := json.loads(await opened.recv()))["type"] != "rematched":
                    if message.get("code") == "server/too_many":
                        await asyncio.sleep(0.2)
                        break
                else:
                    match = message["next_match"]
                    await opened.send(json.dumps({"type": "subscribe", "match": match}))

    await asyncio.gather(*map(repeat, made))
    await asyncio.Event().wait()


FLOODS: dict[str, Callable[[str], Awaitable[None]]] = {
    "ping": flood_ping,
    "subscribe": flood_subscribe,
    "lobby": flood_lobby,
    "search": flood_search,
    "half": flood_half,
    "rematch": flood_rematch,
}


# --- the bystanders ----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def usual_server() -> Iterator[Process]:
    with tempfile.TemporaryDirectory() as folder:
        process = Process([sys.executable, SCRIPT, "--serve", folder])
        try:
            process.wait()
            yield process
        finally:
            process.kill()


@contextlib.asynccontextmanager
async def flooding(kind: str, address: str) -> AsyncIterator[None]:
    flood = subprocess.Popen([sys.executable, SCRIPT, "--flood", kind, address], stdout=subprocess.PIPE)
    try:
        assert flood.stdout is not None
        assert await asyncio.to_thread(flood.stdout.readline), "the flood has failed"
        yield
    finally:
        flood.kill()
        flood.wait()


async def time_requests(address: str, times_s: list[float], duration_s: float) -> None:
    """Open a new connection for each request: what a visitor does."""
    end = time.perf_counter() + duration_s
    while (begin := time.perf_counter()) < end:
        async with httpx.AsyncClient(timeout=60) as http:
            await http.get(f"http://{address}/healthz")
        times_s.append(time.perf_counter() - begin)
        await asyncio.sleep(0.1)


async def time_answers(player: Player, times_s: list[float], duration_s: float) -> None:
    """Play Connect Four against a Novice; how long until it is the person's turn again, or over."""
    end = time.perf_counter() + duration_s
    while time.perf_counter() < end:
        if not player.can_act:
            await start_against_novice(player)
        begin, version = time.perf_counter(), player.table["version"]
        await player.act()
        while not (player.table["version"] > version + 1 or player.table["outcome"]):
            if time.perf_counter() - begin > 60:
                break
            await asyncio.sleep(0.002)
        times_s.append(time.perf_counter() - begin)
        await asyncio.sleep(0.1)


async def start_against_novice(player: Player) -> None:
    await player.close()
    async with httpx.AsyncClient() as http:
        request = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "computer", "level": "novice"}],
                   "options": {"quick_colours": 1}}  # fmt: skip
        made = await player.post(http, "/api/matches", request)
    player.is_waiting = False
    await player.follow(made["match"], 0)
    while not player.can_act:
        await asyncio.sleep(0.002)


def describe(times_ms: list[float]) -> str:
    if len(times_ms) < 2:
        return f"{len(times_ms)} answers"
    parts = statistics.quantiles(times_ms, n=100, method="inclusive")
    return f"p50 {parts[49]:.1f}, p99 {parts[98]:.1f}, longest {max(times_ms):.1f} ms of {len(times_ms)}"


async def measure(kind: str) -> None:
    with usual_server() as server:
        async with playing(server.address, ["whist"], NUM_MATCHES) as players:
            other: list[float] = []
            extra: Callable[[float], Awaitable[None]] | None = None
            if kind == "search":
                novice = Player(server.address)
                await start_against_novice(novice)
                extra = lambda duration_s: time_answers(novice, other, duration_s)  # noqa: E731
            elif kind == "half":
                extra = lambda duration_s: time_requests(server.address, other, duration_s)  # noqa: E731
            await phase(players, extra, SETTLE_S)
            take_acks(players)
            other.clear()
            times = Times(), Times()
            for _ in range(ROUNDS):
                await phase(players, extra, QUIET_S)
                times[0].take(players, other)
                async with flooding(kind, server.address):
                    await phase(players, extra, FLOOD_S)
                    times[1].take(players, other)
                    mib = server.memory_kib() // 1024
            print(f"{kind}, quiet: {times[0]}\n{kind}, during: {times[1]}; {mib} MiB; {load()}", flush=True)
            if kind == "rematch":
                await print_matches(server.address)


async def phase(players: list[Player], extra: Callable[[float], Awaitable[None]] | None, duration_s: float) -> None:
    try:
        await asyncio.gather(pace(players, ACTIONS_PER_S, duration_s), *([extra(duration_s)] if extra else []))
    except ConnectionClosed:
        print("bystanders were disconnected", flush=True)


class Times:
    """How long actions took, and what else was timed."""

    def __init__(self) -> None:
        self.acks_ms: list[float] = []
        self.other_ms: list[float] = []
        self.num_stuck = 0

    def take(self, players: list[Player], other_s: list[float]) -> None:
        """Take in the times of a phase."""
        self.acks_ms += take_acks(players)
        self.other_ms += [1000 * each for each in other_s]
        other_s.clear()
        self.num_stuck += sum(player.is_waiting for player in players)

    def __str__(self) -> str:
        more = f"; new requests or answers: {describe(self.other_ms)}" if self.other_ms else ""
        return f"{describe(self.acks_ms)}, {self.num_stuck} without an answer{more}"


async def print_matches(address: str) -> None:
    async with httpx.AsyncClient(timeout=60) as http:
        text = (await http.get(f"http://{OPERATOR}:{address.partition(':')[2]}/metrics")).text
    print(next(line for line in text.splitlines() if line.startswith("parlour_live_matches ")))


def serve(folder: str, port: str) -> None:
    """Be the server, with its usual limits; the games that are played are loaded before it listens."""
    for game_id in ("connect_four", "checkers", "sanguine", "whist"):
        warm_game(registry.load(game_id))
    logs.configure()
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))  # what most systems give
    operator = socket.create_server((OPERATOR, int(port)))
    Server(make_app(Settings(Path(folder))), operator, port=int(port)).run()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("floods", nargs="*", metavar="FLOOD", help=", ".join(FLOODS))
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--flood", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(*given.serve)
    elif given.flood:
        kind, address = given.flood
        asyncio.run(_run(FLOODS[kind](address)))
    else:
        gc.freeze()
        for kind in given.floods or FLOODS:
            asyncio.run(_run(measure(kind)))


async def _run(work: Awaitable[None]) -> None:
    await work


if __name__ == "__main__":
    main()
