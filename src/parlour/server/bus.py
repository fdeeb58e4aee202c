"""The bus between the nodes of one site: what a node has committed, the others hear of. One node alone needs none.

Nothing depends on a message: a node that misses one finds the truth in the database. So publishing never waits and
never fails, and after an outage of the bus the listeners are told to look for themselves.
"""

from collections.abc import Callable
from typing import Protocol

Handler = Callable[[bytes], None]


class Bus(Protocol):
    """Carries messages to the other nodes."""

    @property
    def is_up(self) -> bool:
        """Whether other nodes hear what is published, as far as is known."""
        ...

    def publish(self, channel: str, message: bytes) -> None:
        """Send the other nodes that listen to a channel a message; it may be lost."""
        ...

    def listen(self, channel: str, handler: Handler) -> None:
        """Call a handler, one for each channel, with what other nodes publish."""
        ...

    def unlisten(self, channel: str) -> None: ...

    def after_outage(self, handler: Callable[[], None]) -> None:
        """Call a handler whenever messages may have been lost."""
        ...


class NoBus:
    """The bus of a node that is alone."""

    is_up = True

    def publish(self, channel: str, message: bytes) -> None:
        return

    def listen(self, channel: str, handler: Handler) -> None:
        return

    def unlisten(self, channel: str) -> None:
        return

    def after_outage(self, handler: Callable[[], None]) -> None:
        return
