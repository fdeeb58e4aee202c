"""Several nodes of one site, and people who come to any of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from parlour.server.cancelling import end
from parlour.server.live_match import LiveMatch
from parlour.server.services import Services
from parlour.server.settings import Settings
from parlour.server.working import work
from parlour.storage.place import PostgresPlace
from support.live_server import PATIENCE_S, Person, Served, serving
from support.redis import RedisServer


@contextlib.asynccontextmanager
async def nodes(
    folder: Path, place: PostgresPlace, redis: RedisServer, number: int, **settings: Any
) -> AsyncIterator[list[Served]]:
    """Serve one site from several nodes, each with a folder of its own."""
    async with contextlib.AsyncExitStack() as stack:
        starting = [serving(folder / f"node{n}", database=place, redis=redis.url, **settings) for n in range(number)]
        served = await asyncio.gather(*(stack.enter_async_context(each) for each in starting))
        await until(lambda: all(hub_services(each).bus.is_up for each in served))
        yield served


@contextlib.asynccontextmanager
async def working(place: PostgresPlace, redis: RedisServer) -> AsyncIterator[None]:
    """Work in this process until the block ends."""
    worker = asyncio.create_task(work(Settings(Path(), database=place, redis=redis.url)))
    try:
        yield
    finally:
        await end(worker)


def hub_services(served: Served) -> Any:
    services: Services = served.app.state.services
    return services.hub.services


async def live_at(served: Served, match: str) -> LiveMatch:
    services: Services = served.app.state.services
    return await services.hub.find(match)


async def until(is_true: Callable[[], object]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_true():
            await asyncio.sleep(0.005)


def move(person: Person, served: Served) -> Person:
    """Return the same browser at another node."""
    there = served.person()
    there.http.cookies = person.http.cookies
    there._keys = person._keys
    return there


async def sit(first: Person, second: Person, game: str, **request: Any) -> str:
    """Let two people sit down to a match, each at a node; return its id."""
    made = await first.post("/api/matches", game=game, seats=[{"kind": "me"}, {"kind": "open"}], **request)
    first.made = made
    await second.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])
    return str(made["match"])


async def follow(person: Person, match: str, seat: int | None, **more: Any) -> dict[str, Any]:
    """Follow a match over a new socket; return the first message."""
    if person.socket is None:
        await person.dial()
    await person.send("subscribe", match=match, seat=seat, **more)
    return await person.receive("snapshot", "update")
