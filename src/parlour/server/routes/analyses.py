"""Analyses of matches that are over: asked for, looked at and cancelled by everyone who may see the match."""

import asyncio
from typing import Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.openapi import ResponseSpec

from parlour.analysis.report import Analysis, with_names
from parlour.server.errors import NotOver
from parlour.server.live_match import LiveMatch
from parlour.server.payer import charged
from parlour.server.presenter import Names
from parlour.server.problem import Problem
from parlour.server.routes.matches import UNKNOWN, Invitation, MatchId
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import Visitor
from parlour.server.web import answer, identify, payer_of

PATH = "/api/matches/{match_id:str}/analysis"
GOING_ON = ResponseSpec(Problem, description="The match is still going on.")


class AnalysisState(msgspec.Struct, frozen=True):
    """How far the analysis of a match is."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    done: int = 0  # steps
    total: int = 0  # steps as far as is known; what has to be looked at again is added
    analysis: Analysis | None = None  # while it is running, what is known so far


@get(PATH, scope="watch", responses={404: UNKNOWN})
async def find_analysis(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices, invitation: Invitation = ""
) -> AnalysisState:
    """Return the analysis of a match as far as it is; none while the match goes on."""
    _, live = await _find(match_id, request, services, invitation)
    return await state_of(services, live.id, live.names) if live.match.is_over else AnalysisState("none")


@post(PATH, status_code=200, scope="watch", responses={404: UNKNOWN, 409: GOING_ON})
async def start_analysis(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices, invitation: Invitation = ""
) -> Response[AnalysisState]:
    """Ask for the analysis of a match that is over; asking again changes nothing."""
    visitor, live = await _find(match_id, request, services, invitation)
    if not live.match.is_over:
        raise NotOver("The match is still going on. It can be analysed when it is over.")
    await services.analyses.start(live.id, live.match, payer_of(request, visitor))
    return answer(services, await state_of(services, live.id, live.names), visitor)


@delete(PATH, status_code=200, scope="watch", responses={404: UNKNOWN})
async def cancel_analysis(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices, invitation: Invitation = ""
) -> AnalysisState:
    """Cancel an analysis that I asked for; it goes on for others who did. One that is done stays."""
    visitor, live = await _find(match_id, request, services, invitation)
    services.analyses.cancel(live.id, visitor.identity)
    return await state_of(services, live.id, live.names)


async def _find(
    match_id: str, request: Request[Any, Any, Any], services: Services, invitation: str
) -> tuple[Visitor, LiveMatch]:
    visitor = await identify(request)
    return visitor, await services.hub.find_for(visitor.identity, match_id, invitation)


async def state_of(services: Services, match_id: str, names: Names) -> AnalysisState:
    """Return how far the analysis of a match is, told with the names of its players."""
    job = services.analyses.job(match_id)
    if job is None:
        is_queued = await services.analyses.is_queued(match_id)  # first: a job goes when its analysis is there
        analysis = await services.analyses.find(match_id)
        if analysis is None:
            return AnalysisState("running" if is_queued else "none")
        steps = len(analysis.points)
        return AnalysisState("done", steps, steps, with_names(analysis, names))
    analyser = job.analyser
    if analyser is None:
        return AnalysisState(job.status)

    def report() -> Analysis:
        with charged():
            return with_names(analyser.report(), names)

    return AnalysisState(job.status, analyser.done, analyser.total, await asyncio.to_thread(report))


ROUTES = [find_analysis, start_analysis, cancel_analysis]
