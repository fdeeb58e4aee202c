"""Every limit of the server in one table: what is counted, how much of it, and per whom."""

import asyncio
import ipaddress
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from parlour.match.clock import Clock
from parlour.match.fairness import MOST_REQUESTS
from parlour.server.errors import TooMany

MOST_BUCKETS = 50_000  # remembered of each kind; those used longest ago are forgotten, and full again
LONGEST_NAME = 64  # of an address that is none, from a proxy
LONGEST_DEBT_S = 10.0  # that a client is made to wait for what it has cost


class Limit(NamedTuple):
    """A bucket: how much of something at once, and after how many seconds one more."""

    at_once: int
    seconds: float
    per: str  # whom it is counted by
    of: str  # what is counted
    then: str = "refused"  # what happens beyond it


class Most(NamedTuple):
    """How many of something there may be at a time."""

    number: int
    per: str
    of: str
    then: str = "refused"


PAUSED = "reading pauses"
CLOSED = "closed"

COSTS = {  # counted by each node: asking Redis would cost as much as what is counted
    # On the wire.
    "control": Limit(20, 0.5, "connection", "pings and pongs", PAUSED),
    "frame": Limit(400, 0.005, "connection", "frames of any kind", PAUSED),
    "message": Limit(200, 0.01, "connection", "messages: a quick bot may, a flood may not", "refused, then closed"),
    "request": Limit(120, 0.05, "address", "requests over HTTP, without the files of the pages"),
    "bytes_in": Limit(256 * 1024, 1 / (64 * 1024), "connection", "bytes of messages received", PAUSED),
    "bytes_in_from": Limit(4 * 1024**2, 1 / 1024**2, "address", "bytes of messages received", PAUSED),
    "bytes_out": Limit(2 * 1024**2, 1 / (256 * 1024), "connection", "bytes of replies", PAUSED),
    "bytes_out_from": Limit(32 * 1024**2, 1 / (8 * 1024**2), "address", "bytes of replies", PAUSED),
    # What requests cost: milliseconds of CPU time, measured where it is spent; to show an action, by the clock.
    "cpu": Limit(1000, 0.01, "person", "milliseconds of CPU time of replies", PAUSED),
    "cpu_from": Limit(3000, 1 / 300, "address", "milliseconds of CPU time of replies", "reading pauses; HTTP: refused"),
    "subscribe": Limit(40, 1.0, "person", "subscriptions to matches", PAUSED),
    "subscribe_from": Limit(300, 0.1, "address", "subscriptions to matches", PAUSED),
    # What is drawn.
    "film": Limit(10, 10.0, "address", "animations and film strips drawn"),
    "card": Limit(60, 1.0, "address", "preview pictures drawn"),
    "preview": Limit(
        120, 0.1, "address", "matches and tournaments looked up for the preview of a page", "the preview names none"
    ),
}
ACTIONS = {  # what people do, counted by all nodes of a site together
    "create": Limit(30, 2.0, "person", "matches made: new ones, rematches, searches for an opponent"),
    "create_from": Limit(120, 0.5, "address", "matches made"),
    "chat": Limit(5, 2.0, "person", "lines of chat"),
    "hint": Limit(10, 5.0, "person", "hints"),
    "analyse": Limit(20, 60.0, "person", "analyses started"),
    "simulate": Limit(10, 60.0, "person", "simulations started"),
    "puzzle": Limit(60, 1.0, "person", "answers to puzzles"),
    "sign_up": Limit(10, 60.0, "address", "accounts made"),
    "sign_in": Limit(20, 5.0, "address", "attempts to sign in"),
    "sign_in_as": Limit(10, 10.0, "name and address", "attempts to sign in from a browser that never did"),
    "sign_in_anywhere": Limit(100, 3.0, "name", "attempts to sign in from browsers that never did"),
    "sign_in_known": Limit(10, 10.0, "browser", "attempts to sign in where it was done before"),
    "password": Limit(10, 10.0, "account", "passwords asked of a person who is signed in"),
    "recover": Limit(10, 60.0, "address", "attempts to use a recovery code"),
    "ignore": Limit(30, 2.0, "person", "people muted or blocked"),
    "report": Limit(5, 600.0, "person", "reports of players"),
    "follow": Limit(30, 2.0, "person", "people followed and unfollowed"),
    "challenge": Limit(10, 10.0, "person", "people challenged"),
    "host": Limit(5, 300.0, "person", "tournaments made"),
    "host_from": Limit(20, 60.0, "address", "tournaments made"),
    "enter": Limit(20, 3.0, "person", "tournaments joined, left, started or cancelled"),
}
LIMITS = COSTS | ACTIONS
MOST = {
    "connections": Most(400, "address", "open connections, proxies apart", CLOSED),
    "sockets": Most(10_000, "server", "sockets"),
    "sockets_from": Most(200, "address", "sockets: a school shares an address"),
    "sockets_of": Most(20, "person", "sockets: tabs and devices"),
    "request_s": Most(15, "request", "seconds until it has arrived, from its first byte on", CLOSED),
    "unread_s": Most(30, "connection", "seconds in which none of its replies is read", CLOSED),
    "replies": Most(256, "connection", "replies that wait to be sent", CLOSED),
    "reply_bytes": Most(4 * 1024**2, "connection", "bytes of replies that wait to be sent", CLOSED),
    "refusals": Most(50, "connection", "refusals in a row for too many messages", CLOSED),
    "followed": Most(50, "connection", "matches followed"),
    "searches_of": Most(10, "person", "computers that think or wait to think"),
    "searches_from": Most(50, "address", "computers that think or wait to think"),
    "analyses": Most(100, "server", "analyses that wait or go on"),
    "analyses_of": Most(5, "person", "analyses that wait or go on, one of them at a time"),
    "analyses_from": Most(20, "address", "analyses that wait or go on"),
    "simulations": Most(20, "server", "simulations that wait or go on, one for each person"),
    "simulations_from": Most(5, "address", "simulations that wait or go on"),
    "simulation_s": Most(300, "simulation", "seconds of thinking", "the result is that of the matches so far"),
    "requests": Most(MOST_REQUESTS, "seat of a match", "draws offered, takebacks asked for and gifts of time"),
    "watchable": Most(30, "lobby", "matches to watch", "left out"),
    "running": Most(50, "person", "running matches in a list", "left out"),
    "hosted": Most(5, "person", "tournaments made that are not over"),
    "tournaments": Most(500, "server", "tournaments that are not over"),
    "listed": Most(100, "list", "challenges, names of people online, and tournaments", "left out"),
    "option_letters": Most(40, "challenge", "letters of an option that the lobby shows", "cut off"),
}


