"""Who joins a match: guests with names of their own, and players who bring options of their own seat."""

import json
from pathlib import Path
from typing import Any

from parlour.match import file
from parlour.match.file import verify
from support.clients import asked
from support.fixtures import scene
from support.live_server import Person, Served

GRID = "XXXXX\nXXIXX\nXXCIX\nXXXXX\nXXXXX\n"
OWN = "".join(f"Card{letter} 1 1\n{GRID}" * 2 for letter in "ABCDEFGH")
ME, OPEN = {"kind": "me"}, {"kind": "open"}
COMPUTER = {"kind": "computer", "level": "novice"}
GAME = json.loads((Path(file.__file__).parents[1] / "games/patchwork/tests/vectors.json").read_text())["valid"][0]


async def rename(person: Person, name: str) -> Any:
    answer = await person.http.put("/api/account/guest-name", json={"name": name})
    return answer.json()


def test_a_guest_plays_under_a_chosen_name_that_no_account_can_have(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        guest, other = served.person(), served.person()
        chosen = await rename(guest, "Ann")
        made = await guest.post("/api/matches", game="connect_four", seats=[ME, COMPUTER], is_public=True)
        seen = await asked(other, f"/api/matches/{made['match']}")
        again = await asked(guest, "/api/account")
        other.http.cookies.set("parlour_guest_name", guest.http.cookies["parlour_guest_name"])
        stolen = await asked(other, "/api/account")
        back = await rename(guest, "")

        assert chosen == again == {"name": "Ann (guest)", "account": None, "is_operator": False}
        assert seen["names"] == ["Ann (guest)", "Computer (Novice)"]
        assert stolen["name"].startswith("Guest ")
        assert back["name"].startswith("Guest ")

    scene(tmp_path, scenario)


def test_a_guest_cannot_take_a_reserved_name_and_an_account_has_one(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        guest, ada = served.person(), served.person()
        await ada.sign_up("Ada")

        for name in ("Computer", "Adrnin", "ADA", "Opponent 2"):
            assert (await rename(guest, name))["code"] == "account/bad_name", name
        assert (await rename(ada, "Bob"))["code"] == "account/bad_name"

    scene(tmp_path, scenario)


def test_each_player_brings_a_deck_of_their_own(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        made = await ada.post("/api/matches", game="sanguine", seats=[ME, OPEN], options={"red_deck": OWN})
        path = f"/api/matches/{made['match']}"
        joined = await bo.post(f"{path}/join", invitation=made["invitation"], options={"blue_deck": "grove"})
        old, new = await asked(ada, path), await asked(ada, f"/api/matches/{joined['match']}")

        assert joined["match"] != made["match"]
        assert (old["is_over"], old["next_match"]) == (True, joined["match"])
        assert (new["options"]["red_deck"], new["options"]["blue_deck"]) == (OWN, "grove")
        assert (new["seats"], new["open_seat"], joined["seats"]) == ([0], None, [1])

    scene(tmp_path, scenario)


def test_a_joining_player_chooses_only_for_their_own_seat(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        made = await ada.post("/api/matches", game="sanguine", seats=[ME, OPEN])
        path = f"/api/matches/{made['match']}/join"
        greedy = await bo.refusal(path, invitation=made["invitation"], options={"red_deck": "grove"})
        broken = await bo.refusal(path, invitation=made["invitation"], options={"blue_deck": "no such deck"})
        uninvited = await bo.refusal(path, invitation="guess", options={"blue_deck": "harbor"})
        plain = await bo.post(path, invitation=made["invitation"])

        assert greedy == (400, "game/bad_option")
        assert broken == (400, "game/bad_option")
        assert uninvited == (404, "storage/unknown_match")
        assert plain["match"] == made["match"]

    scene(tmp_path, scenario)


def test_a_rated_match_is_played_with_decks_that_come_with_the_game(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        await ada.sign_up("Ada")
        await bo.sign_up("Bob")
        rated: dict[str, Any] = {"game": "sanguine", "seats": [ME, OPEN], "is_rated": True}
        own = await ada.refusal("/api/matches", **rated, options={"red_deck": OWN})
        made = await ada.post("/api/matches", **rated, options={"red_deck": "grove"})
        path = f"/api/matches/{made['match']}/join"
        theirs = await bo.refusal(path, invitation=made["invitation"], options={"blue_deck": OWN})
        joined = await bo.post(path, invitation=made["invitation"], options={"blue_deck": "harbor"})

        assert own == theirs == (400, "match/not_standard")
        assert (await asked(bo, f"/api/matches/{joined['match']}"))["is_rated"]

    scene(tmp_path, scenario)


def test_a_finished_game_opens_as_a_finished_match_that_counts_for_nobody(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        options = {"circle": GAME["circle"], "placement": GAME["placement"]}
        made = await ada.post("/api/matches", game="patchwork", seats=[ME, COMPUTER], options=options)
        await ada.dial()
        await ada.send("subscribe", match=made["match"], seat=0)
        table = (await ada.receive("snapshot"))["table"]
        stored = (await ada.http.get(f"/api/matches/{made['match']}/file")).content

        assert (table["to_act"], table["choices"]) == ([], [])
        assert table["outcome"]["message"].endswith(" won: higher score.")
        assert verify(stored).is_over
        assert (await asked(ada, "/api/me/history"))["entries"] == []

    scene(tmp_path, scenario)
