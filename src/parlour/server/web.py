"""What all routes share: who asks, from which page, and how a refusal is answered."""

from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler

from parlour.core.errors import ParlourError
from parlour.server.errors import (
    BadOrigin,
    NeedsAccount,
    NotOver,
    NotYourSeat,
    SeatTaken,
    TooMany,
    TooManyComputers,
    UnknownPerson,
)
from parlour.server.identity import COOKIE, guest_name
from parlour.server.limits import network_of
from parlour.server.settings import Settings
from parlour.storage.errors import StorageBusy, StorageFailed, UnknownMatch

COOKIE_AGE_S = 400 * 24 * 3600
STATUS: dict[type[ParlourError], int] = {
    UnknownMatch: 404,
    UnknownPerson: 404,
    NotYourSeat: 403,
    BadOrigin: 403,
    SeatTaken: 409,
    NotOver: 409,
    NeedsAccount: 403,
    TooMany: 429,
    TooManyComputers: 503,
    StorageBusy: 503,
    StorageFailed: 503,
}
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    words: str


FAILURE = Problem("server/failure", "Something went wrong here. It was written down and will be looked at.")


class Visitor(NamedTuple):
    """Who asks."""

    who: str
    name: str
    cookie: str | None = None  # to be given to a new guest


def check_origin(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Refuse what another site's page asks for in somebody's name: what changes things, and the socket."""
    if isinstance(connection, Request) and connection.method in ("GET", "HEAD", "OPTIONS"):
        return
    settings: Settings = connection.app.state.settings
    is_secure = settings.is_secure or connection.url.scheme in ("https", "wss")
    own = f"{'https' if is_secure else 'http'}://{connection.headers.get('host', '')}"
    if connection.headers.get("origin", "") not in (own, *settings.origins):
        raise BadOrigin("This page may not do that here.")


def check_rate(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Refuse who asks too often."""
    connection.app.state.limits.take("request", address_of(connection))


def address_of(connection: AnyConnection) -> str:
    """Give from where somebody asks, as it is counted."""
    return network_of(connection.client.host if connection.client else "")


async def identify(connection: AnyConnection) -> Visitor:
    """Give who asks; a stranger becomes a guest."""
    identities = connection.app.state.identities
    who, cookie = identities.read(connection.cookies.get(COOKIE)), None
    if who is None:
        who, cookie = identities.new_guest()
    return Visitor(who, guest_name(who), cookie)


def guest_cookie(settings: Settings, value: str) -> Cookie:
    """Make the cookie by which a guest is known again."""
    return Cookie(COOKIE, value=value, max_age=COOKIE_AGE_S, httponly=True, samesite="lax", secure=settings.is_secure)


def answer(state: State, content: Any, visitor: Visitor) -> Response[Any]:
    """Answer; a new guest gets the cookie."""
    cookies = [] if visitor.cookie is None else [guest_cookie(state.settings, visitor.cookie)]
    return Response(content, cookies=cookies)


def refuse(request: Request[Any, Any, Any], error: ParlourError) -> Response[Problem]:
    """Answer a refusal with its code and its sentence."""
    request.app.state.hub.house.metrics.refusals.labels(error.code).inc()
    return Response(Problem(error.code, str(error)), status_code=STATUS.get(type(error), 400))


def refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer what the framework refuses the same way."""
    return Response(Problem(f"http/{error.status_code}", error.detail), status_code=error.status_code)


def refuse_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a bug: it is written down here, and nothing of it is told."""
    request.app.state.hub.house.note_failure(error)
    return Response(FAILURE, status_code=500)