class Bucket:
    """What one connection has left of a limit; the time is passed in."""

    def __init__(self, kind: str, factor: float) -> None:
        self._each_s = LIMITS[kind].seconds / factor
        self._size_s = LIMITS[kind].at_once * LIMITS[kind].seconds
        self._full_at_s = 0.0

    def spend(self, now_s: float, amount: float) -> None:
        """Count what has been spent already; the bucket may be overdrawn, but not so far that it takes forever."""
        full_at_s = max(now_s, self._full_at_s) + amount * self._each_s
        self._full_at_s = min(full_at_s, now_s + self._size_s + LONGEST_DEBT_S)

    def take(self, now_s: float) -> None:
        """Count one, or refuse it.

        Raises:
            TooMany: with the seconds to wait.
        """
        missing_s = max(now_s, self._full_at_s) - now_s + self._each_s - self._size_s
        if missing_s > 0:
            raise too_many(missing_s)
        self.spend(now_s, 1)

    def wait_s(self, now_s: float) -> float:
        """Return for how many seconds it is overdrawn; 0 when it is not."""
        return max(0.0, self._full_at_s - now_s - self._size_s)


class Wanted(NamedTuple):
    """One from a bucket: whose it is, how long it takes to regain one, and to fill it."""

    kind: str
    by: str
    each_ms: float
    size_ms: float


class SharedBuckets(Protocol):
    """The buckets of all nodes together."""

    async def take(self, wanted: Sequence[Wanted]) -> int | None:
        """Take one from each bucket, or from none; return how many milliseconds to wait, None if nobody knows."""
        ...


