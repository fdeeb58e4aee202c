"""A client that follows a match without a socket."""

import json
from collections.abc import Set
from typing import Any


class Eye:
    """Remembers what it was sent."""

    unheard: Set[str] = frozenset()

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        """Take a message."""
        self.received.append(json.loads(message))

    @property
    def table(self) -> dict[str, Any]:
        """The last table that it was sent."""
        found: dict[str, Any] = next(each["table"] for each in reversed(self.received) if "table" in each)
        return found
