"""One socket per client: requests in, replies out, each queue with a bound."""

import asyncio
import time
from collections.abc import Callable, Set
from typing import NamedTuple

from msgspec.structs import replace

from parlour.core.contract import SPECTATOR
from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.server import messages as wire
from parlour.server.advising import advise, check_hint, why_not
from parlour.server.command_keys import command_key
from parlour.server.errors import BadChat, BadMessage, NeedsAccount, NoHint, NotYourSeat, SeatOpen, TooMany
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.limits import MOST, Bucket
from parlour.server.live_match import LiveMatch
from parlour.server.lobby import Lobby
from parlour.server.next_matches import rematch
from parlour.server.payer import Payer, charged, charged_reading
from parlour.server.presenter import undo_seat
from parlour.server.problem import FAILURE
from parlour.server.requests import read, read_act, scope_of
from parlour.server.visitor import Visitor
from parlour.server.watchers import encode


class Close(NamedTuple):
    """Why a socket is closed, as the client is told."""

    code: int
    message: str


TOO_SLOW = Close(4008, "too slow")
SIGNED_OUT = Close(4001, "signed out")
TOO_MUCH = Close(4029, "too many messages")


class Client:
    """A person or a bot at a socket."""

    def __init__(self, visitor: Visitor, hub: Hub, lobby: Lobby, address: str = "") -> None:
        self.payer = Payer(hub.services.limits, visitor.identity, address, connection=str(id(self)))
        self.become(visitor)
        self._hub = hub
        self._lobby = lobby
        self.replies: asyncio.Queue[bytes | Close] = asyncio.Queue(MOST["replies"].number)
        self._num_bytes = 0  # of the replies that wait
        self.write: Callable[[bytes], bool] = _write_nothing  # takes a message at once, if it can
        self._messages = Bucket("message", hub.services.limits.factor)
        self._followed: dict[str, LiveMatch] = {}
        self._advising: asyncio.Task[None] | None = None
        self._is_closing = False
        self._begun: asyncio.Future[None] | None = None  # the last command that was begun at once
        self._has_turn = False  # a message that waited
        self._refusals = 0  # in a row, for sending too much
        self.unheard: Set[str] = frozenset()

    def become(self, visitor: Visitor) -> None:
        """Take an identity; a guest who signs up becomes an account."""
        self.visitor = visitor
        self.identity = self.payer.person = visitor.identity
        self.name = visitor.name

    def send(self, message: bytes) -> None:
        """Queue a message; disconnect the client if it cannot keep up."""
        if self._is_closing:
            return
        self.payer.spend_out(len(message))
        if not self._num_bytes and self.write(message):
            return
        if self.replies.full() or self._num_bytes > MOST["reply_bytes"].number:
            self._forget_replies()
            self.close(TOO_SLOW)
        else:
            self._num_bytes += len(message)
            self.replies.put_nowait(message)

    @property
    def has_reply(self) -> bool:
        """A reply waits to be sent."""
        return not self.replies.empty()

    async def next_reply(self) -> bytes | Close:
        """Return what is to be sent next; `note_sent` follows."""
        return await self.replies.get()

    def note_sent(self, message: bytes) -> None:
        """Count a reply that waits no longer; only then may others be written at once."""
        self._num_bytes -= len(message)

    def close(self, why: Close) -> None:
        """Disconnect after sending the queue, unless it is too long."""
        if self._is_closing:
            return
        self._is_closing = True
        if self.replies.full():
            self._forget_replies()
        self.replies.put_nowait(why)

    def drop(self, why: Close) -> None:
        """Disconnect at once: drop the queue and carry out nothing more."""
        self._is_closing = True
        self.identity = ""  # a request in progress loses its seat
        self._forget_replies()
        self.replies.put_nowait(why)
        self.leave()

    def _forget_replies(self) -> None:
        self._num_bytes = 0
        while not self.replies.empty():
            self.replies.get_nowait()

    def take(self, text: str) -> bool:
        """Begin to carry out a command at once, if that can be; False: the message waits for its turn."""
        is_busy = self._has_turn or (self._begun is not None and not self._begun.done())
        if is_busy or self._is_closing or not self.payer.has_settled():
            return False
        act = read_act(text)
        if act is None or act.match not in self._followed:
            return False
        self._begun = self._hub.services.tasks.begin(self.handle(text, act))
        return True

    async def handle_in_turn(self, data: str | bytes) -> None:
        """Do what a message asks, after the one before it and when all is paid for."""
        self._has_turn = True
        try:
            if self._begun is not None:
                await asyncio.wait([self._begun])
            if not self.payer.has_settled():
                await self.payer.settle()
            await self.handle(data)
        finally:
            self._has_turn = False

    async def handle(self, data: str | bytes, act: wire.Act | None = None) -> None:
        """Do what a message asks; a refusal is a reply too.

        Args:
            act: what was read from it, if nothing interrupts this; anything else is given up when the client leaves.
        """
        if self._is_closing:
            return
        request: wire.AnyRequest | None = act
        self.payer.pay()
        self.payer.spend_in(len(data))
        try:
            # Not by the clock of the site, which stands still while its database is gone.
            self._messages.take(asyncio.get_running_loop().time())
            if request is None:
                with charged_reading(len(data)):
                    request = read(data)
            self.visitor.check_scope(scope_of(request))
            await (self._do(request) if act is None else self._act(act, is_begun=True))
            self._refusals = 0
        except Exception as error:
            self._refusals += isinstance(error, TooMany)
            if self._refusals > MOST["refusals"].number:
                self.close(TOO_MUCH)
            self._refuse(request, error)

    def _refuse(self, request: wire.AnyRequest | None, error: Exception) -> None:
        code, words = FAILURE.code, FAILURE.message
        if isinstance(error, ParlourError):
            code, words = error.code, str(error)
        else:
            self._hub.services.tasks.note_failure(error)
        self._hub.services.metrics.refusals.labels(code).inc()
        match_id, key = getattr(request, "match", None), getattr(request, "key", None)
        self.send(encode(wire.Refused(code=code, message=words, match=match_id, key=key)))

    async def _do(self, request: wire.AnyRequest) -> None:
        match request:
            case wire.Act():  # first, because most are
                await self._act(request)
            case wire.Ping():
                self._answer_ping(request)
            case wire.Subscribe():
                await self._subscribe(request)
            case wire.Unsubscribe(match=match_id):
                if live := self._followed.pop(match_id, None):
                    live.unwatch(self)
            case wire.Say():
                await self._say(request)
            case wire.Rematch():
                live = await self._seated(request.match, request.seat)
                await rematch(self._hub, live, request.seat, self.payer)
            case wire.Explain() | wire.AskHint() | wire.Draw():
                await self._tell(request)
            case wire.EnterLobby() | wire.LeaveLobby() | wire.Seek() | wire.StopSeeking():
                await self._visit(request)
            case wire.Claim():
                await self._claim(request)

    async def _tell(self, request: wire.Explain | wire.AskHint | wire.Draw) -> None:
        match request:
            case wire.Explain():
                await self._explain(request)
            case wire.AskHint():
                await self._ask_hint(request)
            case wire.Draw():
                await self._draw(request)

    async def _visit(self, request: wire.EnterLobby | wire.LeaveLobby | wire.Seek | wire.StopSeeking) -> None:
        match request:
            case wire.EnterLobby():
                self._lobby.enter(self)
            case wire.LeaveLobby():
                self._lobby.exit(self)
            case wire.Seek():
                await self._lobby.seek(self, request)
            case wire.StopSeeking():
                self._lobby.stop_seeking(self)

    def _answer_ping(self, ping: wire.Ping) -> None:
        services = self._hub.services
        if ping.latency_ms is not None:
            services.metrics.client_seconds.observe(ping.latency_ms / 1000)
        self.send(encode(wire.Pong(id=ping.id, now_ms=services.clock.wall_ms())))

    async def _subscribe(self, request: wire.Subscribe) -> None:
        live = await self._admitted(request.match, request.invitation)
        viewer = SPECTATOR if request.seat is None else request.seat
        with live.in_use():  # while it waits for its turn, the match must not leave the memory
            await self._find_seat(live, viewer)
            if request.match not in self._followed and len(self._followed) >= MOST["followed"].number:
                raise BadMessage(f"You follow {MOST['followed'].number} matches already; leave one first.")
            async with self.payer.turn():
                catch_up = await live.catch_up(viewer, request.since)
                self._check_seat(live, viewer)  # again: the visitor may have been signed out meanwhile
                self._followed[request.match] = live
                with charged():
                    live.watch(self, viewer, catch_up, changes=request.changes)

    async def _find_seat(self, live: LiveMatch, viewer: int) -> None:
        """Check that the client sits there; it may have sat down on another node a moment ago."""
        if viewer == SPECTATOR or viewer in live.seating.seats_of(self.identity):
            return
        if self._hub.services.is_shared:
            await live.follower.catch_up()
        self._check_seat(live, viewer)

    def _check_seat(self, live: LiveMatch, viewer: int) -> None:
        if viewer != SPECTATOR and viewer not in live.seating.seats_of(self.identity):
            raise NotYourSeat("You do not sit there. You can watch the match.")

    async def _admitted(self, match_id: str, invitation: str = "") -> LiveMatch:
        """Return a match that the client may know of."""
        return self._followed.get(match_id) or await self._hub.find_for(self.identity, match_id, invitation)

    async def _seated(self, match_id: str, seat: int) -> LiveMatch:
        """Return a match in which the client sits on this seat."""
        live = await self._admitted(match_id)
        await self._find_seat(live, seat)
        return live

    async def _explain(self, request: wire.Explain) -> None:
        live = await self._seated(request.match, request.seat)
        with charged():
            message = why_not(live, request.seat, request.picks)
        self.send(encode(wire.Explained(match=live.id, picks=request.picks, message=message)))

    async def _draw(self, request: wire.Draw) -> None:
        live = await self._admitted(request.match)
        viewer = SPECTATOR if request.seat is None else request.seat
        self._check_seat(live, viewer)
        if not live.is_dealt:
            raise SeatOpen("The match has not begun: both players must open it first.")
        with charged():
            text = live.match.position.seen_by(viewer).render()
        self.send(encode(wire.Drawing(match=live.id, viewer=viewer, version=live.match.version, text=text)))

    async def _ask_hint(self, request: wire.AskHint) -> None:
        live = await self._seated(request.match, request.seat)
        check_hint(live, request.seat)
        if self._advising is not None and not self._advising.done():
            raise NoHint("A hint is being thought about already.")
        await self._hub.services.limits.count(("hint", self.identity))
        self._advising = self._hub.services.tasks.spawn(self._advise(live, request))

    async def _advise(self, live: LiveMatch, request: wire.AskHint) -> None:
        """Think without holding up the other requests of the client."""
        try:
            self.send(encode(await advise(live, request.seat, self._hub.services.thinkers)))
        except Exception as error:
            self._refuse(request, error)

    async def _say(self, request: wire.Say) -> None:
        live = await self._seated(request.match, request.seat)
        if not is_account(self.identity) and request.text not in wire.PRESETS:
            raise NeedsAccount("Guests choose among the ready-made lines. Sign up to write your own.")
        if not request.text.isprintable() or not request.text.strip():
            raise BadChat("A line of chat is one line of letters and signs.")
        await self._hub.services.limits.count(("chat", self.identity))
        await self._hub.services.conduct.check_speech(self.identity, live.seating.others(self.identity))
        if repeated := await live.chat.say(request.seat, self.identity, request.text, request.key):
            self.send(encode(repeated))

    async def _act(self, request: wire.Act, *, is_begun: bool = False) -> None:
        command = request.command
        live = await self._seated(request.match, command.seat)
        if live.is_waiting and isinstance(command, co.Play):
            raise SeatOpen("You have no opponent yet. The clocks start when both of you are here.")
        if isinstance(command, co.Play) and live.seating.has_computer:
            self._hub.services.thinkers.check_room()
        key = command_key(command.seat, request.key, command)  # as it was sent: a repeat must look the same
        if isinstance(command, co.AskUndo):
            command = replace(command, seat=undo_seat(live.match, live.seating, command.seat))
        do = live.carry_out if is_begun else live.do
        await do(command, key, None, request.seen_version, self._acknowledgement(request))

    async def _claim(self, request: wire.Claim) -> None:
        live = await self._seated(request.match, request.seat)
        await live.claim(request.seat, request.key, self._acknowledgement(request))

    def _acknowledgement(self, request: wire.Act | wire.Claim) -> Callable[[int], None]:
        """Return what acknowledges a command, given the version of the match after it."""
        begin_s = time.perf_counter()

        def tell(version: int) -> None:
            self.send(encode(wire.Done(match=request.match, key=request.key, version=version)))
            self._hub.services.metrics.ack_seconds.observe(time.perf_counter() - begin_s)

        return tell

    def leave(self) -> None:
        """Stop following everything."""
        if self._advising is not None:
            self._advising.cancel()
        self._lobby.exit(self)
        self._lobby.stop_seeking(self)
        for live in self._followed.values():
            live.unwatch(self)
        self._followed.clear()


def _write_nothing(_: bytes) -> bool:
    return False
