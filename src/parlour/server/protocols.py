"""The protocols of a connection, HTTP and WebSocket, with bounds that uvicorn's own do not have.

A request must arrive in time, and its answer must be read. Frames are parsed a little at a time, as fast as the limits
allow: a client that sends more finds its connection full, as if the network were slow, and nobody else notices.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CTRL_OPCODES, Frame
from websockets.protocol import OPEN
from websockets.streams import StreamReader

from parlour.server.frames import LONGEST, as_text, frame_of, whole_text
from parlour.server.limits import MOST, Bucket, network_of

AT_ONCE = LONGEST  # bytes that are parsed before other connections have their turn: at most 170 frames
MOST_FRAGMENTS = 100  # of a message, before they are joined
MOST_UNWRITTEN = 64 * 1024  # bytes of messages, before the network is asked whether it takes them
DIRECT = "parlour.direct"  # the ASGI extension of a socket that takes and hands over messages without waiting
NOT_UTF8 = 1007
BETWEEN_FRAMES = StreamReader.at_eof.__code__  # where the parser waits while no part of a frame has arrived
TOO_LATE = b"The request took too long to arrive."
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s" % (
    len(TOO_LATE),
    TOO_LATE,
)


class ConnectionState(ServerState):
    """What all connections of a server share."""

    def __init__(self, factor: float, proxies: frozenset[str]) -> None:
        super().__init__()
        self.factor = factor  # of the limits
        self._proxies = proxies  # addresses that speak for many people
        self._open_from: Counter[str] = Counter()

    def add(self, host: str) -> bool:
        """Count a connection; returns whether its address may have it."""
        self._open_from[network_of(host)] += 1
        is_few = self._open_from[network_of(host)] <= MOST["connections"].number * max(1.0, self.factor)
        return is_few or host in self._proxies

    def remove(self, host: str) -> None:
        """Stop counting a connection."""
        address = network_of(host)
        self._open_from[address] -= 1
        if not self._open_from[address]:
            del self._open_from[address]


class Unread:
    """Aborts a connection whose client reads nothing."""

    def __init__(self, transport: asyncio.Transport) -> None:
        transport.set_write_buffer_limits(0)  # so that whatever the network does not take is noticed
        self._transport = transport
        self._size = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Start to watch how much is waiting."""
        self.end()
        self._size = self._transport.get_write_buffer_size()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(MOST["unread_s"].number, self._look)

    def _look(self) -> None:
        if self._transport.get_write_buffer_size() < self._size:
            self.begin()
        else:
            self._transport.abort()

    def end(self) -> None:
        """Stop watching: all is read, or the client is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class BoundedHttp(H11Protocol):
    """HTTP whose requests arrive in time, and whose answers are read."""

    server_state: ConnectionState

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._unread = Unread(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._is_upgraded = False
        if self.server_state.add(host_of(self.client)):
            self._watch_arrival()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.server_state.remove(host_of(self.client))
        self._unread.end()
        self._stop_deadline()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_arrival()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_arrival()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_upgraded = True
        self._unread.end()  # the other protocol has one of its own
        super().handle_websocket_upgrade(event)

    def _watch_arrival(self) -> None:
        """Set the deadline when a request begins to arrive, and remove it when all of it is there."""
        if not self._is_arriving:
            self._stop_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(MOST["request_s"].number, self._give_up)

    @property
    def _is_arriving(self) -> bool:
        if self._is_upgraded:
            return False
        if self.conn.their_state is h11.IDLE:
            return self.cycle is None or bool(self.conn.trailing_data[0])
        return self.conn.their_state is h11.SEND_BODY

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE:
            self.transport.write(TIMED_OUT)
            self.transport.close()
        else:  # the application waits for the body, and is told that the client is gone
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.end()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read no faster than the limits allow, and not while its replies are unread."""

    def __init__(self, config: Config, server_state: ConnectionState, app_state: dict[str, Any],
                 _loop: asyncio.AbstractEventLoop | None = None) -> None:  # fmt: skip
        super().__init__(config, server_state, app_state, _loop)
        self._server_state = server_state
        self._buckets = Bucket("frame", server_state.factor), Bucket("control", server_state.factor)
        self._unparsed = bytearray()
        self._next: asyncio.Handle | None = None
        self._num_unwritten = 0  # bytes of messages that are written at the end of this turn of the loop
        self.take: Callable[[str], bool] = _take_nothing  # begins to handle a message at once, if it can

    async def run_asgi(self) -> None:
        cast("dict[str, Any]", self.scope)["extensions"][DIRECT] = {"socket": self}
        await super().run_asgi()

    def write_soon(self, message: bytes) -> bool:
        """Write a text together with others of this turn of the loop; False when it must be sent as an event."""
        if self._num_unwritten > MOST_UNWRITTEN or not self.writable.is_set() or self.conn.state is not OPEN:
            return False
        self.conn.writes.append(frame_of(message))
        if not self._num_unwritten:
            self.loop.call_soon(self._write)
        self._num_unwritten += len(message)
        return True

    def _write(self) -> None:
        self._num_unwritten = 0
        if output := self.conn.data_to_send():
            self.transport.write(b"".join(output))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._unread = Unread(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._server_state.remove(host_of(self.client))
        self._unread.end()
        self._unparsed.clear()

    def data_received(self, data: bytes) -> None:
        if self._is_between_messages and (text := whole_text(data)) is not None:
            self._buckets[0].spend(self.loop.time(), 1)
            if (words := as_text(text)) is None or not self.take(words):
                self.curr_msg_data_type, self.frames = "text", [text]
                self.send_receive_event_to_app()
            self._rest()
            return
        self._unparsed += data
        if self._next is None:
            self._parse()

    @property
    def _is_between_messages(self) -> bool:
        """Nothing of a message has arrived, and the next one may be taken."""
        is_waiting = self._unparsed or self._next is not None or self.frames or self.read_paused
        if is_waiting or self.conn.state is not OPEN or not self.writable.is_set():
            return False
        parser: Any = self.conn.parser
        while parser.gi_yieldfrom is not None:
            parser = parser.gi_yieldfrom
        return parser.gi_code is BETWEEN_FRAMES

    def _parse(self) -> None:
        """Parse a little; go on when other connections have had their turn, and the client may."""
        self._next = None
        if self.read_paused or not self.writable.is_set():
            self.transport.pause_reading()  # `receive` or `resume_writing` goes on
            return
        if self._unparsed:
            piece = bytes(self._unparsed[:AT_ONCE])
            del self._unparsed[:AT_ONCE]
            self._handle(piece)
        self._rest()

    def _rest(self) -> None:
        """Read on now, or when the client may."""
        now_s, (frames, control) = self.loop.time(), self._buckets
        wait_s = max(frames.wait_s(now_s), control.wait_s(now_s))
        if self._unparsed or wait_s:
            self.transport.pause_reading()
            self._next = self.loop.call_later(wait_s, self._parse)
        elif not self.read_paused and not self.transport.is_reading():
            self.transport.resume_reading()

    def _handle(self, piece: bytes) -> None:
        self.conn.receive_data(piece)
        opcodes = [event.opcode for event in self.conn.events if isinstance(event, Frame)]
        num_control = len([opcode for opcode in opcodes if opcode in CTRL_OPCODES])
        now_s = self.loop.time()
        for bucket, number in zip(self._buckets, (len(opcodes), num_control), strict=True):
            if number:
                bucket.spend(now_s, number)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
            return
        self.handle_events()
        if len(self.frames) > MOST_FRAGMENTS:
            self.frames = [b"".join(self.frames)]

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; uvicorn's own pauses the connection for each, here that waits until more arrives."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        elif (text := as_text(data)) is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.conn.fail(NOT_UTF8, "A message must be text in UTF-8.")
            self.handle_parser_exception()
        self.read_paused = True  # nothing more is parsed until it is taken

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self.transport.is_reading():
                self._go_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Send an event; a text `with_more` is written together with the next one."""
        if message.get("more") and self.conn.state is OPEN:
            await self.writable.wait()
            self.conn.send_text(cast("dict[str, Any]", message)["text"].encode())
        else:
            await super().send(message)

    def _go_on(self) -> None:
        if self._next is None and not self.disconnected:
            self._next = self.loop.call_soon(self._parse)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.end()
        self._go_on()


def direct(scope: Any) -> BoundedWebSocket | None:
    """Return the socket, to be used without events; None where another server than ours has the connection."""
    extension = (scope.get("extensions") or {}).get(DIRECT)
    return None if extension is None else cast("BoundedWebSocket", extension["socket"])


def _take_nothing(_: str) -> bool:
    return False


def with_more(text: str) -> Any:
    """Return the event that sends a text after which another event is sent at once; others than us ignore that."""
    return {"type": "websocket.send", "bytes": None, "text": text, "more": True}


def host_of(client: tuple[str, int] | None) -> str:
    """Return the address at the other end of a connection."""
    return client[0] if client else ""
