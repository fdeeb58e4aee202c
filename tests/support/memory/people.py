"""Accounts, sessions, tokens and recovery codes, in memory."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import msgspec

from parlour.match.accounts import (
    DELETED,
    MOST_SESSIONS,
    MOST_TOKENS,
    SESSION_MS,
    Account,
    IdentityChanged,
    Token,
    fold_name,
)
from parlour.match.errors import NameTaken, SignedOut, TooManyTokens, UnknownToken, WrongCode
from parlour.match.seating import Seating
from parlour.match.skeleton import skeleton
from support.memory.store import Memory


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
