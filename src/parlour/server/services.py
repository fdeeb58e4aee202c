"""`Services`: the parts of a running server, made once when it starts and handed to the routes."""

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide

from parlour.match.clock import Clock
from parlour.match.people_ports import Reached
from parlour.match.ports import Results
from parlour.server.accounts import Accounts
from parlour.server.analyses import AnalysisQueue
from parlour.server.campaigns import Campaigns
from parlour.server.connections import Connections
from parlour.server.friends import Friends
from parlour.server.game_loader import GameLoader
from parlour.server.hub import Hub
from parlour.server.identity import Identities
from parlour.server.ignoring import Ignoring
from parlour.server.limits import Limits
from parlour.server.lobby import Lobby
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderators
from parlour.server.pages import Pages
from parlour.server.pictures import Pictures
from parlour.server.puzzles import Puzzles
from parlour.server.settings import Settings
from parlour.server.simulations import Simulations
from parlour.server.tasks import Tasks
from parlour.server.tournaments import Tournaments
from parlour.storage.lab_runs import LabFolder


@dataclass(frozen=True)
class Services:
    """What routes work with."""

    settings: Settings
    pages: Pages
    pictures: Pictures
    clock: Clock
    limits: Limits
    metrics: Metrics
    tasks: Tasks
    identities: Identities
    standings: Results
    games: GameLoader
    hub: Hub
    lobby: Lobby
    connections: Connections
    accounts: Accounts
    ignoring: Ignoring
    moderation: Moderators
    analyses: AnalysisQueue
    simulations: Simulations
    reached: Reached
    friends: Friends
    puzzles: Puzzles
    campaigns: Campaigns
    tournaments: Tournaments
    lab: LabFolder


def _injected(state: State) -> Services:
    services: Services = state.services
    return services


InjectedServices = NamedDependency[Services]  # the type of a route's argument `services`
DEPENDENCIES = {"services": Provide(_injected, sync_to_thread=False)}


def services_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    """Return the services behind a connection, where nothing can be injected: in guards and exception handlers."""
    return _injected(connection.app.state)
