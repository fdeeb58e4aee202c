"""The protocols of a connection: how much they read, how long they wait, and what bad bytes are answered."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import pytest
from uvicorn.config import Config
from websockets.frames import Frame, Opcode

from parlour.server.frames import frame_of, whole_text
from parlour.server.limits import LIMITS, LONGEST_DEBT_S, MOST, Most
from parlour.server.protocols import (
    AT_ONCE,
    MOST_UNWRITTEN,
    BoundedHttp,
    BoundedWebSocket,
    ConnectionState,
    with_more,
)
from support.fake_clock import run, virtual_loop

UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING = b"\x89\x80" + bytes(4)  # masked with zeros, as everything here
PONG = b"\x8a\x00"
EMPTY_FRAGMENT = b"\x00\x80" + bytes(4)


class FakeTransport(asyncio.Transport):
    """Notes what a protocol does with its connection."""

    def __init__(self, host: str = "192.0.2.1") -> None:
        super().__init__({"peername": (host, 1), "sockname": ("192.0.2.9", 2)})
        self.written = b""
        self.num_writes = 0
        self.unread = 0
        self.is_reading_now = True
        self.is_closed = self.is_aborted = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)
        self.num_writes += 1

    def pause_reading(self) -> None:
        self.is_reading_now = False

    def resume_reading(self) -> None:
        self.is_reading_now = True

    def is_reading(self) -> bool:
        return self.is_reading_now

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return self.unread

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return self.is_closed or self.is_aborted

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_aborted = True


class App:
    """An application that accepts every socket, and takes as many messages as it is let."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.may_take = asyncio.Semaphore(0)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            self.messages.append(await receive())
            return
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            await self.may_take.acquire()
            self.messages.append(await receive())


def connect(app: App, transport: FakeTransport, state: ConnectionState | None = None) -> BoundedHttp:
    config = Config(app, http=BoundedHttp, ws=BoundedWebSocket, ws_ping_interval=None, log_config=None)
    protocol = BoundedHttp(config, state or ConnectionState(1.0, frozenset()), {}, virtual_loop())
    protocol.connection_made(transport)
    return protocol


async def open_socket(app: App, transport: FakeTransport) -> BoundedWebSocket:
    connect(app, transport).data_received(UPGRADE)
    await pass_s(0)
    assert b" 101 " in transport.written
    transport.written = b""
    assert isinstance(transport.protocol, BoundedWebSocket)
    return transport.protocol


async def pass_s(seconds: float) -> None:
    """Let time pass, a second at a time."""
    loop = virtual_loop()
    end_s = loop.time() + seconds
    while True:
        for _ in range(10):
            await asyncio.sleep(0)
        if loop.time() >= end_s:
            return
        loop._now_s = min(end_s, loop.time() + 1)


def play(scenario: Coroutine[Any, Any, None]) -> None:
    async def and_end() -> None:
        await scenario
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    run(and_end())


def frame(data: bytes) -> bytes:
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data


def test_a_flood_of_pings_is_parsed_no_faster_than_the_limit() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        socket.data_received(PING * 40_000)
        await pass_s(0)
        at_once = transport.written.count(PONG)
        await pass_s(60)
        in_a_minute = transport.written.count(PONG)

        assert at_once <= AT_ONCE / len(PING)
        assert in_a_minute <= AT_ONCE / len(PING) * (1 + 60 / LONGEST_DEBT_S)
        assert not transport.is_reading_now
        assert not transport.is_closing()

    play(scenario())


def test_a_few_pings_are_answered_at_once() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        socket.data_received(PING * LIMITS["control"].at_once)

        assert transport.written == PONG * LIMITS["control"].at_once
        assert transport.is_reading_now

    play(scenario())


def test_a_client_that_reads_nothing_is_not_read_and_then_aborted() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        transport.unread = 70_000
        socket.pause_writing()
        socket.data_received(PING)
        await pass_s(MOST["unread_s"].number - 1)
        assert transport.written == b""
        assert not transport.is_aborted

        await pass_s(2)
        assert transport.is_aborted

    play(scenario())


def test_a_client_that_reads_slowly_is_kept() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        transport.unread = 70_000
        socket.pause_writing()
        for _ in range(5):
            transport.unread -= 10_000
            await pass_s(MOST["unread_s"].number)
        assert not transport.is_aborted

        socket.resume_writing()
        await pass_s(10 * MOST["unread_s"].number)
        assert not transport.is_aborted

    play(scenario())


