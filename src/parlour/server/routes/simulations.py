"""Simulations: asked for, looked at and cancelled by a person, who has one at a time."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody

from parlour.core import registry
from parlour.core.level import LEVEL_NAMES
from parlour.server.errors import BadMessage
from parlour.server.messages import Word
from parlour.server.services import InjectedServices, Services
from parlour.server.simulations import Job
from parlour.server.visitor import Visitor
from parlour.server.web import answer, identify, payer_of

PATH = "/api/simulation"
MOST_MATCHES = 1000


class SimulationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Matches to be played by a level against itself."""

    game: Word
    options: dict[str, int | str] = {}
    level: Word = "expert"
    matches: Annotated[int, msgspec.Meta(ge=1, le=MOST_MATCHES)] = 500


class SimulationState(msgspec.Struct, frozen=True):
    """How far my simulation is."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    game: str = ""
    level: str = ""
    done: int = 0  # matches; a simulation that takes too long is done before it has played all of them
    total: int = 0  # matches that were asked for
    wins: tuple[int, int] = (0, 0)  # by seat
    draws: int = 0
    rate: float = 0  # the share of the points that the first seat has won, a draw being half a point
    low: float = 0  # of the 95 % interval of the rate
    high: float = 1


@get(PATH)
async def find_simulation(request: Request[Any, Any, Any], services: InjectedServices) -> SimulationState:
    """Return my last simulation as far as it is."""
    return _state(services, await identify(request))


@post(PATH, status_code=200)
async def start_simulation(
    data: JSONBody[SimulationRequest], request: Request[Any, Any, Any], services: InjectedServices
) -> Response[SimulationState]:
    """Let a level play matches against itself, and count how often each side wins."""
    visitor = await identify(request)
    if data.level not in LEVEL_NAMES:
        raise BadMessage(f"A simulation is played by a level: {', '.join(LEVEL_NAMES)}.")
    game = registry.load(data.game)
    services.games.check_ready(game.id)
    await services.simulations.start(game, data.options, data.level, data.matches, payer_of(request, visitor))
    return answer(services, _state(services, visitor), visitor)


@delete(PATH, status_code=200)
async def cancel_simulation(request: Request[Any, Any, Any], services: InjectedServices) -> SimulationState:
    """End my simulation, and forget it."""
    visitor = await identify(request)
    services.simulations.cancel(visitor.identity)
    return _state(services, visitor)


def _state(services: Services, visitor: Visitor) -> SimulationState:
    job = services.simulations.job(visitor.identity)
    return SimulationState("none") if job is None else _shown(job)


def _shown(job: Job) -> SimulationState:
    tally = job.tally
    rate, (low, high) = (tally.rate, tally.interval) if tally.matches else (0.0, (0.0, 1.0))
    first, second = tally.wins
    return SimulationState(
        job.status, job.game.id, job.level, tally.matches, job.matches, (first, second), tally.draws, rate, low, high
    )


ROUTES = [find_simulation, start_simulation, cancel_simulation]
