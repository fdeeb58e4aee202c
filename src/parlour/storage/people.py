"""Accounts, their sessions and the tokens of their bots. Of every secret only a hash is stored."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

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
from parlour.match.seating import ACCOUNT
from parlour.match.skeleton import skeleton
from parlour.storage import identity_change
from parlour.storage.campaign_tables import campaign_stars
from parlour.storage.database import Database
from parlour.storage.export import export
from parlour.storage.people_tables import challenges, following
from parlour.storage.portable import alone
from parlour.storage.puzzle_tables import puzzle_attempts, puzzle_days
from parlour.storage.tables import accounts, adopted, chat, ignored, recovery_codes, reports, seats, sessions, tokens

ACCOUNT_COLUMNS = (
    accounts.c.id, accounts.c.name, accounts.c.password, accounts.c.created_ms, accounts.c.preferences,
    accounts.c.role, accounts.c.silenced_until_ms, accounts.c.suspended,
)  # fmt: skip
TOKEN_COLUMNS = (tokens.c.id, tokens.c.label, tokens.c.scopes, tokens.c.created_ms)


class SqlPeople:
    """Stores accounts; the port `People`, which says what its methods promise."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, name: str) -> Account | None:
        """Return the account of this name, in capitals or not."""
        return self._one(sa.select(*ACCOUNT_COLUMNS).where(accounts.c.folded == fold_name(name)))

    def find_alike(self, name: str) -> Account | None:
        """Return the account whose name looks like this one."""
        return self._one(sa.select(*ACCOUNT_COLUMNS).where(accounts.c.skeleton == skeleton(name)))

    def of_identity(self, identity: str) -> Account | None:
        """Return the account of an identity; None for a guest and for an account that was deleted."""
        number = int(identity.removeprefix(ACCOUNT)) if identity.startswith(ACCOUNT) else None
        mine = (accounts.c.id == number) & accounts.c.folded.is_not(None)
        return self._one(sa.select(*ACCOUNT_COLUMNS).where(mine))

    def of_session(self, session: str, now_ms: int) -> Account | None:
        """Return the account of a session; None when it has ended."""
        of_it = (sessions.c.hash == session) & (sessions.c.created_ms > now_ms - SESSION_MS)
        return self._one(sa.select(*ACCOUNT_COLUMNS).join(sessions).where(of_it))

    def of_token(self, token: str) -> tuple[Account, Token] | None:
        """Return the account of a token, and the token; None when it was revoked."""
        account = self._one(sa.select(*ACCOUNT_COLUMNS).join(tokens).where(tokens.c.hash == token))
        row = self._database.reader().execute(sa.select(*TOKEN_COLUMNS).where(tokens.c.hash == token)).one_or_none()
        return None if account is None or row is None else (account, _token(row))

    def has_adopted(self, guest: str) -> bool:
        """Return whether a guest has signed up."""
        return self._database.reader().execute(sa.select(adopted).where(adopted.c.guest == guest)).first() is not None

    def _one(self, wanted: sa.Select[Any]) -> Account | None:
        row = self._database.reader().execute(wanted).one_or_none()
        return None if row is None else Account(*row)

    def sign_up(
        self, name: str, password: str, session: str, at_ms: int, guest: str | None = None
    ) -> "Future[IdentityChanged]":
        """Make an account with its first session, and give it all matches of a guest; all or nothing."""

        def change(connection: sa.Connection) -> IdentityChanged:
            row = {"name": name, "folded": fold_name(name), "skeleton": skeleton(name), "password": password,
                   "created_ms": at_ms}  # fmt: skip
            try:
                account = connection.scalars(sa.insert(accounts).values(row).returning(accounts.c.id)).one()
            except sa.exc.IntegrityError:
                raise NameTaken(f"The name {name} is taken, or looks like one that is.") from None
            connection.execute(sa.insert(sessions).values(hash=session, account=account, created_ms=at_ms))
            if guest is None or connection.execute(sa.select(adopted).where(adopted.c.guest == guest)).first():
                return IdentityChanged(account, {})
            alone(connection)  # a match that another process is writing must not stay with the guest
            connection.execute(sa.insert(adopted).values(guest=guest, account=account))
            return IdentityChanged(account, identity_change.adopt(connection, guest, f"{ACCOUNT}{account}", name))

        return self._database.write(change)

    def open_session(
        self, account: Account, session: str, at_ms: int, new_password: str | None = None
    ) -> "Future[list[str]]":
        """Begin a session of an account whose password was shown; returns the sessions that ended to make room."""

        def change(connection: sa.Connection) -> list[str]:
            still = (
                (accounts.c.id == account.id)
                & (accounts.c.password == account.password)
                & accounts.c.suspended.is_(None)
            )
            if connection.execute(sa.select(accounts.c.id).where(still)).first() is None:
                raise SignedOut("The password was changed meanwhile.")
            if new_password is not None:
                connection.execute(sa.update(accounts).where(still).values(password=new_password))
            connection.execute(sa.insert(sessions).values(hash=session, account=account.id, created_ms=at_ms))
            newest = (
                sa.select(sessions.c.hash)
                .where(sessions.c.account == account.id, sessions.c.created_ms > at_ms - SESSION_MS)
                .order_by(sessions.c.hash != session, sessions.c.created_ms.desc())
                .limit(MOST_SESSIONS)
            )
            gone = sa.delete(sessions).where(sessions.c.account == account.id, sessions.c.hash.not_in(newest))
            return list(connection.scalars(gone.returning(sessions.c.hash)))

        return self._database.write(change)

    def end_session(self, session: str) -> "Future[None]":
        """End a session."""

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.delete(sessions).where(sessions.c.hash == session))

        return self._database.write(change)

    def end_all_sessions(self, session: str) -> "Future[None]":
        """End all sessions of the account that this session belongs to."""

        def change(connection: sa.Connection) -> None:
            account = _account_of(connection, session)
            connection.execute(sa.delete(sessions).where(sessions.c.account == account))

        return self._database.write(change)

    def change_password(self, session: str, old: str, new: str) -> "Future[None]":
        """Change the hash of the password, and end all tokens and all other sessions."""

        def change(connection: sa.Connection) -> None:
            _set_password(connection, _account_of(connection, session, old), new, session)

        return self._database.write(change)

    def set_recovery_codes(self, session: str, password: str, codes: Sequence[str]) -> "Future[None]":
        """Replace the recovery codes of an account, by their hashes."""

        def change(connection: sa.Connection) -> None:
            account = _account_of(connection, session, password)
            connection.execute(sa.delete(recovery_codes).where(recovery_codes.c.account == account))
            connection.execute(sa.insert(recovery_codes), [{"hash": code, "account": account} for code in codes])

        return self._database.write(change)

    def num_recovery_codes(self, account: int) -> int:
        """Count the recovery codes that are left."""
        mine = sa.select(sa.func.count()).where(recovery_codes.c.account == account)
        return self._database.reader().scalars(mine).one()

    def of_recovery_code(self, name: str, code: str) -> Account | None:
        """Return the account of this name, if the code is one of its own."""
        mine = (accounts.c.folded == fold_name(name)) & (recovery_codes.c.hash == code)
        return self._one(sa.select(*ACCOUNT_COLUMNS).join(recovery_codes).where(mine))

    def recover(self, account: int, code: str, password: str, session: str, at_ms: int) -> "Future[None]":
        """Use up a recovery code: set the password, end all sessions and tokens, and begin a session."""

        def change(connection: sa.Connection) -> None:
            mine = (recovery_codes.c.account == account) & (recovery_codes.c.hash == code)
            if not connection.execute(sa.delete(recovery_codes).where(mine)).rowcount:
                raise WrongCode("Wrong name or recovery code.")
            connection.execute(sa.insert(sessions).values(hash=session, account=account, created_ms=at_ms))
            _set_password(connection, account, password, session)

        return self._database.write(change)

    def set_preferences(self, session: str, preferences: str) -> "Future[None]":
        """Store the preferences, as JSON."""

        def change(connection: sa.Connection) -> None:
            mine = accounts.c.id == _account_of(connection, session)
            connection.execute(sa.update(accounts).where(mine).values(preferences=preferences))

        return self._database.write(change)

    def tokens(self, account: int) -> list[Token]:
        """List the tokens of an account, oldest first."""
        wanted = sa.select(*TOKEN_COLUMNS).where(tokens.c.account == account).order_by(tokens.c.id)
        return [_token(row) for row in self._database.reader().execute(wanted)]

    def make_token(self, session: str, token: str, label: str, scopes: tuple[str, ...], at_ms: int) -> "Future[Token]":
        """Make a token; the future fails with TooManyTokens."""

        def change(connection: sa.Connection) -> Token:
            account = _account_of(connection, session)
            mine = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.account == account)
            if connection.scalars(mine).one() >= MOST_TOKENS:
                raise TooManyTokens(f"An account has at most {MOST_TOKENS} tokens. Revoke one first.")
            row = {"account": account, "hash": token, "label": label, "scopes": " ".join(scopes), "created_ms": at_ms}
            number = connection.scalars(sa.insert(tokens).values(row).returning(tokens.c.id)).one()
            return Token(number, label, scopes, at_ms)

        return self._database.write(change)

    def revoke_token(self, session: str, number: int) -> "Future[str]":
        """End a token and return its hash; the future fails with UnknownToken."""

        def change(connection: sa.Connection) -> str:
            mine = (tokens.c.account == _account_of(connection, session)) & (tokens.c.id == number)
            token = connection.scalars(sa.delete(tokens).where(mine).returning(tokens.c.hash)).one_or_none()
            if token is None:
                raise UnknownToken("You have no such token.")
            return token

        return self._database.write(change)

    def export(self, account: int) -> dict[str, Any]:
        """Return everything that is stored of an account, without secrets and without identities of others."""
        return export(self._database, account)

    def delete(self, session: str, password: str) -> "Future[IdentityChanged]":
        """Delete an account: its matches stay, its name and everything private go."""

        def change(connection: sa.Connection) -> IdentityChanged:
            alone(connection)  # a match that another process is writing must not keep the name
            account = _account_of(connection, session, password)
            identity = f"{ACCOUNT}{account}"
            erased = {"name": DELETED, "folded": None, "skeleton": None, "password": None, "preferences": "{}",
                      "role": None, "silenced_until_ms": None, "suspended": None}  # fmt: skip
            connection.execute(sa.update(accounts).where(accounts.c.id == account).values(erased))
            for table in (sessions, tokens, recovery_codes):
                connection.execute(sa.delete(table).where(table.c.account == account))
            connection.execute(
                sa.delete(ignored).where(sa.or_(ignored.c.identity == identity, ignored.c.other == identity))
            )
            connection.execute(
                sa.delete(reports).where(sa.or_(reports.c.reporter == identity, reports.c.reported == identity))
            )
            connection.execute(
                sa.delete(following).where(sa.or_(following.c.identity == identity, following.c.other == identity))
            )
            theirs = challenges.c.match.in_(sa.select(seats.c.match).where(seats.c.identity == identity))
            connection.execute(sa.delete(challenges).where(sa.or_(challenges.c.identity == identity, theirs)))
            for table in (chat, puzzle_attempts, puzzle_days, campaign_stars):
                connection.execute(sa.delete(table).where(table.c.identity == identity))
            return IdentityChanged(account, identity_change.forget(connection, identity, DELETED))

        return self._database.write(change)


def _account_of(connection: sa.Connection, session: str, password: str | None = None) -> int:
    wanted = sa.select(accounts.c.id, accounts.c.password).join(sessions).where(sessions.c.hash == session)
    found = connection.execute(wanted).one_or_none()
    if found is None or password not in (None, found.password):
        raise SignedOut("You have been signed out meanwhile.")
    return int(found.id)


def _set_password(connection: sa.Connection, account: int, password: str, session: str) -> None:
    """Set a password; only this session stays."""
    connection.execute(sa.update(accounts).where(accounts.c.id == account).values(password=password))
    connection.execute(sa.delete(sessions).where(sessions.c.account == account, sessions.c.hash != session))
    connection.execute(sa.delete(tokens).where(tokens.c.account == account))


def _token(row: Any) -> Token:
    return Token(row.id, row.label, tuple(row.scopes.split()), row.created_ms)
