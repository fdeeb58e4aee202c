"""The application: routes over HTTP, and the socket."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody, Parameter

from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.core.level import LEVEL_NAMES
from parlour.match import file
from parlour.server.errors import BadMessage, BadOrigin, NotOver, NotYourSeat, SeatTaken, TooManyComputers
from parlour.server.hub import Hub
from parlour.server.identity import COOKIE, Identities, guest_name, read_secret
from parlour.server.live import House, LiveMatch, encode
from parlour.server.messages import Goodbye
from parlour.server.seating import COMPUTER, OPEN, PERSON, Seat
from parlour.server.sockets import Client
from parlour.server.thinkers import Thinkers
from parlour.storage.errors import StorageBusy, StorageFailed, UnknownMatch
from parlour.storage.log import Log

COOKIE_AGE_S = 400 * 24 * 3600
BACK_IN_MS = 3_000  # when to come back after a stop
SLOW = 4008  # close code: the client does not read fast enough
STATUS: dict[type[ParlourError], int] = {
    UnknownMatch: 404,
    NotYourSeat: 403,
    BadOrigin: 403,
    SeatTaken: 409,
    NotOver: 409,
    TooManyComputers: 503,
    StorageBusy: 503,
    StorageFailed: 503,
}


class Settings(NamedTuple):
    """How a server is run."""

    data: Path  # folder of everything that it keeps
    origins: tuple[str, ...]  # from which pages may talk to it
    ai_threads: int = 1
    is_secure: bool = False  # behind TLS


class WallClock:
    """The time of day, which never goes back while the process lives."""

    def __init__(self) -> None:
        self._begin_ms = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now_ms(self) -> int:
        return self._begin_ms + time.monotonic_ns() // 1_000_000


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit somewhere."""

    kind: str  # "me", "computer" or "open"
    level: str | None = None  # of a computer


class MatchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be started."""

    game: str
    seats: tuple[SeatWish, SeatWish]
    options: dict[str, int | str] = {}
    pace: str = "none"


class JoinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down by a link."""

    invitation: Annotated[str, msgspec.Meta(max_length=100)]


