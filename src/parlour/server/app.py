"""The application: its routes, and its lifespan."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

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
from parlour.server.clocks import SystemClock
from parlour.server.conduct import StoredConduct
from parlour.server.connections import Connections
from parlour.server.friends import Friends
from parlour.server.game_loader import GameLoader, smallest_first
from parlour.server.headers import add_headers
from parlour.server.hub import Hub
from parlour.server.identity import Identities, read_secret
from parlour.server.ignoring import Ignoring
from parlour.server.limits import Limits
from parlour.server.lobby import Lobby
from parlour.server.logs import log
from parlour.server.match_services import MatchServices
from parlour.server.messages import MAX_BYTES
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderators
from parlour.server.pages import Pages
from parlour.server.passwords import Passwords
from parlour.server.pictures import Pictures
from parlour.server.projector import Projector
from parlour.server.puzzles import Puzzles
from parlour.server.retention import Housekeeping
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
from parlour.storage.achievements import SqliteAchievements
from parlour.storage.analyses import SqliteAnalyses
from parlour.storage.campaign import SqliteCampaignProgress
from parlour.storage.database import Database
from parlour.storage.following import SqliteChallenges, SqliteFollowing, SqliteReached
from parlour.storage.ignored import SqliteIgnored
from parlour.storage.lab_runs import LabFolder
from parlour.storage.lock import exclusive_lock
from parlour.storage.log import SqliteLog
from parlour.storage.moderation import SqliteModeration
from parlour.storage.people import SqlitePeople
from parlour.storage.projections import SqliteProjection
from parlour.storage.puzzles import SqlitePuzzleProgress
from parlour.storage.retention import SqliteRetention
from parlour.storage.standings import SqliteResults
from parlour.storage.tournaments import SqliteTournaments


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
    with exclusive_lock(settings.database_path), contextlib.closing(Database(settings.database_path)) as database:
        async with _running(app, settings, database):
            yield


def make_services(settings: Settings, database: Database, passwords: Passwords, after_match: Callable[[], None],
                  tasks: Tasks, metrics: Metrics, games: GameLoader) -> Services:  # fmt: skip
    """Make the parts of a server and connect them."""
    clock = SystemClock()
    limits, standings = Limits(clock, settings.limit_factor), SqliteResults(database)
    thinkers = Thinkers(settings.ai_threads)
    people, ignored = SqlitePeople(database), SqliteIgnored(database)
    hub = Hub(MatchServices(SqliteLog(database, clock.now_ms), clock, thinkers, limits, metrics, tasks, games,
                            after_match, conduct=StoredConduct(ignored, people, clock)))  # fmt: skip

    async def rating_of(identity: str, game: str) -> float:
        return (await asyncio.to_thread(standings.rating_of, identity, game, clock.wall_ms())).rating

    async def rating_shown(identity: str, game: str) -> int | None:
        now = await asyncio.to_thread(standings.rating_of, identity, game, clock.wall_ms())
        return None if now.is_provisional else round(now.rating)

    connections, lobby = Connections(limits), Lobby(hub, rating_of, Watching(hub, rating_shown))
    accounts = Accounts(people, passwords, hub, connections)
    return Services(
        settings=settings,
        pages=Pages(settings.static),
        pictures=Pictures(),
        clock=clock,
        limits=limits,
        metrics=metrics,
        tasks=tasks,
        identities=Identities(read_secret(settings.secret_path)),
        standings=standings,
        games=games,
        hub=hub,
        lobby=lobby,
        connections=connections,
        accounts=accounts,
        ignoring=Ignoring(ignored, connections),
        moderation=Moderators(SqliteModeration(database), people, accounts, clock),
        analyses=AnalysisQueue(SqliteAnalyses(database), thinkers, tasks, limits),
        simulations=Simulations(thinkers, tasks, limits),
        reached=SqliteReached(database),
        friends=Friends(SqliteFollowing(database), SqliteChallenges(database), standings, hub, lobby, limits),
        puzzles=Puzzles(SqlitePuzzleProgress(database), clock),
        campaigns=Campaigns(SqliteCampaignProgress(database), hub),
        tournaments=Tournaments(hub, SqliteTournaments(database, lambda: hub.services.log.up_ms), rating_of),
        lab=LabFolder(settings.lab_path),
    )


@contextlib.asynccontextmanager
async def _running(app: Litestar, settings: Settings, database: Database) -> AsyncIterator[None]:
    metrics, passwords = Metrics(), Passwords(settings.hasher)
    tasks = Tasks(metrics)
    projector = Projector(SqliteProjection(database), tasks)
    achiever = Projector(SqliteAchievements(database), tasks, rest_s=1.0)
    games = GameLoader(smallest_first(registry.game_ids()) if settings.is_quick_start else ())

    def after_match() -> None:
        projector.wake()
        if games.is_done:  # achievements need the rules of any game
            achiever.wake()

    async def load_games() -> None:
        await games.run()
        achiever.wake()

    services = make_services(settings, database, passwords, after_match, tasks, metrics, games)
    app.state.services = services
    hub = services.hub
    projector.wake()
    register_gauges(services)
    log.info("started", data=str(settings.data))
    housekeeping = Housekeeping(SqliteRetention(database), hub, settings.kept)
    jobs = (hub.beat, hub.tidy, hub.load_due, housekeeping.run, services.lobby.run, services.tournaments.run,
            metrics.measure_lag)  # fmt: skip
    running = [asyncio.create_task(tasks.run_forever(job)) for job in jobs]
    running += [tasks.spawn(load_games()), tasks.spawn(hub.resume())]
    if not settings.is_quick_start:
        await running[-1]
    try:
        yield
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        projector.stop()
        achiever.stop()
        await hub.services.close()
        passwords.close()
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
