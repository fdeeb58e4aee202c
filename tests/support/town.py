"""A town that plays on one server in virtual time: people come and go, and the disk and the clock fail now and then."""

import asyncio
import dataclasses
import itertools
import json
import random
import resource
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from parlour.core.errors import ParlourError
from parlour.match.seating import ACCOUNT, COMPUTER, GUEST, PERSON, Seat
from parlour.server.cancelling import end
from parlour.server.hub import Hub
from parlour.server.lobby import Lobby
from parlour.server.naming import computer_name
from parlour.server.projector import Projector
from parlour.server.retention import Housekeeping
from parlour.server.settings import Kept
from parlour.server.sockets import Client
from parlour.server.tasks import Tasks
from parlour.server.visitor import Visitor
from parlour.storage.database import Database
from parlour.storage.projections import SqlProjection
from parlour.storage.retention import SqlRetention
from support.fake_clock import match_services, rating_of, virtual_loop

HOUR_S = 3600.0
NOVICE = Seat(COMPUTER, computer_name("novice"), level="novice")
GAMES = ("connect_four", "checkers", "whist")
PACES = ("none", "none", "table", "10+5", "1d")
OPEN = "is_over = 0"
KEPT = f"EXISTS (SELECT 1 FROM seats WHERE match = matches.id AND identity LIKE '{ACCOUNT}%')"
TRIES = 100  # of one command, two seconds apart, while the disk refuses


class Size(NamedTuple):
    """How much happens."""

    people: int
    hours: int
    visit_every_s: float  # on average, of each person
    kept_hours: float  # of abandoned matches
    fault_every_s: float
    restart_every_s: float
    seed: int = 1


class Hourly(NamedTuple):
    """The state at the end of an hour."""

    live: int  # matches in memory
    open: int  # matches on the disk that are not over
    kept: int  # of these: with an account at the table
    pages: int  # of the database that are in use
    over: int  # matches that are over
    resident_mb: int  # memory of this process


class Server:
    """A server in this process, with its jobs."""

    def __init__(self, data: Path, kept_hours: float) -> None:
        self.database = Database(data / "parlour.db")
        services = match_services(self.database, virtual_loop())
        self.projector = Projector(SqlProjection(self.database), services.tasks)
        self.services = dataclasses.replace(services, after_match=self.projector.wake)
        self.hub = Hub(self.services)
        self.lobby = Lobby(self.hub, rating_of)
        keeping = Housekeeping(SqlRetention(self.database), self.hub, Kept(kept_hours / 24, kept_hours / 24))
        tasks: Tasks = self.services.tasks
        jobs = (self.hub.beat, self.hub.tidy, self.hub.load_due, keeping.run)
        self._jobs = [asyncio.create_task(tasks.run_forever(job)) for job in jobs]
        self.is_closed = False

    async def close(self) -> None:
        self.is_closed = True
        await end(*self._jobs)
        self.projector.stop()
        await self.services.close()
        self.database.close()

    def num_failures(self) -> float:
        return float(self.services.metrics.failures._value.get())  # there is no public way to read a counter


