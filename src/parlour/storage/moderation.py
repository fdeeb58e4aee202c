"""Reports of players, what operators do about them, and their roles. Every change is in the audit log."""

from concurrent.futures import Future

import sqlalchemy as sa

from parlour.match.accounts import fold_name
from parlour.match.errors import NoAccount, UnknownReport
from parlour.match.moderation import AuditEntry, Report, Sanctioned
from parlour.match.seating import ACCOUNT
from parlour.storage.database import Database
from parlour.storage.tables import accounts, audit, reports, sessions, tokens

MOST_SHOWN = 100  # reports, and entries of the audit log
REPORT_COLUMNS = (
    reports.c.id, reports.c.match, reports.c.invitation, reports.c.reporter, reports.c.reported, reports.c.seat,
    reports.c.reason, reports.c.chat, reports.c.at_ms,
)  # fmt: skip


class SqlModeration:
    """Stores reports, sanctions, roles and the audit log; the port `Moderation`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def report(self, report: Report) -> "Future[bool]":
        """Store a report; returns False when the same person has an open one about the same player and match."""

        def change(connection: sa.Connection) -> bool:
            row = report._asdict()
            del row["id"]
            same = [reports.c[name] == row[name] for name in ("match", "reporter", "reported")]
            if connection.execute(sa.select(reports.c.id).where(*same, reports.c.verdict.is_(None))).first():
                return False
            connection.execute(sa.insert(reports).values(row))
            return True

        return self._database.write(change)

    def open_reports(self) -> list[Report]:
        """List the reports that wait, oldest first."""
        wanted = sa.select(*REPORT_COLUMNS).where(reports.c.verdict.is_(None)).order_by(reports.c.id).limit(MOST_SHOWN)
        return [Report(*row) for row in self._database.reader().execute(wanted)]

    def sanctioned(self, now_ms: int) -> list[Sanctioned]:
        """List the accounts that are silenced or suspended now."""
        is_now = accounts.c.suspended.is_not(None) | (accounts.c.silenced_until_ms > now_ms)
        columns = (accounts.c.id, accounts.c.name, accounts.c.silenced_until_ms, accounts.c.suspended)
        return [Sanctioned(*row) for row in self._database.reader().execute(sa.select(*columns).where(is_now))]

    def audit_entries(self) -> list[AuditEntry]:
        """List what operators did, newest first."""
        columns = (audit.c.at_ms, accounts.c.name, audit.c.action, audit.c.identity, audit.c.detail)
        wanted = sa.select(*columns).select_from(audit.outerjoin(accounts)).order_by(audit.c.id.desc())
        return [AuditEntry(*row) for row in self._database.reader().execute(wanted.limit(MOST_SHOWN))]

    def dismiss(self, report: int, operator: int, at_ms: int) -> "Future[None]":
        """Close a report without a sanction; the future fails with UnknownReport."""

        def change(connection: sa.Connection) -> None:
            reported = _close(connection, report, "dismissed")
            _note(connection, at_ms, operator, "dismissed", reported, f"Report {report}.")

        return self._database.write(change)

    def silence(self, report: int, until_ms: int, operator: int, at_ms: int) -> "Future[None]":
        """Close a report and let nothing be said by the reported before a time.

        The future fails with UnknownReport, or with NoAccount for a guest.
        """

        def change(connection: sa.Connection) -> None:
            reported = _close(connection, report, "silenced")
            _update(connection, reported, silenced_until_ms=until_ms)
            _note(connection, at_ms, operator, "silenced", reported, f"Report {report}, until {until_ms}.")

        return self._database.write(change)

    def suspend(self, report: int, reason: str, operator: int, at_ms: int) -> "Future[int]":
        """Close a report, suspend the account of the reported, and end its sessions and tokens; returns its number.

        The future fails with UnknownReport, or with NoAccount for a guest.
        """

        def change(connection: sa.Connection) -> int:
            reported = _close(connection, report, "suspended")
            account = _update(connection, reported, suspended=reason)
            for table in (sessions, tokens):
                connection.execute(sa.delete(table).where(table.c.account == account))
            _note(connection, at_ms, operator, "suspended", reported, f"Report {report}: {reason}")
            return account

        return self._database.write(change)

    def lift(self, account: int, operator: int, at_ms: int) -> "Future[None]":
        """End the sanctions of an account; the future fails with NoAccount."""

        def change(connection: sa.Connection) -> None:
            identity = f"{ACCOUNT}{account}"
            _update(connection, identity, silenced_until_ms=None, suspended=None)
            _note(connection, at_ms, operator, "lifted", identity, "")

        return self._database.write(change)

    def set_role(self, name: str, role: str | None, at_ms: int) -> "Future[str]":
        """Set the role of an account, or remove it; returns its name. The future fails with NoAccount."""

        def change(connection: sa.Connection) -> str:
            called = accounts.c.folded == fold_name(name)
            found = connection.execute(sa.select(accounts.c.id, accounts.c.name).where(called)).one_or_none()
            if found is None:
                raise NoAccount(f"Nobody is called {name}.")
            connection.execute(sa.update(accounts).where(called).values(role=role))
            _note(connection, at_ms, None, "role", f"{ACCOUNT}{found.id}", role or "none")
            return str(found.name)

        return self._database.write(change)


def _close(connection: sa.Connection, report: int, verdict: str) -> str:
    """Close a report; return the identity of the reported."""
    is_open = (reports.c.id == report) & reports.c.verdict.is_(None)
    closed = sa.update(reports).where(is_open).values(verdict=verdict).returning(reports.c.reported)
    reported = connection.scalars(closed).one_or_none()
    if reported is None:
        raise UnknownReport("There is no such open report. Another operator may have handled it.")
    return str(reported)


def _update(connection: sa.Connection, identity: str, **values: object) -> int:
    number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else None
    mine = (accounts.c.id == number) & accounts.c.folded.is_not(None)
    if number is None or not connection.execute(sa.update(accounts).where(mine).values(**values)).rowcount:
        raise NoAccount("This player has no account. You can only dismiss the report.")
    return number


def _note(connection: sa.Connection, at_ms: int, operator: int | None, action: str, identity: str, detail: str) -> None:
    row = {"at_ms": at_ms, "operator": operator, "action": action, "identity": identity, "detail": detail}
    connection.execute(sa.insert(audit).values(row))
