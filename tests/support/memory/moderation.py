"""Ignored people, reports, sanctions and the audit log, in memory."""

from concurrent.futures import Future

from parlour.match.accounts import BLOCKED, MOST_IGNORED, Account
from parlour.match.errors import NoAccount, TooManyIgnored, UnknownReport
from parlour.match.moderation import AuditEntry, Ignored, Report, Sanctioned
from parlour.match.seating import ACCOUNT
from support.memory.people import MemoryPeople
from support.memory.store import Memory


class MemoryIgnored:
    """The port `IgnoredPeople`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def by(self, identity: str) -> list[Ignored]:
        return [
            Ignored(number, other, kind, self._memory.name_of(other))
            for number, (one, other, kind) in sorted(self._memory.ignored.items())
            if one == identity
        ]

    def unheard_by(self, identity: str) -> frozenset[str]:
        return frozenset(each.other for each in self.by(identity))

    def apart_from(self, identity: str) -> frozenset[str]:
        blocked = [pair for *pair, kind in self._memory.ignored.values() if kind == BLOCKED]
        return frozenset(each for pair in blocked if identity in pair for each in pair if each != identity)

    def ignore(self, identity: str, other: str, kind: str) -> "Future[None]":
        memory = self._memory

        def change() -> None:
            kept = {number: each for number, each in memory.ignored.items() if each[:2] != (identity, other)}
            if sum(each[0] == identity for each in kept.values()) >= MOST_IGNORED:
                raise TooManyIgnored(f"You ignore {MOST_IGNORED} people already. Stop ignoring one first.")
            memory.num_ignored += 1
            memory.ignored = kept | {memory.num_ignored: (identity, other, kind)}

        return memory.write(change)

    def stop_ignoring(self, identity: str, number: int) -> "Future[None]":
        def change() -> None:
            if self._memory.ignored.get(number, ("",))[0] == identity:
                del self._memory.ignored[number]

        return self._memory.write(change)


class MemoryModeration:
    """The port `Moderation`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def report(self, report: Report) -> "Future[bool]":
        def change() -> bool:
            same = (report.match, report.reporter, report.reported)
            if any((each.match, each.reporter, each.reported) == same for each in self.open_reports()):
                return False
            number = len(self._memory.reports) + 1
            self._memory.reports[number] = report._replace(id=number), None
            return True

        return self._memory.write(change)

    def open_reports(self) -> list[Report]:
        return [report for report, verdict in self._memory.reports.values() if verdict is None]

    def sanctioned(self, now_ms: int) -> list[Sanctioned]:
        return [
            Sanctioned(each.id, each.name, each.silenced_until_ms, each.suspended)
            for each in self._memory.accounts.values()
            if each.suspended is not None or (each.silenced_until_ms or 0) > now_ms
        ]

    def audit_entries(self) -> list[AuditEntry]:
        return [
            AuditEntry(at_ms, None if operator is None else self._memory.name_of(f"{ACCOUNT}{operator}"), *rest)
            for at_ms, operator, *rest in reversed(self._memory.audit)
        ]

    def dismiss(self, report: int, operator: int, at_ms: int) -> "Future[None]":
        def change() -> None:
            reported = self._close(report, "dismissed")
            self._memory.audit.append((at_ms, operator, "dismissed", reported, f"Report {report}."))

        return self._memory.write(change)

    def silence(self, report: int, until_ms: int, operator: int, at_ms: int) -> "Future[None]":
        def change() -> None:
            account = self._account(self._reported(report))
            self._memory.accounts[account.id] = account._replace(silenced_until_ms=until_ms)
            reported = self._close(report, "silenced")
            self._memory.audit.append((at_ms, operator, "silenced", reported, f"Report {report}, until {until_ms}."))

        return self._memory.write(change)

    def suspend(self, report: int, reason: str, operator: int, at_ms: int) -> "Future[int]":
        memory = self._memory

        def change() -> int:
            account = self._account(self._reported(report))
            memory.accounts[account.id] = account._replace(suspended=reason)
            memory.sessions = {one: each for one, each in memory.sessions.items() if each[0] != account.id}
            memory.tokens = {one: each for one, each in memory.tokens.items() if each[0] != account.id}
            reported = self._close(report, "suspended")
            memory.audit.append((at_ms, operator, "suspended", reported, f"Report {report}: {reason}"))
            return account.id

        return memory.write(change)

    def lift(self, account: int, operator: int, at_ms: int) -> "Future[None]":
        def change() -> None:
            found = self._account(f"{ACCOUNT}{account}")
            self._memory.accounts[account] = found._replace(silenced_until_ms=None, suspended=None)
            self._memory.audit.append((at_ms, operator, "lifted", found.identity, ""))

        return self._memory.write(change)

    def set_role(self, name: str, role: str | None, at_ms: int) -> "Future[str]":
        def change() -> str:
            found = MemoryPeople(self._memory).find(name)
            if found is None:
                raise NoAccount(f"Nobody is called {name}.")
            self._memory.accounts[found.id] = found._replace(role=role)
            self._memory.audit.append((at_ms, None, "role", found.identity, role or "none"))
            return found.name

        return self._memory.write(change)

    def _reported(self, number: int) -> str:
        report, verdict = self._memory.reports.get(number, (None, None))
        if report is None or verdict is not None:
            raise UnknownReport("There is no such open report. Another operator may have handled it.")
        return report.reported

    def _close(self, number: int, verdict: str) -> str:
        reported = self._reported(number)
        self._memory.reports[number] = self._memory.reports[number][0], verdict
        return reported

    def _account(self, identity: str) -> Account:
        account = MemoryPeople(self._memory).of_identity(identity)
        if account is None:
            raise NoAccount("This player has no account. You can only dismiss the report.")
        return account
