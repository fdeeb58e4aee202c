"""People who play a quick match and then ask the server about it."""

import asyncio
from collections.abc import Callable
from typing import Any

from support.live_server import Person

PATIENCE_S = 60.0
LOOK_S = 0.06  # a server with its usual limits answers every 0.05 s


async def asked(person: Person, path: str, **query: Any) -> Any:
    answer = await person.http.get(path, params=query or None)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def until(person: Person, path: str, is_so: Callable[[Any], bool]) -> Any:
    """Ask until the records have caught up."""
    async with asyncio.timeout(PATIENCE_S):
        while not is_so(found := await asked(person, path)):
            await asyncio.sleep(LOOK_S)
    return found


async def play_connect_four(first: Person, second: Person | None, **request: Any) -> str:
    """Play a match that the first seat to act wins in seven actions; alone, when there is no second."""
    seats = [{"kind": "me"}, {"kind": "me" if second is None else "open"}]
    made = await first.post("/api/matches", game="connect_four", options={"quick_colours": 1}, seats=seats, **request)
    match = made["match"]
    if second is not None:
        await second.post(f"/api/matches/{match}/join", invitation=made["invitation"])
    players = [first, second or first]
    for seat, person in enumerate(players):
        if seat == 0 or second is not None:
            await person.dial()
            await person.send("subscribe", match=match, seat=seat)
    table = (await first.receive("snapshot"))["table"]
    version, seat = table["version"], table["to_act"][0]
    for column in "4545454":
        key = await players[seat].request("play", match, seat, version, action=column)
        done = await players[seat].receive("done")
        assert done["key"] == key
        version, seat = done["version"], 1 - seat
    return str(match)
