"""Recorded missions, played again at a server: the computer answers as it did, as its chance follows from the match."""

import asyncio
from typing import Any

from playwright.sync_api import Page, expect

from parlour.core.game import Game
from parlour.match.campaign import Mission
from support.live_server import PATIENCE_S, Person
from tools.campaign import read_win


async def win_mission(person: Person, game: Game, mission: Mission, **request: Any) -> dict[str, Any]:
    """Play a mission as it was won; returns the table at its end."""
    made = await person.post(f"/api/campaigns/{game.id}/{mission.id}", difficulty="easy", **request)
    match, seat = made["match"], mission.seat
    await person.dial()
    await person.send("subscribe", match=match, seat=seat)
    table: dict[str, Any] = (await person.receive("snapshot"))["table"]
    async with asyncio.timeout(PATIENCE_S):
        for version, step in enumerate(read_win(game, mission), 1):
            while table["version"] < version:
                table = (await person.receive("update"))["table"]
            if step.seat == seat:
                await person.request("play", match, seat, version, action=step.action)
        while table["outcome"] is None:
            table = (await person.receive("update"))["table"]
    return table


def win_on_page(page: Page, game: Game, mission: Mission) -> None:
    """Type the actions with which a mission was won; the page shows its beginning."""
    table, line, confirm = page.locator(".match"), page.locator("#command"), page.locator(".confirm button.primary")
    for version, step in enumerate(read_win(game, mission), 1):
        if step.seat == mission.seat:
            expect(table).to_have_attribute("data-version", str(version))
            line.fill(step.action)
            line.press("Enter")
            if step.action.isdecimal():  # a card is confirmed
                confirm.click()
    expect(page.locator("#ending-title")).to_have_text("Mission complete")
