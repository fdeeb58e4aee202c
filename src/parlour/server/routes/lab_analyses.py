"""Analyses of matches of the lab, for everyone; kept in memory, as the server writes nothing into the lab."""

import asyncio
from typing import Any

from litestar import Request, Response, delete, get, post

from parlour.match.match import Match
from parlour.server.errors import NotOver
from parlour.server.recent_analyses import id_of_text
from parlour.server.routes.analyses import GOING_ON, AnalysisState, state_of
from parlour.server.routes.lab import UNKNOWN, MatchNumber, RunName, match_file, match_of
from parlour.server.routes.past_choices import PastChoices, Seat, Version, choices_at
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import ANYBODY
from parlour.server.web import answer, identify, payer_of

PATH = "/api/lab/{name:str}/matches/{number:int}"
AnyRequest = Request[Any, Any, Any]


@get(f"{PATH}/analysis", scope=ANYBODY, responses={404: UNKNOWN})
async def find_lab_analysis(
    name: RunName, number: MatchNumber, request: AnyRequest, services: InjectedServices
) -> AnalysisState:
    """Return the analysis of a match of a run as far as it is."""
    async with payer_of(request, await identify(request)).turn():
        match_id, match = await asyncio.to_thread(_find, services, name, number)
    return await state_of(services, match_id, match.started.names)


@post(f"{PATH}/analysis", status_code=200, scope="watch", responses={404: UNKNOWN, 409: GOING_ON})
async def start_lab_analysis(
    name: RunName, number: MatchNumber, request: AnyRequest, services: InjectedServices
) -> Response[AnalysisState]:
    """Ask for the analysis of a match of a run; asking again changes nothing."""
    visitor = await identify(request)
    payer = payer_of(request, visitor)
    async with payer.turn():
        match_id, match = await asyncio.to_thread(_find, services, name, number)
    if not match.is_over:
        raise NotOver("The file of this match ends before the match is over.")
    await services.analyses.start(match_id, match, payer)
    return answer(services, await state_of(services, match_id, match.started.names), visitor)


@delete(f"{PATH}/analysis", status_code=200, scope="watch", responses={404: UNKNOWN})
async def cancel_lab_analysis(
    name: RunName, number: MatchNumber, request: AnyRequest, services: InjectedServices
) -> AnalysisState:
    """Cancel an analysis that I asked for; it goes on for others who did. One that is done stays."""
    visitor = await identify(request)
    match_id, match = await asyncio.to_thread(_find, services, name, number)
    services.analyses.cancel(match_id, visitor.identity)
    return await state_of(services, match_id, match.started.names)


@get(f"{PATH}/choices", scope=ANYBODY, responses={404: UNKNOWN})
async def lab_choices(
    name: RunName,
    number: MatchNumber,
    request: AnyRequest,
    services: InjectedServices,
    version: Version = 1,
    seat: Seat = 0,
) -> PastChoices:
    """Return what a seat could do at a version of a match of a run."""
    async with payer_of(request, await identify(request)).turn():
        _, match = await asyncio.to_thread(_find, services, name, number)
        return await choices_at(match, version, seat, match.started.names)


def _find(services: Services, name: str, number: int) -> tuple[str, Match]:
    text = match_file(services, name, number)
    return id_of_text(text), match_of(services, name, text)


ROUTES = [find_lab_analysis, start_lab_analysis, cancel_lab_analysis, lab_choices]
