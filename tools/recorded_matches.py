"""Recorded matches for the tests of the web client: what a server sends to a person who plays the computer.

`make recorded GAME=checkers` plays a match at a real server and rewrites its file; without GAME, one of each game.
A person who picks at random plays one seat. Of long matches the beginning is kept, and of long lists of choices some.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import parlour
from parlour.core import registry
from parlour.players.warm import warm_game
from support.followers import Follower
from support.live_server import Person, serving
from support.seeds import fixed_seeds

FOLDER = Path(__file__).parents[1] / "web/src/lib/match/recorded"
SEED = 3
MOST_UPDATES = 60
MOST_CHOICES = 3
Message = dict[str, Any]


def shortened(message: Message, choices: list[Message], chosen: str | None) -> Message:
    """Return a message with a few of the choices."""
    kept = [choice for choice in choices[:: max(1, len(choices) // MOST_CHOICES)] if choice["action"] != chosen]
    kept = kept[:MOST_CHOICES] + [choice for choice in choices if choice["action"] == chosen]
    if message["type"] == "change":
        return message | ({"choices": kept} if "choices" in message else {})
    return message | {"table": message["table"] | {"choices": kept}}


async def play(person: Person, game: str) -> list[Message]:
    """Play a match from the first seat; return what was received, each with the time and the answer to it."""
    chance = random.Random(SEED)
    seats = [{"kind": "me"}, {"kind": "computer", "level": "novice"}]
    match = (await person.post("/api/matches", game=game, seats=seats))["match"]
    await person.dial()
    await person.send("subscribe", match=match, seat=0, changes=True)
    start, answered = time.monotonic(), 0
    follower = Follower()
    steps: list[Message] = []
    while len(steps) < MOST_UPDATES:
        message = await person.receive("snapshot", "change")
        follower.hear(message)
        at_ms, table = round(1000 * (time.monotonic() - start)), follower.table
        chosen = None
        if table["choices"] and table["version"] > answered:
            answered, chosen = table["version"], chance.choice(table["choices"])["action"]
            await person.request("play", match, 0, table["version"], action=chosen)
        steps.append({"at_ms": at_ms, "plays": chosen, "sent": shortened(message, table["choices"], chosen)})
        if table["outcome"] is not None:
            break
    return steps


async def record(game: str) -> str:
    """Return a recorded match of a game as JSON, one message per line."""
    warm_game(parlour.load(game))
    with tempfile.TemporaryDirectory() as data:
        async with serving(Path(data)) as served:
            steps = await play(served.person(), game)
    lines = ",\n".join(json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in steps)
    return f"[\n{lines}\n]\n"


def main(ids: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in ids or registry.game_ids():
        with fixed_seeds(SEED):
            (FOLDER / f"{game}.json").write_text(asyncio.run(record(game)))


if __name__ == "__main__":
    main(sys.argv[1:])
