"""Nonsense over the socket: each frame is answered by a code or ends the socket, and others are served meanwhile."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets import ConnectionClosed
from websockets.asyncio.client import ClientConnection

from parlour.match import commands as co
from parlour.server import messages as wire
from parlour.server.errors import BadMessage
from parlour.server.problem import FAILURE
from parlour.server.requests import read
from support.live_server import Person
from support.server_process import Forked, forking

NUM_FRAMES = [400, pytest.param(10_000, marks=pytest.mark.long)]
NUM_FUZZERS = 4
PATIENCE_S = 20.0
Structs = tuple[type[msgspec.Struct], ...]
REQUESTS: Structs = get_args(wire.AnyRequest)
COMMANDS: Structs = (*get_args(co.AnyCommand), *get_args(co.ServerCommand))
DEEP = 5_000
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 2, 2**53, 2**63, 2**64, -(2**63) - 1, 10**400, 1e308, -0.0, 0.5, "", "\0", "\ud800", "😀",
    "x" * 201, "x" * 60_000, "' OR 1=1 --", "../../secret", [], {}, [[]], {"type": "ping"}, "nobody",
)  # fmt: skip
RAW = (
    b"", b"null", b"[]", b"{}", b'"ping"', b"NaN", b"Infinity", b"{" * DEEP, b"[" * DEEP, b"[" * DEEP + b"]" * DEEP,
    b'{"type":' * DEEP, b'{"type":"ping","id":' + b"[" * DEEP, b'{"type":"ping","id":1,"x":' + b"[" * DEEP,
    b'{"x":' + b"[" * DEEP + b"]" * DEEP + b',"type":"ping"}', b'{"type":"ping","id":' + b"9" * DEEP + b"}",
    b'{"type":"ping","id":1e999}', b'{"type":"ping","type":"ping","id":1}', b'{"type":"ping","id":1}' * 2,
    b"\xff\xfe\xfd", b'{"type":"\xed\xa0\x80"}', b"\xef\xbb\xbf{}", b"\0" * 300,
    b" " * wire.MAX_BYTES, b"x" * (wire.MAX_BYTES + 1),
)  # fmt: skip


class Fuzz:
    """Frames from a seed: each is the bytes, and whether they are sent as text."""

    def __init__(self, seed: int, match: str) -> None:
        self._chance = random.Random(seed)
        self._match = match

    def frame(self) -> tuple[bytes, bool]:
        chance = self._chance
        match chance.randrange(10):
            case 0:
                data = chance.choice(RAW)
            case 1:
                data = chance.randbytes(chance.choice((1, 5, 50, 500, 5_000)))
            case 2 | 3:
                data = self._mutate_bytes(self._encode(self._sample()))
            case _:
                data = self._encode(self._mutate(self._sample()))
        return data, chance.random() < 0.95

    def _sample(self, structs: Structs = REQUESTS) -> dict[str, Any]:
        """Make a request or a command of some type as a client would."""
        cls = self._chance.choice(structs)
        sample: dict[str, Any] = {"type": cls.__struct_config__.tag}
        for field in msgspec.structs.fields(cls):
            sample[field.name] = self._value(field.name)
        return sample

    def _value(self, name: str) -> Any:
        if name == "command":
            command = self._sample(COMMANDS)
            return self._mutate(command) if self._chance.random() < 0.3 else command
        usual = {
            "match": self._match, "seat": self._chance.randrange(2), "accept": False, "is_rated": False, "pace": "none",
            "game": "connect_four", "text": "Hello!", "action": str(self._chance.randint(1, 7)),
            "picks": self._chance.choices(["column:4", "bag:²", "", "column:-1", "x" * 60], k=3),
        }  # fmt: skip
        return usual.get(name, f"k{self._chance.randrange(50)}" if name == "key" else self._chance.randrange(30))

    def _mutate(self, sample: dict[str, Any]) -> dict[str, Any]:
        chance = self._chance
        for _ in range(chance.randrange(3)):
            name = chance.choice(list(sample) or ["type"])
            match chance.randrange(4):
                case 0:
                    sample.pop(name, None)
                case 1:
                    sample[chance.choice(("more", "seat", "id", "__class__"))] = chance.choice(STRANGE)
                case _:
                    sample[name] = chance.choice(STRANGE)
        return sample

    def _mutate_bytes(self, data: bytes) -> bytes:
        chance, changed = self._chance, bytearray(data)
        for _ in range(chance.randint(1, 4)):
            begin = chance.randrange(len(changed) + 1)
            end = min(len(changed), begin + chance.randrange(8))
            changed[begin:end] = chance.choice((b"", changed[begin:end] * 2, chance.randbytes(2), b'"', b"}", b"\\u"))
        return bytes(changed)

    def _encode(self, sample: dict[str, Any]) -> bytes:
        return json.dumps(sample, ensure_ascii=self._chance.random() < 0.5).encode(errors="surrogatepass")


def is_request(data: bytes) -> bool:
    """Return whether a frame happens to be a request; some of these are obeyed in silence."""
    try:
        read(data)
    except BadMessage:
        return False
    return True


class Fuzzer:
    """Sends frames over one socket after the other."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._socket: ClientConnection | None = None
        self.num_answered = self.num_closed = 0

    async def send(self, data: bytes, is_text: bool) -> None:
        """Send a frame and see how it ends: by an answer, or by the end of the socket."""
        if self._socket is None:
            await self._person.dial()
            self._socket = self._person.socket
        assert self._socket is not None
        try:
            await self._socket.send(data, text=is_text)
            await self._socket.send('{"type":"ping","id":77777}')
            replies = await asyncio.wait_for(self._replies(self._socket), PATIENCE_S)
        except ConnectionClosed:
            self._check_end(self._socket, data)
            return
        self.num_answered += 1
        assert is_request(data) or any(reply["type"] == "refused" for reply in replies), data[:200]
        assert not any(reply.get("code") == FAILURE.code for reply in replies), data[:200]

    def _check_end(self, socket: ClientConnection, data: bytes) -> None:
        # Of a frame that is too long the server reads no more; what it says then can be lost with the connection.
        is_lost = socket.close_code == 1006 and len(data) > wire.MAX_BYTES
        assert is_lost or socket.close_code not in (None, 1006, 1011), f"the server broke down: {data[:200]!r}"
        self.num_closed += 1
        self._socket = None

    async def _replies(self, socket: ClientConnection) -> list[dict[str, Any]]:
        replies: list[dict[str, Any]] = []
        while not (replies and replies[-1]["type"] == "pong" and replies[-1]["id"] == 77777):
            replies.append(json.loads(await socket.recv()))
        return replies


