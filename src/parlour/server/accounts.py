"""Accounts: signing up, in and out, and the sockets that this concerns."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from parlour.match.accounts import Account, Token, hash_secret
from parlour.match.errors import NameTaken, SignedOut, WrongCode
from parlour.match.ports import People
from parlour.server import hints
from parlour.server.connections import Connections, IsWanted, is_nobody
from parlour.server.errors import BadName, BadToken, Suspended, WrongPassword
from parlour.server.hub import Hub
from parlour.server.logs import log
from parlour.server.naming import clean_account_name, clean_password, normal_password
from parlour.server.passwords import Passwords
from parlour.server.recovery import new_codes, normal_code
from parlour.server.sockets import SIGNED_OUT
from parlour.server.visitor import Visitor

SECRET_BYTES = 32
TOKEN = "parlour_"  # how the secret of a token begins, so that a leaked one is recognised
APPEARS_OFFLINE = '"appear_offline":true'  # in preferences; they hold no texts of people
T = TypeVar("T")


class SignedIn(NamedTuple):
    """A person with a new session."""

    visitor: Visitor
    secret: str  # of the session, for the cookie


class Accounts:
    """Signs people up, in and out. Losing a right closes the sockets that had it, at once."""

    def __init__(self, people: People, passwords: Passwords, hub: Hub, connections: Connections) -> None:
        self.people = people
        self._passwords = passwords
        self._hub = hub
        self._connections = connections

    @property
    def num_waiting(self) -> int:
        """Count the passwords that wait or are hashed."""
        return self._passwords.num_waiting

    async def of_session(self, secret: str) -> Visitor | None:
        """Return the visitor behind the secret of a session; None when it has ended."""
        session = hash_secret(secret)
        account = await asyncio.to_thread(self.people.of_session, session, self._now_ms())
        return None if account is None else _visitor(account, session)

    async def of_token(self, secret: str) -> Visitor:
        """Return the visitor behind the token of a bot.

        Raises:
            BadToken: there is no such token.
        """
        found = await asyncio.to_thread(self.people.of_token, hash_secret(secret))
        if found is None:
            raise BadToken("This token is not known here. It may have been revoked.")
        account, token = found
        return Visitor(account.identity, account.name, account=account.id, token=hash_secret(secret),
                       scopes=frozenset(token.scopes))  # fmt: skip

    async def is_still(self, visitor: Visitor) -> bool:
        """Return whether the session, token or guest of a visitor is still valid."""
        if visitor.session is not None:
            return await asyncio.to_thread(self.people.of_session, visitor.session, self._now_ms()) is not None
        if visitor.token is not None:
            return await asyncio.to_thread(self.people.of_token, visitor.token) is not None
        return not await self.has_signed_up(visitor.identity)

    async def has_signed_up(self, guest: str) -> bool:
        """Return whether a guest is an account by now."""
        return await asyncio.to_thread(self.people.has_adopted, guest)

    async def check_free(self, name: str, identity: str) -> None:
        """Refuse a name that looks like that of somebody else's account.

        Raises:
            BadName
        """
        alike = await asyncio.to_thread(self.people.find_alike, name)
        if alike is not None and alike.identity != identity:
            raise BadName(f"An account is called {alike.name}. Choose a name that does not look like it.")

    async def sign_up(self, name: str, password: str, guest: str | None) -> SignedIn:
        """Make an account, and give it what a guest has played; the guest's sockets are the account's from then on.

        Raises:
            BadName, BadPassword, NameTaken, TooBusy
        """
        name = clean_account_name(name)
        password = clean_password(password, name)
        if await asyncio.to_thread(self.people.find_alike, name) is not None:
            raise NameTaken(f"The name {name} is taken, or looks like one that is.")  # before the slow work
        kept, secret = await self._passwords.hash(password), secrets.token_urlsafe(SECRET_BYTES)
        session = hash_secret(secret)

        async def settle() -> Visitor:
            changed = await self._hub.reassign_identity(
                lambda: self.people.sign_up(name, kept, session, self._now_ms(), guest)
            )
            log.info("signed_up", account=changed.account, num_matches=len(changed.seatings))
            visitor = _visitor(Account(changed.account, name, kept, 0, "{}"), session)
            if guest is not None:
                self._become(guest, visitor)
                self._hint(hints.SignedUp(guest=guest, session=session))
            return visitor

        return SignedIn(await self._settled(settle()), secret)

    def _become(self, guest: str, visitor: Visitor) -> None:
        self._connections.become(guest, visitor)
        self._hub.services.running.rename(guest, visitor.identity)

    async def follow_sign_up(self, guest: str, session: str) -> None:
        """Let the sockets of a guest be those of the account that the guest has become on another node."""
        account = await asyncio.to_thread(self.people.of_session, session, self._now_ms())
        if account is not None:
            self._become(guest, _visitor(account, session))
        else:  # it has signed out since
            self._connections.drop(SIGNED_OUT, lambda visitor: visitor.identity == guest)

    async def sign_in(self, name: str, password: str) -> SignedIn:
        """Begin a session.

        Raises:
            WrongPassword, Suspended, TooBusy
        """
        password = normal_password(password)
        account = await asyncio.to_thread(self.people.find, name)
        is_right = await self._passwords.is_right(password, account and account.password)
        if account is None or not is_right:
            raise WrongPassword("Wrong username or password.")
        _check_suspended(account)
        renewed = await self._passwords.renewed(password, account.password)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        session = hash_secret(secret)

        async def settle() -> None:
            begun = self.people.open_session(account, session, self._now_ms(), renewed)
            ended = await asyncio.wrap_future(begun)
            if ended:
                self._drop(hints.Ended(account=account.id), lambda visitor: visitor.session not in ended)

        try:
            await self._settled(settle())
        except SignedOut:  # the password was changed while it was compared
            raise WrongPassword("Wrong username or password.") from None
        return SignedIn(_visitor(account, session), secret)

    async def make_recovery_codes(self, session: str, password: str) -> list[str]:
        """Make new recovery codes for an account, instead of the old ones; they are stored nowhere.

        Raises:
            WrongPassword, SignedOut, TooBusy
        """
        account, codes = await self._owner(session, password), new_codes()
        hashes = [hash_secret(normal_code(code)) for code in codes]
        await asyncio.wrap_future(self.people.set_recovery_codes(session, account.password, hashes))
        log.info("recovery_codes_made", account=account.id)
        return codes

    async def num_recovery_codes(self, account: int) -> int:
        """Count the recovery codes that are left."""
        return await asyncio.to_thread(self.people.num_recovery_codes, account)

    async def recover(self, name: str, code: str, password: str) -> SignedIn:
        """Set a new password by a recovery code, end all sessions and tokens of the account, and sign in.

        Raises:
            WrongCode, BadPassword, Suspended, TooBusy
        """
        password, code = clean_password(password, name), hash_secret(normal_code(code))
        account = await asyncio.to_thread(self.people.of_recovery_code, name, code)
        if account is None:
            raise WrongCode("Wrong name or recovery code.")
        _check_suspended(account)
        kept, secret = await self._passwords.hash(password), secrets.token_urlsafe(SECRET_BYTES)
        session = hash_secret(secret)
        await self._drop_after(
            lambda: self.people.recover(account.id, code, kept, session, self._now_ms()),
            hints.Ended(account=account.id),
        )
        log.info("account_recovered", account=account.id)
        return SignedIn(_visitor(account, session), secret)

    def sign_out_now(self, account: int) -> None:
        """Close all sockets of an account whose sessions and tokens have ended."""
        self._drop(hints.Ended(account=account))

    async def sign_out(self, session: str) -> None:
        """End a session."""
        await self._drop_after(lambda: self.people.end_session(session), hints.Ended(session=session))

    async def sign_out_everywhere(self, session: str, account: int) -> None:
        """End all sessions of an account; its bots go on.

        Raises:
            SignedOut: this session has ended already.
        """
        await self._drop_after(
            lambda: self.people.end_all_sessions(session),
            hints.Ended(account=account),
            lambda visitor: visitor.session is None,
        )

    async def change_password(self, session: str, old: str, new: str) -> None:
        """Change the password of an account and end its tokens and its other sessions.

        Raises:
            WrongPassword, BadPassword, SignedOut, TooBusy
        """
        account = await self._owner(session, old)
        kept = await self._passwords.hash(clean_password(new, account.name))
        await self._drop_after(
            lambda: self.people.change_password(session, account.password, kept),
            hints.Ended(account=account.id),
            lambda visitor: visitor.session == session,
        )

    async def _owner(self, session: str, password: str) -> Account:
        """Return whose session it is, if the password is right."""
        account = await asyncio.to_thread(self.people.of_session, session, self._now_ms())
        if account is None:
            raise SignedOut("You have been signed out meanwhile.")
        if not await self._passwords.is_right(normal_password(password), account.password):
            raise WrongPassword("Wrong password.")
        return account

    async def preferences(self, session: str) -> str:
        """Return the preferences of an account, as JSON.

        Raises:
            SignedOut: the session has ended.
        """
        account = await asyncio.to_thread(self.people.of_session, session, self._now_ms())
        if account is None:
            raise SignedOut("You have been signed out meanwhile.")
        return account.preferences

    async def set_preferences(self, session: str, preferences: str) -> None:
        """Keep the preferences of an account, as JSON.

        Raises:
            SignedOut: the session has ended.
        """
        await asyncio.wrap_future(self.people.set_preferences(session, preferences))

    async def exists(self, identity: str) -> bool:
        """Return whether an identity is that of an account."""
        return await asyncio.to_thread(self.people.of_identity, identity) is not None

    async def appears_offline(self, identity: str) -> bool:
        """Return whether a person prefers to appear offline."""
        account = await asyncio.to_thread(self.people.of_identity, identity)
        return account is not None and APPEARS_OFFLINE in account.preferences

    async def tokens(self, account: int) -> list[Token]:
        """List the tokens of an account."""
        return await asyncio.to_thread(self.people.tokens, account)

    async def export(self, account: int) -> dict[str, Any]:
        """Gather everything that is kept of an account."""
        return await asyncio.to_thread(self.people.export, account)

    async def make_token(self, session: str, label: str, scopes: tuple[str, ...]) -> tuple[Token, str]:
        """Make a token for a bot; returns its secret, which is kept nowhere.

        Raises:
            SignedOut, TooManyTokens
        """
        secret = TOKEN + secrets.token_urlsafe(SECRET_BYTES)
        made = self.people.make_token(session, hash_secret(secret), label, scopes, self._now_ms())
        return await asyncio.wrap_future(made), secret

    async def revoke_token(self, session: str, number: int) -> None:
        """End a token.

        Raises:
            SignedOut, UnknownToken
        """

        async def settle() -> None:
            token = await asyncio.wrap_future(self.people.revoke_token(session, number))
            self._drop(hints.Ended(token=token))

        await self._settled(settle())

    async def delete(self, session: str, password: str) -> None:
        """Delete an account; its name goes from all matches, also from those that are going on.

        Raises:
            WrongPassword, SignedOut, TooBusy
        """
        account = await self._owner(session, password)

        async def settle() -> None:
            await self._hub.reassign_identity(lambda: self.people.delete(session, account.password))
            log.info("account_deleted", account=account.id)
            self._hub.forget_chat(account.identity)
            self._hint(hints.Deleted(identity=account.identity))
            self._drop(hints.Ended(account=account.id))

        await self._settled(settle())

    async def _drop_after(
        self, write: "Callable[[], Future[None]]", ended: hints.Ended, is_spared: IsWanted = is_nobody
    ) -> None:
        async def settle() -> None:
            await asyncio.wrap_future(write())
            self._drop(ended, is_spared)

        await self._settled(settle())

    def _drop(self, ended: hints.Ended, is_spared: IsWanted = is_nobody) -> None:
        """Close the sockets of those who have lost what let them in, at all nodes."""
        self._connections.drop(SIGNED_OUT, lambda visitor: ended.concerns(visitor) and not is_spared(visitor))
        self._hint(ended)

    def _hint(self, hint: hints.AnyHint) -> None:
        hints.send_hint(self._hub.services.bus, hint)

    async def _settled(self, work: Coroutine[Any, Any, T]) -> T:
        # The client may vanish while the disk works; the sockets must follow the disk anyway.
        return await asyncio.shield(self._hub.services.tasks.spawn(work))

    def _now_ms(self) -> int:
        return self._hub.services.clock.wall_ms()


def _visitor(account: Account, session: str) -> Visitor:
    return Visitor(account.identity, account.name, account=account.id, session=session, is_operator=account.is_operator)


def _check_suspended(account: Account) -> None:
    """Refuse an account that an operator has suspended.

    Raises:
        Suspended: with the reason, which only its owner can see.
    """
    if account.suspended is not None:
        raise Suspended(f"This account is suspended: {account.suspended}")
