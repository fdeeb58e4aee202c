"""The application: its routes, and its lifespan."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from parlour import __version__
from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.server import routes
from parlour.server.accounts import Accounts
from parlour.server.analyses import AnalysisQueue
from parlour.server.campaigns import Campaigns
from parlour.server.cancelling import end
from parlour.server.clocks import SystemClock
from parlour.server.conduct import StoredConduct
from parlour.server.connections import Connections
from parlour.server.friends import Friends
from parlour.server.game_loader import GameLoader, smallest_first
from parlour.server.headers import add_headers
from parlour.server.hub import Hub
from parlour.server.identity import Identities
from parlour.server.ignoring import Ignoring
from parlour.server.limits import Limits
from parlour.server.lobby import Lobby
from parlour.server.logs import log
from parlour.server.match_services import MatchServices
from parlour.server.messages import MAX_BYTES
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderators
from parlour.server.node import Duty, Site, SiteClock, held, joined, on_duty, prepare, secret_of
from parlour.server.pages import Pages
from parlour.server.passwords import Passwords
from parlour.server.people_follower import PeopleFollower
from parlour.server.pictures import Pictures
from parlour.server.projector import Projector
from parlour.server.puzzles import Puzzles
from parlour.server.recent_analyses import RecentAnalyses
from parlour.server.retention import Housekeeping
from parlour.server.running import Running
from parlour.server.services import DEPENDENCIES, Services
from parlour.server.settings import Settings
from parlour.server.simulations import Simulations
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.server.tournaments import Tournaments
from parlour.server.watching import Watching
from parlour.server.web import (
    check_origin,
    check_rate,
    check_scope,
    refuse,
    refuse_bytes,
    refuse_failure,
    refuse_http,
    refuse_nesting,
)
from parlour.storage.achievements import SqlAchievements
from parlour.storage.analyses import SqlAnalyses
from parlour.storage.campaign import SqlCampaignProgress
from parlour.storage.database import Database
from parlour.storage.following import SqlChallenges, SqlFollowing, SqlReached
from parlour.storage.ignored import SqlIgnored
from parlour.storage.lab_runs import LabFolder
from parlour.storage.log import SqlLog
from parlour.storage.moderation import SqlModeration
from parlour.storage.people import SqlPeople
from parlour.storage.projections import SqlProjection
from parlour.storage.puzzles import SqlPuzzleProgress
from parlour.storage.retention import SqlRetention
from parlour.storage.standings import SqlResults
from parlour.storage.tournaments import SqlTournaments
from parlour.storage.uptime import SharedUptime

KEEP_UP_S = 5.0  # between two looks for results that nobody has taken in


def register_gauges(services: Services) -> None:
    """Register the numbers that are read when the metrics are asked for."""
    matches = services.hub.services
    for name, words, read in (
        ("parlour_live_matches", "Matches in memory", lambda: services.hub.num_live),
        ("parlour_parked_matches", "Matches that cannot be loaded", lambda: services.hub.num_parked),
        ("parlour_sockets", "Open sockets", lambda: len(services.connections)),
        ("parlour_writes_waiting", "Changes waiting to be saved", lambda: matches.log.num_waiting),
        ("parlour_thoughts_waiting", "Computer players waiting or thinking", lambda: matches.thinkers.num_waiting),
        ("parlour_player_bytes", "Memory of computer players", lambda: matches.thinkers.players.num_bytes),
        ("parlour_passwords_waiting", "Passwords waiting or being hashed", lambda: services.accounts.num_waiting),
    ):
        services.metrics.watch(name, words, read)


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Open the storage, continue what was going on, and at the end save everything."""
    settings: Settings = app.state.settings
    settings.make_folders()
    with held(settings), contextlib.closing(Database(settings.database_place)) as database:
        prepare(settings)
        async with joined(settings) as site, on_duty(settings) as duty, _running(app, settings, database, site, duty):
            yield


