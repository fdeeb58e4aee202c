"""The clients that follow a match, from which seats, and since when a seat is empty."""

from collections.abc import Callable, Mapping, Set
from typing import Protocol

import msgspec

from parlour.core.contract import SEATS, SPECTATOR
from parlour.match.clock import Clock
from parlour.server import messages as wire

encode = msgspec.json.Encoder().encode


class Watcher(Protocol):
    """A client that follows matches."""

    unheard: Set[str]  # identities whose chat it does not get

    def send(self, message: bytes) -> None:
        """Take a message at once; a client that cannot keep up is disconnected."""
        ...


class Watchers:
    """The clients that follow one match, each from a seat or as SPECTATOR."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
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
        return list(self._viewers.values()).count(SPECTATOR)

    def is_here(self, seat: int) -> bool:
        """Return whether a client follows the match from a seat."""
        return seat in self._viewers.values()

    def away_since_ms(self, seat: int) -> int | None:
        """Return since when no client has followed the match from a seat; None while one does."""
        return None if self.is_here(seat) else self._away_since_ms[seat]

    def add(self, watcher: Watcher, viewer: int) -> None:
        """Add a client; one that is there already changes its seat."""
        self._viewers[watcher] = viewer

    def remove(self, watcher: Watcher) -> bool:
        """Remove a client; returns whether no other one is at its seat."""
        viewer = self._viewers.pop(watcher, SPECTATOR)
        is_left = viewer != SPECTATOR and not self.is_here(viewer)
        if is_left:
            self._away_since_ms[viewer] = self._clock.now_ms()
        return is_left

    def send(self, messages: Mapping[int, bytes], but: Watcher | None = None) -> None:
        """Send each client the message of its viewer, except one client."""
        for watcher, viewer in self._viewers.items():
            if watcher is not but:
                watcher.send(messages[viewer])

    def send_all(self, reply: wire.AnyReply, is_for: Callable[[Watcher, int], bool] = lambda _, __: True) -> None:
        """Send all clients the same, or those for which it is, by client and viewer."""
        message = encode(reply)
        for watcher, viewer in self._viewers.items():
            if is_for(watcher, viewer):
                watcher.send(message)
