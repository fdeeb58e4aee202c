"""Everything that is stored of an account, for its owner: no secret, and no identity of anyone else."""

from typing import Any

import msgspec
import sqlalchemy as sa

from parlour.match.seating import ACCOUNT, read_seating
from parlour.storage.campaign_tables import campaign_stars
from parlour.storage.database import Database
from parlour.storage.people_tables import achievements, challenges, following, streaks
from parlour.storage.puzzle_tables import puzzle_attempts, puzzle_days
from parlour.storage.tables import (
    accounts,
    chat,
    ignored,
    matches,
    progress,
    ratings,
    reports,
    results,
    seats,
    sessions,
    tokens,
)
from parlour.storage.tournament_tables import tournament_players, tournaments

HIDDEN = {
    "account",
    "hash",
    "host",
    "identity",
    "other",
    "position_in_log",
    "reporter",
    "reported",
    "invitation",
}  # secrets, numbers of others, and what is the same in every row


def export(database: Database, account: int) -> dict[str, Any]:
    """Return what is stored of an account; the events of a finished match are in its file."""
    reader, identity = database.reader(), f"{ACCOUNT}{account}"

    def rows(table: sa.Table, mine: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
        shown = [column for column in table.c if column.name not in HIDDEN]
        wanted = sa.select(*shown).where(mine).order_by(*table.primary_key.columns)
        return [dict(row) for row in reader.execute(wanted).mappings()]

    with database.snapshot():
        stored = reader.execute(sa.select(accounts).where(accounts.c.id == account)).one()
        in_order = (matches.c.id, seats.c.seat)
        played = sa.select(matches.c.id, matches.c.seating, matches.c.is_over, seats.c.seat).join(seats)
        return {
            "account": {"number": account, "name": stored.name, "created_ms": stored.created_ms},
            "preferences": msgspec.json.decode(stored.preferences),
            "sessions": rows(sessions, sessions.c.account == account),
            "tokens": rows(tokens, tokens.c.account == account),
            "matches": [
                _match(row) for row in reader.execute(played.where(seats.c.identity == identity).order_by(*in_order))
            ],
            "results": rows(results, results.c.identity == identity),
            "progress": rows(progress, progress.c.identity == identity),
            "ratings": rows(ratings, ratings.c.identity == identity),
            "chat": rows(chat, chat.c.identity == identity),
            "puzzles": rows(puzzle_attempts, puzzle_attempts.c.identity == identity),
            "puzzle_days": rows(puzzle_days, puzzle_days.c.identity == identity),
            "campaigns": rows(campaign_stars, campaign_stars.c.identity == identity),
            "tournaments": rows(tournament_players, tournament_players.c.identity == identity),
            "hosted": rows(tournaments, tournaments.c.host == identity),
            "ignored": rows(ignored, ignored.c.identity == identity),
            "following": [dict(row) for row in reader.execute(_followed(identity)).mappings()],
            "challenges": rows(challenges, challenges.c.identity == identity),
            "achievements": rows(achievements, achievements.c.identity == identity),
            "streaks": rows(streaks, streaks.c.identity == identity),
            "reports": [_without_chat(row) for row in rows(reports, reports.c.reporter == identity)],
            "sanctions": {"silenced_until_ms": stored.silenced_until_ms, "suspended": stored.suspended},
        }


def _followed(identity: str) -> sa.Select[tuple[str, int]]:
    is_account = following.c.other == sa.literal(ACCOUNT) + accounts.c.id.cast(sa.Text)
    wanted = sa.select(accounts.c.name, following.c.at_ms).join_from(following, accounts, is_account)
    return wanted.where(following.c.identity == identity).order_by(accounts.c.folded)


def _without_chat(report: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name != "chat"}  # others have spoken there, too


def _match(row: Any) -> dict[str, Any]:
    names = [seat.name for seat in read_seating(row.seating).seats]
    file = f"/api/matches/{row.id}/file" if row.is_over else None
    return {"match": row.id, "seat": row.seat, "names": names, "file": file}
