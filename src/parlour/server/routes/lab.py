"""The lab: runs of `parlour lab` in a folder of the server, to be looked at by everyone. Nothing is written."""

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter, QueryParameter

from parlour.core import registry
from parlour.core.contract import SEATS, SPECTATOR
from parlour.match.match import Match
from parlour.server.errors import UnknownRun
from parlour.server.payer import charged
from parlour.server.problem import Problem
from parlour.server.replay import Replay, read_any, replay_of
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import ANYBODY
from parlour.server.web import identify, payer_of
from parlour.storage.lab_runs import LabCurve, LabFolder, LabRun, Row

STOPPED_MS = 10 * 60_000  # a run that has not been heard of for this long
AT_ONCE = 50  # matches of a list
MOST_NUMBER = 10**9
AnyRequest = Request[Any, Any, Any]
RunName = Annotated[str, Parameter(max_length=80)]
MatchNumber = Annotated[int, Parameter(ge=0, le=MOST_NUMBER)]
Before = Annotated[int, QueryParameter(ge=0, le=MOST_NUMBER, description="Only matches with smaller numbers.")]
PlayerNumber = Annotated[int | None, QueryParameter(ge=0, le=1000, description="Only matches of this player.")]
Viewer = Annotated[int, QueryParameter(ge=SPECTATOR, le=SEATS[-1], description="A seat, or -1 for a spectator.")]
UNKNOWN = ResponseSpec(Problem, description="There is no such run or match.")


class LabSummary(msgspec.Struct, frozen=True):
    """A run of the lab in a list."""

    name: str
    kind: Literal["tournament", "record", "training"]
    state: Literal["running", "stopped", "over"]
    game: str
    players: list[str]
    done: int  # matches
    total: int
    updated_ms: int


class LabMatch(msgspec.Struct, frozen=True):
    """A match of a run that is over."""

    number: int
    players: tuple[int, int]  # by seat
    winner: int | None  # a seat; None: a draw
    num_actions: int
    note: str  # why it was forfeited


class LabPage(msgspec.Struct, frozen=True):
    """A run of the lab."""

    name: str
    state: Literal["running", "stopped", "over"]
    now_ms: int
    run: LabRun
    curves: list[LabCurve]  # of a training


@get("/api/lab", scope=ANYBODY)
async def lab_runs(request: AnyRequest, services: InjectedServices) -> list[LabSummary]:
    """List the runs of the lab, those that changed last first."""
    await identify(request)
    return await asyncio.to_thread(_summaries, services.lab, services.clock.wall_ms())


def _summaries(lab: LabFolder, now_ms: int) -> list[LabSummary]:
    with charged():
        found = [(name, lab.find(name)) for name in lab.names()]
        runs = [(name, lab.run(folder)) for name, folder in found if folder is not None]
        return [
            LabSummary(name, run.kind, _state(run, now_ms), run.game, run.players, run.done, run.total, run.updated_ms)
            for name, run in runs
            if run is not None
        ]


def _state(run: LabRun, now_ms: int) -> Literal["running", "stopped", "over"]:
    if run.is_over:
        return "over"
    return "running" if now_ms - run.updated_ms < STOPPED_MS else "stopped"


@get("/api/lab/{name:str}", scope=ANYBODY, responses={404: UNKNOWN})
async def lab_run(name: RunName, request: AnyRequest, services: InjectedServices) -> LabPage:
    """Return a run: how far it is, ratings, the cross table, and curves of a training."""
    await identify(request)
    return await asyncio.to_thread(_page, services.lab, name, services.clock.wall_ms())


def _page(lab: LabFolder, name: str, now_ms: int) -> LabPage:
    with charged():
        folder = _folder(lab, name)
        run = lab.run(folder)
        if run is None:
            raise UnknownRun("This run cannot be read.")
        return LabPage(name, _state(run, now_ms), now_ms, run, lab.curves(folder))


def _folder(lab: LabFolder, name: str) -> Path:
    folder = lab.find(name)
    if folder is None:
        raise UnknownRun("The lab has no such run.")
    return folder


@get("/api/lab/{name:str}/matches", scope=ANYBODY, responses={404: UNKNOWN})
async def lab_matches(
    name: RunName, request: AnyRequest, services: InjectedServices, before: Before = MOST_NUMBER,
    one: PlayerNumber = None, other: PlayerNumber = None,
) -> list[LabMatch]:  # fmt: skip
    """List matches of a run, the newest first, 50 at a time: all, or those of one or two players."""
    await identify(request)
    return await asyncio.to_thread(_matches, services.lab, name, before, {one, other} - {None})


def _matches(lab: LabFolder, name: str, before: int, players: set[int | None]) -> list[LabMatch]:
    with charged():
        rows = lab.rows(_folder(lab, name))
        chosen = [row for row in rows if row.number < before and players <= set(row.players)]
        chosen.sort(key=lambda row: -row.number)
        return [_show(row) for row in chosen[:AT_ONCE]]


def _show(row: Row) -> LabMatch:
    return LabMatch(row.number, row.players, row.winner, row.num_actions, row.note)


@get(
    "/api/lab/{name:str}/matches/{number:int}/file", scope=ANYBODY, media_type=MediaType.TEXT, responses={404: UNKNOWN}
)
async def lab_match_file(
    name: RunName, number: MatchNumber, request: AnyRequest, services: InjectedServices
) -> Response[str]:
    """Return the match file of a match of a run."""
    await identify(request)
    text = await asyncio.to_thread(match_file, services, name, number)
    headers = {"content-disposition": f'attachment; filename="{name}-{number}.jsonl"'}
    return Response(text, media_type="text/plain", headers=headers)


def match_file(services: Services, name: str, number: int) -> str:
    """Return the text of the file of a match.

    Raises:
        UnknownRun: there is none.
    """
    data = services.lab.match(_folder(services.lab, name), number)
    if data is None:
        raise UnknownRun("This run has no file of such a match.")
    return data.decode(errors="replace")


@get("/api/lab/{name:str}/matches/{number:int}/replay", scope=ANYBODY, responses={404: UNKNOWN})
async def replay_lab_match(
    name: RunName, number: MatchNumber, request: AnyRequest, services: InjectedServices, seat: Viewer = SPECTATOR
) -> Replay:
    """Return a match of a run from its beginning on, as a seat knew it, or a spectator."""
    async with payer_of(request, await identify(request)).turn():
        return await asyncio.to_thread(_replay, services, name, number, seat)


def _replay(services: Services, name: str, number: int, seat: int) -> Replay:
    match = match_of(services, name, match_file(services, name, number))
    return replay_of(match.events, match.seed, seat, match.started.names, SPECTATOR)


def match_of(services: Services, name: str, text: str) -> Match:
    """Return the match of a run that a file holds."""
    run = services.lab.run(_folder(services.lab, name))
    if run is not None and run.game in registry.game_ids():
        services.games.check_ready(run.game)
    with charged():
        return read_any(text)


ROUTES = [lab_runs, lab_run, lab_matches, lab_match_file, replay_lab_match]
