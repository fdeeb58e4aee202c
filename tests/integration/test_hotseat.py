"""Two people on one device: their names, and what they do not earn."""

from pathlib import Path
from typing import Any

import pytest

from support.clients import asked, play_connect_four
from support.fixtures import scene
from support.live_server import PASSWORD, Person, Served


async def sit_together(person: Person, *names: str | None) -> str:
    seats = [{"kind": "me"} | ({} if name is None else {"name": name}) for name in names]
    made = await person.post("/api/matches", game="connect_four", seats=seats)
    return str(made["match"])


async def names_of(person: Person, match: str, **link: str) -> list[str]:
    names: list[str] = (await asked(person, f"/api/matches/{match}", **link))["names"]
    return names


def test_each_side_has_the_name_it_chose(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match = await sit_together(ada, " Ann ", "李")
        await ada.dial()
        await ada.send("subscribe", match=match, seat=1)
        table = (await ada.receive("snapshot"))["table"]
        plain = await names_of(ada, await sit_together(ada, None, None))

        assert [seat["name"] for seat in table["seats"]] == ["Ann", "李"]
        assert plain == ["Player 1", "Player 2"], "one name for both would not tell them apart"

    scene(tmp_path, scenario)


REFUSED: list[list[dict[str, Any]]] = [
    [{"kind": "me", "name": "Ann"}, {"kind": "open"}],
    [{"kind": "me"}, {"kind": "computer", "level": "novice", "name": "Bea"}],
    [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "aNN"}],
    [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "C0mputer"}],
    [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": ""}],
    [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "<b>"}],
    [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "B" * 21}],
]


def test_a_name_like_that_of_somebody_elses_account_is_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        marvin, guest = served.person(), served.person()
        await marvin.sign_up("Marvin")
        seats = [{"kind": "me", "name": "Marvln"}, {"kind": "me", "name": "Bea"}]
        refused = await guest.refusal("/api/matches", game="connect_four", seats=seats)

        assert refused == (400, "account/bad_name")
        assert await names_of(marvin, await sit_together(marvin, "Marvin", "Bea")) == ["Marvin", "Bea"]

    scene(tmp_path, scenario)


@pytest.mark.parametrize("seats", REFUSED)
def test_other_names_are_refused(seats: list[dict[str, Any]], tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        refused = await served.person().refusal("/api/matches", game="connect_four", seats=seats)

        assert refused == (400, "account/bad_name")

    scene(tmp_path, scenario)


def test_the_names_stay_over_a_restart_a_sign_up_and_a_rematch(tmp_path: Path) -> None:
    matches: list[str] = []
    cookies: dict[str, str] = {}

    async def sit(served: Served) -> None:
        ada = served.person()
        matches.append(await sit_together(ada, "Ann", "Bea"))
        cookies.update(ada.http.cookies)

    async def advance(served: Served) -> None:
        ada, match = served.person(), matches[0]
        ada.http.cookies.update(cookies)
        restarted = await names_of(ada, match)
        await ada.sign_up("Adaline")
        signed_up = await names_of(ada, match)
        await ada.dial()
        await ada.request("resign", match, 0, 1)
        await ada.send("rematch", match=match, seat=0)
        await ada.send("subscribe", match=match, seat=0)
        await ada.receive("snapshot")
        info = await asked(ada, f"/api/matches/{match}")
        again, link = info["next_match"], info["invitation"]
        rematch = await names_of(ada, again)
        later = await names_of(ada, await sit_together(ada, "Cy", None))
        await ada.post("/api/account/delete", password=PASSWORD)

        assert restarted == signed_up == ["Ann", "Bea"]
        assert rematch == ["Bea", "Ann"]
        assert later == ["Cy", "Adaline"]
        forgotten = await names_of(ada, match, invitation=link)
        assert forgotten == ["Player 1", "Player 2"], "a deleted account takes all its names along"

    scene(tmp_path, sit)
    scene(tmp_path, advance)


def test_playing_both_sides_earns_nothing_and_says_so(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        alone = await play_connect_four(ada, None)
        together = await play_connect_four(ada, bo)
        outcomes = []
        for match in (alone, together):
            await ada.send("subscribe", match=match)
            outcomes.append((await ada.receive("snapshot"))["table"]["outcome"])

        assert outcomes[0]["experience"] == [0, 0]
        assert sorted(outcomes[1]["experience"]) == [1, 3]

    scene(tmp_path, scenario)


def test_a_computer_is_credited_with_nothing_and_a_guest_sees_what_was_earned(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        before = await asked(ada, "/api/me/profile")
        made = await ada.post("/api/matches", game="connect_four", options={"quick_colours": 1},
                              seats=[{"kind": "computer", "level": "novice"}, {"kind": "me"}])  # fmt: skip
        match = made["match"]
        await ada.dial()
        await ada.send("subscribe", match=match, seat=1)
        table = (await ada.receive("snapshot"))["table"]
        while table["outcome"] is None:
            if 1 in table["to_act"]:
                await ada.request("play", match, 1, table["version"], action=table["choices"][-1]["action"])
            table = (await ada.receive("update"))["table"]
        nothing, earned = table["outcome"]["experience"]
        overall = (await asked(ada, "/api/me/profile"))["profile"]["overall"]
        while overall["matches"] == 0:  # the records follow in a moment
            overall = (await asked(ada, "/api/me/profile"))["profile"]["overall"]

        assert before["profile"]["overall"]["points"] == 0
        assert (nothing, overall["points"]) == (0, earned)
        assert earned >= 1

    scene(tmp_path, scenario)


def test_the_last_turn_is_taken_back_at_once_from_either_seat(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        options = {"quick_colours": 1}
        made = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}] * 2, options=options)
        await ada.dial()
        await ada.send("subscribe", match=made["match"], seat=0)
        (first,) = (await ada.receive("snapshot"))["table"]["to_act"]
        await ada.request("play", made["match"], first, 1, action="4")
        await ada.receive("done")
        await ada.send("subscribe", match=made["match"], seat=1 - first, since=2)
        table = (await ada.receive("update"))["table"]
        assert table["why_no_undo"] == ""
        await ada.request("ask_undo", made["match"], 1 - first, table["version"])
        while (table := (await ada.receive("update"))["table"])["undo_asked"] is not None:
            pass

        assert table["to_act"] == [first]
        assert table["view"]["plays"] == [0, 0]

    scene(tmp_path, scenario)