class Limits:
    """Counts what each client does and costs."""

    def __init__(self, clock: Clock, factor: float = 1.0, shared: SharedBuckets | None = None) -> None:
        self._clock = clock
        self._shared = shared  # None: this is the only node
        self._full_at_ms: dict[str, OrderedDict[str, float]] = {kind: OrderedDict() for kind in LIMITS}
        self.set_factor(factor)
        self._lock = threading.Lock()  # what is computed in a thread is charged there
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def set_factor(self, factor: float) -> None:
        """Multiply all limits by a factor."""
        self.factor = factor
        self._each_ms = {kind: 1000 * limit.seconds / factor for kind, limit in LIMITS.items()}  # to regain one
        self._size_ms = {kind: limit.at_once * factor * self._each_ms[kind] for kind, limit in LIMITS.items()}
        self._spending = {  # all that `spend_all` needs of a kind, in one look: it is done a dozen times an action
            kind: (self._full_at_ms[kind], self._each_ms[kind], size_ms + 1000 * LONGEST_DEBT_S)
            for kind, size_ms in self._size_ms.items()
        }

    async def count(self, *actions: tuple[str, str]) -> None:
        """Count something that a person does, by kinds of ACTIONS and whom each is counted by, or refuse it.

        Raises:
            TooMany: with the seconds to wait.
        """
        wait_ms: float | None = None
        if self._shared is not None:
            wanted = [Wanted(kind, by, self._each_ms[kind], self._size_ms[kind]) for kind, by in actions]
            wait_ms = await self._shared.take(wanted)
        if wait_ms is None:  # the buckets of this node have to do
            wait_ms = max(self._missing_ms(kind, by) for kind, by in actions)
        if wait_ms > 0:
            raise too_many(wait_ms / 1000)
        self.spend_all(*((kind, by, 1) for kind, by in actions))

    def consume(self, kind: str, by: str) -> None:
        """Count one of a kind of COSTS, or refuse it.

        Raises:
            TooMany: with the seconds to wait.
        """
        if (wait_ms := self._missing_ms(kind, by)) > 0:
            raise too_many(wait_ms / 1000)
        self.spend(kind, by)

    def _missing_ms(self, kind: str, by: str) -> float:
        """Return for how many milliseconds there is not yet one in a bucket; not more than 0 when there is."""
        taken_ms = max(0.0, self._full_at_ms[kind].get(by, 0.0) - self._clock.now_ms()) + self._each_ms[kind]
        return taken_ms - self._size_ms[kind]

    def spend(self, kind: str, by: str, amount: float = 1) -> None:
        """Count what has been spent already; a bucket may be overdrawn, but not so far that it takes forever."""
        self.spend_all((kind, by, amount))

    def spend_all(self, *spent: tuple[str, str, float]) -> None:
        """Count what has been spent of several kinds: the kind, by whom, and how much."""
        now_ms = self._clock.now_ms()
        with self._lock:
            for kind, by, amount in spent:
                buckets, each_ms, longest_ms = self._spending[kind]
                full_at_ms = buckets.get(by, 0.0)
                full_at_ms = (full_at_ms if full_at_ms > now_ms else now_ms) + amount * each_ms  # noqa: FURB136
                latest_ms = now_ms + longest_ms  # `max` and `min` would take as long as all the rest
                buckets[by] = full_at_ms if full_at_ms < latest_ms else latest_ms  # noqa: FURB136
                buckets.move_to_end(by)
                if len(buckets) > MOST_BUCKETS:
                    buckets.popitem(last=False)

    def wait_s(self, kind: str, by: str) -> float:
        """Return for how many seconds a bucket is overdrawn; 0 when it is not."""
        return self.longest_wait_s((kind, by))

    def longest_wait_s(self, *buckets: tuple[str, str]) -> float:
        """Return for how many seconds one of several buckets, each of a kind and a client, is overdrawn."""
        full_at_ms, size_ms = self._full_at_ms, self._size_ms
        paid_at_ms = max([full_at_ms[kind].get(by, 0.0) - size_ms[kind] for kind, by in buckets])
        return max(0.0, paid_at_ms - self._clock.now_ms()) / 1000

    def check(self, kind: str, by: str) -> None:
        """Refuse more while a bucket is overdrawn.

        Raises:
            TooMany: with the seconds to wait.
        """
        if (wait_s := self.wait_s(kind, by)) > 0:
            raise too_many(wait_s)

    def most(self, kind: str) -> float:
        """Return how many of something there may be at a time."""
        return MOST[kind].number * max(1.0, self.factor)

    def turn_of(self, address: str) -> asyncio.Lock:
        """Return the lock under which costly work is done for an address, one at a time."""
        return self._turns.setdefault(address, asyncio.Lock())

    def check_sockets(self, total: int, from_address: int, of_identity: int) -> None:
        """Refuse one more socket when there are too many already.

        Raises:
            TooMany: with a sentence for the client.
        """
        for number, kind in ((total, "sockets"), (from_address, "sockets_from"), (of_identity, "sockets_of")):
            if number >= MOST[kind].number * self.factor:
                raise TooMany("There are too many connections already. Close one and try again.")


def too_many(wait_s: float) -> TooMany:
    """Make the refusal of a client that has to wait."""
    return TooMany(f"That was too much at once. Try again in {max(1, round(wait_s))} s.")


def network_of(address: str) -> str:
    """Return what an address is counted as: itself, or of IPv6 the network that one customer has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:LONGEST_NAME]
    if parsed.version == 4:
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
