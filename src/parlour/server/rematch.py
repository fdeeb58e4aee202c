"""Playing again: who wants to, and the match that came of it."""

import asyncio
import base64
import hashlib
from collections.abc import Set

from parlour.core.contract import SEATS
from parlour.match.seating import COMPUTER, Seating
from parlour.server.reserved import ID_BYTES


class Rematch:
    """The rematch of one finished match."""

    def __init__(self, wanted: Set[int] = frozenset()) -> None:
        self.lock = asyncio.Lock()  # held while the next match is made
        self.wanted = set(wanted)  # seats
        self.next_match: str | None = None

    def is_agreed(self, seating: Seating) -> bool:
        """Return whether both seats want it: a computer always does, a person on any of their seats."""
        return all(self._is_wanted_by(seat, seating) for seat in SEATS)

    def _is_wanted_by(self, seat: int, seating: Seating) -> bool:
        identity = seating.seats[seat].identity
        seats = (seat,) if identity is None else seating.seats_of(identity)
        return seating.seats[seat].kind == COMPUTER or not self.wanted.isdisjoint(seats)


def rematch_id(match_id: str) -> str:
    """Return the id of the rematch of a match: the same on every node, so that there is one."""
    digest = hashlib.sha256(f"rematch of {match_id}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).decode()
