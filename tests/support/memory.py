"""The storage ports in memory: the second adapter, against which the suite of the ports is checked."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from parlour.match.accounts import (
    BLOCKED,
    DELETED,
    MOST_IGNORED,
    MOST_SESSIONS,
    MOST_TOKENS,
    SESSION_MS,
    Account,
    IdentityChanged,
    Token,
    fold_name,
)
from parlour.match.errors import (
    AlreadyThere,
    CorruptLog,
    MatchOver,
    NameTaken,
    NoAccount,
    SignedOut,
    TooManyIgnored,
    TooManyTokens,
    UnknownMatch,
    UnknownReport,
    UnknownToken,
    WrongCode,
)
from parlour.match.experience import level_of
from parlour.match.file import HashedEntry
from parlour.match.moderation import AuditEntry, Ignored, Report, Sanctioned
from parlour.match.results import (
    DRAWN,
    EVERYTHING,
    LOST,
    OVERALL,
    PAGE,
    PLAYED,
    WON,
    Entry,
    Filters,
    Follow,
    Leader,
    Order,
    Page,
    PrivateRecord,
    RatingNow,
    Result,
    Standing,
    StoredRating,
    is_rated,
    rate,
    results_of,
    summarise,
)
from parlour.match.seating import ACCOUNT, Seating, read_seating, write_seating
from parlour.match.skeleton import skeleton
from parlour.match.stored import CHAT_LINES, ParkedMatch, StoredLine, StoredMatch

T = TypeVar("T")


@dataclass
class MatchRow:
    """A match as it is stored."""

    seed: int
    seating: Seating
    lines: list[bytes]
    keys: dict[str, int] = field(default_factory=dict)
    chat: list[StoredLine] = field(default_factory=list)
    is_over: bool = False
    parked: str | None = None
    due_ms: int | None = None
    up_ms: int = 0  # at the last line


@dataclass
class Memory:
    """Everything that is stored; the adapters below share it."""

    matches: dict[str, MatchRow] = field(default_factory=dict)
    ended: list[str] = field(default_factory=list)  # matches, in the order in which they ended
    up_ms: int = 0  # as of the last heartbeat
    accounts: dict[int, Account] = field(default_factory=dict)  # without those deleted
    num_accounts: int = 0  # ever made
    sessions: dict[str, tuple[int, int]] = field(default_factory=dict)  # account and time, by digest
    tokens: dict[str, tuple[int, Token]] = field(default_factory=dict)  # account and token, by digest
    num_tokens: int = 0  # ever made
    recovery_codes: dict[str, int] = field(default_factory=dict)  # accounts, by digest
    ignored: dict[int, tuple[str, str, str]] = field(default_factory=dict)  # identity, other and kind
    num_ignored: int = 0  # ever
    reports: dict[int, tuple[Report, str | None]] = field(default_factory=dict)  # with the verdict
    audit: list[tuple[int, int | None, str, str, str]] = field(default_factory=list)
    adopted: dict[str, int] = field(default_factory=dict)  # accounts, by guest
    num_taken_in: int = 0  # of the ended matches
    results: list[Result] = field(default_factory=list)
    ratings: dict[tuple[str, str], StoredRating] = field(default_factory=dict)  # by identity and game
    lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, change: Callable[[], T]) -> "Future[T]":
        """Make a change at once; its future is done."""
        done: Future[T] = Future()
        with self.lock:
            try:
                done.set_result(change())
            except Exception as error:
                done.set_exception(error)
        return done

    def match(self, match_id: str) -> MatchRow:
        if match_id not in self.matches:
            raise UnknownMatch(f"There is no match {match_id}.")
        return self.matches[match_id]

    def identity_now(self, identity: str) -> str:
        """Return the account of a guest who has signed up."""
        return f"{ACCOUNT}{self.adopted[identity]}" if identity in self.adopted else identity

    def name_of(self, identity: str) -> str | None:
        """Return the name of an account, deleted or not; None for a guest."""
        number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else 0
        if not 0 < number <= self.num_accounts:
            return None
        return self.accounts[number].name if number in self.accounts else DELETED

    def current(self, seating: Seating) -> Seating:
        """Return a seating with the accounts of people who have signed up, and without names of deleted accounts."""
        for _, identity in seating.people:
            now = self.identity_now(identity)
            if (name := self.name_of(now)) is not None:
                seating = seating.known_as(identity, now, name)
                seating = seating.forgotten(now, name) if name == DELETED else seating
        return seating

    def reseat(self, identity: str, change: Callable[[Seating], Seating]) -> dict[str, Seating]:
        changed = {}
        for match_id, match in self.matches.items():
            if identity in dict(match.seating.people).values():
                match.seating = changed[match_id] = change(match.seating)
        return changed


class MemoryLog:
    """A `MatchLog`."""

    num_waiting = 0
    is_failing = False

    def __init__(self, memory: Memory, now_ms: Callable[[], int]) -> None:
        self._memory = memory
        self._now_ms = now_ms
        self._up_before_ms = memory.up_ms
        self._up_since_ms: int | None = None

    @property
    def up_ms(self) -> int:
        return self._up_before_ms + (0 if self._up_since_ms is None else self._now_ms() - self._up_since_ms)

    def create(
        self, match_id: str, seed: int, seating: Seating, lines: Sequence[bytes], due_ms: int | None = None
    ) -> "Future[Seating]":
        def change() -> Seating:
            if match_id in self._memory.matches:
                raise AlreadyThere(f"There is already a match {match_id}.")
            made = MatchRow(seed, self._memory.current(seating), list(lines), due_ms=due_ms, up_ms=self.up_ms)
            self._memory.matches[match_id] = made
            return made.seating

        return self._memory.write(change)

    def append(
        self, match_id: str, version: int, lines: Sequence[bytes], key: str | None = None, is_over: bool = False
    ) -> "Future[None]":
        def change() -> None:
            match = self._memory.match(match_id)
            if len(match.lines) != version:
                raise AlreadyThere(f"Match {match_id} is at version {len(match.lines)}, not {version}.")
            if key in match.keys:
                raise AlreadyThere(f"The key {key} was used in match {match_id} before.")
            match.lines += lines
            match.up_ms = self.up_ms
            if key is not None:
                match.keys[key] = len(match.lines)
            if is_over:
                match.is_over = True
                self._memory.ended.append(match_id)

        return self._memory.write(change)

    def set_seating(self, match_id: str, seating: Seating) -> "Future[Seating]":
        def change() -> Seating:
            match = self._memory.match(match_id)
            if match.is_over:
                raise MatchOver("The match is over.")
            match.seating = current = self._memory.current(seating)
            return current

        return self._memory.write(change)

    def say(self, match_id: str, line: StoredLine) -> "Future[None]":
        def change() -> None:
            stored = line._replace(identity=self._memory.identity_now(line.identity))
            self._memory.match(match_id).chat.append(stored)

        return self._memory.write(change)

    def set_due(self, match_id: str, due_ms: int | None) -> "Future[None]":
        return self._memory.write(lambda: setattr(self._memory.match(match_id), "due_ms", due_ms))

    def due_matches(self, by_ms: int) -> list[str]:
        due = [
            (match.due_ms, match_id)
            for match_id, match in self._memory.matches.items()
            if match.due_ms is not None and match.due_ms <= by_ms and not match.is_over and match.parked is None
        ]
        return [match_id for _, match_id in sorted(due)]

    def beat(self) -> "Future[None]":
        self._up_since_ms = self._now_ms() if self._up_since_ms is None else self._up_since_ms
        return self._memory.write(lambda: setattr(self._memory, "up_ms", self.up_ms))

    def read(self, match_id: str) -> StoredMatch:
        match = self._memory.match(match_id)
        return StoredMatch(
            match_id, match.seed, write_seating(match.seating), match.lines[:], dict(match.keys),
            match.chat[-CHAT_LINES:], max(0, self.up_ms - match.up_ms),
        )  # fmt: skip

    def park(self, match_id: str, reason: str) -> "Future[None]":
        return self._memory.write(lambda: setattr(self._memory.match(match_id), "parked", reason))

    def unpark(self, match_id: str) -> "Future[None]":
        def change() -> None:
            self._memory.match(match_id).parked = None
            self._memory.match(match_id).up_ms = self.up_ms

        return self._memory.write(change)

    def parked_matches(self) -> list[ParkedMatch]:
        found = sorted(self._memory.matches.items())
        return [ParkedMatch(match_id, match.parked) for match_id, match in found if match.parked is not None]


class MemoryPeople:
    """The port `People`."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def find(self, name: str) -> Account | None:
        accounts = self._memory.accounts.values()
        return next((account for account in accounts if fold_name(account.name) == fold_name(name)), None)

    def find_alike(self, name: str) -> Account | None:
        accounts = self._memory.accounts.values()
        return next((account for account in accounts if skeleton(account.name) == skeleton(name)), None)

    def of_identity(self, identity: str) -> Account | None:
        return next((account for account in self._memory.accounts.values() if account.identity == identity), None)

    def of_session(self, session: str, now_ms: int) -> Account | None:
        number, created_ms = self._memory.sessions.get(session, (0, 0))
        return self._memory.accounts.get(number) if created_ms > now_ms - SESSION_MS else None

    def of_token(self, token: str) -> tuple[Account, Token] | None:
        if token not in self._memory.tokens:
            return None
        number, found = self._memory.tokens[token]
        return self._memory.accounts[number], found

    def has_adopted(self, guest: str) -> bool:
        return guest in self._memory.adopted

    def sign_up(
        self, name: str, password: str, session: str, at_ms: int, guest: str | None = None
    ) -> "Future[IdentityChanged]":
        memory = self._memory

        def change() -> IdentityChanged:
            if self.find_alike(name) is not None:
                raise NameTaken(f"The name {name} is taken, or looks like one that is.")
            memory.num_accounts += 1
            account = Account(memory.num_accounts, name, password, at_ms, "{}")
            memory.accounts[account.id] = account
            memory.sessions[session] = account.id, at_ms
            if guest is None or guest in memory.adopted:
                return IdentityChanged(account.id, {})
            memory.adopted[guest] = account.id
            return IdentityChanged(account.id, self._adopt(guest, account))

        return memory.write(change)

    def _adopt(self, guest: str, account: Account) -> dict[str, Seating]:
        def renamed(identity: str | None) -> Any:
            return account.identity if identity == guest else identity

        memory = self._memory
        memory.results = [
            result._replace(identity=renamed(result.identity), other=renamed(result.other)) for result in memory.results
        ]
        for match in memory.matches.values():
            match.chat = [line._replace(identity=renamed(line.identity)) for line in match.chat]
        memory.ignored = {
            number: (renamed(one), renamed(other), kind) for number, (one, other, kind) in memory.ignored.items()
        }
        memory.reports = {
            number: (report._replace(reporter=renamed(report.reporter), reported=renamed(report.reported)), verdict)
            for number, (report, verdict) in memory.reports.items()
        }
        return memory.reseat(guest, lambda seating: seating.known_as(guest, account.identity, account.name))

    def open_session(
        self, account: Account, session: str, at_ms: int, new_password: str | None = None
    ) -> "Future[list[str]]":
        memory = self._memory

        def change() -> list[str]:
            now = memory.accounts.get(account.id)
            if now is None or now.password != account.password or now.suspended is not None:
                raise SignedOut("The password was changed meanwhile.")
            if new_password is not None:
                memory.accounts[account.id] = now._replace(password=new_password)
            memory.sessions[session] = account.id, at_ms
            mine = [digest for digest, (number, _) in memory.sessions.items() if number == account.id]
            mine.sort(key=lambda digest: (digest == session, memory.sessions[digest][1]), reverse=True)
            ended = [
                digest
                for place, digest in enumerate(mine)
                if place >= MOST_SESSIONS or memory.sessions[digest][1] <= at_ms - SESSION_MS
            ]
            for digest in ended:
                del memory.sessions[digest]
            return ended

        return memory.write(change)

    def _account_of(self, session: str, password: str | None = None) -> Account:
        number, _ = self._memory.sessions.get(session, (0, 0))
        account = self._memory.accounts.get(number)
        if account is None or password not in (None, account.password):
            raise SignedOut("You have been signed out meanwhile.")
        return account

    def _end_sessions(self, account: Account, but: str | None = None) -> None:
        sessions = self._memory.sessions
        for digest in [digest for digest, (number, _) in sessions.items() if number == account.id and digest != but]:
            del sessions[digest]

    def end_session(self, session: str) -> "Future[None]":
        def change() -> None:
            self._memory.sessions.pop(session, None)

        return self._memory.write(change)

    def end_all_sessions(self, session: str) -> "Future[None]":
        return self._memory.write(lambda: self._end_sessions(self._account_of(session)))

    def change_password(self, session: str, old: str, new: str) -> "Future[None]":
        def change() -> None:
            self._set_password(self._account_of(session, old), new, session)

        return self._memory.write(change)

    def _set_password(self, account: Account, password: str, session: str) -> None:
        memory = self._memory
        memory.accounts[account.id] = account._replace(password=password)
        self._end_sessions(account, but=session)
        memory.tokens = {digest: each for digest, each in memory.tokens.items() if each[0] != account.id}

    def set_recovery_codes(self, session: str, password: str, codes: Sequence[str]) -> "Future[None]":
        memory = self._memory

        def change() -> None:
            account = self._account_of(session, password)
            kept = {digest: number for digest, number in memory.recovery_codes.items() if number != account.id}
            memory.recovery_codes = kept | dict.fromkeys(codes, account.id)

        return memory.write(change)

    def num_recovery_codes(self, account: int) -> int:
        return list(self._memory.recovery_codes.values()).count(account)

    def of_recovery_code(self, name: str, code: str) -> Account | None:
        account = self.find(name)
        return account if account is not None and self._memory.recovery_codes.get(code) == account.id else None

    def recover(self, account: int, code: str, password: str, session: str, at_ms: int) -> "Future[None]":
        memory = self._memory

        def change() -> None:
            if memory.recovery_codes.get(code) != account:
                raise WrongCode("Wrong name or recovery code.")
            del memory.recovery_codes[code]
            memory.sessions[session] = account, at_ms
            self._set_password(memory.accounts[account], password, session)

        return memory.write(change)

    def set_preferences(self, session: str, preferences: str) -> "Future[None]":
        def change() -> None:
            account = self._account_of(session)
            self._memory.accounts[account.id] = account._replace(preferences=preferences)

        return self._memory.write(change)

    def tokens(self, account: int) -> list[Token]:
        return [token for number, token in self._memory.tokens.values() if number == account]

    def make_token(self, session: str, token: str, label: str, scopes: tuple[str, ...], at_ms: int) -> "Future[Token]":
        def change() -> Token:
            account = self._account_of(session)
            if len(self.tokens(account.id)) >= MOST_TOKENS:
                raise TooManyTokens(f"An account has at most {MOST_TOKENS} tokens. Revoke one first.")
            self._memory.num_tokens += 1
            made = Token(self._memory.num_tokens, label, scopes, at_ms)
            self._memory.tokens[token] = account.id, made
            return made

        return self._memory.write(change)

    def revoke_token(self, session: str, number: int) -> "Future[str]":
        def change() -> str:
            account = self._account_of(session)
            for digest, (owner, token) in self._memory.tokens.items():
                if (owner, token.id) == (account.id, number):
                    del self._memory.tokens[digest]
                    return digest
            raise UnknownToken("You have no such token.")

        return self._memory.write(change)

    def export(self, account: int) -> dict[str, Any]:
        memory, owner = self._memory, self._memory.accounts[account]
        hidden = {"identity", "other"}
        return {
            "account": {"number": account, "name": owner.name, "created_ms": owner.created_ms},
            "preferences": msgspec.json.decode(owner.preferences),
            "sessions": [{"created_ms": at_ms} for number, at_ms in memory.sessions.values() if number == account],
            "tokens": [token._asdict() | {"scopes": " ".join(token.scopes)} for token in self.tokens(account)],
            "matches": [
                {
                    "match": match_id,
                    "seat": seat,
                    "names": [seat.name for seat in match.seating.seats],
                    "file": f"/api/matches/{match_id}/file" if match.is_over else None,
                }
                for match_id, match in sorted(memory.matches.items())
                for seat in match.seating.seats_of(owner.identity)
            ],
            "results": [
                {name: value for name, value in result._asdict().items() if name not in hidden}
                for result in memory.results
                if result.identity == owner.identity
            ],
            "chat": [
                {"match": match_id, "seat": line.seat, "text": line.text, "at_ms": line.at_ms}
                for match_id, match in memory.matches.items()
                for line in match.chat
                if line.identity == owner.identity
            ],
        }

    def delete(self, session: str, password: str) -> "Future[IdentityChanged]":
        memory = self._memory

        def change() -> IdentityChanged:
            account = self._account_of(session, password)
            self._end_sessions(account)
            memory.tokens = {digest: row for digest, row in memory.tokens.items() if row[0] != account.id}
            del memory.accounts[account.id]
            for match in memory.matches.values():
                match.chat = [line for line in match.chat if line.identity != account.identity]
            mine = account.identity
            memory.ignored = {number: each for number, each in memory.ignored.items() if mine not in each[:2]}
            memory.reports = {
                number: each
                for number, each in memory.reports.items()
                if mine not in (each[0].reporter, each[0].reported)
            }
            changed = memory.reseat(account.identity, lambda seating: seating.forgotten(account.identity, DELETED))
            return IdentityChanged(account.id, changed)

        return memory.write(change)


