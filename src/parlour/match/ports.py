"""The ports through which matches, accounts and results are stored. `parlour.storage` implements them.

A write returns a future, which is done when the change is on the disk; a write that is refused has changed nothing.
Writes raise StorageBusy when too many of them wait, and StorageFailed when the storage is closed; their futures fail
with StorageFailed when the disk refuses. Reads may be called in any thread.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from parlour.match.accounts import Account, IdentityChanged, Token
from parlour.match.jobs import Job
from parlour.match.results import (
    EVERYTHING,
    PAGE,
    Filters,
    Follow,
    Leader,
    Order,
    Page,
    PrivateRecord,
    RatingNow,
    Standing,
)
from parlour.match.seating import Seating
from parlour.match.stored import MatchState, ParkedMatch, StoredLine, StoredMatch


class MatchLog(Protocol):
    """The log of all matches: appended, never changed."""

    @property
    def num_waiting(self) -> int:
        """The number of writes that wait."""
        ...

    @property
    def is_failing(self) -> bool:
        """Whether the disk refused the last write."""
        ...

    @property
    def up_ms(self) -> int:
        """For how long servers have been running on this log, all together, as far as heartbeats tell."""
        ...

    def create(
        self, match_id: str, seed: int, seating: Seating, lines: Sequence[bytes], due_ms: int | None = None,
        jobs: Sequence[Job] = (),
    ) -> "Future[Seating]":  # fmt: skip
        """Begin the log of a match and return its seating as stored: a person may have signed up meanwhile.

        Args:
            due_ms: see `set_due`.
            jobs: that are queued with it.

        The future fails with AlreadyThere if the id is taken.
        """
        ...

    def append(
        self, match_id: str, version: int, lines: Sequence[bytes], key: str | None = None, is_over: bool = False,
        jobs: Sequence[Job] = (),
    ) -> "Future[None]":  # fmt: skip
        """Append events, all or none.

        Args:
            version: of the match that they follow, which is the number of its events.
            key: of the command that led to them.
            is_over: these are the last events of the match.
            jobs: that are queued with them.

        The future fails with UnknownMatch, or with AlreadyThere if the match is at another version or the key was used.
        """
        ...

    def defer(self, jobs: Sequence[Job]) -> "Future[None]":
        """Queue jobs; one that waits already waits on, or begins earlier."""
        ...

    def set_seating(self, match_id: str, seating: Seating, instead_of: Seating | None = None) -> "Future[Seating]":
        """Change who sits where, and return the seating as stored: a person may have signed up meanwhile.

        Args:
            instead_of: the seating that is changed; None: whatever it is.

        The future fails with MatchOver when the match has ended, and with AlreadyThere when another was changed.
        """
        ...

    def say(self, match_id: str, line: StoredLine) -> "Future[StoredLine]":
        """Store a line of chat, and return it; or the earlier one of its seat and key."""
        ...

    def want_rematch(self, match_id: str, seat: int) -> "Future[set[int]]":
        """Note that a seat wants to play again, and return all seats that do."""
        ...

    def set_due(self, match_id: str, due_ms: int | None) -> "Future[None]":
        """Store when a clock of a match needs it in memory, as `up_ms` counts: 0 while it is there, None for never."""
        ...

    def due_matches(self, by_ms: int) -> list[str]:
        """List the matches that are due by then, and neither over nor parked; the first ones first."""
        ...

    def beat(self) -> "Future[None]":
        """Note that the server is running; from the first time on, `up_ms` grows."""
        ...

    def read(self, match_id: str, since: int = 0) -> StoredMatch:
        """Read a match, parked or not; or only what was appended since a version, with all that is not in the log.

        Raises:
            UnknownMatch: there is none of this id.
        """
        ...

    def states(self, match_ids: Sequence[str]) -> dict[str, MatchState]:
        """Return how far matches have come, by id; those that are missing are left out."""
        ...

    def park(self, match_id: str, reason: str) -> "Future[None]":
        """Mark a match as one that cannot be loaded. The reason is a sentence, and replaces an earlier one."""
        ...

    def unpark(self, match_id: str) -> "Future[None]":
        """Remove the mark of a match that can be loaded again; the time in which it had it does not count as up."""
        ...

    def parked_matches(self) -> list[ParkedMatch]:
        """List the matches that are parked, over or not, by id."""
        ...


class People(Protocol):
    """Accounts, their sessions and the tokens of their bots.

    `session` is the hash of a session, `token` that of a token, `password` that of a password. A write on behalf of a
    session is made only if the session has not ended when the write is carried out, and one that a password allowed
    only if that is still the password. Otherwise its future fails with SignedOut.
    """

    def find(self, name: str) -> Account | None:
        """Return the account of this name, in capitals or not."""
        ...

    def find_alike(self, name: str) -> Account | None:
        """Return the account whose name looks like this one."""
        ...

    def of_identity(self, identity: str) -> Account | None:
        """Return the account of an identity; None for a guest and for an account that was deleted."""
        ...

    def of_session(self, session: str, now_ms: int) -> Account | None:
        """Return the account of a session; None when it has ended."""
        ...

    def of_token(self, token: str) -> tuple[Account, Token] | None:
        """Return the account of a token, and the token; None when it was revoked."""
        ...

    def has_adopted(self, guest: str) -> bool:
        """Return whether a guest has signed up."""
        ...

    def sign_up(
        self, name: str, password: str, session: str, at_ms: int, guest: str | None = None
    ) -> "Future[IdentityChanged]":
        """Make an account with its first session, and give it all matches of a guest; all or nothing.

        Args:
            guest: "guest:…", whose identity is the account from then on.

        The future fails with NameTaken, also when another name looks like this one.
        """
        ...

    def open_session(
        self, account: Account, session: str, at_ms: int, new_password: str | None = None
    ) -> "Future[list[str]]":
        """Begin a session of an account whose password was shown; returns the sessions that ended to make room.

        Args:
            new_password: another hash of the same password.

        The future fails with SignedOut when the password was changed meanwhile.
        """
        ...

    def end_session(self, session: str) -> "Future[None]":
        """End a session."""
        ...

    def end_all_sessions(self, session: str) -> "Future[None]":
        """End all sessions of the account that this session belongs to."""
        ...

    def change_password(self, session: str, old: str, new: str) -> "Future[None]":
        """Change the hash of the password, and end all tokens and all other sessions."""
        ...

    def set_recovery_codes(self, session: str, password: str, codes: Sequence[str]) -> "Future[None]":
        """Replace the recovery codes of an account, by their hashes."""
        ...

    def num_recovery_codes(self, account: int) -> int:
        """Count the recovery codes that are left."""
        ...

    def of_recovery_code(self, name: str, code: str) -> Account | None:
        """Return the account of this name, if the hash is that of one of its codes."""
        ...

    def recover(self, account: int, code: str, password: str, session: str, at_ms: int) -> "Future[None]":
        """Use up a recovery code: set the password, end all sessions and tokens, and begin a session.

        The future fails with WrongCode when the code was used meanwhile.
        """
        ...

    def set_preferences(self, session: str, preferences: str) -> "Future[None]":
        """Store the preferences, as JSON."""
        ...

    def tokens(self, account: int) -> list[Token]:
        """List the tokens of an account, oldest first."""
        ...

    def make_token(self, session: str, token: str, label: str, scopes: tuple[str, ...], at_ms: int) -> "Future[Token]":
        """Make a token; the future fails with TooManyTokens."""
        ...

    def revoke_token(self, session: str, number: int) -> "Future[str]":
        """End a token and return its hash; the future fails with UnknownToken."""
        ...

    def export(self, account: int) -> dict[str, Any]:
        """Return everything that is stored of an account, without secrets and without identities of others."""
        ...

    def delete(self, session: str, password: str) -> "Future[IdentityChanged]":
        """Delete an account: its matches stay, its name and everything private go."""
        ...


class Retention(Protocol):
    """What is not kept forever. A look returns what to delete, and from where to go on; None when it has seen all.

    `before_ms` is as `MatchLog.up_ms` counts.
    """

    def abandoned_matches(self, before_ms: int, after: str = "") -> tuple[list[str], str | None]:
        """Look at some open matches for those without an account that were last touched before."""
        ...

    def delete_abandoned(self, match_ids: Sequence[str], before_ms: int) -> "Future[list[str]]":
        """Delete those of these matches that are still abandoned; returns which."""
        ...

    def old_chat(self, before_ms: int, after: int = 0) -> tuple[list[int], int | None]:
        """Look at some lines of chat for those of matches that ended before."""
        ...

    def delete_chat(self, positions: Sequence[int]) -> "Future[None]":
        """Delete lines of chat."""
        ...

    def idle_solvers(self, before_ms: int, after: str = "") -> tuple[list[str], str | None]:
        """Look at some guests who have tried puzzles for those who last did before."""
        ...

    def delete_attempts(self, guests: Sequence[str], before_ms: int) -> "Future[list[str]]":
        """Delete the attempts at puzzles of those of these guests who are still idle; returns which."""
        ...

    def ended_sessions(self, now_ms: int) -> list[str]:
        """List some sessions that have ended."""
        ...

    def delete_sessions(self, sessions: Sequence[str]) -> "Future[None]":
        """Delete sessions."""
        ...


class Projection(Protocol):
    """Keeps the results up to date with the log."""

    num_skipped: int  # matches that could not be read

    def catch_up(self, follow: Follow = ...) -> None:
        """Take in all matches that have ended up to now; those that cannot be read are logged, counted and skipped.

        Raises:
            StorageBusy, StorageFailed: the rest can be taken in later.
        """
        ...


class Results(Protocol):
    """What people have reached: profiles, histories and leaderboards."""

    def rating_of(self, identity: str, game: str, now_ms: int) -> RatingNow:
        """Return a person's rating in a game; that of a newcomer when there is none."""
        ...

    def profile(self, identity: str, now_ms: int) -> list[Standing]:
        """List what a person has reached: overall first, then in each game played, by its id."""
        ...

    def private_records(self, identity: str) -> dict[str, PrivateRecord]:
        """Count draws and defeats by game, and overall."""
        ...

    def history(
        self, identity: str, filters: Filters = EVERYTHING, before: tuple[int, str] | None = None, limit: int = PAGE
    ) -> Page:
        """Return a page of a person's matches.

        Args:
            before: where this page begins, from the page before.
        """
        ...

    def public_among(self, matches: Sequence[str]) -> set[str]:
        """Return those of some matches that everyone may watch."""
        ...

    def leaders(self, game: str, by: Order, now_ms: int, limit: int) -> list[Leader]:
        """List the best accounts in a game or overall, best first; among equals, the older account first.

        A rating that is provisional today is not listed, and there is none overall.
        """
        ...

    def account_called(self, name: str) -> tuple[str, str] | None:
        """Return the identity of the account of this name, in capitals or not, and the name as its owner writes it."""
        ...
