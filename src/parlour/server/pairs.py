"""Who is paired by which node: a person who waits at several sockets is paired once."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol


class Pairing(NamedTuple):
    """The match that a person was given, and the seat."""

    match: str
    seat: int


class Pairs(Protocol):
    """Lets one node at a time pair a person."""

    async def wait(self, identities: Collection[str], *, is_new: bool = False) -> Mapping[str, Pairing]:
        """Note that people wait; return who of them was paired elsewhere. People who are new were not, by now."""
        ...

    async def take(self, first: str, second: str, *, are_here: bool) -> bool:
        """Take two people who wait, perhaps both at this node; False when one of them does not, or is taken."""
        ...

    async def give_back(self, identities: Collection[str]) -> None:
        """Let people wait on who were taken."""
        ...

    async def note(self, pairings: Mapping[str, Pairing]) -> None:
        """Note the match of people who were taken."""
        ...


class LocalPairs:
    """The pairs of a node that is alone: its lobby pairs one person at a time."""

    async def wait(self, identities: Collection[str], *, is_new: bool = False) -> Mapping[str, Pairing]:
        return {}

    async def take(self, first: str, second: str, *, are_here: bool) -> bool:
        return True

    async def give_back(self, identities: Collection[str]) -> None:
        return

    async def note(self, pairings: Mapping[str, Pairing]) -> None:
        return