def test_messages_wait_in_the_connection_until_the_application_takes_them() -> None:
    async def scenario() -> None:
        app, transport = App(), FakeTransport()
        socket = await open_socket(app, transport)
        sent = [b"%03d" % number + b"x" * 90 for number in range(100)]
        socket.data_received(b"".join(map(frame, sent)))
        await pass_s(1)
        assert socket.queue.qsize() <= AT_ONCE / len(frame(sent[0])) + 1
        assert not transport.is_reading_now

        for _ in sent:
            app.may_take.release()
        await pass_s(1)
        assert [message["text"].encode() for message in app.messages] == sent
        assert transport.is_reading_now

    play(scenario())


def test_the_connection_is_paused_only_when_more_arrives_than_the_application_takes() -> None:
    async def scenario() -> None:
        app, transport = App(), FakeTransport()
        socket = await open_socket(app, transport)
        socket.data_received(frame(b"first"))
        assert transport.is_reading()

        socket.data_received(frame(b"second"))
        assert not transport.is_reading()
        assert socket.queue.qsize() == 1

        app.may_take.release()
        app.may_take.release()
        await pass_s(1)
        assert [message["text"] for message in app.messages] == ["first", "second"]
        assert transport.is_reading()

    play(scenario())


def test_a_socket_whose_message_is_taken_late_is_read_again() -> None:
    async def scenario() -> None:
        app, transport = App(), FakeTransport()
        socket = await open_socket(app, transport)
        socket.data_received(PING * (LIMITS["control"].at_once + 1) + frame(b"late"))
        assert not transport.is_reading_now  # too many pings
        await pass_s(LONGEST_DEBT_S)

        app.may_take.release()
        await pass_s(1)
        assert [message["text"] for message in app.messages] == ["late"]
        assert transport.is_reading_now

    play(scenario())


def test_a_message_with_more_is_written_together_with_the_next_one() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        before = transport.num_writes
        await socket.send(with_more("a"))
        assert transport.written == b""
        await socket.send({"type": "websocket.send", "bytes": None, "text": "b"})

        assert transport.written == b"\x81\x01a\x81\x01b"
        assert transport.num_writes == before + 1

    play(scenario())


def test_what_is_written_soon_leaves_together_at_the_end_of_the_turn_of_the_loop() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        before = transport.num_writes
        assert socket.write_soon(b"a")
        assert socket.write_soon(b"b")
        assert transport.written == b""
        await asyncio.sleep(0)

        assert transport.written == b"\x81\x01a\x81\x01b"
        assert transport.num_writes == before + 1

    play(scenario())


def test_nothing_is_written_soon_that_the_network_does_not_take() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        assert socket.write_soon(b"x" * (MOST_UNWRITTEN + 1))
        assert not socket.write_soon(b"too much for one turn of the loop")
        await asyncio.sleep(0)
        assert socket.write_soon(b"the next turn")
        socket.pause_writing()
        assert not socket.write_soon(b"nobody reads")
        socket.resume_writing()
        assert socket.write_soon(b"read again")

    play(scenario())


def test_fragments_without_content_do_not_pile_up() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        socket.data_received(b"\x01\x80" + bytes(4) + EMPTY_FRAGMENT * 5_000)
        await pass_s(60)

        assert len(socket.frames) <= AT_ONCE

    play(scenario())


def test_bytes_that_are_not_text_close_the_socket_with_a_sentence_and_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        socket = await open_socket(App(), transport)
        socket.data_received(frame(b"\xff\xfe"))

        assert transport.written[2:4] == (1007).to_bytes(2)
        assert transport.written[4:] == b"A message must be text in UTF-8."
        assert transport.is_closed
        assert not [record for record in caplog.records if record.exc_info]

    with caplog.at_level(logging.DEBUG):
        play(scenario())


