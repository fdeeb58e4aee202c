"""A real server on a free port, and clients that talk to it over the network."""

import asyncio
import contextlib
import json
import socket
import ssl
from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.datastructures import State
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from parlour.server.app import make_app
from parlour.server.run import Server
from parlour.server.settings import Settings
from support.sqlite import put_database

# The server closes a connection that was idle for 5 s, which must not happen just when a request is sent.
LIMITS = httpx.Limits(keepalive_expiry=1.0)
PATIENCE_S = 60.0
PASSWORD = "correct horse battery"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # the real one takes its time on purpose
ANY_VERSION = ("resign", "add_time")  # commands that are meant whatever the version is
# For clients without TLS: each would read all certificates of the machine, which takes as long as a whole test.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
DATABASE = "parlour.db"  # in the data folder

spare_apps: list[Litestar] = []  # of servers that have ended; to declare all routes takes a tenth of a second


class Person:
    """A browser with its cookies and a socket."""

    def __init__(self, address: str) -> None:
        headers = {"origin": f"http://{address}"}
        self.http = httpx.AsyncClient(
            base_url=f"http://{address}", headers=headers, timeout=PATIENCE_S, limits=LIMITS, verify=NO_TLS
        )
        self.address = address
        self.socket: ClientConnection | None = None
        self.received: list[str] = []  # every byte that the server sent, in order
        self.made: dict[str, Any] = {}  # the answer to the match that was made last
        self.trust: ssl.SSLContext | None = None  # of the certificate, where the address has TLS
        self._keys = iter(range(10**9))

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.http.post(path, json=body)
        self.received.append(answer.text)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    async def sign_up(self, name: str, password: str = PASSWORD) -> Any:
        return await self.post("/api/account", name=name, password=password)

    async def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return await self.post("/api/account/sign-in", name=name, password=password)

    async def refusal(self, path: str, method: str = "POST", **body: Any) -> tuple[int, str]:
        """Ask for something that is refused; return the status and the code."""
        answer = await self.http.request(method, path, json=body or None)
        self.received.append(answer.text)
        return answer.status_code, answer.json()["code"]

    async def dial(self, query: str = "") -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self.socket = await connect(
            f"{'wss' if self.trust else 'ws'}://{self.address}/api/socket{query}",
            additional_headers={"Cookie": cookies},
            origin=Origin(f"{'https' if self.trust else 'http'}://{self.address}"),
            ssl=self.trust,
        )
        assert self.socket.response is not None
        for name, morsel in SimpleCookie(self.socket.response.headers.get("set-cookie", "")).items():
            self.http.cookies.set(name, morsel.value)  # as a browser does

    async def send(self, kind: str, **fields: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def receive(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of these kinds."""
        assert self.socket is not None
        while True:
            async with asyncio.timeout(PATIENCE_S):  # `wait_for` of Python 3.11 may overlook that it is cancelled
                text = await self.socket.recv()
            assert isinstance(text, str)
            self.received.append(text)
            message: dict[str, Any] = json.loads(text)
            if not kinds or message["type"] in kinds:
                return message

    async def request(self, kind: str, match: str, seat: int, seen_version: int, **fields: Any) -> str:
        """Send a claim, or a command of this kind; returns its key."""
        key = f"k{next(self._keys)}"
        if kind == "claim":
            await self.send("claim", match=match, seat=seat, key=key)
        else:
            command = {"type": kind, "seat": seat, **fields}
            seen = {} if kind in ANY_VERSION else {"seen_version": seen_version}
            await self.send("act", match=match, key=key, command=command, **seen)
        return key

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        await self.http.aclose()


class Served:
    """A running server."""

    def __init__(self, address: str, server: uvicorn.Server, app: Litestar) -> None:
        self.address = address
        self.server = server
        self.app = app
        self._people: list[Person] = []

    def person(self) -> Person:
        return self.welcome(Person(self.address))

    def welcome(self, person: Person) -> Person:
        """Take a person in, to be disconnected at the end."""
        self._people.append(person)
        return person

    def metrics(self) -> str:
        """Return what the operator's port would."""
        text: bytes = self.app.state.services.metrics.to_text()
        return text.decode()

    async def close(self) -> None:
        for person in self._people:
            await person.close()


def take_app(settings: Settings) -> Litestar:
    """Return an application, a spare one if there is one; all that it knows of its server is in its state."""
    if not spare_apps:
        return make_app(settings)
    app = spare_apps.pop()
    app.state = State({"settings": settings})
    return app


@contextlib.asynccontextmanager
async def serving(data: Path, operator: socket.socket | None = None, **settings: Any) -> AsyncIterator[Served]:
    """Serve from a folder until the block ends; all clients share one address, so the limits are looser than usual.

    A new folder gets an empty database. There are no pages, unless their folder is among the settings.
    """
    settings.setdefault("limit_factor", 100.0)
    settings.setdefault("hasher", QUICK)
    settings.setdefault("static", data / "no pages")
    if settings.get("database") is None and not (data / DATABASE).exists():
        put_database(data / DATABASE)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        app = take_app(Settings(data, (), **settings))
        server = Server(app, operator)
        task = asyncio.create_task(server.serve([listening]))
        while not server.started:
            assert not task.done(), "the server did not start"
            await asyncio.sleep(0.01)
        served = Served(address, server, app)
        try:
            yield served
        finally:
            await served.close()
            server.should_exit = True
            await task
            spare_apps.append(app)
