"""One socket per client: requests in, replies out, each queue with a bound."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from parlour.core.contract import SPECTATOR
from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.server import messages as wire
from parlour.server.errors import BadMessage, NotYourSeat
from parlour.server.hub import Hub
from parlour.server.live import LiveMatch, encode

MOST_REPLIES = 256  # that wait for a slow client; then it is disconnected and may come back
MOST_FOLLOWED = 50  # matches of one socket
decode = msgspec.json.Decoder(wire.AnyRequest).decode

COMMANDS: dict[type[wire.Wish], Callable[[Any], co.Command]] = {
    wire.Play: lambda wish: co.Play(seat=wish.seat, seen_version=wish.seen_version, text=wish.action),
    wire.Resign: lambda wish: co.Resign(seat=wish.seat, seen_version=None),
    wire.OfferDraw: lambda wish: co.OfferDraw(seat=wish.seat, seen_version=wish.seen_version),
    wire.AnswerDraw: lambda wish: co.AnswerDraw(seat=wish.seat, seen_version=wish.seen_version, accept=wish.accept),
    wire.AskUndo: lambda wish: co.AskUndo(seat=wish.seat, seen_version=wish.seen_version),
    wire.AnswerUndo: lambda wish: co.AnswerUndo(seat=wish.seat, seen_version=wish.seen_version, accept=wish.accept),
    wire.AddTime: lambda wish: co.AddTime(seat=wish.seat, seen_version=None),
    wire.Abort: lambda wish: co.Abort(seat=wish.seat, seen_version=wish.seen_version),
}


class Client:
    """A person or a bot at a socket."""

    def __init__(self, who: str, hub: Hub) -> None:
        self.who = who
        self._hub = hub
        self.replies: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_REPLIES)  # None: disconnect
        self._followed: dict[str, LiveMatch] = {}
        self.is_too_slow = False

    def send(self, message: bytes) -> None:
        """Take a message at once; who cannot keep up is disconnected."""
        if self.is_too_slow:
            return
        try:
            self.replies.put_nowait(message)
        except asyncio.QueueFull:
            self.is_too_slow = True
            while not self.replies.empty():
                self.replies.get_nowait()
            self.replies.put_nowait(None)

    async def handle(self, data: str | bytes) -> None:
        """Do what a message asks; a refusal is a reply too."""
        request: wire.AnyRequest | None = None
        try:
            request = read(data)
            await self._do(request)
        except ParlourError as refusal:
            refused = wire.Refused(
                code=refusal.code, words=str(refusal), match=getattr(request, "match", None),
                key=getattr(request, "key", None),
            )  # fmt: skip
            self.send(encode(refused))

    async def _do(self, request: wire.AnyRequest) -> None:
        match request:
            case wire.Ping(id=number):
                self.send(encode(wire.Pong(id=number, now_ms=self._hub.house.clock.now_ms())))
            case wire.Subscribe():
                await self._subscribe(request)
            case wire.Unsubscribe(match=match_id):
                if live := self._followed.pop(match_id, None):
                    live.unwatch(self)
            case _:
                await self._grant(request)

    async def _subscribe(self, request: wire.Subscribe) -> None:
        live = await self._hub.find(request.match)
        viewer = SPECTATOR if request.seat is None else request.seat
        if viewer != SPECTATOR and viewer not in live.seating.seats_of(self.who):
            raise NotYourSeat("You do not sit there. You can watch the match.")
        if request.match not in self._followed and len(self._followed) >= MOST_FOLLOWED:
            raise BadMessage(f"You follow {MOST_FOLLOWED} matches already; leave one first.")
        self._followed[request.match] = live
        live.watch(self, viewer, request.since)

    async def _grant(self, wish: wire.Wish) -> None:
        live = await self._hub.find(wish.match)
        if wish.seat not in live.seating.seats_of(self.who):
            raise NotYourSeat("You do not sit there. You can watch the match.")
        key = f"{self.who} {wish.key}"
        if isinstance(wish, wire.Claim):
            version = await live.claim(wish.seat, key)
        else:
            version = await live.do(COMMANDS[type(wish)](wish), key)
        self.send(encode(wire.Done(match=wish.match, key=wish.key, version=version)))

    def leave(self) -> None:
        """Follow nothing any more."""
        for live in self._followed.values():
            live.unwatch(self)
        self._followed.clear()


def read(data: str | bytes) -> wire.AnyRequest:
    """Read a request.

    Raises:
        BadMessage: it is too long, or no request.
    """
    if len(data) > wire.MAX_BYTES:
        raise BadMessage(f"A message has at most {wire.MAX_BYTES} bytes.")
    try:
        request = decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadMessage(f"This message cannot be read: {error}.") from None
    for text in (getattr(request, name, "") for name in ("match", "key", "action")):
        if len(text) > wire.MAX_TEXT:
            raise BadMessage(f"A word of a message has at most {wire.MAX_TEXT} characters.")
    return request