@pytest.mark.parametrize("half", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow:"])
def test_half_a_request_is_closed_in_time(half: bytes) -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        request = connect(App(), transport)
        if half:
            request.data_received(half)
        await pass_s(MOST["request_s"].number - 1)
        assert not transport.is_closing()
        if half:
            request.data_received(b"x")  # does not help

        await pass_s(2)
        assert transport.is_closed
        assert b" 408 " in transport.written

    play(scenario())


def test_a_body_that_never_comes_ends_the_request() -> None:
    async def scenario() -> None:
        app, transport = App(), FakeTransport()
        request = connect(app, transport)
        request.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
        await pass_s(MOST["request_s"].number + 1)
        assert transport.is_aborted

        request.connection_lost(None)
        await pass_s(0)
        assert app.messages == [{"type": "http.disconnect"}]

    play(scenario())


def test_a_socket_outlives_the_time_of_a_request() -> None:
    async def scenario() -> None:
        transport = FakeTransport()
        await open_socket(App(), transport)
        await pass_s(10 * MOST["request_s"].number)
        assert not transport.is_closing()

    play(scenario())


def test_an_address_has_so_many_connections_and_a_proxy_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST, "connections", Most(3, "address", ""))

    async def scenario() -> None:
        state = ConnectionState(1.0, frozenset({"192.0.2.7"}))

        def dial(host: str) -> tuple[BoundedHttp, FakeTransport]:
            transport = FakeTransport(host)
            return connect(App(), transport, state), transport

        mine = [dial("192.0.2.1") for _ in range(4)]
        others = [dial("192.0.2.2")]
        proxied = [dial("192.0.2.7") for _ in range(9)]
        assert [transport.is_aborted for _, transport in mine] == [False, False, False, True]
        assert not any(transport.is_aborted for _, transport in others + proxied)

        for protocol, _ in mine:
            protocol.connection_lost(None)
        assert not dial("192.0.2.1")[1].is_aborted

    play(scenario())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_that_is_written_soon_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert frame_of(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 5, 125, 126, 300, 1016])
def test_a_short_text_in_one_piece_is_read_as_the_library_reads_it(size: int) -> None:
    text = b"x" * size
    whole = Frame(Opcode.TEXT, text).serialize(mask=True)

    assert whole_text(whole) == text
    assert all(whole_text(whole[:end]) is None for end in range(len(whole)))


@pytest.mark.parametrize(
    "other",
    [
        b"",
        PING,
        frame(b"one") + frame(b"two"),
        Frame(Opcode.TEXT, b"begun", fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, b"no text").serialize(mask=True),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"\x81\xff" + (119).to_bytes(8, "big") + bytes(4) + b"x" * 119,  # a length of 64 bits
        Frame(Opcode.TEXT, b"x" * AT_ONCE).serialize(mask=True),
    ],
    ids=["nothing", "ping", "two", "fragment", "binary", "not masked", "64 bits", "long"],
)
def test_anything_else_than_a_short_text_is_left_to_the_library(other: bytes) -> None:
    assert whole_text(other) is None


def test_messages_arrive_whole_wherever_the_network_cuts_them() -> None:
    disguised = b"\x81\x94" + b"\x80" * 4 + b"\xa0" * 20  # as it is masked, this text looks like a message
    first, second = b"\x81\x9a" + b"\xc1" * 4 + disguised, frame(b"and another")
    texts = [bytes(byte ^ 0xC1 for byte in disguised), b"and another"]

    async def arrive(cut: int) -> None:
        app, transport = App(), FakeTransport()
        socket = await open_socket(app, transport)
        for piece in (first[:cut], first[cut:], second):
            socket.data_received(piece)
            app.may_take.release()
            await pass_s(0)
        assert [message["text"].encode() for message in app.messages] == texts, cut

    async def scenario() -> None:
        for cut in range(len(first) + 1):
            await arrive(cut)

    play(scenario())


def test_a_text_between_the_fragments_of_another_is_refused() -> None:
    async def scenario() -> None:
        app, transport = App(), FakeTransport()
        socket = await open_socket(app, transport)
        app.may_take.release()
        socket.data_received(b"\x01\x85" + bytes(4) + b"begun")
        socket.data_received(frame(b"another"))
        await pass_s(1)

        assert [message["type"] for message in app.messages] == ["websocket.disconnect"]

    play(scenario())


def test_short_texts_in_one_piece_need_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        app, transport = App(), FakeTransport()
        socket = await open_socket(app, transport)
        socket.data_received(PING)
        monkeypatch.setattr(socket.conn, "receive_data", None)
        for text in (b"one", b"two"):
            app.may_take.release()
            socket.data_received(frame(text))
            await pass_s(0)

        assert [message["text"] for message in app.messages] == ["one", "two"]

    play(scenario())
