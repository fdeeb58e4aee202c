"""The port through which analyses of matches are stored; it promises what those of `parlour.match.ports` do."""

from concurrent.futures import Future
from typing import Protocol

Accuracy = tuple[float | None, float | None]  # by seat, in percent; None: it had nothing to decide


class Analyses(Protocol):
    """Stores the analysis of each match that has one. No name is in it."""

    def find(self, match_id: str) -> bytes | None:
        """Return the analysis of a match, as it was stored."""
        ...

    def store(self, match_id: str, data: bytes, accuracy: Accuracy) -> "Future[None]":
        """Store the analysis of a match, instead of one that was there; the future fails with UnknownMatch."""
        ...