class Joined(msgspec.Struct, frozen=True):
    """Where somebody sits now."""

    match: str
    seats: list[int]
    invitation: str | None  # for the link, while a seat is open


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    words: str


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse what another site's page asks for in somebody's name: what changes things, and the socket."""
    if isinstance(connection, Request) and connection.method in ("GET", "HEAD", "OPTIONS"):
        return
    settings: Settings = connection.app.state.settings
    origin = connection.headers.get("origin", "")
    if origin not in settings.origins and urlsplit(origin).netloc != connection.headers.get("host", ""):
        raise BadOrigin("This page may not do that here.")


def who_is(request: Request[Any, Any, Any] | WebSocket[Any, Any, Any], state: State) -> tuple[str, str | None]:
    """Give the identity of who asks, and the cookie of a new guest."""
    known = state.identities.read(request.cookies.get(COOKIE))
    return (known, None) if known else state.identities.new_guest()


def guest_cookie(state: State, value: str) -> Cookie:
    """Make the cookie by which a guest is known again."""
    return Cookie(COOKIE, value=value, max_age=COOKIE_AGE_S, httponly=True, samesite="lax",
                  secure=state.settings.is_secure)  # fmt: skip


def answer(state: State, content: Any, cookie: str | None) -> Response[Any]:
    """Answer; a new guest gets the cookie."""
    cookies = [] if cookie is None else [guest_cookie(state, cookie)]
    return Response(content, cookies=cookies)


def joined(live: LiveMatch, who: str) -> Joined:
    """Tell somebody where they sit."""
    mine = live.seating.seats_of(who)
    is_open = any(seat.kind == OPEN for seat in live.seating.seats)
    return Joined(live.id, list(mine), live.seating.invitation if mine and is_open else None)


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """Tell that the server lives."""
    return "ok"


@get("/api/games", sync_to_thread=False)
def games() -> list[dict[str, Any]]:
    """List the games, with what can be chosen for each."""
    return [
        {"id": game.id, "name": game.name, "summary": game.summary, "levels": LEVEL_NAMES}
        for game in map(registry.load, registry.game_ids())
    ]


@post("/api/matches")
async def create_match(data: JSONBody[MatchWish], request: Request[Any, Any, Any], state: State) -> Response[Joined]:
    """Start a match."""
    who, cookie = who_is(request, state)
    seats = (_seat(data.seats[0], who), _seat(data.seats[1], who))
    live = await state.hub.create(data.game, data.options, data.pace, seats)
    return answer(state, joined(live, who), cookie)


def _seat(wish: SeatWish, who: str) -> Seat:
    match wish.kind:
        case "me":
            return Seat(PERSON, guest_name(who), who)
        case "computer" if wish.level in LEVEL_NAMES:
            return Seat(COMPUTER, f"Computer ({wish.level})", level=wish.level)
        case "open":
            return Seat(OPEN, "Somebody")
    raise BadMessage(f"A seat is for me, computer (with a level: {', '.join(LEVEL_NAMES)}) or open.")


@post("/api/matches/{match_id:str}/join")
async def join_match(
    match_id: Annotated[str, Parameter(max_length=50)],
    data: JSONBody[JoinWish],
    request: Request[Any, Any, Any],
    state: State,
) -> Response[Joined]:
    """Sit down on the open seat of a match."""
    who, cookie = who_is(request, state)
    live = await state.hub.join(match_id, data.invitation, who, guest_name(who))
    return answer(state, joined(live, who), cookie)


@get("/api/matches/{match_id:str}/file", media_type=MediaType.TEXT)
async def match_file(match_id: Annotated[str, Parameter(max_length=50)], state: State) -> bytes:
    """Give the file of a finished match, for `parlour replay` and `parlour verify`."""
    live = await state.hub.find(match_id)
    if not live.match.is_over:
        raise NotOver("The match is still going on; its file would tell what is hidden.")
    return file.write(live.match)


@websocket("/api/socket", guards=[check_origin])
async def socket(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """Follow and play matches."""
    who, cookie = who_is(socket, state)
    headers = {} if cookie is None else {"set-cookie": guest_cookie(state, cookie).to_header(header="")}
    await socket.accept(headers=headers)
    client = Client(who, state.hub)
    state.clients.add(client)
    sender = asyncio.create_task(_send_all(socket, client))
    try:
        while True:
            await client.handle(await socket.receive_data(mode="text"))
    except WebSocketDisconnect:
        pass
    finally:
        state.clients.discard(client)
        client.leave()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send_all(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    while (message := await client.replies.get()) is not None:
        await socket.send_data(message, mode="text")
    await socket.close(SLOW, "too slow")


def refuse(_: Request[Any, Any, Any], error: ParlourError) -> Response[Problem]:
    """Answer a refusal with its code and its sentence."""
    return Response(Problem(error.code, str(error)), status_code=STATUS.get(type(error), 400))


def refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer what the framework refuses the same way."""
    return Response(Problem(f"http/{error.status_code}", error.detail), status_code=error.status_code)


@contextlib.asynccontextmanager
async def keep_house(app: Litestar) -> AsyncIterator[None]:
    """Open the storage, take up what was going on, and at the end say goodbye and save everything."""
    settings: Settings = app.state.settings
    settings.data.mkdir(parents=True, exist_ok=True)
    log = Log(settings.data / "parlour.db")
    house = House(log, WallClock(), Thinkers(settings.ai_threads))
    hub = Hub(house)
    app.state.update(hub=hub, identities=Identities(read_secret(settings.data / "secret")), clients=set())
    await hub.resume()
    chores = [asyncio.create_task(chore) for chore in (hub.beat(), hub.tidy())]
    try:
        yield
    finally:
        for client in app.state.clients:
            client.send(encode(Goodbye(back_in_ms=BACK_IN_MS)))
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await house.close()
        log.close()


def make_app(settings: Settings) -> Litestar:
    """Make the application."""
    return Litestar(
        [healthz, games, create_match, join_match, match_file, socket],
        guards=[check_origin],
        lifespan=[keep_house],
        exception_handlers={ParlourError: refuse, HTTPException: refuse_http},
        state=State({"settings": settings}),
        logging_config=None,
    )
