"""The application: its routes, and what it opens at the start and closes at the end."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from parlour.core.errors import ParlourError
from parlour.server.hub import Hub
from parlour.server.identity import Identities, read_secret
from parlour.server.limits import Limits
from parlour.server.live import House, encode
from parlour.server.lobby import Lobby
from parlour.server.messages import Goodbye
from parlour.server.routes import matches, site, socket
from parlour.server.settings import Settings
from parlour.server.thinkers import Thinkers
from parlour.server.web import check_origin, check_rate, refuse, refuse_http
from parlour.storage.database import Database
from parlour.storage.log import Log

BACK_IN_MS = 3_000  # when to come back after a stop


class WallClock:
    """The time of day, which never goes back while the process lives."""

    def __init__(self) -> None:
        self._begin_ms = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now_ms(self) -> int:
        return self._begin_ms + time.monotonic_ns() // 1_000_000


async def rating_of(who: str, game: str) -> float:
    return 1500.0


@contextlib.asynccontextmanager
async def keep_house(app: Litestar) -> AsyncIterator[None]:
    """Open the storage, take up what was going on, and at the end say goodbye and save everything."""
    settings: Settings = app.state.settings
    settings.data.mkdir(parents=True, exist_ok=True)
    database = Database(settings.data / "parlour.db")
    clock = WallClock()
    limits = Limits(clock, settings.limit_factor)
    house = House(Log(database), clock, Thinkers(settings.ai_threads), limits)
    hub = Hub(house)
    lobby = Lobby(hub, rating_of)
    identities = Identities(read_secret(settings.data / "secret"))
    app.state.update(hub=hub, lobby=lobby, limits=limits, identities=identities, clients=set())
    await hub.resume()
    chores = [asyncio.create_task(chore) for chore in (hub.beat(), hub.tidy(), lobby.run())]
    try:
        yield
    finally:
        for client in app.state.clients:
            client.send(encode(Goodbye(back_in_ms=BACK_IN_MS)))
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await house.close()
        database.close()


def make_app(settings: Settings) -> Litestar:
    """Make the application."""
    return Litestar(
        [*site.ROUTES, *matches.ROUTES, *socket.ROUTES],
        guards=[check_rate, check_origin],
        lifespan=[keep_house],
        exception_handlers={ParlourError: refuse, HTTPException: refuse_http},
        state=State({"settings": settings}),
        logging_config=None,
    )
