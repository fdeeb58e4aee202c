"""Presence: what each node of a site states about itself, such as who is online there, as the other nodes know it.

A statement has a topic, a key and a value, and is true as long as its node lives. One node alone states nothing.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

SEAT, SPECTATORS = "seat", "spectators"  # topics: by match and seat, and by match
PEOPLE, SEEKERS, CHALLENGES, WATCHABLE, PLAYING = "people", "seekers", "challenges", "watchable", "playing"

NOTHING: Mapping[str, Mapping[str, bytes]] = {}


class Presence(Protocol):
    """Informs the other nodes of this one, and knows what they state."""

    @property
    def is_only_node(self) -> bool:
        """Whether there are no other nodes, ever."""
        ...

    @property
    def up_since_ms(self) -> int | None:
        """Since when it is known what the other nodes state; None during an outage."""
        ...

    def put(self, topic: str, key: str, value: bytes = b"") -> None:
        """State something of this node."""
        ...

    def drop(self, topic: str, key: str) -> None:
        """State something no longer."""
        ...

    def replace(self, topic: str, stated: Mapping[str, bytes]) -> None:
        """State this, and nothing else of a topic."""
        ...

    def elsewhere(self, topic: str) -> Mapping[str, Mapping[str, bytes]]:
        """Return what the other nodes state: by key, then by node."""
        ...

    def listen(self, topic: str, handler: Callable[[str], None]) -> None:
        """Call a handler, one for each topic, with the key of what another node states or states no longer."""
        ...

    def after_outage(self, handler: Callable[[], None]) -> None:
        """Call a handler whenever it is known again what the other nodes state."""
        ...

    async def run(self) -> None:
        """Keep it going, forever."""
        ...

    async def close(self) -> None:
        """Leave with a goodbye: nobody needs to wait until this node expires."""
        ...


class NoPresence:
    """The presence of a node that is alone."""

    is_only_node = True
    up_since_ms = 0

    def put(self, topic: str, key: str, value: bytes = b"") -> None:
        return

    def drop(self, topic: str, key: str) -> None:
        return

    def replace(self, topic: str, stated: Mapping[str, bytes]) -> None:
        return

    def elsewhere(self, topic: str) -> Mapping[str, Mapping[str, bytes]]:
        return NOTHING

    def listen(self, topic: str, handler: Callable[[str], None]) -> None:
        return

    def after_outage(self, handler: Callable[[], None]) -> None:
        return

    async def run(self) -> None:
        return

    async def close(self) -> None:
        return
