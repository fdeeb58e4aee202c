"""Options are checked over HTTP before a match is started with them."""

from pathlib import Path
from typing import Any

import pytest

from support.fixtures import scene
from support.live_server import Served

DECK = "Runner 1 1\nXXXXX\nXXIXX\nXXCIX\nXXXXX\nXXXXX\n"
LONE = {"rows": 1, "cols": 3, "hand_size": 1, "red_deck": DECK * 2}


async def check(served: Served, game: str, **options: Any) -> tuple[int, str, str]:
    """Ask whether options are good; returns the status, the code and the words of a refusal."""
    answer = await served.person().http.post(f"/api/games/{game}/check", json={"options": options})
    problem = answer.json() if answer.content else {"code": "", "message": ""}
    return answer.status_code, problem["code"], problem["message"]


def test_each_fault_of_a_deck_is_told_with_its_option_and_line(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        options = {**LONE, "red_deck": DECK * 3, "blue_deck": "nowhere"}
        answer = await served.person().http.post("/api/games/sanguine/check", json={"options": options})

        told, missing = answer.json()["faults"]
        assert (told["option"], told["line"]) == ("red_deck", 13)
        assert told["reason"].startswith("Runner appears 3 times")
        assert (missing["option"], missing["line"]) == ("blue_deck", 0)
        assert missing["reason"].startswith("There is no deck nowhere.")

    scene(tmp_path, scenario)


def test_options_that_could_be_played_with_are_accepted(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        assert await check(served, "connect_four") == (204, "", "")
        assert await check(served, "sanguine", rows=3, shuffle="no", red_deck="grove") == (204, "", "")

    scene(tmp_path, scenario)


@pytest.mark.parametrize(
    ("game", "options", "code", "words"),
    [
        ("no_such_game", {}, "registry/unknown_game", "no_such_game"),
        ("sanguine", {"rows": 99}, "game/bad_option", "a whole number from 1 to 27"),
        ("sanguine", {"shape": "round"}, "game/bad_option", "There is no option shape"),
        ("sanguine", LONE, "game/bad_option", "Red's deck has 2 cards; a 1 x 3 board needs at least 3."),
        ("sanguine", {**LONE, "red_deck": DECK * 3}, "game/bad_option", "Runner appears 3 times (lines 1, 7, 13)"),
    ],
)
def test_a_refusal_says_what_is_wrong(
    game: str, options: dict[str, Any], code: str, words: str, tmp_path: Path
) -> None:
    async def scenario(served: Served) -> None:
        status, told, said = await check(served, game, **options)

        assert (status, told) == (400, code)
        assert words in said

    scene(tmp_path, scenario)
