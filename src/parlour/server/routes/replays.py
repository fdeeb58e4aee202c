"""Replays: of matches, and of files that a visitor brings. Files are not kept."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from parlour.core.contract import SEATS, SPECTATOR
from parlour.match.seating import Seating
from parlour.server.errors import NotOver
from parlour.server.payer import charged
from parlour.server.presenter import told_as
from parlour.server.problem import Problem
from parlour.server.replay import Replay, read_any, replay_of
from parlour.server.routes.matches import UNKNOWN, Invitation, MatchId
from parlour.server.services import InjectedServices
from parlour.server.visitor import ANYBODY
from parlour.server.web import identify, payer_of

MOST_BYTES = 512 * 1024  # of a file
SeatOrSpectator = Annotated[
    int | None,
    QueryParameter(ge=SPECTATOR, le=SEATS[-1], description="Whose knowledge: a seat, or -1 for a spectator."),
]


class FileRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file to be replayed."""

    text: str  # a match file, or a game in a format of another program
    seat: Annotated[int, msgspec.Meta(ge=SPECTATOR, le=SEATS[-1])] = SPECTATOR  # whose knowledge is shown


@get("/api/matches/{match_id:str}/replay", scope="watch", responses={404: UNKNOWN})
async def replay_match(
    match_id: MatchId,
    request: Request[Any, Any, Any],
    services: InjectedServices,
    invitation: Invitation = "",
    seat: SeatOrSpectator = None,
) -> Replay:
    """Return a match from its beginning on: as a seat knew it, or a spectator; by default as I do."""
    visitor = await identify(request)
    live = await services.hub.find_for(visitor.identity, match_id, invitation)
    viewer = _viewer(live.seating, visitor.identity, seat)
    if not live.is_dealt:
        raise NotOver("The match has not begun.")
    match, is_own = live.match, viewer in live.seating.seats_of(visitor.identity)
    if not (match.is_over or is_own or viewer == SPECTATOR):
        raise NotOver("The match is still going on; this would tell what is hidden.")
    told_to = told_as(live.seating, viewer) if is_own else SPECTATOR
    async with payer_of(request, visitor).turn():
        return await asyncio.to_thread(replay_of, list(match.events), match.seed, viewer, live.names, told_to)


def _viewer(seating: Seating, identity: str, seat: int | None) -> int:
    return next(iter(seating.seats_of(identity)), SPECTATOR) if seat is None else seat


@post(
    "/api/replays",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    scope=ANYBODY,
    responses={400: ResponseSpec(Problem, description="The file cannot be read.")},
)
async def replay_file(data: JSONBody[FileRequest], request: Request[Any, Any, Any]) -> Replay:
    """Return a match that was saved as a file, from its beginning on."""
    async with payer_of(request, await identify(request)).turn():
        return await asyncio.to_thread(_replay_text, data.text, data.seat)


def _replay_text(text: str, seat: int) -> Replay:
    with charged():
        match = read_any(text)
    return replay_of(match.events, match.seed, seat, match.started.names, SPECTATOR)


ROUTES = [replay_match, replay_file]
