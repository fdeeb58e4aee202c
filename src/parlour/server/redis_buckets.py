"""The buckets that all nodes of a site share, in Redis: each is the time at which it is full, and expires then."""

import hashlib
from collections.abc import Sequence

from parlour.server.bus import Bus
from parlour.server.cancelling import unless_cancelled
from parlour.server.limits import Wanted
from parlour.server.redis_link import OUTAGES, RedisLink

BUCKET = "parlour:bucket:"
NAME_BYTES = 16  # a name is kept as a hash: short, and not readable

# Takes one from each bucket, or from none; returns how many milliseconds to wait, by the clock of Redis.
TAKE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait = 0
local full = {}
for i, key in ipairs(KEYS) do
  local each, size = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  full[i] = math.max(now, tonumber(redis.call('GET', key) or 0)) + each
  wait = math.max(wait, full[i] - now - size)
end
if wait > 0 then return math.ceil(wait) end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.3f', full[i]), 'PX', math.max(1, math.ceil(full[i] - now)))
end
return 0
"""


class RedisBuckets:
    """Shared buckets."""

    def __init__(self, link: RedisLink, bus: Bus) -> None:
        self._bus = bus
        self._script = link.client.register_script(TAKE)

    async def take(self, wanted: Sequence[Wanted]) -> int | None:
        """Take one from each bucket, or from none; return how many milliseconds to wait, None while Redis is gone."""
        if not self._bus.is_up:  # or everyone would wait until a connection fails
            return None
        try:
            keys = [BUCKET + _name(each.kind, each.by) for each in wanted]
            args = [number for each in wanted for number in (each.each_ms, each.size_ms)]
            wait_ms: int = await unless_cancelled(self._script(keys=keys, args=args))
        except OUTAGES:
            return None
        return wait_ms


def _name(kind: str, by: str) -> str:
    return f"{kind}:{hashlib.blake2b(by.encode(), digest_size=NAME_BYTES).hexdigest()}"
