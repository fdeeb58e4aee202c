"""Clients of a site: when their node is gone, they go on at another one, from the version that they have."""

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx
from websockets import ConnectionClosed, InvalidHandshake, InvalidMessage, Origin
from websockets.asyncio.client import ClientConnection, connect

from parlour.core.contract import SPECTATOR
from support.history import History, is_passing
from support.live_server import NO_TLS

RETRY_S = 0.05
ANSWER_S = 30.0
GONE = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage)
PASSED_OVER = ("match/stale_version", "match/over")  # the match went on before the command came


@dataclass
class Followed:
    """What a client knows of one match."""

    history: History
    most_actions: int  # after which it resigns
    version: int = 1
    table: dict[str, Any] | None = None
    pending: dict[str, Any] | None = None  # the command that was sent and not answered
    stale_version: int = 0  # for which a command was refused: something newer is on its way
    num_sent: int = 0
    num_acked: int = 0

    @property
    def is_over(self) -> bool:
        return self.table is not None and self.table["outcome"] is not None

    def next_request(self, choose: random.Random) -> dict[str, Any] | None:
        """Return what to send now; None: nothing."""
        table, seat = self.table, self.history.viewer
        if table is None or self.pending is not None or seat not in table["to_act"]:
            return None
        if self.version == self.stale_version or any(each["kind"] == "open" for each in table["seats"]):
            return None
        if self.num_acked >= self.most_actions:
            command: dict[str, Any] = {"type": "resign", "seat": seat}
        else:
            command = {"type": "play", "seat": seat, "action": choose.choice(table["choices"])["action"]}
        self.num_sent += 1
        key = f"{seat}-{self.num_sent}"
        return {"type": "act", "match": self.history.match, "key": key, "seen_version": self.version,
                "command": command}  # fmt: skip


class SiteBot:
    """Plays, or watches, over one socket at a time."""

    def __init__(self, addresses: Sequence[str], first: int, seed: int) -> None:
        """Begin at the address of this number."""
        self._addresses = addresses
        self._at = first % len(addresses)
        self._choose = random.Random(seed)
        self._http = httpx.AsyncClient(timeout=ANSWER_S, limits=httpx.Limits(keepalive_expiry=1.0), verify=NO_TLS)
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self.followed: dict[str, Followed] = {}
        self.num_acked = 0
        self.breaks: list[str] = []  # why it moved to another node
        self.num_repeated = 0  # commands that were sent again after a break

    @property
    def address(self) -> str:
        return self._addresses[self._at]

    @property
    def is_playing(self) -> bool:
        """Whether it has a socket, and a seat in a match that goes on."""
        return self._socket is not None and any(
            not each.is_over and each.history.viewer != SPECTATOR for each in self.followed.values()
        )

    def _move(self) -> None:
        """Turn to another node, if there is one."""
        if len(self._addresses) > 1:
            self._at = (self._at + self._choose.randrange(1, len(self._addresses))) % len(self._addresses)

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask until a node answers."""
        while True:
            origin = {"origin": f"http://{self.address}"}
            with contextlib.suppress(httpx.TransportError):
                answer = await self._http.post(f"http://{self.address}{path}", json=body, headers=origin)
                if answer.status_code < 500:
                    assert answer.status_code < 300, answer.text
                    return dict(answer.json())
            await asyncio.sleep(RETRY_S)
            self._move()

    async def follow(self, match: str, viewer: int, most_actions: int = 10**9) -> Followed:
        """Begin to play in a match, or to watch it."""
        followed = self.followed[match] = Followed(History(match, viewer), most_actions)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._subscribe(match)
        return followed

    async def leave(self, match: str) -> None:
        """Stop following a match."""
        del self.followed[match]
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps({"type": "unsubscribe", "match": match}))

    async def until_over(self, followed: Followed) -> None:
        """Wait for the end of a match."""
        while not followed.is_over:
            self._changed.clear()
            await self._changed.wait()

    async def live(self) -> None:
        """Play until cancelled, at one node or another."""
        while True:
            while not self.followed:  # the first request gives it an identity
                await asyncio.sleep(RETRY_S)
            try:
                await self._be_there()
            except GONE as gone:
                self.breaks.append(f"{self.address}: {gone!r}")
                await asyncio.sleep(RETRY_S)
            finally:
                self._socket = None
            self._move()

    async def _be_there(self) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        async with connect(
            f"ws://{self.address}/api/socket", additional_headers={"Cookie": cookies}, compression=None,
            origin=Origin(f"http://{self.address}"), open_timeout=ANSWER_S,
        ) as self._socket:  # fmt: skip
            for match, followed in list(self.followed.items()):
                await self._subscribe(match)
                if followed.pending is not None:
                    self.num_repeated += 1
                    await self._send(followed, followed.pending)
            async for text in self._socket:
                await self._hear(json.loads(text))

    async def _subscribe(self, match: str) -> None:
        followed = self.followed[match]
        viewer = followed.history.viewer
        request = {"type": "subscribe", "match": match, "seat": None if viewer == SPECTATOR else viewer,
                   "since": followed.version}  # fmt: skip
        assert self._socket is not None
        await self._socket.send(json.dumps(request))

    async def _send(self, followed: Followed, request: dict[str, Any]) -> None:
        assert self._socket is not None
        followed.history.note_request(request)
        await self._socket.send(json.dumps(request))

    async def _hear(self, message: dict[str, Any]) -> None:
        assert message["type"] != "refused" or message["match"] is not None, message
        followed = self.followed.get(message.get("match", ""))
        if followed is None or message["type"] == "goodbye":  # a match that was left, or a node that stops
            return
        followed.history.note_reply(message)
        match message["type"]:
            case "update" | "snapshot":
                followed.table, followed.version = message["table"], message["table"]["version"]
            case "done":
                assert followed.pending is not None, message
                assert followed.pending["key"] == message["key"]
                followed.pending = None
                followed.num_acked += 1
                self.num_acked += 1
            case "refused":
                await self._take_refusal(followed, message)
        self._changed.set()
        if request := followed.next_request(self._choose):
            followed.pending = request
            await self._send(followed, request)

    async def _take_refusal(self, followed: Followed, message: dict[str, Any]) -> None:
        if is_passing(message):
            await asyncio.sleep(RETRY_S)
            if message["key"] is None:
                await self._subscribe(followed.history.match)
            elif followed.pending is not None:
                await self._send(followed, followed.pending)
        else:
            assert message["code"] in PASSED_OVER, message
            assert followed.pending is not None
            followed.stale_version = followed.pending["seen_version"]
            followed.pending = None

    async def close(self) -> None:
        await self._http.aclose()
