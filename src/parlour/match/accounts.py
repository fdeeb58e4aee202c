"""Accounts, and the tokens of their bots. Of every secret only a hash is stored."""

import hashlib
import unicodedata
from typing import NamedTuple

from parlour.match.seating import ACCOUNT, Seating

DELETED = "Deleted player"
SESSION_MS = 180 * 24 * 3600 * 1000  # how long a session lasts
MOST_SESSIONS = 50  # of an account; a new one ends the oldest
MOST_TOKENS = 20  # of an account
MOST_IGNORED = 500  # people, by one person
OPERATOR = "operator"  # the one role that there is
MUTED, BLOCKED = "muted", "blocked"  # how a person can be ignored


class Account(NamedTuple):
    """A person who has signed up."""

    id: int
    name: str
    password: str  # the hash
    created_ms: int
    preferences: str  # JSON
    role: str | None = None
    silenced_until_ms: int | None = None  # no chat before
    suspended: str | None = None  # why the account cannot be used, in a sentence

    @property
    def is_operator(self) -> bool:
        return self.role == OPERATOR

    @property
    def identity(self) -> str:
        return f"{ACCOUNT}{self.id}"


class Token(NamedTuple):
    """What a bot signs in with."""

    id: int
    label: str
    scopes: tuple[str, ...]
    created_ms: int


class IdentityChanged(NamedTuple):
    """An account, and the new seatings of the matches in which its identity or its name has changed."""

    account: int
    seatings: dict[str, Seating]  # by match


def fold_name(name: str) -> str:
    """Return the form of a name that must be unique."""
    # Case folding can undo the normal form, so normalize once more.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def hash_secret(secret: str) -> str:
    """Return the hash of the secret of a session or a token. They are long and random: no slow hash is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()