async def open_match(person: Person) -> str:
    seats = [{"kind": "me"}, {"kind": "me"}]
    made = await person.post("/api/matches", game="connect_four", options={"quick_colours": 1}, seats=seats)
    return str(made["match"])


async def play_on(person: Person) -> int:
    """Play one match after the other as a healthy client; when cancelled, return how many actions were done."""
    num_done = 0
    try:
        while True:
            match = await open_match(person)
            await person.send("subscribe", match=match, seat=0)
            table = (await person.receive("snapshot"))["table"]
            while table["outcome"] is None:
                column = str(num_done % 7 + 1)
                await person.request("play", match, table["to_act"][0], table["version"], action=column)
                answer = await person.receive("done", "refused")
                num_done += answer["type"] == "done"
                if answer["type"] == "refused":
                    await person.request("resign", match, 0, table["version"])
                await person.send("subscribe", match=match, seat=0)
                table = (await person.receive("snapshot"))["table"]
            await person.send("unsubscribe", match=match)
    except asyncio.CancelledError:
        return num_done


@pytest.mark.slow
@pytest.mark.parametrize("num_frames", NUM_FRAMES)
def test_frames_of_nonsense_harm_no_other_client(tmp_path: Path, num_frames: int) -> None:
    async def scenario(forked: Forked) -> None:
        people = [Person(forked.address) for _ in range(NUM_FUZZERS + 1)]
        await wait_for(people[-1])
        healthy = asyncio.create_task(play_on(people[-1]))
        fuzzers = [Fuzzer(person) for person in people[:-1]]

        async def fuzz(number: int) -> None:
            frames = Fuzz(number, await open_match(people[number]))
            for _ in range(num_frames // NUM_FUZZERS):
                await fuzzers[number].send(*frames.frame())

        await asyncio.gather(*map(fuzz, range(NUM_FUZZERS)))
        assert not healthy.done()
        healthy.cancel()
        num_done = await healthy
        for person in people:
            await person.close()

        assert forked.is_alive
        assert sum(fuzzer.num_answered + fuzzer.num_closed for fuzzer in fuzzers) == num_frames
        assert min(sum(f.num_answered for f in fuzzers), sum(f.num_closed for f in fuzzers)) > num_frames // 100
        assert num_done > 0

    with forking(tmp_path) as forked:
        forked.start()
        asyncio.run(scenario(forked))


async def wait_for(person: Person) -> None:
    """Dial until the server listens."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await person.dial()
            except OSError:
                await asyncio.sleep(0.05)
            else:
                return
