"""Every table of the database. A change here needs a migration: a test compares the two."""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.types import TypeEngine

from parlour.storage.portable import Integer, Text, only

metadata = MetaData()


def _needed(name: str, kind: type[TypeEngine[Any]]) -> Column[object]:
    return Column(name, kind, nullable=False)


# The log: appended, never changed. Everything below "projections" can be rebuilt from it.

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    _needed("seed", Text),  # secret until the match is over
    _needed("seating", Text),  # who sits where, as JSON
    Column("is_over", Boolean, nullable=False, server_default=false()),
    Column("parked", Text),  # why the match cannot be loaded, in a sentence; usually None
    Column("due_ms", Integer),  # when a clock needs it in memory, as `heartbeat.up_ms` counts; 0 while it is there
    Column("changes", Integer, nullable=False, server_default=text("0")),  # of all that is not in the log, counted
    sqlite_with_rowid=False,
)
Index("live_matches", matches.c.id, **only(~matches.c.is_over))
Index("parked_matches", matches.c.id, **only(matches.c.parked.is_not(None)))
Index("due_matches", matches.c.due_ms, **only(matches.c.due_ms.is_not(None)))

events = Table(
    "events",
    metadata,
    Column("position_in_log", Integer, primary_key=True),  # in the order of all matches together
    Column("match", Text, ForeignKey("matches.id"), nullable=False),
    _needed("seq", Integer),
    _needed("line", LargeBinary),  # as in a match file, with its hash
    Column("up_ms", Integer, nullable=False, server_default=text("0")),  # the heartbeat's when it was appended
    UniqueConstraint("match", "seq"),
    sqlite_autoincrement=True,
)

keys = Table(
    "keys",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("key", Text, primary_key=True),  # of a command, chosen by its sender, and the hash of the command
    _needed("version", Integer),  # of the match when the command was done
    sqlite_with_rowid=False,
)

seats = Table(  # of people, as in the seating of the match, indexed by identity
    "seats",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("identity", Text, nullable=False, index=True),  # "guest:…" or "account:…"
    sqlite_with_rowid=False,
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("one", Integer, primary_key=True),  # always 1
    Column("up_ms", Integer, nullable=False, server_default=text("0")),  # for how long servers have been running
    # Of several nodes on PostgreSQL, by its clock: when the last of them beat, and when PostgreSQL was started.
    Column("beat_ms", Integer, nullable=False, server_default=text("0")),
    Column("started_ms", Integer, nullable=False, server_default=text("0")),
)

rematches = Table(  # who wants to play again
    "rematches",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    sqlite_with_rowid=False,
)

shared_secret = Table(  # that signs cookies, where several nodes share the database
    "shared_secret",
    metadata,
    Column("one", Integer, primary_key=True),  # always 1
    _needed("secret", LargeBinary),
)

chat = Table(
    "chat",
    metadata,
    Column("position_in_log", Integer, primary_key=True),
    Column("match", Text, ForeignKey("matches.id"), nullable=False, index=True),
    _needed("seat", Integer),
    Column("identity", Text, nullable=False, index=True),
    _needed("text", Text),
    _needed("at_ms", Integer),
    Column("key", Text, nullable=False, server_default=text("''")),  # chosen by the sender; may be empty
    sqlite_autoincrement=True,
)

analyses = Table(  # of matches that are over; without names
    "analyses",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    _needed("data", LargeBinary),  # JSON
    Column("accuracy_0", Float),  # by seat, in percent; None: it had nothing to decide
    Column("accuracy_1", Float),
    sqlite_with_rowid=False,
)

# People

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    _needed("name", Text),
    Column("folded", Text, unique=True),  # the name, case folded; None when the account was deleted
    Column("password", Text),  # argon2id, with its salt; None when the account was deleted
    _needed("created_ms", Integer),
    Column("preferences", Text, nullable=False, server_default=text("'{}'")),  # JSON
    Column("skeleton", Text),  # what a reader sees of the name; None also where an older account looks the same
    Column("role", Text),  # "operator", or None
    Column("silenced_until_ms", Integer),  # no chat before
    Column("suspended", Text),  # why the account cannot be used, in a sentence; usually None
    sqlite_autoincrement=True,  # a number is never given twice
)
Index("names_alike", accounts.c.skeleton, unique=True)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", Text, primary_key=True),  # of the secret in the cookie
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    _needed("created_ms", Integer),
    sqlite_with_rowid=False,
)

