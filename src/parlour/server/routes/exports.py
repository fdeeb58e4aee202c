"""What can be taken away of a match: its record in other formats, an animation, a film strip, a card for links."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter

from parlour.core import registry
from parlour.core.contract import SPECTATOR
from parlour.match.exported import write_record
from parlour.puzzles.book import find_puzzle
from parlour.server.drawing import Shot, animation, card, film_strip, plain_card
from parlour.server.errors import NotOver
from parlour.server.live_match import LiveMatch
from parlour.server.payer import charged
from parlour.server.preview import game_shot, match_shot, public_match, puzzle_shot
from parlour.server.problem import Problem
from parlour.server.replay import Replay, replay_of
from parlour.server.routes.matches import UNKNOWN, Invitation, MatchId
from parlour.server.routes.puzzles import PuzzleId
from parlour.server.routes.replays import SeatOrSpectator
from parlour.server.routes.site import GameId
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import ANYBODY
from parlour.server.web import address_of, identify

GIF, PNG = "image/gif", "image/png"
RUNNING_S, FINISHED_S = 30, 3600  # for how long a card may be shown without asking again
FormatName = Annotated[str | None, QueryParameter(max_length=50, description="As the game lists it, or `text`.")]
GOES_ON = ResponseSpec(Problem, description="The match is not over.")


async def _finished(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices, invitation: Invitation = ""
) -> LiveMatch:
    """Return a match that a visitor may see, if it is over."""
    live = await services.hub.find_for((await identify(request)).identity, match_id, invitation)
    if not (live.match.is_over and live.is_dealt):
        raise NotOver("The match is still going on; this would tell what is hidden.")
    return live


_of_finished = partial(
    get, scope="watch", responses={404: UNKNOWN, 409: GOES_ON}, dependencies={"finished": Provide(_finished)}
)
FinishedMatch = NamedDependency[LiveMatch]


@_of_finished("/api/matches/{match_id:str}/record", media_type=MediaType.TEXT)
async def match_record(finished: FinishedMatch, format: FormatName = None) -> Response[str]:
    """Return a finished match in a format of other programs, by default the first that its game knows."""
    formats = finished.match.game.extras.formats
    name = format or next(iter(formats), "text")
    with charged():
        text = write_record(finished.match, name, finished.names)
    suffix = formats[name].SUFFIX if name in formats else "txt"
    return Response(text, media_type="text/plain", headers=_attached(finished, suffix))


def _attached(live: LiveMatch, suffix: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{live.match.game.id}-{live.id}.{suffix}"'}


@_of_finished("/api/matches/{match_id:str}/animation.gif", media_type=GIF)
async def match_animation(
    finished: FinishedMatch, request: Request[Any, Any, Any], services: InjectedServices, seat: SeatOrSpectator = None
) -> Response[bytes]:
    """Return a finished match as an animated picture, as a seat saw it, or by default a spectator."""
    return await _film(finished, request, services, seat, animation, "gif")


@_of_finished("/api/matches/{match_id:str}/film-strip.png", media_type=PNG)
async def match_film_strip(
    finished: FinishedMatch, request: Request[Any, Any, Any], services: InjectedServices, seat: SeatOrSpectator = None
) -> Response[bytes]:
    """Return the pictures of a finished match side by side, as a seat saw it, or by default a spectator."""
    return await _film(finished, request, services, seat, film_strip, "png")


async def _film(live: LiveMatch, request: Request[Any, Any, Any], services: Services, seat: int | None,
                draw: Callable[[Replay], bytes], suffix: str) -> Response[bytes]:  # fmt: skip
    match, names, viewer = live.match, live.names, SPECTATOR if seat is None else seat
    events, seed = list(match.events), match.seed
    picture = await services.pictures.find(
        (suffix, live.id, match.version, viewer, names),
        lambda: draw(replay_of(events, seed, viewer, names, SPECTATOR)),
        lambda: services.limits.consume("film", address_of(request)),
    )
    return Response(picture, media_type=f"image/{suffix}", headers=_attached(live, suffix))


@get("/api/matches/{match_id:str}/picture.png", scope=ANYBODY, media_type=PNG)
async def match_picture(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices
) -> Response[bytes]:
    """Return a match as everyone may see it now, as a card for links; a plain card for private and unknown ones."""
    live = await public_match(services, match_id)
    if live is None:
        return await _plain_card(services)
    match, names, is_dealt = live.match, live.names, live.is_dealt
    key = ("card", match_id, match.version, names, is_dealt, live.seating.open_seat)
    shot = match_shot(live)
    return await _card(request, services, key, shot, FINISHED_S if match.is_over else RUNNING_S)


@get("/api/games/{game_id:str}/picture.png", scope=ANYBODY, media_type=PNG)
async def game_picture(game_id: GameId, request: Request[Any, Any, Any], services: InjectedServices) -> Response[bytes]:
    """Return a table of a game in the middle of a match, as a card for links."""
    game = registry.load(game_id)
    if not services.games.is_ready(game_id):
        return await _plain_card(services)
    return await _card(request, services, ("game", game_id), lambda: game_shot(game), FINISHED_S)


@get("/api/puzzles/{puzzle_id:str}/picture.png", scope=ANYBODY, media_type=PNG)
async def puzzle_picture(
    puzzle_id: PuzzleId, request: Request[Any, Any, Any], services: InjectedServices
) -> Response[bytes]:
    """Return a puzzle before it is solved, as a card for links."""
    game, puzzle = find_puzzle(puzzle_id)
    if not services.games.is_ready(game.id):
        return await _plain_card(services)
    return await _card(request, services, ("puzzle", puzzle.id), lambda: puzzle_shot(game, puzzle), FINISHED_S)


@get("/api/picture.png", scope=ANYBODY, media_type=PNG)
async def plain_picture(services: InjectedServices) -> Response[bytes]:
    """Return a card for links that tells nothing about a match."""
    return await _plain_card(services)


async def _card(request: Request[Any, Any, Any], services: Services, key: Hashable, shot: Callable[[], Shot],
                age_s: int) -> Response[bytes]:  # fmt: skip
    def pay() -> None:
        services.limits.consume("card", address_of(request))

    return _shown(await services.pictures.find(key, lambda: card(shot()), pay), age_s)


async def _plain_card(services: Services) -> Response[bytes]:
    return _shown(await services.pictures.find("plain", plain_card), RUNNING_S)


def _shown(picture: bytes, age_s: int) -> Response[bytes]:
    """Answer with a picture that other sites may show."""
    return Response(picture, media_type=PNG, headers={"cache-control": f"public, max-age={age_s}"})


ROUTES = [
    match_record,
    match_animation,
    match_film_strip,
    match_picture,
    game_picture,
    puzzle_picture,
    plain_picture,
]
