"""Real sockets: people play whole matches, come back, and meet the computer."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.count import warm_game
from parlour.match import file
from serving import Person, serving


async def play_on(person: Person, match: str, seat: int, seed: int) -> dict[str, Any]:
    """Play random actions in one's own seat until the match is over."""
    choose, acted_at = random.Random(seed), 0
    while True:
        message = await person.receive("snapshot", "update", "refused")
        if message["type"] == "refused":
            assert message["code"] == "match/stale_version", message  # both acted at once; an update tells the rest
            continue
        table: dict[str, Any] = message["table"]
        if table["outcome"] is not None:
            return table
        if seat in table["to_act"] and table["version"] > acted_at:
            acted_at = table["version"]
            await person.wish("play", match, seat, acted_at, action=choose.choice(table["choices"])["action"])


@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_two_people_play_a_match_to_its_end_over_sockets(game_id: str, tmp_path: Path) -> None:
    warm_game(parlour.load(game_id))

    async def scenario() -> None:
        async with serving(tmp_path) as served:
            ada, bo = served.person(), served.person()
            made = await ada.post("/api/matches", game=game_id, seats=[{"kind": "me"}, {"kind": "open"}])
            joined = await bo.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])
            assert (made["seats"], joined["seats"]) == ([0], [1])
            for seat, person in enumerate((ada, bo)):
                await person.dial()
                await person.send("subscribe", match=made["match"], seat=seat)
            tables = await asyncio.gather(*(play_on(p, made["match"], seat, seat) for seat, p in enumerate((ada, bo))))
            answer = await ada.http.get(f"/api/matches/{made['match']}/file")

            assert tables[0]["outcome"] == tables[1]["outcome"]
            assert file.verify(answer.content).is_over

    asyncio.run(scenario())
