"""What all routes share: who makes a request, from which page, and how a refusal is answered."""

import dataclasses
import inspect
import traceback
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.serialization import decode_json

from parlour.core.errors import ParlourError
from parlour.match.accounts import SESSION_MS
from parlour.match.errors import (
    MissionLocked,
    NameTaken,
    NotEnoughPlayers,
    NotHost,
    SignedOut,
    StorageBusy,
    StorageFailed,
    TooManyChallenges,
    TooManyFollowed,
    TooManyIgnored,
    TooManyTokens,
    TournamentClosed,
    TournamentFull,
    UnknownLesson,
    UnknownMatch,
    UnknownMission,
    UnknownReport,
    UnknownToken,
    UnknownTournament,
    WrongCode,
)
from parlour.puzzles.errors import UnknownPuzzle
from parlour.server.errors import (
    BadMessage,
    BadOrigin,
    BadToken,
    Blocked,
    GettingReady,
    MatchParked,
    MissingScope,
    NeedsAccount,
    NotOperator,
    NotOver,
    NotSignedIn,
    NotYourSeat,
    SeatTaken,
    Silenced,
    Suspended,
    TooBusy,
    TooMany,
    TooManyComputers,
    UnknownPerson,
    UnknownRun,
    WrongPassword,
)
from parlour.server.identity import COOKIE, NAME_COOKIE, chosen_name, guest_name
from parlour.server.limits import network_of
from parlour.server.payer import Payer
from parlour.server.problem import FAILURE, Problem
from parlour.server.services import Services, services_of
from parlour.server.settings import Settings
from parlour.server.visitor import Visitor

COOKIE_AGE_S = 400 * 24 * 3600
SESSION_COOKIE = "parlour_session"
KNOWN_COOKIE = "parlour_known"
STATUS: dict[type[ParlourError], int] = {
    UnknownMatch: 404,
    UnknownLesson: 404,
    UnknownMission: 404,
    MissionLocked: 409,
    UnknownPuzzle: 404,
    UnknownPerson: 404,
    UnknownRun: 404,
    UnknownTournament: 404,
    TournamentClosed: 409,
    TournamentFull: 409,
    NotEnoughPlayers: 409,
    NotHost: 403,
    NotYourSeat: 403,
    BadOrigin: 403,
    SeatTaken: 409,
    NotOver: 409,
    NeedsAccount: 403,
    NameTaken: 409,
    WrongPassword: 401,
    NotSignedIn: 401,
    SignedOut: 401,
    BadToken: 401,
    MissingScope: 403,
    UnknownToken: 404,
    WrongCode: 401,
    Suspended: 403,
    Silenced: 403,
    Blocked: 403,
    NotOperator: 403,
    UnknownReport: 404,
    TooManyIgnored: 409,
    TooManyFollowed: 409,
    TooManyChallenges: 409,
    TooManyTokens: 409,
    TooBusy: 503,
    TooMany: 429,
    TooManyComputers: 503,
    GettingReady: 503,
    MatchParked: 409,
    StorageBusy: 503,
    StorageFailed: 503,
}
AnyConnection = ASGIConnection[Any, Any, Any, Any]


