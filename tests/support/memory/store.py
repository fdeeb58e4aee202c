"""What is stored in memory, shared by all adapters."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeVar

from parlour.match.accounts import DELETED, Account, Token
from parlour.match.errors import UnknownMatch
from parlour.match.moderation import Report
from parlour.match.results import Result, StoredRating
from parlour.match.seating import ACCOUNT, Seating
from parlour.match.stored import StoredLine

T = TypeVar("T")


@dataclass
class MatchRow:
    """A match as it is stored."""

    seed: int
    seating: Seating
    lines: list[bytes]
    keys: dict[str, int] = field(default_factory=dict)
    chat: list[StoredLine] = field(default_factory=list)
    is_over: bool = False
    parked: str | None = None
    due_ms: int | None = None
    up_ms: int = 0  # at the last line
    wishes: set[int] = field(default_factory=set)
    changes: int = 0


@dataclass
class Memory:
    """Everything that is stored."""

    matches: dict[str, MatchRow] = field(default_factory=dict)
    ended: list[str] = field(default_factory=list)  # matches, in the order in which they ended
    up_ms: int = 0  # as of the last heartbeat
    accounts: dict[int, Account] = field(default_factory=dict)  # without those deleted
    num_accounts: int = 0  # ever made
    sessions: dict[str, tuple[int, int]] = field(default_factory=dict)  # account and time, by digest
    tokens: dict[str, tuple[int, Token]] = field(default_factory=dict)  # account and token, by digest
    num_tokens: int = 0  # ever made
    recovery_codes: dict[str, int] = field(default_factory=dict)  # accounts, by digest
    ignored: dict[int, tuple[str, str, str]] = field(default_factory=dict)  # identity, other and kind
    num_ignored: int = 0  # ever
    reports: dict[int, tuple[Report, str | None]] = field(default_factory=dict)  # with the verdict
    audit: list[tuple[int, int | None, str, str, str]] = field(default_factory=list)
    adopted: dict[str, int] = field(default_factory=dict)  # accounts, by guest
    num_taken_in: int = 0  # of the ended matches
    results: list[Result] = field(default_factory=list)
    ratings: dict[tuple[str, str], StoredRating] = field(default_factory=dict)  # by identity and game
    lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, change: Callable[[], T]) -> "Future[T]":
        """Make a change at once; its future is done."""
        done: Future[T] = Future()
        with self.lock:
            try:
                done.set_result(change())
            except Exception as error:
                done.set_exception(error)
        return done

    def match(self, match_id: str) -> MatchRow:
        if match_id not in self.matches:
            raise UnknownMatch(f"There is no match {match_id}.")
        return self.matches[match_id]

    def identity_now(self, identity: str) -> str:
        """Return the account of a guest who has signed up."""
        return f"{ACCOUNT}{self.adopted[identity]}" if identity in self.adopted else identity

    def name_of(self, identity: str) -> str | None:
        """Return the name of an account, deleted or not; None for a guest."""
        number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else 0
        if not 0 < number <= self.num_accounts:
            return None
        return self.accounts[number].name if number in self.accounts else DELETED

    def current(self, seating: Seating) -> Seating:
        """Return a seating with the accounts of people who have signed up, and without names of deleted accounts."""
        for _, identity in seating.people:
            now = self.identity_now(identity)
            if (name := self.name_of(now)) is not None:
                seating = seating.known_as(identity, now, name)
                seating = seating.forgotten(now, name) if name == DELETED else seating
        return seating

    def reseat(self, identity: str, change: Callable[[Seating], Seating]) -> dict[str, Seating]:
        changed = {}
        for match_id, match in self.matches.items():
            if identity in dict(match.seating.people).values():
                match.seating = changed[match_id] = change(match.seating)
        return changed
