"""A campaign over HTTP and the socket: missions open in order, end by themselves, and their stars stay."""

import asyncio
from pathlib import Path
from typing import Any

from parlour.core import registry
from parlour.match.campaign import campaign_of
from support.clients import asked, until
from support.fixtures import scene
from support.live_server import Person, Served, serving
from support.missions import win_mission

GAME = registry.load("raptor")
FIRST, SECOND = campaign_of(GAME).mission[:2]
PATH = f"/api/campaigns/{GAME.id}"


def stars_of(campaign: Any, number: int = 0) -> dict[str, int]:
    return {each["id"]: each["stars"] for each in campaign["missions"][number]["difficulties"]}


async def begin(person: Person, **request: Any) -> tuple[str, dict[str, Any]]:
    """Start the first mission and follow it."""
    made = await person.post(f"{PATH}/{FIRST.id}", **request)
    await person.dial()
    await person.send("subscribe", match=made["match"], seat=FIRST.seat)
    return made["match"], (await person.receive("snapshot"))["table"]


def test_a_campaign_is_listed_with_its_first_mission_open(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        campaign = await asked(served.person(), PATH)

        assert [each["id"] for each in campaign["missions"]] == [each.id for each in campaign_of(GAME).mission]
        assert [each["is_open"] for each in campaign["missions"]] == [True] + [False] * (len(campaign["missions"]) - 1)
        assert stars_of(campaign) == {"easy": 0, "normal": 0, "hard": 0}

    scene(tmp_path, scenario)


def test_a_won_mission_ends_by_itself_earns_stars_and_opens_the_next(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        table = await win_mission(ada, GAME, FIRST)
        campaign = await until(ada, PATH, lambda found: found["missions"][1]["is_open"])

        assert (table["outcome"]["winner"], table["outcome"]["reason"]) == (FIRST.seat, "mission_done")
        assert table["outcome"]["experience"] == [0, 0]
        assert stars_of(campaign)["easy"] == table["mission"]["stars"] >= 1
        overall = (await asked(ada, "/api/me/profile"))["profile"]["overall"]
        assert (overall["matches"], overall["points"]) == (0, 0)

    scene(tmp_path, scenario)


def test_the_goals_are_on_the_table(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        _, table = await begin(served.person(), difficulty="easy")

        assert (table["mission"]["id"], table["mission"]["stars"]) == (FIRST.id, None)
        assert table["mission"]["task"] == FIRST.task
        assert table["mission"]["lines"][0] == {"kind": "goal", "words": "Babies out: 0 of 2", "is_met": False}
        assert table["mission"]["lines"][-1]["words"] == f"Round 1 of {FIRST.easy.last_round}"

    scene(tmp_path, scenario)


def test_locked_and_unknown_missions_are_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        assert await ada.refusal(f"{PATH}/{SECOND.id}", difficulty="easy") == (409, "campaign/locked")
        assert await ada.refusal(f"{PATH}/nowhere", difficulty="easy") == (404, "campaign/unknown_mission")
        assert await ada.refusal(f"{PATH}/{FIRST.id}", difficulty="absurd") == (400, "http/400")
        assert await ada.refusal("/api/campaigns/checkers", "GET") == (404, "campaign/unknown_mission")
        assert await ada.refusal("/api/campaigns/ludo", "GET") == (400, "registry/unknown_game")

    scene(tmp_path, scenario)


def test_beginning_again_gives_the_earlier_try_up(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, _ = await begin(ada, difficulty="easy")
        again = await ada.post(f"{PATH}/{FIRST.id}", difficulty="easy", instead_of=match)

        assert again["match"] != match
        assert (await asked(ada, f"/api/matches/{match}"))["is_over"]
        bo = served.person()
        status = await bo.refusal(f"{PATH}/{FIRST.id}", difficulty="easy", instead_of=again["match"])
        assert status == (404, "storage/unknown_match")
        assert not (await asked(ada, f"/api/matches/{again['match']}"))["is_over"]

    scene(tmp_path, scenario)


def test_a_mission_has_no_rematch(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, table = await begin(ada, difficulty="easy")
        await ada.request("resign", match, FIRST.seat, table["version"])
        await ada.receive("done")
        await ada.send("rematch", match=match, seat=FIRST.seat)

        assert (await ada.receive("refused"))["code"] == "match/not_offered"

    scene(tmp_path, scenario)


def test_a_mission_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as served:
            ada = served.person()
            match, table = await begin(ada, difficulty="hard")
            cookies = dict(ada.http.cookies)
        async with serving(tmp_path) as served:
            ada = served.person()
            ada.http.cookies.update(cookies)
            await ada.dial()
            await ada.send("subscribe", match=match, seat=FIRST.seat)
            again = (await ada.receive("snapshot"))["table"]
            assert again["mission"] == table["mission"]

    asyncio.run(run())


def test_a_guest_who_signs_in_takes_the_stars_along(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, guest = served.person(), served.person()
        table = await win_mission(guest, GAME, FIRST)
        await until(guest, PATH, lambda found: found["missions"][1]["is_open"])
        await owner.sign_up("Ada")
        await guest.sign_in("Ada")

        assert stars_of(await asked(owner, PATH))["easy"] == table["mission"]["stars"]
        exported = (await asked(owner, "/api/account/export"))["campaigns"]
        assert [(row["mission"], row["difficulty"]) for row in exported] == [(FIRST.id, "easy")]

    scene(tmp_path, scenario)