async def check_origin(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Refuse what a page of another site asks for in a visitor's name: changes, and the socket."""
    if isinstance(connection, Request) and connection.method in ("GET", "HEAD", "OPTIONS"):
        return
    if bearer_of(connection) is not None:
        return  # no browser sends a token by itself, and a token overrides cookies
    origins = (own_origin(connection), *services_of(connection).settings.origins)
    if connection.headers.get("origin", "") not in origins:
        raise BadOrigin("This page may not do that here.")


def own_origin(connection: AnyConnection) -> str:
    """Return the address of this site, as the client called it."""
    is_secure = services_of(connection).settings.is_secure or connection.url.scheme in ("https", "wss")
    return f"{'https' if is_secure else 'http'}://{connection.headers.get('host', '')}"


async def check_rate(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse a client that makes too many or too costly requests; what costs no more than a refusal is not counted."""
    if not handler.opt.get("is_free"):
        limits, address = services_of(connection).limits, address_of(connection)
        limits.consume("request", address)
        limits.check("cpu_from", address)
        Payer(limits, address, address).pay()  # until `identify` finds the person


def address_of(connection: AnyConnection) -> str:
    """Return the address of a client, as limits count it."""
    return network_of(connection.client.host if connection.client else "")


async def check_scope(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse a bot what its token does not allow; a route that names no `scope` is for people only."""
    if bearer_of(connection) is not None:
        (await identify(connection)).check_scope(handler.opt.get("scope"))


def bearer_of(connection: AnyConnection) -> str | None:
    """Return the token that a bot sends."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def identify(connection: AnyConnection) -> Visitor:
    """Return who makes a request: by a token, a session, or the cookie of a guest; others become guests.

    Raises:
        BadToken: a token is sent that is not valid here.
    """
    scope: dict[str, Any] = connection.scope  # type: ignore[assignment]  # a typed dictionary is one too
    if "visitor" not in scope:
        scope["visitor"] = await _recognise(connection)
    visitor: Visitor = scope["visitor"]
    payer_of(connection, visitor).pay()
    return visitor


def payer_of(connection: AnyConnection, visitor: Visitor) -> Payer:
    """Return the buckets that a request is charged to."""
    return Payer(services_of(connection).limits, visitor.identity, address_of(connection))


async def _recognise(connection: AnyConnection) -> Visitor:
    services = services_of(connection)
    if (token := bearer_of(connection)) is not None:
        return await services.accounts.of_token(token)
    session = connection.cookies.get(session_cookie(services.settings, "").key)
    if session and (visitor := await services.accounts.of_session(session)) is not None:
        return visitor
    identity, cookie = services.identities.read(connection.cookies.get(COOKIE)), None
    if identity is None or await services.accounts.has_signed_up(identity):
        identity, cookie = services.identities.new_guest()
    name = services.identities.read_name(identity, connection.cookies.get(NAME_COOKIE))
    return Visitor(identity, chosen_name(name) if name else guest_name(identity), cookie)


def session_cookie(settings: Settings, secret: str) -> Cookie:
    """Make the cookie of a session."""
    # Browsers keep the prefix for cookies that came over TLS from this very host.
    name = f"__Host-{SESSION_COOKIE}" if settings.is_secure else SESSION_COOKIE
    age_s = SESSION_MS // 1000
    return Cookie(name, value=secret, max_age=age_s, httponly=True, samesite="lax", secure=settings.is_secure)


def forget(cookie: Cookie) -> Cookie:
    """Return a cookie that makes the browser forget it."""
    return dataclasses.replace(cookie, value="", max_age=0)


def guest_cookie(settings: Settings, value: str) -> Cookie:
    """Make the cookie that identifies a guest."""
    return Cookie(COOKIE, value=value, max_age=COOKIE_AGE_S, httponly=True, samesite="lax", secure=settings.is_secure)


def known_cookie(settings: Settings, value: str) -> Cookie:
    """Make the cookie that recognises a browser in which an account was signed in."""
    return Cookie(
        KNOWN_COOKIE, value=value, max_age=COOKIE_AGE_S, httponly=True, samesite="lax", secure=settings.is_secure
    )


def name_cookie(settings: Settings, value: str) -> Cookie:
    """Make the cookie that holds the name a guest has chosen."""
    return dataclasses.replace(guest_cookie(settings, value), key=NAME_COOKIE)


def answer(services: Services, content: Any, visitor: Visitor) -> Response[Any]:
    """Return a response; a new guest gets the cookie."""
    cookies = [] if visitor.cookie is None else [guest_cookie(services.settings, visitor.cookie)]
    return Response(content, cookies=cookies)


def refuse(request: Request[Any, Any, Any], error: ParlourError) -> Response[Problem]:
    """Answer a refusal with its code and its sentence."""
    services_of(request).metrics.refusals.labels(error.code).inc()
    return Response(
        Problem(error.code, str(error), getattr(error, "faults", [])), status_code=STATUS.get(type(error), 400)
    )


def refuse_bytes(_: Request[Any, Any, Any], __: UnicodeDecodeError) -> Response[Problem]:
    """Answer a body that is not text; the framework would report it as a failure of the server."""
    return Response(Problem(BadMessage.code, "The body of the request is not UTF-8."), status_code=400)


def refuse_nesting(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    """Answer a body of lists in lists in lists; any other recursion without end is a bug."""
    where = traceback.extract_tb(error.__traceback__)[-1].filename
    if where != inspect.getfile(decode_json):
        return refuse_failure(request, error)
    return Response(Problem(BadMessage.code, "The body of the request is nested too deeply."), status_code=400)


def refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer what the framework refuses in the same form."""
    return Response(Problem(f"http/{error.status_code}", error.detail), status_code=error.status_code)


def refuse_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a bug: log it, and reveal nothing about it."""
    services_of(request).tasks.note_failure(error)
    return Response(FAILURE, status_code=500)
