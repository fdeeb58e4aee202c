"""Presence over Redis: a hash for each node, which expires with it, and a copy of all of them in the memory of each.

A change is written to the hash and announced on the bus with its number. A node that missed a number reads the hash
again; each beat looks for that, so that nothing depends on the bus.
"""

import asyncio
import contextlib
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from parlour.match.clock import Clock
from parlour.server.bus import Bus
from parlour.server.cancelling import unless_cancelled
from parlour.server.logs import log
from parlour.server.redis_link import OUTAGES, RedisLink

BEATS = 5  # in that time
AGAIN_S = 0.2  # after a failure
AT_ONCE = 1000  # statements in one command
CHANNEL = "presence"
NODES, HASH = "parlour:nodes", "parlour:node:"  # when each node was last heard, and what each states
NUMBER = b"number"  # in a hash, of its last change
GONE = -1  # instead of an age: the node has said goodbye

NOW = "local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)"
# Notes that this node lives; returns of all nodes the age of their last beat and the number of their last change.
BEAT = f"""{NOW}
redis.call('ZADD', KEYS[1], now, ARGV[1])
local old = now - 10 * ARGV[2]
redis.call('ZREMRANGEBYSCORE', KEYS[1], -old, old)
redis.call('PEXPIRE', ARGV[3] .. ARGV[1], ARGV[2])
local found = {{}}
local listed = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 1, #listed, 2 do
  local score = tonumber(listed[i + 1])
  table.insert(found, listed[i])
  table.insert(found, score > 0 and now - score or -1)
  table.insert(found, tonumber(redis.call('HGET', ARGV[3] .. listed[i], 'number') or -1))
end
return found
"""
GOODBYE = f"{NOW} redis.call('ZADD', KEYS[1], -now, ARGV[1]) redis.call('DEL', KEYS[2])"
Changes = dict[str, bytes | None]  # by topic and key, as one text; None: it is stated no longer
encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(tuple[str, int, Changes]).decode


@dataclass
class Copy:
    """What another node states, as this one knows it."""

    number: int  # of its last change
    heard_s: float  # when it was last known to live
    stated: dict[str, bytes] = field(default_factory=dict)


