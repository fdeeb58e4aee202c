"""Finished matches for tests, written into the log as a server would."""

import random
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from parlour.match import events as ev
from parlour.match.file import NO_HASH, write_line
from parlour.match.ports import MatchLog
from parlour.match.seating import COMPUTER, OPEN, PERSON, Seat, Seating
from parlour.storage.database import Database
from parlour.storage.people_tables import achievements, streaks
from parlour.storage.place import Place
from parlour.storage.tables import accounts, cursors, progress, ratings, results

DAY_MS = 86_400_000
NOVICE = Seat(COMPUTER, "Computer (Novice)", level="novice")
NOBODY = Seat(OPEN, "Open seat")
EMPTY_SEATING = Seating((NOBODY, NOBODY), "x")


def url_of(place: Place) -> str:
    """Return how the place of a database is written on the command line."""
    return f"sqlite:///{place}" if isinstance(place, Path) else place.url


def sit(identity: str) -> Seat:
    return Seat(PERSON, identity, identity)


def add_account(database: Database, name: str) -> str:
    """Make an account; returns who it is."""
    new = sa.insert(accounts).values(name=name, folded=name.casefold(), created_ms=1).returning(accounts.c.id)
    number = database.write(lambda connection: connection.scalar(new)).result()
    return f"account:{number}"


def finish(
    log: MatchLog,
    match_id: str,
    seats: tuple[Seat, Seat],
    winner: int | None,
    *,
    game: str = "checkers",
    at_ms: int = 1000,
    reason: str = "no_move",
    is_rated: bool = False,
    points: tuple[int, int] | None = None,
    played: Sequence[ev.AnyEvent] = (),
) -> "Future[None]":
    """Write a finished match; without points, they are those of a usual one."""
    earned = points or (1 + (winner == 0), 1 + (winner == 1))
    started = ev.Started(at_ms=at_ms - 500, game=game, rules_version=1, options={}, seed_hash="")
    ended = ev.Ended(at_ms=at_ms, winner=winner, reason=reason, experience=earned)
    lines, last_hash = [], NO_HASH
    for seq, event in enumerate([started, *played, ended, ev.SeedRevealed(at_ms=at_ms, seed="1")]):
        line, last_hash = write_line(seq, event, last_hash)
        lines.append(line)
    seating = Seating(seats, "x", is_rated=is_rated, is_public=True)
    log.create(match_id, 1, seating, lines[:1])
    return log.append(match_id, 1, lines[1:], is_over=True)


def finish_many(log: MatchLog, count: int, seed: int, people: Sequence[str], first: int = 0) -> None:
    """Write random matches: among people, against computers and oneself, aborted, and with an empty seat."""
    choose, at_ms, saved = random.Random(seed), first * DAY_MS, []
    for number in range(first, first + count):
        at_ms += choose.randrange(2 * DAY_MS)
        seats = (sit(choose.choice(people)), choose.choice([*map(sit, people), NOVICE, NOBODY]))
        acted = [ev.Acted(at_ms=at_ms, seat=0, action='"type":"ended",')] * choose.randrange(4)
        done = finish(
            log, f"m{number:05}", choose.choice([seats, seats[::-1]]), choose.choice([0, 1, None]),
            game=choose.choice(["checkers", "whist"]), at_ms=at_ms, reason=choose.choice(["agreed", "aborted", "line"]),
            is_rated=choose.random() < 0.7, points=(choose.randrange(4), choose.randrange(4)), played=acted,
        )  # fmt: skip
        saved.append(done)
    for done in saved:
        done.result()


def dump(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that follows from the log."""
    reader = database.reader()
    return {
        table.name: [tuple(row) for row in reader.execute(sa.select(table).order_by(*table.primary_key.columns))]
        for table in (results, progress, ratings, achievements, streaks, cursors)
    }
