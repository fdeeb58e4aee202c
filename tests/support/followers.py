"""Clients that are sent differences, and put the table together from them."""

import json
from collections.abc import Set
from typing import Any

from parlour.server.choice_groups import listed
from parlour.server.difference import apply


class Follower:
    """Keeps a table up to date by what it is sent; a message that is missing or out of order is noticed."""

    unheard: Set[str] = frozenset()

    def __init__(self) -> None:
        self.table: dict[str, Any] = {}
        self.number = 0
        self.received: list[bytes] = []

    def send(self, message: bytes) -> None:
        """Take a message."""
        self.received.append(message)
        self.hear(json.loads(message))

    def hear(self, reply: dict[str, Any]) -> None:
        """Follow a reply about a match."""
        match reply["type"]:
            case "snapshot" | "update":
                self.table, self.number = reply["table"], reply["number"]
            case "change":
                assert reply["number"] == self.number + 1, "a message is missing"
                self.number += 1
                self.table = apply(self.table, reply["table"]) | {"now_ms": reply["now_ms"]}
                if "choices" in reply:
                    self.table["choices"] = listed(reply["choices"])
