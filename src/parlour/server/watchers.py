"""The clients that follow a match, from which seats, and since when a seat is empty."""

from collections.abc import Callable, Iterable, Set
from typing import Protocol

import msgspec

from parlour.core.contract import SEATS, SPECTATOR
from parlour.match.clock import Clock
from parlour.server import messages as wire
from parlour.server.presence import SEAT, SPECTATORS, NoPresence, Presence

encode = msgspec.json.Encoder().encode


class Watcher(Protocol):
    """A client that follows matches."""

    unheard: Set[str]  # identities whose chat it does not get

    def send(self, message: bytes) -> None:
        """Take a message at once; a client that cannot keep up is disconnected."""
        ...


class Watchers:
    """The clients that follow one match, each from a seat or as SPECTATOR; some of them may be at other nodes."""

    def __init__(self, clock: Clock, match_id: str = "", presence: Presence | None = None) -> None:
        self._clock = clock
        self._match_id = match_id
        self._presence = presence or NoPresence()
        self._viewers: dict[Watcher, int] = {}
        self._away_since_ms = [clock.now_ms()] * len(SEATS)

    def __bool__(self) -> bool:
        return bool(self._viewers)

    @property
    def viewers(self) -> set[int]:
        """The seats from which the match is followed, SPECTATOR among them."""
        return set(self._viewers.values())

    @property
    def num_spectators(self) -> int:
        """How many clients follow the match without a seat."""
        elsewhere = self._presence.elsewhere(SPECTATORS).get(self._match_id, {})
        return self._num_spectators_here + sum(int(number) for number in elsewhere.values())

    @property
    def _num_spectators_here(self) -> int:
        return list(self._viewers.values()).count(SPECTATOR)

    def is_here(self, seat: int) -> bool:
        """Return whether a client follows the match from a seat."""
        return self.is_at_this_node(seat) or _name(self._match_id, seat) in self._presence.elsewhere(SEAT)

    def is_at_this_node(self, seat: int) -> bool:
        """Return whether a client at this node follows the match from a seat."""
        return seat in self._viewers.values()

    def away_since_ms(self, seat: int) -> int | None:
        """Return since when no client has followed the match from a seat; None while one does, or may at some node."""
        known_since_ms = self._presence.up_since_ms
        if known_since_ms is None or self.is_here(seat):
            return None
        return max(known_since_ms, self._away_since_ms[seat])

    def add(self, watcher: Watcher, viewer: int) -> None:
        """Add a client; one that is there already changes its seat."""
        self._viewers[watcher] = viewer
        self._tell_others()

    def remove(self, watcher: Watcher) -> bool:
        """Remove a client; returns whether no other one is at its seat."""
        viewer = self._viewers.pop(watcher, SPECTATOR)
        self._tell_others()
        is_left = viewer != SPECTATOR and not self.is_here(viewer)
        if is_left:
            self._away_since_ms[viewer] = self._clock.now_ms()
        return is_left

    def note_elsewhere(self, seat: int) -> bool:
        """Note that another node has seen a player come or go; returns whether that is news."""
        if self.is_at_this_node(seat):
            return False
        if not self.is_here(seat):
            self._away_since_ms[seat] = self._clock.now_ms()
        return True

    def _tell_others(self) -> None:
        if self._presence.is_only_node:
            return
        here = self.viewers
        for seat in SEATS:
            tell = self._presence.put if seat in here else self._presence.drop
            tell(SEAT, _name(self._match_id, seat))
        if number := self._num_spectators_here:
            self._presence.put(SPECTATORS, self._match_id, b"%d" % number)
        else:
            self._presence.drop(SPECTATORS, self._match_id)

    def items(self) -> Iterable[tuple[Watcher, int]]:
        """Return the clients, each with its viewer."""
        return self._viewers.items()

    def send_all(self, reply: wire.AnyReply, is_for: Callable[[Watcher, int], bool] = lambda _, __: True) -> None:
        """Send all clients the same, or those for which it is, by client and viewer."""
        message = encode(reply)
        for watcher, viewer in self._viewers.items():
            if is_for(watcher, viewer):
                watcher.send(message)


def _name(match_id: str, seat: int) -> str:
    return f"{match_id}/{seat}"


def read_seat(name: str) -> tuple[str, int]:
    """Return the match and the seat that a statement is about."""
    match_id, _, seat = name.rpartition("/")
    return match_id, int(seat)
