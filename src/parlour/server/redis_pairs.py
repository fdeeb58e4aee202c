"""Pairs over Redis: a key for each person who waits. Of the nodes that would pair a person, one takes the key."""

import contextlib
from collections.abc import Collection, Mapping

from parlour.server.bus import Bus
from parlour.server.cancelling import unless_cancelled
from parlour.server.pairs import Pairing
from parlour.server.redis_link import OUTAGES, RedisLink

KEY = "parlour:seeker:"
WAITING, TAKEN = "waiting", "taken"  # or the match and the seat
TAKEN_MS = 30_000  # for making the match; if the node dies meanwhile, the person waits on
PAIRED_MS = 60_000  # for a node that did not hear of it

# Notes or prolongs the waiting of people; returns what was noted before.
WAIT = """
local found = {}
for i, key in ipairs(KEYS) do
  local was = redis.call('GET', key)
  found[i] = was or ''
  local is_paired = was and was ~= 'waiting' and was ~= 'taken'
  if not was or was == 'waiting' or (is_paired and ARGV[2] == '1') then
    redis.call('SET', key, 'waiting', 'PX', ARGV[1])
  end
end
return found
"""
TAKE = """
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) ~= 'waiting' then return 0 end
end
for _, key in ipairs(KEYS) do redis.call('SET', key, 'taken', 'PX', ARGV[1]) end
return 1
"""


class RedisPairs:
    """A `Pairs` of several nodes. While Redis is gone, each node pairs its own people."""

    def __init__(self, link: RedisLink, bus: Bus, expiry_s: float) -> None:
        self._redis, self._bus = link.client, bus
        self._expiry_ms = round(1000 * expiry_s)  # of a person whose node does not prolong it
        self._wait, self._take = link.client.register_script(WAIT), link.client.register_script(TAKE)

    async def wait(self, identities: Collection[str], *, is_new: bool = False) -> Mapping[str, Pairing]:
        if not identities or not self._bus.is_up:
            return {}
        try:
            found = await unless_cancelled(self._wait(keys=_keys(*identities), args=[self._expiry_ms, int(is_new)]))
        except OUTAGES:
            return {}
        return {} if is_new else _read(dict(zip(identities, found, strict=True)))

    async def take(self, first: str, second: str, *, are_here: bool) -> bool:
        if not self._bus.is_up:
            return are_here
        try:
            return bool(await unless_cancelled(self._take(keys=_keys(first, second), args=[TAKEN_MS])))
        except OUTAGES:
            return are_here

    async def give_back(self, identities: Collection[str]) -> None:
        await self._set(dict.fromkeys(identities, WAITING), self._expiry_ms)

    async def note(self, pairings: Mapping[str, Pairing]) -> None:
        await self._set({identity: f"{match} {seat}" for identity, (match, seat) in pairings.items()}, PAIRED_MS)

    async def _set(self, values: Mapping[str, str], expiry_ms: int) -> None:
        if self._bus.is_up:
            with contextlib.suppress(*OUTAGES):
                async with self._redis.pipeline() as pipe:
                    for identity, value in values.items():
                        pipe.set(KEY + identity, value, px=expiry_ms)
                    await unless_cancelled(pipe.execute())


def _keys(*identities: str) -> list[str]:
    return [KEY + identity for identity in identities]


def _read(found: Mapping[str, bytes]) -> dict[str, Pairing]:
    values = {identity: value.decode() for identity, value in found.items()}
    paired = {identity: value.split() for identity, value in values.items() if value not in ("", WAITING, TAKEN)}
    return {identity: Pairing(match, int(seat)) for identity, (match, seat) in paired.items()}
