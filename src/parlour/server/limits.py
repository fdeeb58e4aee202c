"""Rate limits: one table, one kind of bucket."""

import ipaddress
from collections import OrderedDict
from typing import NamedTuple

from parlour.match.clock import Clock
from parlour.server.errors import TooMany

MOST_BUCKETS = 50_000  # remembered of each kind; those used longest ago are forgotten, and full again


class Limit(NamedTuple):
    """How many at once, and after how many seconds one more."""

    at_once: int
    seconds: float


# The caller decides by what each is counted: an address, an identity, a name or a socket.
LIMITS = {
    "request": Limit(120, 0.05),  # over HTTP, by address
    "message": Limit(200, 0.01),  # on a socket: a quick bot may, a flood may not
    "create": Limit(30, 2.0),  # a match, by identity
    "create_from": Limit(120, 0.5),  # a match, by address
    "sign_up": Limit(10, 60.0),  # by address
    "sign_in": Limit(20, 5.0),  # by address
    "sign_in_as": Limit(10, 10.0),  # by name: slows down guessing one password from many addresses
    "password": Limit(10, 10.0),  # asked of a person who is signed in, by account
    "recover": Limit(10, 60.0),  # by a recovery code, by address
    "ignore": Limit(30, 2.0),  # mute or block a person, by identity
    "report": Limit(5, 600.0),  # a player, by identity
    "chat": Limit(5, 2.0),  # a line, by identity
    "hint": Limit(10, 5.0),  # by identity
}
MOST_SOCKETS = 10_000  # of a server
MOST_SOCKETS_FROM = 200  # an address: a school shares one
MOST_SOCKETS_OF = 20  # an identity: its tabs and devices
MOST_FOLLOWED = 50  # matches of a socket
MOST_REFUSALS = 50  # that a socket may collect in a row for sending too much; then it is closed


class Limits:
    """Counts what each client does."""

    def __init__(self, clock: Clock, factor: float = 1.0) -> None:
        self._clock = clock
        self.factor = factor  # all limits are multiplied by it
        self._full_at_ms: dict[str, OrderedDict[str, float]] = {kind: OrderedDict() for kind in LIMITS}

    def consume(self, kind: str, by: str) -> None:
        """Count one, or refuse it.

        Raises:
            TooMany: with the seconds to wait.
        """
        limit, buckets, now_ms = LIMITS[kind], self._full_at_ms[kind], float(self._clock.now_ms())
        each_ms = 1000 * limit.seconds / self.factor
        full_at_ms = max(now_ms, buckets.get(by, now_ms)) + each_ms
        wait_ms = full_at_ms - now_ms - limit.at_once * self.factor * each_ms
        if wait_ms > 0:
            raise TooMany(f"That was too much at once. Try again in {max(1, round(wait_ms / 1000))} s.")
        buckets[by] = full_at_ms
        buckets.move_to_end(by)
        if len(buckets) > MOST_BUCKETS:
            buckets.popitem(last=False)

    def check_sockets(self, total: int, from_address: int, of_identity: int) -> None:
        """Refuse one more socket when there are too many already.

        Raises:
            TooMany: with a sentence for the client.
        """
        for number, most in ((total, MOST_SOCKETS), (from_address, MOST_SOCKETS_FROM), (of_identity, MOST_SOCKETS_OF)):
            if number >= most * self.factor:
                raise TooMany("There are too many connections already. Close one and try again.")


def network_of(address: str) -> str:
    """Return what an address is counted as: itself, or of IPv6 the network that one customer has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
