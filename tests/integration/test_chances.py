"""The chances of the sides are told with one game, and not with the list of all."""

from pathlib import Path

from parlour.core.registry import load
from parlour.players.chances import chances_of
from support.fixtures import scene
from support.live_server import Served


def test_a_game_tells_the_chances_of_its_sides(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        told = (await ada.http.get("/api/games/checkers")).json()["chances"]
        listed = (await ada.http.get("/api/games")).json()

        assert told["sides"] == ["Black", "White"]
        assert told["neutral"] == ["quick_colours"]
        assert [row["level"] for row in told["measured"]] == [
            row.level for row in chances_of(load("checkers")).measured
        ]
        assert [game["chances"] for game in listed] == [None] * len(listed)

    scene(tmp_path, scenario)
