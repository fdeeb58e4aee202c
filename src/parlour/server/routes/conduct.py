"""Muting, blocking and reporting people."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody, Parameter

from parlour.match.commands import SeatNumber
from parlour.server.errors import BadMessage, UnknownPerson
from parlour.server.identity import guest_name
from parlour.server.messages import Word
from parlour.server.moderation import person_at
from parlour.server.routes.matches import MatchId
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import Visitor
from parlour.server.web import answer, identify

Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Number = Annotated[int, Parameter(ge=0, le=2**53)]


class IgnoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be muted or blocked: an account by its name, or who sits at a seat of a match."""

    kind: Literal["muted", "blocked"]
    name: Word | None = None
    match: Word | None = None
    seat: SeatNumber = 0
    invitation: Word = ""  # from the link of a private match, for a spectator


class IgnoredInfo(msgspec.Struct, frozen=True):
    """A person whom I ignore."""

    id: int  # to stop it
    name: str
    kind: str  # "muted": I do not see their chat; "blocked": we are not brought together either


class ReportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a player to the operators."""

    seat: SeatNumber  # of the player
    reason: Sentence
    invitation: Word = ""  # from the link of a private match, for a spectator


@get("/api/me/ignored")
async def ignored(request: Request[Any, Any, Any], services: InjectedServices) -> Response[list[IgnoredInfo]]:
    """List whom I have muted or blocked."""
    visitor = await identify(request)
    found = await services.ignoring.by(visitor.identity)
    return answer(
        services, [IgnoredInfo(each.id, each.name or guest_name(each.other), each.kind) for each in found], visitor
    )


@post("/api/me/ignored", status_code=204)
async def ignore(data: JSONBody[IgnoreRequest], request: Request[Any, Any, Any], services: InjectedServices) -> None:
    """Mute a person, whose chat I do not see then, or block them, so that we are not brought together either."""
    visitor = await identify(request)
    await services.limits.count(("ignore", visitor.identity))
    await services.ignoring.ignore(visitor.identity, await _person(data, visitor, services), data.kind)


async def _person(data: IgnoreRequest, visitor: Visitor, services: Services) -> str:
    if data.match is not None:
        live = await services.hub.find_for(visitor.identity, data.match, data.invitation)
        return person_at(live, data.seat, but=visitor.identity)
    found = await asyncio.to_thread(services.standings.account_called, data.name or "")
    if found is None:
        raise UnknownPerson(f"Nobody is called {data.name}.")
    if found[0] == visitor.identity:
        raise BadMessage("This is you.")
    return found[0]


@delete("/api/me/ignored/{number:int}")
async def stop_ignoring(number: Number, request: Request[Any, Any, Any], services: InjectedServices) -> None:
    """Stop ignoring a person."""
    await services.ignoring.stop_ignoring((await identify(request)).identity, number)


@post("/api/matches/{match_id:str}/report", status_code=204)
async def report(
    match_id: MatchId, data: JSONBody[ReportRequest], request: Request[Any, Any, Any], services: InjectedServices
) -> None:
    """Report a player of a match to the operators, with the last lines of its chat."""
    visitor = await identify(request)
    live = await services.hub.find_for(visitor.identity, match_id, data.invitation)
    await services.limits.count(("report", visitor.identity))
    if not data.reason.isprintable() or not data.reason.strip():
        raise BadMessage("Say in one line what the player did.")
    await services.moderation.report(live, visitor.identity, data.seat, data.reason.strip())


ROUTES = [ignored, ignore, stop_ignoring, report]