class Town:
    """People who visit a server at random."""

    def __init__(self, data: Path, size: Size) -> None:
        self.size = size
        self.refusals: Counter[str] = Counter()
        self.num_acked = 0
        self.num_faults = self.num_restarts = 0
        self.acked: dict[str, int] = {}  # by match: the last version that a player was told
        self.hours: list[Hourly] = []
        self._data = data
        self._choose = random.Random(size.seed)
        self._keys = itertools.count()
        self._failures = 0.0
        self.server = Server(data, size.kept_hours)

    @property
    def num_failures(self) -> float:
        """Failures that were logged, of all servers."""
        return self._failures + self.server.num_failures()

    async def live(self) -> None:
        """Let the hours pass."""
        await self.server.hub.resume()
        people = [asyncio.create_task(self._person(number)) for number in range(self.size.people)]
        mishaps = [asyncio.create_task(self._fail_now_and_then())]
        next_restart_s = self.size.restart_every_s
        for hour in range(self.size.hours):
            while virtual_loop().time() < (hour + 1) * HOUR_S:
                await virtual_loop().pass_time(self.server.services, 20_000)
                if virtual_loop().time() >= next_restart_s:
                    next_restart_s += self.size.restart_every_s
                    await self._restart()
            self._note_hour()
        for task in (*people, *mishaps):
            task.cancel()
        await asyncio.gather(*people, *mishaps, return_exceptions=True)
        self.server.database.writer.connection.execute("PRAGMA query_only = OFF")

    async def rest(self, hours: float) -> None:
        """Let time pass without visitors."""
        for _ in range(round(hours * 60)):
            await virtual_loop().pass_time(self.server.services, 60_000)
        self._note_hour()

    async def close(self) -> None:
        await self.server.close()

    async def _restart(self) -> None:
        self.num_restarts += 1
        self._failures += self.server.num_failures()
        await self.server.close()
        virtual_loop().wall_ahead_ms += self._choose.choice((-3_600_000, 0, 600_000, 3_600_000))  # the clock is set
        self.server = Server(self._data, self.size.kept_hours)
        await self.server.hub.resume()

    async def _fail_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self._choose.expovariate(1 / self.size.fault_every_s))
            self.num_faults += 1
            server = self.server
            server.database.writer.connection.execute("PRAGMA query_only = ON")  # the disk refuses every write
            await asyncio.sleep(self._choose.uniform(1, 60))
            if not server.is_closed:
                server.database.writer.connection.execute("PRAGMA query_only = OFF")

    async def _person(self, number: int) -> None:
        choose = random.Random(self.size.seed * 100_003 + number)
        identity = f"{ACCOUNT}{number}" if number % 5 == 0 else f"{GUEST}{number}"
        while True:
            await asyncio.sleep(choose.expovariate(1 / self.size.visit_every_s))
            try:
                await self._visit(identity, choose)
            except (ParlourError, Gone) as error:  # the disk refused for too long, or the server was stopped
                self.refusals[getattr(error, "code", "gone")] += 1

    async def _visit(self, identity: str, choose: random.Random) -> None:
        """Play one match, to its end or not; who sits opposite does as the visitor does."""
        server, me = self.server, Seat(PERSON, identity, identity)
        other = choose.choice((NOVICE, me, Seat(PERSON, "Friend", f"{GUEST}friend{choose.randrange(10**6)}")))
        live = await server.hub.create(choose.choice(GAMES), {}, choose.choice(PACES), (me, other))
        clients = {seat: Client(Visitor(each.identity, each.name), server.hub, server.lobby)
                   for seat, each in enumerate((me, other)) if each.identity is not None}  # fmt: skip
        try:
            for seat, client in clients.items():
                await ask(client, type="subscribe", match=live.id, seat=seat)
            for _ in range(choose.choice((0, 3, 10, 30))):  # then they leave
                await asyncio.sleep(choose.uniform(0.5, 8))
                if server.is_closed:
                    raise Gone
                mine = [seat for seat in live.match.position.to_act() if seat in clients]
                if live.match.is_over:
                    break
                if mine:
                    position = live.match.position
                    text = position.action_to_text(mine[0], choose.choice(position.legal_actions(mine[0])))
                    command = {"type": "play", "seat": mine[0], "action": text}
                    await self._act(server, clients[mine[0]], live.id, command, live.match.version)
            if choose.random() < 0.4 and not live.match.is_over:
                await self._act(server, clients[0], live.id, {"type": "resign", "seat": 0}, None)
            if choose.random() < 0.3:
                await ask(clients[0], type="say", match=live.id, seat=0, text="Well played!")
        finally:
            for client in clients.values():
                client.leave()

    async def _act(self, server: Server, client: Client, match: str, command: dict[str, Any], seen: int | None) -> None:
        """Send a command until it is answered, as a client does."""
        key = f"k{next(self._keys)}"
        request = {"type": "act", "match": match, "key": key, "command": command} | (
            {} if seen is None else {"seen_version": seen}
        )
        for _ in range(TRIES):
            if server.is_closed:
                raise Gone
            answer = await ask(client, **request)
            if answer["type"] == "done":
                self.num_acked += 1
                self.acked[match] = max(self.acked.get(match, 0), answer["version"])
                return
            self.refusals[answer["code"]] += 1
            if not answer["code"].startswith("storage/"):
                return  # the clock was faster
            await asyncio.sleep(2)
        raise Gone

    def _note_hour(self) -> None:
        with closing(sqlite3.connect(self._data / "parlour.db")) as connection:

            def count(what: str) -> int:
                return int(connection.execute(what).fetchone()[0])

            self.hours.append(Hourly(
                self.server.hub.num_live, count(f"SELECT COUNT(*) FROM matches WHERE {OPEN}"),
                count(f"SELECT COUNT(*) FROM matches WHERE {OPEN} AND {KEPT}"),
                count("PRAGMA page_count") - count("PRAGMA freelist_count"),
                count("SELECT COUNT(*) FROM matches WHERE is_over = 1"), resident_mb(),
            ))  # fmt: skip


def resident_mb() -> int:
    """Return how much memory this process occupies."""
    num_pages = int(Path("/proc/self/statm").read_text().split()[1])
    return num_pages * resource.getpagesize() // 2**20


class Gone(Exception):
    """The server was stopped."""


async def ask(client: Client, **request: Any) -> dict[str, Any]:
    """Send a message and return the last answer to it."""
    while not client.replies.empty():
        client.replies.get_nowait()
    await client.handle(json.dumps(request))
    answers = []
    while not client.replies.empty():
        reply = client.replies.get_nowait()
        assert isinstance(reply, bytes), f"disconnected: {reply}"
        answers.append(json.loads(reply))
    return next((answer for answer in answers if answer["type"] in ("done", "refused")), answers[-1] if answers else {})
