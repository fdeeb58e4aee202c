"""Programs that play random actions over one socket each, never give up, and remember all that they were told."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets import ConnectionClosed, InvalidHandshake, InvalidMessage, Origin
from websockets.asyncio.client import ClientConnection, connect

from support.live_server import NO_TLS

RETRY_S = 0.02
PATIENCE_S = 30.0


@dataclass
class Followed:
    """What a bot knows of one match."""

    seat: int
    version: int = 1
    told: list[tuple[int, str, int | None]] = field(default_factory=list)  # version, kind, seat
    table: dict[str, Any] | None = None
    pending: dict[str, Any] | None = None  # the request that was sent and not answered
    sent: list[dict[str, Any]] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)  # by key: the version it was acknowledged with
    gives_up: bool = False  # resigns when it is next to act
    is_returning: bool = False  # it was away, and has not heard yet what it missed
    num_repeated: int = 0  # requests that were sent again after a break
    num_recovered: int = 0  # of these, those that had been committed without an answer

    @property
    def is_over(self) -> bool:
        return self.table is not None and self.table["outcome"] is not None


class Bot:
    """Plays one seat in each of several matches."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address
        self.matches: dict[str, Followed] = {}
        self.num_dialled = 0
        self.num_failures = 0  # of the storage that it was told of
        self._choose = random.Random(seed)
        self._http = httpx.AsyncClient(
            base_url=f"http://{address}", headers={"origin": f"http://{address}"}, verify=NO_TLS
        )
        self._socket: ClientConnection | None = None

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask until there is an answer."""
        while True:
            try:
                answer = await self._http.post(path, json=body, timeout=PATIENCE_S)
            except httpx.TransportError:
                await asyncio.sleep(RETRY_S)
                continue
            assert answer.status_code < 300, answer.text
            return dict(answer.json())

    async def get(self, path: str) -> bytes:
        return (await self._http.get(path, timeout=PATIENCE_S)).raise_for_status().content

    async def follow(self, match: str, seat: int) -> None:
        """Begin to play in a match."""
        self.matches[match] = Followed(seat)
        if self._socket is not None:
            await self._subscribe(self._socket, match)

    async def live(self) -> None:
        """Play until cancelled, and come back whenever the server is gone."""
        while True:
            try:
                await self._be_there()
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage):
                await asyncio.sleep(RETRY_S)
            finally:
                self._socket = None

    async def _be_there(self) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        async with connect(
            f"ws://{self.address}/api/socket",
            additional_headers={"Cookie": cookies},
            origin=Origin(f"http://{self.address}"),
            compression=None,
        ) as self._socket:
            self.num_dialled += 1
            for match, followed in list(self.matches.items()):
                await self._subscribe(self._socket, match)
                followed.is_returning = followed.pending is not None
                if followed.pending is not None:
                    followed.num_repeated += 1
                    await self._socket.send(json.dumps(followed.pending))
            async for text in self._socket:
                await self._hear(json.loads(text))

    async def _subscribe(self, socket: ClientConnection, match: str) -> None:
        followed = self.matches[match]
        request = {"type": "subscribe", "match": match, "seat": followed.seat, "since": followed.version}
        await socket.send(json.dumps(request))

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "update":
                self._note(self.matches[message["match"]], message)
            case "done":
                followed = self.matches[message["match"]]
                assert followed.pending is not None
                assert followed.pending["key"] == message["key"]
                followed.done[message["key"]] = message["version"]
                followed.pending = None
            case "refused" if message["code"] == "storage/failed":  # nothing was saved: the same request again
                await asyncio.sleep(RETRY_S)
                assert self._socket is not None
                await self._socket.send(json.dumps(self.matches[message["match"]].pending))
                self.num_failures += 1
            case "refused":  # both seats acted at once, or the server's return came between
                assert message["code"] in ("match/stale_version", "match/over"), message
                self.matches[message["match"]].pending = None
            case "snapshot":  # only sent to clients that know more than the server, or were away for too long
                known, now = self.matches[message["match"]].version, message["table"]["version"]
                raise AssertionError(f"A seat was told of version {known}, and the server is at {now}.")
            case kind:
                raise AssertionError(f"A bot expects no {kind}: {message}")
        await self._act(message["match"])

    def _note(self, followed: Followed, message: dict[str, Any]) -> None:
        versions = [told["version"] for told in message["events"]]
        expected = list(range(followed.version + 1, message["table"]["version"] + 1))
        assert versions == expected, f"told {versions}, missing {expected}"
        told = [(told["version"], told["kind"], told["seat"]) for told in message["events"]]
        if followed.is_returning and followed.pending is not None:
            seen = followed.pending["seen_version"]
            followed.num_recovered += any((seen + more, "acted", followed.seat) in told for more in (1, 2))
            followed.is_returning = False
        followed.told += told
        followed.table = message["table"]
        followed.version = message["table"]["version"]

    async def _act(self, match: str) -> None:
        followed = self.matches[match]
        table = followed.table
        if (
            table is None
            or followed.pending is not None
            or self._socket is None
            or followed.seat not in table["to_act"]
        ):
            return
        if followed.gives_up:
            command = {"type": "resign", "seat": followed.seat}
        else:
            action = self._choose.choice(table["choices"])["action"]
            command = {"type": "play", "seat": followed.seat, "action": action}
        key = f"{followed.seat}-{len(followed.sent)}"
        request = {"type": "act", "match": match, "key": key, "seen_version": table["version"], "command": command}
        followed.pending = request
        followed.sent.append(request)
        await self._socket.send(json.dumps(request))

    async def close(self) -> None:
        await self._http.aclose()