class RedisPresence:
    """A `Presence`; `run` keeps it going."""

    is_only_node = False

    def __init__(self, link: RedisLink, bus: Bus, clock: Clock, expiry_s: float) -> None:
        self.node = secrets.token_hex(8)
        self.up_since_ms: int | None = None
        self._redis, self._bus, self._clock = link.client, bus, clock
        self._expiry_s = expiry_s
        self._stated: defaultdict[str, dict[str, bytes]] = defaultdict(dict)  # by topic
        self._changes: Changes = {}  # that are not written yet
        self._number = 0
        self._copies: dict[str, Copy] = {}  # by node
        self._stale: set[str] = set()  # nodes whose hash is to be read again
        self._elsewhere: defaultdict[str, dict[str, dict[str, bytes]]] = defaultdict(dict)
        self._handlers: dict[str, Callable[[str], None]] = {}
        self._after_outage: list[Callable[[], None]] = []
        self._wake = asyncio.Event()
        self._connected_s = 0.0
        self._beat_script = self._redis.register_script(BEAT)
        bus.listen(CHANNEL, self._hear)

    def put(self, topic: str, key: str, value: bytes = b"") -> None:
        if self._stated[topic].get(key) != value:
            self._stated[topic][key] = self._changes[f"{topic} {key}"] = value
            self._wake.set()

    def drop(self, topic: str, key: str) -> None:
        if self._stated[topic].pop(key, None) is not None:
            self._changes[f"{topic} {key}"] = None
            self._wake.set()

    def replace(self, topic: str, stated: Mapping[str, bytes]) -> None:
        for key in self._stated[topic].keys() - stated.keys():
            self.drop(topic, key)
        for key, value in stated.items():
            self.put(topic, key, value)

    def elsewhere(self, topic: str) -> Mapping[str, Mapping[str, bytes]]:
        return self._elsewhere[topic]

    def listen(self, topic: str, handler: Callable[[str], None]) -> None:
        self._handlers[topic] = handler

    def after_outage(self, handler: Callable[[], None]) -> None:
        self._after_outage.append(handler)

    async def run(self) -> None:
        """State what there is, and follow the others, forever."""
        while True:
            try:
                await self._follow()
            except OUTAGES as outage:
                if self.up_since_ms is not None:
                    log.warning("presence_down", reason=type(outage).__name__)
                self.up_since_ms = None
                await asyncio.sleep(AGAIN_S)

    async def close(self) -> None:
        """Leave with a goodbye: nobody needs to wait until this node expires."""
        with contextlib.suppress(*OUTAGES):
            await self._redis.eval(GOODBYE, 2, NODES, HASH + self.node, self.node)

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        self._connected_s = loop.time()
        while True:
            await self._beat()
            beat_s = loop.time()
            while (wait_s := beat_s + self._expiry_s / BEATS - loop.time()) > 0:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait_s):
                        await self._wake.wait()
                self._wake.clear()
                await self._write()
                await self._read_stale()

    async def _beat(self) -> None:
        answer = await unless_cancelled(
            self._beat_script(keys=[NODES], args=[self.node, round(1000 * self._expiry_s), HASH])
        )
        now_s = asyncio.get_running_loop().time()
        for node, age_ms, number in zip(*[iter(answer)] * 3, strict=True):
            name = node.decode()
            if name == self.node:
                if number != self._number:
                    await self._write_all()
            elif age_ms == GONE:
                self._forget(name)
            elif age_ms < 1000 * self._expiry_s:
                self._note_alive(name, now_s - age_ms / 1000, number)
        for name, copy in list(self._copies.items()):
            # After an outage all have the time to be heard again.
            if now_s - max(copy.heard_s, self._connected_s) >= self._expiry_s:
                log.warning("node_lost", node=name)
                self._forget(name)
        await self._read_stale()
        if self.up_since_ms is None:
            self.up_since_ms = self._clock.now_ms()
            log.info("presence_up", nodes=1 + len(self._copies))
            for handler in self._after_outage:
                handler()

    def _note_alive(self, node: str, heard_s: float, number: int) -> None:
        copy = self._copies.setdefault(node, Copy(0, heard_s))
        copy.heard_s = heard_s
        if number > copy.number:
            self._stale.add(node)

    async def _write(self) -> None:
        if not self._changes:
            return
        changes, self._changes = self._changes, {}
        gone = [name for name, value in changes.items() if value is None]
        await self._save({name: value for name, value in changes.items() if value is not None}, gone)
        self._bus.publish(CHANNEL, encode((self.node, self._number, changes)))

    async def _write_all(self) -> None:
        """Write the whole hash: it is missing, or not all of it was written before an outage."""
        self._changes = {}
        stated = {f"{topic} {key}": value for topic, each in self._stated.items() for key, value in each.items()}
        await self._save(stated, None)

    async def _save(self, stated: dict[str, bytes], gone: list[str] | None) -> None:
        """Change the hash of this node; None: all else goes."""
        name = HASH + self.node
        self._number += 1
        async with self._redis.pipeline() as pipe:
            if gone is None:
                pipe.delete(name)
            for chunk in _chunks(gone or []):
                pipe.hdel(name, *chunk)
            for names in _chunks(list(stated)):
                pipe.hset(name, mapping={each: stated[each] for each in names})
            pipe.hset(name, NUMBER, self._number)
            pipe.pexpire(name, round(1000 * self._expiry_s))
            await unless_cancelled(pipe.execute())

    async def _read_stale(self) -> None:
        while self._stale:
            node = self._stale.pop()
            reading: Awaitable[dict[bytes, bytes]] = self._redis.hgetall(HASH + node)  # type: ignore[assignment]
            found = await unless_cancelled(reading)
            number = int(found.pop(NUMBER, 0))
            copy = self._copies.get(node)
            if copy is not None and number > copy.number:
                stated = {name.decode(): value for name, value in found.items()}
                copy.number = number
                self._apply(node, copy, dict.fromkeys(copy.stated) | stated)

    def _hear(self, message: bytes) -> None:
        node, number, changes = decode(message)
        copy = self._copies.get(node)
        if copy is not None and number == copy.number + 1:
            copy.number = number
            self._apply(node, copy, changes)
        elif copy is not None and number > copy.number:
            self._stale.add(node)
            self._wake.set()

    def _forget(self, node: str) -> None:
        if copy := self._copies.pop(node, None):
            self._apply(node, copy, dict.fromkeys(copy.stated))

    def _apply(self, node: str, copy: Copy, changes: Changes) -> None:
        for name, value in changes.items():
            if copy.stated.get(name) == value:
                continue
            topic, _, key = name.partition(" ")
            by_node = self._elsewhere[topic].setdefault(key, {})
            if value is None:
                del copy.stated[name], by_node[node]
                if not by_node:
                    del self._elsewhere[topic][key]
            else:
                copy.stated[name] = by_node[node] = value
            if handler := self._handlers.get(topic):
                handler(key)


def _chunks(names: list[str]) -> list[list[str]]:
    return [names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)]
