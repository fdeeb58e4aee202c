"""Reports of players, and what operators do about them."""

import asyncio
from typing import NamedTuple

from parlour.match.accounts import DELETED
from parlour.match.clock import Clock
from parlour.match.moderation import Moderation, Report
from parlour.match.ports import People
from parlour.match.seating import PERSON
from parlour.server.accounts import Accounts
from parlour.server.errors import BadMessage
from parlour.server.identity import guest_name, is_account
from parlour.server.live_match import LiveMatch
from parlour.server.logs import log

CHAT_SHOWN = 20  # lines of chat that are stored with a report
DAY_MS = 24 * 3600 * 1000


class NamedReport(NamedTuple):
    """A report, with the names of both people."""

    report: Report
    reporter: str
    reported: str
    has_account: bool  # the reported


def person_at(live: LiveMatch, seat: int, but: str) -> str:
    """Return the identity of the person at a seat.

    Raises:
        BadMessage: it is a computer, an open seat, or the person who asks.
    """
    found = live.seating.seats[seat]
    if found.kind != PERSON or found.identity is None or found.identity == but:
        raise BadMessage("There is no other person at this seat.")
    return found.identity


class Moderators:
    """Takes reports in, and carries out what operators decide. All of it is in the audit log."""

    def __init__(self, stored: Moderation, people: People, accounts: Accounts, clock: Clock) -> None:
        self.stored = stored
        self._people = people
        self._accounts = accounts
        self._clock = clock

    async def report(self, live: LiveMatch, reporter: str, seat: int, reason: str) -> None:
        """Store a report of the person at a seat, with the last lines of chat.

        Raises:
            BadMessage: there is nobody to report at this seat.
        """
        reported = person_at(live, seat, but=reporter)
        chat = "\n".join(f"{said.name}: {said.text}" for said in live.chat.show()[-CHAT_SHOWN:])
        report = Report(0, live.id, live.seating.invitation, reporter, reported, seat, reason, chat, self._now_ms())
        if await asyncio.wrap_future(self.stored.report(report)):
            log.info("player_reported", match=live.id, seat=seat)

    async def open_reports(self) -> list[NamedReport]:
        """List the reports that wait, oldest first."""
        return await asyncio.to_thread(lambda: [self._named(report) for report in self.stored.open_reports()])

    def _named(self, report: Report) -> NamedReport:
        has_account = self._people.of_identity(report.reported) is not None
        return NamedReport(report, self.name_of(report.reporter), self.name_of(report.reported), has_account)

    def name_of(self, identity: str) -> str:
        """Return what a person is called now."""
        account = self._people.of_identity(identity)
        return account.name if account else DELETED if is_account(identity) else guest_name(identity)

    async def dismiss(self, report: int, operator: int) -> None:
        """Close a report without a sanction.

        Raises:
            UnknownReport
        """
        await asyncio.wrap_future(self.stored.dismiss(report, operator, self._now_ms()))
        log.info("report_dismissed", report=report, operator=operator)

    async def silence(self, report: int, days: int, operator: int) -> None:
        """Let the reported say nothing for some days.

        Raises:
            UnknownReport, NoAccount
        """
        until_ms = self._now_ms() + days * DAY_MS
        await asyncio.wrap_future(self.stored.silence(report, until_ms, operator, self._now_ms()))
        log.info("account_silenced", report=report, operator=operator, days=days)

    async def suspend(self, report: int, reason: str, operator: int) -> None:
        """Suspend the account of the reported, and sign it out everywhere.

        Raises:
            UnknownReport, NoAccount
        """
        account = await asyncio.wrap_future(self.stored.suspend(report, reason, operator, self._now_ms()))
        self._accounts.sign_out_now(account)
        log.info("account_suspended", report=report, operator=operator, account=account)

    async def lift(self, account: int, operator: int) -> None:
        """End the sanctions of an account.

        Raises:
            NoAccount
        """
        await asyncio.wrap_future(self.stored.lift(account, operator, self._now_ms()))
        log.info("sanctions_lifted", account=account, operator=operator)

    def _now_ms(self) -> int:
        return self._clock.wall_ms()
