"""Tournaments over the network: who may make, see and join them, and what their pages tell."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parlour.server.tournaments import Tournaments
from support.clients import asked, until
from support.fixtures import scene
from support.live_server import PASSWORD, Person, Served, serving

PATH = "/api/tournaments"
ARENA: dict[str, Any] = {
    "format": "arena", "game": "connect_four", "options": {"quick_colours": 1}, "pace": "5+3", "minutes": 30,
}  # fmt: skip
SWISS = ARENA | {"format": "swiss", "rounds": 1, "minutes": 0}
TIME = ("now_ms",)  # what changes by itself


async def host(served: Served, name: str = "Hanna", **plan: Any) -> tuple[Person, str]:
    """Sign up and make a tournament; returns the host and its path."""
    person = served.person()
    await person.sign_up(name)
    made = await person.post(PATH, **(ARENA | plan))
    return person, f"{PATH}/{made['id']}"


async def join(served: Served, path: str, num: int = 1) -> list[Person]:
    guests = [served.person() for _ in range(num)]
    for guest in guests:
        await guest.post(f"{path}/join")
    return guests


async def until_paired(person: Person, path: str) -> tuple[str, int]:
    """Look at the page until there is a match; returns it and the seat."""
    now = await until(person, path, lambda now: now["me"]["match"] is not None)
    (players,) = (each["players"] for each in now["tournament"]["running"] if each["match"] == now["me"]["match"])
    return now["me"]["match"], players.index(now["me"]["player"])


async def resign(person: Person, path: str) -> str:
    """Open the match that one is paired for, and resign it as soon as it is dealt."""
    match, seat = await until_paired(person, path)
    await open_match(person, match, seat)
    await person.request("resign", match, seat, 0)
    await person.receive("done")
    return match


async def open_match(person: Person, match: str, seat: int) -> dict[str, Any]:
    await person.dial()
    await person.send("subscribe", match=match, seat=seat)
    table: dict[str, Any] = (await person.receive("snapshot"))["table"]
    while table["view"] is None:
        table = (await person.receive("update"))["table"]
    return table


def names(now: dict[str, Any]) -> list[str]:
    return [line["name"] for line in now["tournament"]["standings"]]


def test_an_account_hosts_and_guests_join_leave_and_return(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served, title="Friday cup")
        ann, ben = await join(served, path, 2)
        now = await ben.post(f"{path}/leave")

        assert now["tournament"]["summary"]["title"] == "Friday cup"
        assert now["me"]["is_paused"]
        assert len(names(now)) == 1
        assert len(names(await ben.post(f"{path}/join"))) == 2
        assert (await asked(hanna, path))["me"]["is_host"]
        assert await ann.refusal(PATH, **ARENA) == (403, "server/needs_account")
        assert await ann.refusal(f"{path}/start") == (403, "tournament/not_host")
        assert (await hanna.post(f"{path}/start"))["tournament"]["summary"]["state"] == "running"
        assert await hanna.refusal(f"{path}/cancel") == (409, "tournament/closed")
        assert await ann.refusal(f"{PATH}/unknown/join") == (404, "tournament/unknown")

    scene(tmp_path, scenario)


def test_a_tournament_is_found_as_soon_as_a_server_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def forever(tournaments: Tournaments) -> None:
        await asyncio.Event().wait()

    async def run() -> None:
        async with serving(tmp_path) as served:
            _, path = await host(served, title="Friday cup")
        monkeypatch.setattr(Tournaments, "_resume", forever)
        async with serving(tmp_path) as served:
            assert (await asked(served.person(), path))["tournament"]["summary"]["title"] == "Friday cup"

    asyncio.run(run())


def test_a_private_tournament_is_known_by_its_link_only(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served, is_public=False)
        (ann,) = await join(served, path)
        eve = served.person()
        await hanna.post(f"{path}/join")
        await hanna.post(f"{path}/start")
        match, _ = await until_paired(ann, path)
        await until(hanna, path, lambda now: now["me"]["match"] is not None)
        listed = [await asked(person, PATH) for person in (eve, ann, hanna)]
        (pairing,) = (await asked(eve, path))["tournament"]["running"]

        assert [len(lists["mine"]) for lists in listed] == [0, 1, 1]
        assert all(lists["running"] == lists["waiting"] == [] for lists in listed)
        assert await eve.refusal(f"/api/matches/{match}", "GET") == (404, "storage/unknown_match")
        by_link = await asked(eve, f"/api/matches/{match}", invitation=pairing["invitation"])
        assert by_link["tournament"] is None, "the link of a match is not that of its tournament"
        assert (await asked(ann, f"/api/matches/{match}"))["tournament"] == path.rpartition("/")[2]

    scene(tmp_path, scenario)


def test_a_rated_tournament_is_for_accounts_and_standard_options(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served, is_rated=True)
        guest = served.person()

        assert await guest.refusal(f"{path}/join") == (403, "server/needs_account")
        assert await hanna.refusal(PATH, **(ARENA | {"pace": "none"})) == (400, "tournament/bad_plan")
        assert await hanna.refusal(PATH, **(ARENA | {"options": {"width": 9}})) == (400, "game/bad_option")
        assert await hanna.refusal(PATH, **(ARENA | {"game": "nonsense"})) == (400, "registry/unknown_game")
        assert await hanna.refusal(PATH, **(ARENA | {"title": "Parlour cup"})) == (400, "account/bad_name")
        assert await hanna.post(PATH, **(ARENA | {"title": "Club championship of 2026"}))

    scene(tmp_path, scenario)


def test_a_host_has_few_tournaments_at_a_time(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served)
        for _ in range(4):
            await hanna.post(PATH, **ARENA)

        assert await hanna.refusal(PATH, **ARENA) == (429, "server/too_many")
        await hanna.post(f"{path}/cancel")
        assert (await asked(hanna, path))["tournament"]["summary"]["state"] == "cancelled"

    scene(tmp_path, scenario, limit_factor=1.0)


def test_a_played_tournament_is_in_the_profiles_and_in_the_list(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served, **SWISS)
        rosa = served.person()
        await rosa.sign_up("Rosa")
        for person in (hanna, rosa):
            await person.post(f"{path}/join")
        await hanna.post(f"{path}/start")
        match, seat = await until_paired(rosa, path)
        opening = asyncio.ensure_future(open_match(rosa, match, seat))
        await resign(hanna, path)
        await opening
        now = await until(rosa, path, lambda now: now["tournament"]["summary"]["state"] == "over")
        (line,) = await asked(hanna, "/api/people/Rosa/tournaments")
        (own,) = await asked(hanna, "/api/me/tournaments")

        assert now["tournament"]["summary"]["winners"] == ["Rosa"]
        assert [(each["name"], each["points"]) for each in now["tournament"]["standings"]] == [
            ("Rosa", 2),
            ("Hanna", 0),
        ]
        assert (line["place"], line["num_players"], line["points"]) == (1, 2, 2)
        assert own["place"] == 2
        assert [each["id"] for each in (await asked(hanna, PATH))["past"]] == [own["id"]]
        assert (await asked(hanna, path, since=now["version"]))["tournament"] is None
        await hanna.send("rematch", match=match, seat=1 - seat)
        assert (await hanna.receive("refused"))["code"] == "match/not_offered"

    scene(tmp_path, scenario)


def test_a_guest_who_signs_up_stays_in_and_a_deleted_account_loses_its_name(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served)
        (ann,) = await join(served, path)
        await ann.sign_up("Annika")
        now = await asked(ann, path)
        await hanna.post(f"{path}/join")
        await hanna.post("/api/account/delete", password=PASSWORD)
        after = await asked(ann, path)

        assert names(now) == ["Annika"]
        assert now["me"]["player"] == 0
        assert sorted(names(after)) == ["Annika", "Deleted player"]
        assert after["tournament"]["summary"]["host"] == "Deleted player"
        assert "Hanna" not in str(after)

    scene(tmp_path, scenario)


def test_the_page_does_not_change_while_a_match_with_secrets_is_played(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        hanna, path = await host(served, game="whist", options={})
        people = await join(served, path, 2)
        eve = served.person()
        await hanna.post(f"{path}/start")
        looking = [asyncio.ensure_future(until_paired(person, path)) for person in people]
        seats = [(await look)[1] for look in looking]
        match = (await asked(people[0], path))["me"]["match"]
        tables = await asyncio.gather(
            *(open_match(person, match, seat) for person, seat in zip(people, seats, strict=True))
        )
        before = [without_time(await asked(person, path)) for person in (eve, *people)]
        table = tables[0]
        for _ in range(6):
            seat = table["to_act"][0]
            actor = people[seats.index(seat)]
            mine = (await actor.http.get(f"/api/matches/{match}/replay")).json()
            assert mine["frames"]
            await actor.send("subscribe", match=match, seat=seat)
            table = (await actor.receive("snapshot"))["table"]
            await actor.request("play", match, seat, table["version"], action=table["choices"][0]["action"])
            await actor.receive("done")
            await actor.send("subscribe", match=match, seat=seat)
            table = (await actor.receive("snapshot"))["table"]

        assert [without_time(await asked(person, path)) for person in (eve, *people)] == before

    scene(tmp_path, scenario)


def without_time(now: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if name not in TIME}
