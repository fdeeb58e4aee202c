"""Scenes with a real server: how most of its tests begin."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import parlour
from parlour.players.warm import warm_game
from support.live_server import Person, Served, serving


def scene(tmp_path: Path, scenario: Callable[[Served], Awaitable[None]], **settings: Any) -> None:
    """Play a scenario with a server of Connect Four."""
    warm_game(parlour.load("connect_four"))

    async def run() -> None:
        async with serving(tmp_path, **settings) as served:
            await scenario(served)

    asyncio.run(run())


async def table_for_one(person: Person, other: dict[str, str], **request: Any) -> tuple[str, dict[str, Any]]:
    """Start a match without a colour draw and follow it from the first seat; return its id and the first message."""
    made = await person.post(
        "/api/matches", game="connect_four", options={"quick_colours": 1}, seats=[{"kind": "me"}, other], **request
    )
    person.made = made
    await person.dial()
    await person.send("subscribe", match=made["match"], seat=0)
    return made["match"], await person.receive("snapshot")
