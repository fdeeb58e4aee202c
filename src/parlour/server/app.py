"""The application: its routes, and what it opens at the start and closes at the end."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from parlour import __version__
from parlour.core.errors import ParlourError
from parlour.server import routes
from parlour.server.accounts import Accounts
from parlour.server.headers import add_headers
from parlour.server.hub import Hub
from parlour.server.identity import Identities, read_secret
from parlour.server.limits import Limits
from parlour.server.live import Services
from parlour.server.lobby import Lobby
from parlour.server.logs import log
from parlour.server.messages import MAX_BYTES
from parlour.server.pages import Pages
from parlour.server.passwords import Passwords
from parlour.server.projector import Projector
from parlour.server.settings import Settings
from parlour.server.sockets import Connections
from parlour.server.thinkers import Thinkers
from parlour.server.web import check_origin, check_rate, check_scope, refuse, refuse_bytes, refuse_failure, refuse_http
from parlour.storage.database import Database
from parlour.storage.lock import exclusive_lock
from parlour.storage.log import SqliteLog
from parlour.storage.people import SqlitePeople
from parlour.storage.projections import SqliteProjection
from parlour.storage.standings import SqliteResults


class WallClock:
    """The time of day, which never goes back while the process lives."""

    def __init__(self) -> None:
        self._begin_ms = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now_ms(self) -> int:
        return self._begin_ms + time.monotonic_ns() // 1_000_000


def register_gauges(app: Litestar) -> None:
    """Have the numbers of a server measured that somebody may ask for."""
    services, hub, clients = app.state.hub.services, app.state.hub, app.state.clients
    for name, words, read in (
        ("parlour_live_matches", "Matches in memory", lambda: hub.num_live),
        ("parlour_sockets", "Open sockets", lambda: len(clients)),
        ("parlour_writes_waiting", "Changes that wait for the disk", lambda: services.log.num_waiting),
        ("parlour_thoughts_waiting", "Computer players that wait or think", lambda: services.thinkers.num_waiting),
        ("parlour_passwords_waiting", "Passwords that wait or are hashed", lambda: app.state.accounts.num_waiting),
    ):
        services.metrics.watch(name, words, read)


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Open the storage, take up what was going on, and at the end say goodbye and save everything."""
    settings: Settings = app.state.settings
    settings.make_folders()
    with exclusive_lock(settings.database_path), contextlib.closing(Database(settings.database_path)) as database:
        async with _running(app, settings, database):
            yield


@contextlib.asynccontextmanager
async def _running(app: Litestar, settings: Settings, database: Database) -> AsyncIterator[None]:
    clock = WallClock()
    limits = Limits(clock, settings.limit_factor)
    services = Services(SqliteLog(database), clock, Thinkers(settings.ai_threads), limits)
    hub, projector, standings = Hub(services), Projector(SqliteProjection(database), services), SqliteResults(database)
    services.after_match = projector.wake

    async def rating_of(identity: str, game: str) -> float:
        return (await asyncio.to_thread(standings.rating_of, identity, game, clock.now_ms())).rating

    lobby = Lobby(hub, rating_of)
    identities = Identities(read_secret(settings.secret_path))
    clients = Connections(limits)
    passwords = Passwords(settings.hasher)
    accounts = Accounts(SqlitePeople(database), passwords, hub, clients)
    app.state.update(
        hub=hub, lobby=lobby, limits=limits, identities=identities, standings=standings, clients=clients,
        accounts=accounts,
    )  # fmt: skip
    await hub.resume()
    projector.wake()
    register_gauges(app)
    log.info("started", data=str(settings.data))
    forever = (hub.beat, hub.tidy, lobby.run, services.metrics.measure_lag)
    chores = [asyncio.create_task(services.run_forever(chore)) for chore in forever]
    try:
        yield
    finally:
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        projector.stop()
        await services.close()
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
            Exception: refuse_failure,
        },
        before_send=[add_headers],
        openapi_config=OpenAPIConfig(
            "Parlour", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        request_max_body_size=MAX_BYTES,
        state=State({"settings": settings, "pages": Pages(settings.static)}),
        logging_config=None,
    )
