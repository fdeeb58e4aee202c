"""What a seat could have done in a finished match, so that a mistake can be tried again."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import QueryParameter

from parlour.core.contract import SEATS, Choice
from parlour.core.phrasing import fill_seats
from parlour.match import events as ev
from parlour.match.match import Match, fold
from parlour.server.errors import BadMessage, NotOver
from parlour.server.payer import charged
from parlour.server.presenter import Names, choices
from parlour.server.routes.matches import UNKNOWN, Invitation, MatchId
from parlour.server.services import InjectedServices
from parlour.server.web import identify, payer_of

Version = Annotated[int, QueryParameter(ge=1, description="Of the match: the number of its events.")]
Seat = Annotated[int, QueryParameter(ge=SEATS[0], le=SEATS[-1], description="Whose choices.")]


class PastChoices(msgspec.Struct, frozen=True):
    """What a seat could do at a version of a match."""

    prompt: str  # what it was asked; empty when it was not to act
    choices: list[Choice]


@get("/api/matches/{match_id:str}/choices", scope="watch", responses={404: UNKNOWN})
async def past_choices(
    match_id: MatchId,
    request: Request[Any, Any, Any],
    services: InjectedServices,
    version: Version = 1,
    seat: Seat = 0,
    invitation: Invitation = "",
) -> PastChoices:
    """Return what a seat could do at a version of a match that is over."""
    visitor = await identify(request)
    live = await services.hub.find_for(visitor.identity, match_id, invitation)
    match = live.match
    if not match.is_over:
        raise NotOver("The match is still going on.")
    async with payer_of(request, visitor).turn():
        return await choices_at(match, version, seat, live.names)


async def choices_at(match: Match, version: int, seat: int, names: Names) -> PastChoices:
    """Return what a seat could do at a version of a match.

    Raises:
        BadMessage: the match has no such version.
    """
    if version > match.version:
        raise BadMessage(f"The match has only {match.version} versions.")
    return await asyncio.to_thread(_choices, match.events[:version], match.seed, seat, names)


def _choices(events: Sequence[ev.AnyEvent], seed: int, seat: int, names: Names) -> PastChoices:
    with charged():
        seen = fold(events, seed).position.seen_by(seat)
        if not seen.can_act:
            return PastChoices("", [])
        return PastChoices(fill_seats(seen.prompt(), names), choices(seen, names))


ROUTES = [past_choices]