class MemoryResults:
    """A `Projection`, and the `Results` that it keeps up to date."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.num_skipped = 0

    def catch_up(self, follow: Follow = lambda *_: True) -> None:
        memory = self._memory
        while memory.num_taken_in < len(memory.ended):
            memory.write(lambda: self._take_in(memory.ended[memory.num_taken_in])).result()
            if not follow(memory.num_taken_in, len(memory.ended)):
                return

    def _take_in(self, match_id: str) -> None:
        memory, match = self._memory, self._memory.matches[match_id]
        memory.num_taken_in += 1
        try:
            events = [msgspec.json.decode(line, type=HashedEntry).event for line in match.lines]
            left = results_of(summarise(match_id, events), read_seating(write_seating(match.seating)))
        except (msgspec.MsgspecError, UnicodeDecodeError, CorruptLog):
            self.num_skipped += 1
            return
        if is_rated(left, match.seating):
            keys = [(result.identity, result.game) for result in left]
            left, after = rate(left, [memory.ratings.get(key, StoredRating()) for key in keys])
            memory.ratings.update(zip(keys, after, strict=True))
        memory.results += left

    def rating_of(self, identity: str, game: str, now_ms: int) -> RatingNow:
        return self._memory.ratings.get((identity, game), StoredRating()).now(now_ms)

    def profile(self, identity: str, now_ms: int) -> list[Standing]:
        games = {result.game for result in self._counted(identity, OVERALL)}
        return [self._standing(identity, game, now_ms) for game in [OVERALL, *sorted(games)]]

    def _counted(self, identity: str, game: str) -> list[Result]:
        return [
            result
            for result in self._memory.results
            if result.identity == identity and result.result != PLAYED and game in (OVERALL, result.game)
        ]

    def _standing(self, identity: str, game: str, now_ms: int) -> Standing:
        counted = self._counted(identity, game)
        stored = self._memory.ratings.get((identity, game))
        wins = sum(result.result == WON for result in counted)
        level = level_of(sum(result.experience for result in counted))
        return Standing(game, level, len(counted), wins, stored and stored.now(now_ms))

    def private_records(self, identity: str) -> dict[str, PrivateRecord]:
        mine = [result for result in self._memory.results if result.identity == identity]

        def count(game: str) -> PrivateRecord:
            here = [result.result for result in mine if game in (OVERALL, result.game)]
            return PrivateRecord(here.count(DRAWN), here.count(LOST))

        return {game: count(game) for game in [OVERALL, *{result.game for result in mine}]}

    def history(
        self, identity: str, filters: Filters = EVERYTHING, before: tuple[int, str] | None = None, limit: int = PAGE
    ) -> Page:
        mine = [one for one in self._memory.results if one.identity == identity and _is_wanted(one, filters)]
        mine.sort(key=lambda result: (result.ended_ms, result.match), reverse=True)
        if before is not None:
            mine = [result for result in mine if (result.ended_ms, result.match) < before]
        entries = [self._entry(result) for result in mine[:limit]]
        last = entries[-1] if len(mine) > limit else None
        return Page(entries, None if last is None else (last.ended_ms, last.match))

    def _entry(self, result: Result) -> Entry:
        name = None if result.other is None else self._memory.name_of(result.other)
        fields = result._asdict() | {"other_name": None if name == DELETED else name}
        return Entry(**{name: fields[name] for name in Entry._fields})

    def public_among(self, matches: Sequence[str]) -> set[str]:
        return {match for match in matches if self._memory.matches[match].seating.is_public}

    def leaders(self, game: str, by: Order, now_ms: int, limit: int) -> list[Leader]:
        found = []
        for account in sorted(self._memory.accounts.values()):
            standing = self._standing(account.identity, game, now_ms)
            points = sum(result.experience for result in self._counted(account.identity, game))
            shown = None if standing.rating is None or standing.rating.is_provisional else standing.rating
            order = {"level": points, "wins": standing.wins, "rating": 0 if shown is None else shown.rating}[by]
            if order > 0:
                found.append((order, Leader(account.name, standing.level.level, standing.wins, shown)))
        found.sort(key=lambda row: -row[0])
        return [leader for _, leader in found[:limit]]

    def account_called(self, name: str) -> tuple[str, str] | None:
        account = MemoryPeople(self._memory).find(name)
        return None if account is None else (account.identity, account.name)


def _is_wanted(result: Result, filters: Filters) -> bool:
    kind = "self" if result.result == PLAYED else "computer" if result.level is not None else "person"
    return (
        filters.game in (None, result.game)
        and filters.result in (None, result.result)
        and filters.opponent in (None, kind)
        and filters.level in (None, result.level)
        and filters.other in (None, result.other)
        and (filters.from_ms is None or result.ended_ms >= filters.from_ms)
        and (filters.to_ms is None or result.ended_ms < filters.to_ms)
        and filters.is_rated in (None, result.rating_change is not None)
    )


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
