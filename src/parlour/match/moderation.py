"""Reports of players, sanctions, and people who are ignored; and the ports through which they are stored.

The ports promise what those of `parlour.match.ports` do.
"""

from concurrent.futures import Future
from typing import NamedTuple, Protocol


class Ignored(NamedTuple):
    """A person who is ignored by another."""

    id: int
    other: str  # the identity
    kind: str
    name: str | None  # of an account


class Report(NamedTuple):
    """A report of a player that waits for an operator."""

    id: int
    match: str
    invitation: str  # in the link of the match
    reporter: str  # an identity
    reported: str  # an identity
    seat: int  # of the reported
    reason: str
    chat: str  # the last lines of the match
    at_ms: int


class AuditEntry(NamedTuple):
    """Something that an operator did."""

    at_ms: int
    operator: str | None  # the name; None: the command line
    action: str
    identity: str  # whom it concerns
    detail: str


class Sanctioned(NamedTuple):
    """An account that is silenced or suspended."""

    id: int
    name: str
    silenced_until_ms: int | None
    suspended: str | None  # the reason


class IgnoredPeople(Protocol):
    """Whom people ignore: muted, so that their chat is hidden, or blocked, so that they stay apart."""

    def by(self, identity: str) -> list[Ignored]:
        """List whom a person ignores, oldest first."""
        ...

    def unheard_by(self, identity: str) -> frozenset[str]:
        """Return the identities whose chat a person does not see."""
        ...

    def apart_from(self, identity: str) -> frozenset[str]:
        """Return the identities that a person has blocked, or that have blocked this person."""
        ...

    def ignore(self, identity: str, other: str, kind: str) -> "Future[None]":
        """Mute or block a person, instead of what was before; the future fails with TooManyIgnored."""
        ...

    def stop_ignoring(self, identity: str, number: int) -> "Future[None]":
        """Forget that a person ignores another."""
        ...


class Moderation(Protocol):
    """Reports of players, what operators do about them, and their roles. Every change is in the audit log."""

    def report(self, report: Report) -> "Future[bool]":
        """Store a report; returns False when the same person has an open one about the same player and match."""
        ...

    def open_reports(self) -> list[Report]:
        """List the reports that wait, oldest first."""
        ...

    def sanctioned(self, now_ms: int) -> list[Sanctioned]:
        """List the accounts that are silenced or suspended now."""
        ...

    def audit_entries(self) -> list[AuditEntry]:
        """List what operators did, newest first."""
        ...

    def dismiss(self, report: int, operator: int, at_ms: int) -> "Future[None]":
        """Close a report without a sanction; the future fails with UnknownReport."""
        ...

    def silence(self, report: int, until_ms: int, operator: int, at_ms: int) -> "Future[None]":
        """Close a report and let nothing be said by the reported before a time.

        The future fails with UnknownReport, or with NoAccount for a guest.
        """
        ...

    def suspend(self, report: int, reason: str, operator: int, at_ms: int) -> "Future[int]":
        """Close a report, suspend the account of the reported, and end its sessions and tokens; returns its number.

        The future fails with UnknownReport, or with NoAccount for a guest.
        """
        ...

    def lift(self, account: int, operator: int, at_ms: int) -> "Future[None]":
        """End the sanctions of an account; the future fails with NoAccount."""
        ...

    def set_role(self, name: str, role: str | None, at_ms: int) -> "Future[str]":
        """Set the role of an account, or remove it; returns its name. The future fails with NoAccount."""
        ...
