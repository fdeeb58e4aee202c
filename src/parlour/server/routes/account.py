"""Accounts: signing up, in and out, preferences, tokens of bots, and deletion."""

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.datastructures import ResponseHeader
from litestar.params import JSONBody, Parameter

from parlour.match.accounts import Token, fold_name
from parlour.server.accounts import SignedIn
from parlour.server.errors import BadName, NotSignedIn
from parlour.server.hints import Shows, send_hint
from parlour.server.identity import COOKIE, chosen_name, guest_name
from parlour.server.naming import LONGEST_PASSWORD, clean_name
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import Visitor
from parlour.server.web import (
    KNOWN_COOKIE,
    address_of,
    answer,
    forget,
    guest_cookie,
    identify,
    known_cookie,
    name_cookie,
    session_cookie,
)

AnyRequest = Request[Any, Any, Any]
Name = Annotated[str, msgspec.Meta(max_length=60)]  # before it is brought into its form
Password = Annotated[str, msgspec.Meta(max_length=LONGEST_PASSWORD)]
SHORTEST_GUEST = 2  # characters of the name that a guest chooses
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Scope = Literal["play", "watch", "challenge"]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class PasswordChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The current password and the new one."""

    old: Password
    new: Password


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, and the password that it is to set."""

    name: Name
    code: Annotated[str, msgspec.Meta(max_length=60)]
    password: Password  # the new one


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which are shown only once."""

    codes: list[str]


class RecoveryCodesLeft(msgspec.Struct, frozen=True):
    """How many recovery codes have not been used."""

    num_left: int


class GuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a guest wants to play under; empty for a number."""

    name: Name


class PasswordProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirms that the owner of the account makes the request."""

    password: Password


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The preferences of a person; what is left out has its default."""

    theme: Literal["system", "light", "dark"] = "system"
    confirm_moves: bool = False
    sounds: bool = True
    motion: Literal["system", "reduced", "full"] = "system"
    palette: Literal["standard", "distinct"] = "standard"
    shortcuts: bool = True  # of a single key
    suits: Literal["two", "four"] = "two"  # colours of the suits of cards
    speed: Literal["relaxed", "normal", "fast", "instant"] = "normal"  # at which what happened is shown
    ask_first: bool = True  # before moves that give something up
    turn_board: bool = False  # on one device: to the player whose turn it is
    appear_offline: bool = False  # to others


class TokenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made."""

    label: Label  # so that its owner recognises it
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=3)]


class TokenInfo(msgspec.Struct, frozen=True):
    """A token, without its secret."""

    id: int
    label: str
    scopes: list[str]
    created_ms: int


class NewToken(msgspec.Struct, frozen=True):
    """A token, with its secret, which is shown only once."""

    token: TokenInfo
    secret: str


class Me(msgspec.Struct, frozen=True):
    """Who makes the request."""

    name: str
    account: int | None  # its number; None for a guest
    is_operator: bool = False  # has the page /operator


class Session(NamedTuple):
    """Whose session it is."""

    account: int
    session: str


async def signed_in(request: AnyRequest) -> Session:
    """Return the session of a request.

    Raises:
        NotSignedIn: it is a guest.
    """
    visitor = await identify(request)
    if visitor.account is None or visitor.session is None:
        raise NotSignedIn("Sign in first.")
    return Session(visitor.account, visitor.session)


@get("/")
async def who_am_i(request: AnyRequest, services: InjectedServices) -> Response[Me]:
    """Return who makes the request; a guest has a name too."""
    visitor = await identify(request)
    return answer(services, _me(visitor), visitor)


def _me(visitor: Visitor) -> Me:
    return Me(visitor.name, visitor.account, visitor.is_operator)


@put("/guest-name")
async def name_guest(data: JSONBody[GuestName], request: AnyRequest, services: InjectedServices) -> Response[Me]:
    """Choose the name of a guest; matches that were begun keep the old one."""
    visitor = await identify(request)
    if visitor.account is not None:
        raise BadName("You are signed in: your account has a name.")
    name = clean_name(data.name, SHORTEST_GUEST) if data.name.strip() else ""
    await services.accounts.check_free(name, visitor.identity)
    cookie = name_cookie(services.settings, services.identities.write_name(visitor.identity, name))
    shown = chosen_name(name) if name else guest_name(visitor.identity)
    response = answer(services, Me(shown, None, is_operator=False), visitor)
    response.set_cookie(cookie if name else forget(cookie))
    return response


@post("/")
async def sign_up(data: JSONBody[Credentials], request: AnyRequest, services: InjectedServices) -> Response[Me]:
    """Make an account and sign in; what the guest of this browser has played is the account's from then on."""
    await services.limits.count(("sign_up", address_of(request)))
    guest = services.identities.read(request.cookies.get(COOKIE))
    response = _welcome(services, await services.accounts.sign_up(data.name, data.password, guest))
    if guest is not None:
        response.set_cookie(forget(guest_cookie(services.settings, "")))
    return response


@post("/sign-in", status_code=200)
async def sign_in(data: JSONBody[Credentials], request: AnyRequest, services: InjectedServices) -> Response[Me]:
    """Sign in; a wrong password and an unknown name get the same answer."""
    await _count_attempt(services, request, fold_name(data.name))
    before = await identify(request)
    signed_in = await services.accounts.sign_in(data.name, data.password)
    if before.account is None:
        await services.campaigns.take_along(before.identity, signed_in.visitor.identity)
    response = _welcome(services, signed_in)
    if before.session is not None:
        await services.accounts.sign_out(before.session)
    return response