tokens = Table(  # of bots
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("hash", Text, nullable=False, unique=True),  # of the secret
    _needed("label", Text),
    _needed("scopes", Text),  # separated by spaces
    _needed("created_ms", Integer),
    sqlite_autoincrement=True,
)

adopted = Table(  # guests who have signed up: what they asked for just before is given to the account
    "adopted",
    metadata,
    Column("guest", Text, primary_key=True),  # "guest:…"
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    sqlite_with_rowid=False,
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("hash", Text, primary_key=True),  # of the code
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    sqlite_with_rowid=False,
)

ignored = Table(
    "ignored",
    metadata,
    Column("id", Integer, primary_key=True),
    _needed("identity", Text),  # who ignores
    Column("other", Text, nullable=False, index=True),  # and whom
    _needed("kind", Text),  # "muted" or "blocked"
    UniqueConstraint("identity", "other"),
    sqlite_autoincrement=True,
)

reports = Table(  # of players, to operators
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    _needed("match", Text),
    _needed("invitation", Text),  # in the link of the match
    Column("reporter", Text, nullable=False, index=True),  # an identity
    Column("reported", Text, nullable=False, index=True),  # an identity
    _needed("seat", Integer),  # of the reported
    _needed("reason", Text),
    _needed("chat", Text),  # the last lines of the match, one below the other
    _needed("at_ms", Integer),
    Column("verdict", Text),  # "dismissed", "silenced" or "suspended"; None while it is open
    sqlite_autoincrement=True,
)
Index("open_reports", reports.c.id, **only(reports.c.verdict.is_(None)))

audit = Table(  # what operators did: appended, never changed
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    _needed("at_ms", Integer),
    Column("operator", Integer, ForeignKey("accounts.id")),  # None: the command line
    _needed("action", Text),
    _needed("identity", Text),  # whom it concerns
    _needed("detail", Text),
    sqlite_autoincrement=True,
)

# Projections: what follows from the log. Each remembers how far it has read.

cursors = Table(
    "cursors",
    metadata,
    Column("projection", Text, primary_key=True),
    _needed("position_in_log", Integer),  # of the last event that it has taken in
    sqlite_with_rowid=False,
)

results = Table(  # of finished matches, one row for each seat of a person
    "results",
    metadata,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    _needed("identity", Text),
    Column("other", Text),  # who sat opposite; None for a computer
    Column("level", Text),  # of the computer opposite
    _needed("game", Text),
    _needed("pace", Text),
    _needed("result", Text),  # "won", "drawn", "lost", or "played" against oneself, stored for seat 0
    _needed("reason", Text),
    _needed("experience", Integer),
    _needed("num_actions", Integer),
    _needed("started_ms", Integer),
    _needed("ended_ms", Integer),
    Column("rating_change", Float),  # of a rated match
    sqlite_with_rowid=False,
)
Index("results_of_somebody", results.c.identity, results.c.ended_ms)

progress = Table(
    "progress",
    metadata,
    Column("identity", Text, primary_key=True),
    Column("game", Text, primary_key=True),  # empty: all together
    _needed("points", Integer),  # of experience
    _needed("matches", Integer),
    _needed("wins", Integer),
    sqlite_with_rowid=False,
)
Index("highest_levels", progress.c.game, progress.c.points)
Index("most_wins", progress.c.game, progress.c.wins)

ratings = Table(
    "ratings",
    metadata,
    Column("identity", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    _needed("rating", Float),
    _needed("deviation", Float),
    _needed("volatility", Float),
    _needed("matches", Integer),
    _needed("at_ms", Integer),  # of the last rated match
    sqlite_with_rowid=False,
)
Index("best_of_a_game", ratings.c.game, ratings.c.rating)
