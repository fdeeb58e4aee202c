"""Tournaments: their logs, who plays in them, and who was where at the end."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

from parlour.match.errors import AlreadyThere, UnknownTournament
from parlour.match.tournament.events import read_event
from parlour.match.tournament.port import PersonalResult, Place, Roster, StoredPlayer, StoredTournament
from parlour.storage.database import Database
from parlour.storage.log import person_now
from parlour.storage.raw import KeyTaken, RawConnection
from parlour.storage.tournament_tables import tournament_events, tournament_players, tournaments


class SqlTournaments:
    """Stores tournaments; a `TournamentLog`."""

    def __init__(self, database: Database, up_ms: Callable[[], int]) -> None:
        """Take over a database; `up_ms` counts as `MatchLog.up_ms` does."""
        self._database = database
        self._up_ms = up_ms

    def create(
        self, tournament_id: str, title: str, host: StoredPlayer, computers: Sequence[StoredPlayer], plan: str,
        is_public: bool, lines: Sequence[bytes],
    ) -> "Future[StoredPlayer]":  # fmt: skip
        """Begin the log of a tournament, and return its host as stored: they may have signed up meanwhile."""
        up_ms, created_ms = self._up_ms(), _at_ms(lines[0])

        def change(connection: RawConnection) -> StoredPlayer:
            known = _as_stored(connection, host)
            connection.execute(
                "INSERT INTO tournaments (id, title, host, host_name, plan, is_public, created_ms) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (tournament_id, title, known.identity, known.name, plan, is_public, created_ms),
            )
            _insert_lines(connection, tournament_id, 0, lines, up_ms)
            for number, computer in enumerate(computers):
                _insert_player(connection, tournament_id, number, computer)
            return known

        return self._database.writer.submit(change)

    def append(
        self, tournament_id: str, version: int, lines: Sequence[bytes], joined: StoredPlayer | None = None,
        places: Sequence[Place] | None = None, ended_ms: int | None = None,
    ) -> "Future[StoredPlayer | None]":  # fmt: skip
        """Append events that follow a version, all or none."""
        up_ms = self._up_ms()

        def change(connection: RawConnection) -> StoredPlayer | None:
            _check_version(connection, tournament_id, version)
            _insert_lines(connection, tournament_id, version, lines, up_ms)
            known = None if joined is None else _as_stored(connection, joined)
            if known is not None:
                _insert_player(connection, tournament_id, None, known)
            if ended_ms is not None:
                _end(connection, tournament_id, places, ended_ms)
            return known

        return self._database.writer.submit(change)

    def open_tournaments(self) -> list[str]:
        """List the tournaments that have not ended."""
        wanted = sa.select(tournaments.c.id).where(tournaments.c.ended_ms.is_(None)).order_by(tournaments.c.id)
        return list(self._database.reader().scalars(wanted))

    def open_versions(self) -> dict[str, int]:
        """Return how far the tournaments have come that have not ended."""
        events = tournament_events.c
        counted = sa.select(events.tournament, sa.func.count()).join(tournaments)
        counted = counted.where(tournaments.c.ended_ms.is_(None)).group_by(events.tournament)
        return {row[0]: row[1] for row in self._database.reader().execute(counted)}

    def open_rosters(self) -> dict[str, Roster]:
        """Return who takes part in the tournaments that have not ended."""
        reader, players = self._database.reader(), tournament_players.c
        is_open = tournaments.c.ended_ms.is_(None)
        with self._database.snapshot():
            found = reader.execute(sa.select(tournaments).where(is_open)).all()
            listed = sa.select(players.tournament, players.identity, players.name).join(tournaments).where(is_open)
            people = reader.execute(listed.order_by(players.tournament, players.number)).all()
        return {row.id: _roster(row, [each[1:] for each in people if each.tournament == row.id]) for row in found}

    def past_tournaments(self, limit: int) -> list[str]:
        """List the public tournaments that were played, the last ones first."""
        was_played = tournaments.c.ended_ms.is_not(None) & ~tournaments.c.is_cancelled
        wanted = sa.select(tournaments.c.id).where(tournaments.c.is_public, was_played)
        return list(self._database.reader().scalars(wanted.order_by(tournaments.c.ended_ms.desc()).limit(limit)))

    def read(self, tournament_id: str) -> StoredTournament:
        """Read a tournament.

        Raises:
            UnknownTournament: there is none of this id.
        """
        reader, events, players = self._database.reader(), tournament_events.c, tournament_players.c
        with self._database.snapshot():
            found = reader.execute(sa.select(tournaments).where(tournaments.c.id == tournament_id)).one_or_none()
            if found is None:
                raise UnknownTournament("There is no such tournament.")
            log = sa.select(events.line, events.up_ms).where(events.tournament == tournament_id).order_by(events.seq)
            lines = reader.execute(log).all()
            listed = sa.select(players.identity, players.name).where(players.tournament == tournament_id)
            people = reader.execute(listed.order_by(players.number)).all()
        roster = _roster(found, people)
        return StoredTournament(found.id, roster, [row.line for row in lines], self._up_ms() - lines[-1].up_ms)

    def results_of(self, identity: str, *, with_private: bool, limit: int) -> list[PersonalResult]:
        """List the tournaments of a person, the last ones first."""
        mine, column = tournament_players.alias(), tournaments.c
        others = sa.select(sa.func.count()).where(
            tournament_players.c.tournament == column.id,
            tournament_players.c.place.is_not(None),
        )
        wanted = (
            sa.select(
                column.id, column.title, column.plan, mine.c.place, mine.c.points, others.scalar_subquery(),
                column.ended_ms, column.is_cancelled,
            )
            .join(mine, mine.c.tournament == column.id)
            .where(mine.c.identity == identity, ~column.is_cancelled, *([] if with_private else [column.is_public]))
            .order_by(column.ended_ms.is_not(None), column.ended_ms.desc(), column.created_ms.desc())
            .limit(limit)
        )  # fmt: skip
        return [PersonalResult(*row) for row in self._database.reader().execute(wanted)]


def _roster(found: Any, people: Sequence[Any]) -> Roster:
    return Roster(found.title, StoredPlayer(found.host, found.host_name), [StoredPlayer(*row) for row in people])


def _at_ms(line: bytes) -> int:
    return read_event(line).at_ms


def _as_stored(connection: RawConnection, player: StoredPlayer) -> StoredPlayer:
    """Return a player with the account of a person who has signed up, and without the name of a deleted account."""
    now = None if player.identity is None else person_now(connection, player.identity)
    return player if now is None else StoredPlayer(now.identity, now.name)


def _insert_lines(
    connection: RawConnection, tournament_id: str, version: int, lines: Sequence[bytes], up_ms: int
) -> None:
    rows = [(tournament_id, version + offset, line, up_ms) for offset, line in enumerate(lines)]
    try:
        connection.executemany("INSERT INTO tournament_events VALUES (?, ?, ?, ?)", rows)
    except KeyTaken:  # by another node, after the version was looked for
        raise AlreadyThere(f"Tournament {tournament_id} is not at version {version} any more.") from None


def _insert_player(connection: RawConnection, tournament_id: str, number: int | None, player: StoredPlayer) -> None:
    """Add a player; without a number, as the next one."""
    if number is None:
        counted = "SELECT COUNT(*) FROM tournament_players WHERE tournament = ?"
        number = connection.execute(counted, (tournament_id,)).fetchone()[0]
    connection.execute(
        "INSERT INTO tournament_players (tournament, number, identity, name) VALUES (?, ?, ?, ?)",
        (tournament_id, number, *player),
    )


def _check_version(connection: RawConnection, tournament_id: str, version: int) -> None:
    counted = "SELECT COUNT(*) FROM tournament_events WHERE tournament = ?"
    found = connection.execute(counted, (tournament_id,)).fetchone()[0]
    if found != version:
        raise AlreadyThere(f"Tournament {tournament_id} is at version {found}, not {version}.")


def _end(connection: RawConnection, tournament_id: str, places: Sequence[Place] | None, ended_ms: int) -> None:
    connection.execute(
        "UPDATE tournaments SET ended_ms = ?, is_cancelled = ? WHERE id = ?", (ended_ms, places is None, tournament_id)
    )
    connection.executemany(
        "UPDATE tournament_players SET place = ?, points = ? WHERE tournament = ? AND number = ?",
        [(place.place, place.points, tournament_id, place.player) for place in places or ()],
    )
