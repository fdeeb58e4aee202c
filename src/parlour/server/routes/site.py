"""The web client, the games, health, and how a client reaches the server."""

from html import escape
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, get, post, route
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, Parameter
from msgspec.structs import replace

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.phrasing import NUMBERED_SEATS
from parlour.core.position import start
from parlour.match.campaign import campaign_of
from parlour.match.errors import StorageFailed
from parlour.server.chances import ChancesInfo, show_chances
from parlour.server.pages import show as show_file
from parlour.server.pages import with_tags
from parlour.server.preview import preview_of, tags
from parlour.server.services import InjectedServices
from parlour.server.visitor import ANYBODY
from parlour.server.web import address_of, own_origin


class OptionInfo(msgspec.Struct, frozen=True):
    """A setting of a game."""

    name: str
    help: str
    default: str
    low: int
    high: int
    names: list[str]  # of its values, where they have names
    is_text: bool  # any text; its names are those that come with the game
    label: str  # what players read beside it
    seat: int | None  # whose player may choose it when joining


class FormatInfo(msgspec.Struct, frozen=True):
    """A file format of other programs."""

    name: str
    title: str  # what people call it
    suffix: str  # of its files


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played."""

    id: str
    name: str
    summary: str
    has_secrets: bool
    has_timers: bool  # so that the pace "table" can be chosen
    has_draws: bool  # by agreement
    has_campaign: bool  # a story of missions for one player
    sides: list[str]  # by seat: what it plays with the default options
    levels: list[str]  # of the computer, the weakest first
    is_ready: bool  # it can be played without waiting
    options: list[OptionInfo]
    formats: list[FormatInfo]  # in which its matches can be written besides plain text
    chances: ChancesInfo | None = None  # of its sides; null in the list of all games


class ConnectionInfo(msgspec.Struct, frozen=True):
    """How the server sees a client."""

    address: str
    is_forwarded: bool  # a trusted proxy named the address
    origin: str  # of the pages that may make changes here


class OptionsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options to be checked before a match is made."""

    options: dict[str, int | str] = {}


GameId = Annotated[str, Parameter(max_length=50)]
UNKNOWN_SIDES = NUMBERED_SEATS  # of a game that is not ready

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Parlour</title>
<h1>Parlour</h1>
<p>This server plays matches over its <a href="/api/schema/openapi.json">interface</a>. To play in a terminal, run
<code>parlour play</code>.</p>
<h2>Games</h2>
<dl>{games}</dl>
</html>
"""


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    scope=ANYBODY,
    is_free=True,  # a page is many files, and a school has one address
)
async def page(request: Request[Any, Any, Any], services: InjectedServices) -> Response[Any]:
    """Return a file of the client, or its page at every address of its own."""
    pages, path = services.pages, request.scope["path"]
    if not pages.are_there and path == "/":
        return Response(plain_page(), media_type=MediaType.HTML)
    file = None if path.startswith("/api/") or path == "/api" else pages.find(path)
    if file is None:
        raise NotFoundException
    if file.kind == "text/html":
        preview = await preview_of(services, path, address_of(request))
        file = with_tags(file, tags(preview, own_origin(request), quote(path)))
    return show_file(file, request.headers)


def plain_page() -> str:
    """Return a page for browsers, where no client was built."""
    rows = [
        f"<dt>{escape(game.name)}<dd>{escape(game.facts.summary)}" for game in map(registry.load, registry.game_ids())
    ]
    return PAGE.format(games="".join(rows))


@get("/healthz", media_type=MediaType.TEXT, scope=ANYBODY)
async def healthz() -> str:
    """Return that the server is alive."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, scope=ANYBODY)
async def readyz(services: InjectedServices) -> str:
    """Return that what is played can be saved; 503 while it cannot, or the server is stopping."""
    if not services.hub.is_ready:
        raise StorageFailed("What is played cannot be saved now. Try again in a moment.")
    return "ok"


@get("/api/connection", sync_to_thread=False, scope=ANYBODY)
def connection(request: Request[Any, Any, Any]) -> ConnectionInfo:
    """Return how the server sees the client that asks; `parlour doctor` finds mistakes of a proxy by it."""
    client = request.client
    is_forwarded = client is not None and client.port == 0  # a proxy names no port
    return ConnectionInfo(client.host if client else "", is_forwarded, own_origin(request))


@get("/api/games", sync_to_thread=False, scope=ANYBODY)
def games(services: InjectedServices) -> list[GameInfo]:
    """List the games, with what can be chosen for each."""
    return [show(registry.load(game_id), services.games.is_ready(game_id)) for game_id in registry.game_ids()]


@get("/api/games/{game_id:str}", sync_to_thread=False, scope=ANYBODY)
def game_info(game_id: GameId, services: InjectedServices) -> GameInfo:
    """Return one game; if it is not ready, it is the next to be."""
    game = registry.load(game_id)
    services.games.want(game_id)
    return replace(show(game, services.games.is_ready(game_id)), chances=show_chances(game))


@post("/api/games/{game_id:str}/check", status_code=204, sync_to_thread=False, scope=ANYBODY)
def check_options(game_id: GameId, data: JSONBody[OptionsRequest]) -> None:
    """Return whether a match could be started with these options; a refusal says what is wrong with them."""
    registry.load(game_id).options.encode(data.options)


def show(game: Game, is_ready: bool) -> GameInfo:
    """Return a game as it is shown before a match."""
    options = [
        OptionInfo(
            each.name,
            each.help,
            each.show(each.default),
            each.low,
            each.high,
            list(each.names),
            each.is_text,
            each.title,
            each.seat,
        )
        for each in game.options
    ]
    facts, table = game.facts, game.table
    sides = start(game, 1).seen_by().side_names() if is_ready else UNKNOWN_SIDES
    return GameInfo(
        game.id, game.name, facts.summary, facts.hidden, bool(table.timers), table.draw_offers,
        bool(campaign_of(game).mission), list(sides), list(LEVEL_NAMES), is_ready, options,
        [FormatInfo(name, each.TITLE, each.SUFFIX) for name, each in game.extras.formats.items()],
    )  # fmt: skip


ROUTES = [page, healthz, readyz, connection, games, game_info, check_options]