async def _count_attempt(services: Services, request: AnyRequest, name: str) -> None:
    """Count an attempt to sign in; in a browser of the owner only its own count, so that nobody can shut them out."""
    limits, address, known = services.limits, address_of(request), request.cookies.get(KNOWN_COOKIE, "")
    if services.identities.is_known_browser(known, name):
        await limits.count(("sign_in_known", known))
    else:
        attempt = ("sign_in", address), ("sign_in_as", f"{address} {name}"), ("sign_in_anywhere", name)
        await limits.count(*attempt)


def _welcome(services: Services, signed_in: SignedIn) -> Response[Me]:
    known = services.identities.new_known_browser(fold_name(signed_in.visitor.name))
    cookies = [session_cookie(services.settings, signed_in.secret), known_cookie(services.settings, known)]
    return Response(_me(signed_in.visitor), cookies=cookies)


@post("/sign-out", status_code=204)
async def sign_out(request: AnyRequest, services: InjectedServices) -> Response[None]:
    """Sign out in this browser."""
    visitor = await identify(request)
    if visitor.session is not None:
        await services.accounts.sign_out(visitor.session)
    return _goodbye(services)


@post("/sign-out-everywhere", status_code=204)
async def sign_out_everywhere(request: AnyRequest, services: InjectedServices) -> Response[None]:
    """End all sessions; tokens of bots stay."""
    mine = await signed_in(request)
    await services.accounts.sign_out_everywhere(mine.session, mine.account)
    return _goodbye(services)


def _goodbye(services: Services) -> Response[None]:
    return Response(None, status_code=204, cookies=[forget(session_cookie(services.settings, ""))])


@post("/password", status_code=204)
async def change_password(data: JSONBody[PasswordChange], request: AnyRequest, services: InjectedServices) -> None:
    """Change the password; all tokens and all other sessions end."""
    mine = await signed_in(request)
    await services.limits.count(("password", str(mine.account)))
    await services.accounts.change_password(mine.session, data.old, data.new)


@post("/recover", status_code=200)
async def recover(data: JSONBody[Recovery], request: AnyRequest, services: InjectedServices) -> Response[Me]:
    """Set a new password by a recovery code and sign in; a wrong code and an unknown name get the same answer."""
    await services.limits.count(("recover", address_of(request)))
    return _welcome(services, await services.accounts.recover(data.name, data.code, data.password))


@post("/recovery-codes")
async def make_recovery_codes(
    data: JSONBody[PasswordProof], request: AnyRequest, services: InjectedServices
) -> RecoveryCodes:
    """Make ten recovery codes; the old ones are worth nothing from then on."""
    mine = await signed_in(request)
    await services.limits.count(("password", str(mine.account)))
    return RecoveryCodes(await services.accounts.make_recovery_codes(mine.session, data.password))


@get("/recovery-codes")
async def recovery_codes(request: AnyRequest, services: InjectedServices) -> RecoveryCodesLeft:
    """Return how many recovery codes are left."""
    return RecoveryCodesLeft(await services.accounts.num_recovery_codes((await signed_in(request)).account))


@get("/preferences")
async def preferences(request: AnyRequest, services: InjectedServices) -> Preferences:
    """Return the preferences."""
    kept = await services.accounts.preferences((await signed_in(request)).session)
    return msgspec.json.decode(kept, type=Preferences)


@put("/preferences")
async def set_preferences(data: JSONBody[Preferences], request: AnyRequest, services: InjectedServices) -> Preferences:
    """Replace the preferences."""
    await services.accounts.set_preferences((await signed_in(request)).session, msgspec.json.encode(data).decode())
    identity = (await identify(request)).identity
    services.lobby.show(identity, not data.appear_offline)
    send_hint(services.hub.services.bus, Shows(identity=identity))
    return data


@get("/tokens")
async def tokens(request: AnyRequest, services: InjectedServices) -> list[TokenInfo]:
    """List the tokens of your bots."""
    mine = await signed_in(request)
    return [_info(token) for token in await services.accounts.tokens(mine.account)]


def _info(token: Token) -> TokenInfo:
    return TokenInfo(token.id, token.label, list(token.scopes), token.created_ms)


@post("/tokens")
async def make_token(data: JSONBody[TokenRequest], request: AnyRequest, services: InjectedServices) -> NewToken:
    """Make a token for a bot."""
    mine = await signed_in(request)
    token, secret = await services.accounts.make_token(mine.session, data.label, tuple(sorted(set(data.scopes))))
    return NewToken(_info(token), secret)


@delete("/tokens/{number:int}")
async def revoke_token(
    number: Annotated[int, Parameter(ge=0, le=2**53)], request: AnyRequest, services: InjectedServices
) -> None:
    """Revoke a token; the sockets of its bot are closed."""
    mine = await signed_in(request)
    await services.accounts.revoke_token(mine.session, number)


@get("/export", response_headers=[ResponseHeader(name="content-disposition", value="attachment")])
async def export(request: AnyRequest, services: InjectedServices) -> dict[str, Any]:
    """Return everything that is stored about an account."""
    return await services.accounts.export((await signed_in(request)).account)


@post("/delete", status_code=204)
async def delete_account(
    data: JSONBody[PasswordProof], request: AnyRequest, services: InjectedServices
) -> Response[None]:
    """Delete the account: what was played stays, without the name."""
    mine = await signed_in(request)
    await services.limits.count(("password", str(mine.account)))
    await services.accounts.delete(mine.session, data.password)
    return _goodbye(services)


ROUTES = [
    Router(
        "/api/account",
        route_handlers=[
            who_am_i, name_guest, sign_up, sign_in, sign_out, sign_out_everywhere, change_password, recover,
            make_recovery_codes, recovery_codes, preferences, set_preferences, tokens, make_token, revoke_token,
            export, delete_account,
        ],
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
    )
]  # fmt: skip