def make_services(settings: Settings, database: Database, site: Site, duty: Duty, passwords: Passwords,
                  uptime: SharedUptime | None, after_match: Callable[[], None], tasks: Tasks, metrics: Metrics,
                  games: GameLoader) -> Services:  # fmt: skip
    """Make the parts of a server and connect them."""
    clock = SystemClock() if uptime is None else SiteClock(uptime)
    # Not by the time of the site: it stands still, and may even go back a little, while the database is gone.
    limits, standings = Limits(SystemClock(), settings.limit_factor, site.buckets), SqlResults(database)
    bus, presence = site.bus, site.presence(clock)
    thinkers = Thinkers(settings.ai_threads)
    people, ignored = SqlPeople(database), SqlIgnored(database)
    matches = SqlLog(database, clock.now_ms, uptime)
    hub = Hub(MatchServices(matches, clock, thinkers, limits, metrics, tasks, games, after_match,
                            conduct=StoredConduct(ignored, people, clock), running=Running(bus), bus=bus,
                            presence=presence, thinks=uptime is None))  # fmt: skip

    async def rating_of(identity: str, game: str) -> float:
        return (await asyncio.to_thread(standings.rating_of, identity, game, clock.wall_ms())).rating

    async def rating_shown(identity: str, game: str) -> int | None:
        now = await asyncio.to_thread(standings.rating_of, identity, game, clock.wall_ms())
        return None if now.is_provisional else round(now.rating)

    connections, lobby = Connections(limits), Lobby(hub, rating_of, Watching(hub, rating_shown), site.pairs)
    accounts = Accounts(people, passwords, hub, connections)
    return Services(
        settings=settings,
        pages=Pages(settings.static),
        pictures=Pictures(),
        clock=clock,
        limits=limits,
        metrics=metrics,
        tasks=tasks,
        identities=Identities(secret_of(settings, database)),
        standings=standings,
        games=games,
        hub=hub,
        lobby=lobby,
        connections=connections,
        accounts=accounts,
        ignoring=Ignoring(ignored, connections, bus),
        moderation=Moderators(SqlModeration(database), people, accounts, clock),
        analyses=AnalysisQueue(
            RecentAnalyses(SqlAnalyses(database)), thinkers, tasks, limits, None if uptime is None else matches
        ),
        simulations=Simulations(thinkers, tasks, limits),
        reached=SqlReached(database),
        friends=Friends(SqlFollowing(database), SqlChallenges(database), standings, hub, lobby, limits),
        puzzles=Puzzles(SqlPuzzleProgress(database), clock),
        campaigns=Campaigns(SqlCampaignProgress(database), hub),
        tournaments=Tournaments(
            hub, SqlTournaments(database, lambda: hub.services.log.up_ms), rating_of, lambda: duty.is_held
        ),
        lab=LabFolder(settings.lab_path),
    )


def followers(services: Services) -> list[Callable[[], Coroutine[Any, Any, None]]]:
    """Return the jobs of a node that follow the others."""
    hub = services.hub
    people = PeopleFollower(hub, services.lobby, services.connections, services.accounts, services.ignoring)
    return [hub.in_step.run, hub.services.presence.run, people.run]


@contextlib.asynccontextmanager
async def _running(
    app: Litestar, settings: Settings, database: Database, site: Site, duty: Duty
) -> AsyncIterator[None]:
    metrics, passwords = Metrics(), Passwords(settings.hasher)
    uptime = None if settings.redis is None else SharedUptime(database)
    tasks = Tasks(metrics)
    projector = Projector(SqlProjection(database), tasks)
    achiever = Projector(SqlAchievements(database), tasks, rest_s=1.0)
    games = GameLoader(smallest_first(registry.game_ids()) if settings.is_quick_start else ())

    def after_match() -> None:
        projector.wake()
        if games.is_done:  # achievements need the rules of any game
            achiever.wake()

    async def keep_up() -> None:
        """Take in what a node or a worker has left when it died, forever."""
        while True:
            await asyncio.sleep(KEEP_UP_S)
            if duty.is_held:
                after_match()

    async def load_games() -> None:
        await games.run()
        achiever.wake()

    services = make_services(settings, database, site, duty, passwords, uptime, after_match, tasks, metrics, games)
    app.state.services = services
    hub = services.hub
    projector.wake()
    register_gauges(services)
    log.info("started", data=str(settings.data))
    housekeeping = Housekeeping(SqlRetention(database), hub, settings.kept, lambda: duty.is_held)
    jobs = [hub.beat, hub.tidy, housekeeping.run, services.lobby.run, services.tournaments.run, metrics.measure_lag,
            *((hub.load_due,) if uptime is None else (*followers(services), keep_up))]  # fmt: skip
    running = [asyncio.create_task(tasks.run_forever(job)) for job in jobs]
    running += [tasks.spawn(load_games()), tasks.spawn(hub.resume())]
    if not settings.is_quick_start:
        await running[-1]
    try:
        yield
    finally:
        await end(*running)
        projector.stop()
        achiever.stop()
        await hub.services.close()
        await hub.services.presence.close()
        passwords.close()
        if uptime is not None:
            uptime.close()
        log.info("stopped")


def make_app(settings: Settings) -> Litestar:
    """Make the application."""
    return Litestar(
        [route for module in routes.MODULES for route in module.ROUTES],
        guards=[check_rate, check_origin, check_scope],
        lifespan=[lifespan],
        exception_handlers={
            ParlourError: refuse,
            HTTPException: refuse_http,
            UnicodeDecodeError: refuse_bytes,
            RecursionError: refuse_nesting,
            Exception: refuse_failure,
        },
        before_send=[add_headers],
        openapi_config=OpenAPIConfig(
            "Parlour", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        request_max_body_size=MAX_BYTES,
        state=State({"settings": settings}),
        dependencies=DEPENDENCIES,
        logging_config=None,
    )
