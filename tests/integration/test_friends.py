"""Friends, challenges, running matches, what can be watched, and profiles, over real HTTP and sockets."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from parlour.match.clock import DAY_MS
from parlour.server import lobby
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from support.clients import asked, play_connect_four, until
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served
from support.stored_matches import add_account, finish, sit

OPEN = {"kind": "open"}
FOLLOWING = "/api/me/following"
MATCHES = "/api/me/matches"


async def people(served: Served, *names: str) -> list[Person]:
    """Sign people up."""
    found = [served.person() for _ in names]
    for person, name in zip(found, names, strict=True):
        await person.sign_up(name)
    return found


async def follow(person: Person, name: str) -> None:
    assert (await person.http.put(f"{FOLLOWING}/{name}")).status_code == 204


async def pair(ada: Person, bob: Person, **request: Any) -> str:
    """Let Ada make a match and Bob join it; both follow it."""
    match, _ = await table_for_one(ada, OPEN, **request)
    await bob.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
    await bob.dial()
    await bob.send("subscribe", match=match, seat=1)
    await bob.receive("snapshot")
    return match


def test_followed_people_are_shown_with_what_they_do(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob, cy, dan = await people(served, "Ada", "Bob", "Cyd", "Dan")
        for name in ("bob", "Cyd", "DAN"):
            await follow(ada, name)
        match = await pair(bob, cy, is_public=True)
        await dan.dial()
        public = await asked(ada, FOLLOWING)
        private = await pair(dan, bob)
        later = {friend["name"]: friend["match"] for friend in await asked(ada, FOLLOWING)}

        assert [(each["name"], each["is_online"], each["match"]) for each in public] == [
            ("Bob", True, match), ("Cyd", True, match), ("Dan", True, None),
        ]  # fmt: skip
        assert public[0]["game"] == "connect_four"
        assert later["Dan"] is None, "a private match is nobody else's business"
        assert private not in str(later)
        assert await asked(bob, FOLLOWING) == [], "nobody is told who follows them"

    scene(tmp_path, scenario)


@pytest.mark.parametrize("blocker", ["Ada", "Bob"])
def test_people_who_blocked_each_other_appear_offline_and_cannot_be_reached(blocker: str, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = await people(served, "Ada", "Bob")
        await follow(ada, "Bob")
        await pair(bob, ada, is_public=True)
        blocking, other = (ada, "Bob") if blocker == "Ada" else (bob, "Ada")
        await blocking.post("/api/me/ignored", kind="blocked", name=other)
        (friend,) = await asked(ada, FOLLOWING)
        made = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, OPEN])

        assert (friend["is_online"], friend["match"]) == (False, None)
        assert await bob.refusal(f"{FOLLOWING}/Ada", "PUT") == (403, "server/blocked")
        challenge = f"/api/matches/{made['match']}/challenge"
        assert await ada.refusal(challenge, name="Bob") == (403, "server/blocked")
        assert (await asked(bob, MATCHES))["challenges"] == []

    scene(tmp_path, scenario)


def test_people_can_appear_offline(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = await people(served, "Ada", "Bob")
        await follow(ada, "Bob")
        await bob.http.put("/api/account/preferences", json={"appear_offline": True})
        await bob.dial()
        await ada.dial()
        await ada.send("enter_lobby")
        state = await ada.receive("lobby")
        (hidden,) = await asked(ada, FOLLOWING)
        await bob.http.put("/api/account/preferences", json={})
        (shown,) = await asked(ada, FOLLOWING)

        assert (state["online"], state["num_guests"]) == (["Ada"], 0)
        assert (hidden["is_online"], shown["is_online"]) == (False, True)

    scene(tmp_path, scenario)


def test_a_challenge_reaches_a_person_who_plays_or_declines(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = await people(served, "Ada", "Bob")
        await bob.dial("?running=1")
        await ada.dial("?running=1")
        made = [
            await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, OPEN], pace="5+3")
            for _ in range(2)
        ]
        for each in made:
            await ada.post(f"/api/matches/{each['match']}/challenge", name="bob")
            assert (await bob.receive("challenges_changed"))["message"] == "Ada challenges you to Connect Four."
        offered = (await asked(bob, MATCHES))["challenges"]
        first, second = offered
        await bob.post(f"/api/matches/{first['match']}/join", invitation=first["invitation"])
        await bob.http.delete(f"/api/me/challenges/{second['match']}")
        declined = await ada.receive("challenges_changed")
        left = await asked(bob, MATCHES)

        assert [(each["name"], each["game"], each["pace"], each["is_rated"]) for each in offered] == [
            ("Ada", "connect_four", "5+3", False)
        ] * 2
        assert declined["message"] == "Bob declined your challenge."
        assert left["challenges"] == []
        assert [each["match"] for each in left["matches"]] == [first["match"]]

    scene(tmp_path, scenario)


def test_what_cannot_be_followed_or_challenged_is_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        (ada,) = await people(served, "Ada")
        guest, eve = served.person(), served.person()
        await eve.sign_up("Eve")
        made = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, OPEN], is_public=True)
        alone = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "me"}])
        path = f"/api/matches/{made['match']}/challenge"

        assert await guest.refusal(f"{FOLLOWING}/Ada", "PUT") == (403, "server/needs_account")
        assert await ada.refusal(f"{FOLLOWING}/Nobody", "PUT") == (404, "server/unknown_person")
        assert await ada.refusal(f"{FOLLOWING}/ada", "PUT") == (400, "server/bad_message")
        assert await eve.refusal(path, name="Ada") == (403, "server/not_your_seat")
        assert await ada.refusal(path, name="Nobody") == (404, "server/unknown_person")
        assert await ada.refusal(f"/api/matches/{alone['match']}/challenge", name="Eve") == (409, "server/seat_taken")
        assert await eve.refusal("/api/matches/none/challenge", name="Ada") == (404, "storage/unknown_match")

    scene(tmp_path, scenario)


def test_running_matches_are_the_same_on_a_second_device_and_follow_the_turn(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = await people(served, "Ada", "Bob")
        phone = served.person()
        await phone.sign_in("Ada")
        await phone.dial("?running=1")
        match = await pair(ada, bob)
        while (begun := (await phone.receive("match_changed"))["match"])["opponent"] != "person":
            assert begun["match"] == match
        (mine,) = (await asked(phone, MATCHES))["matches"]
        (theirs,) = (await asked(bob, MATCHES))["matches"]
        first = 0 if mine["is_your_turn"] else 1
        await [ada, bob][first].request("play", match, first, 1, action="4")
        changed = (await phone.receive("match_changed"))["match"]
        await bob.request("resign", match, 1, 2)
        while not (ended := (await phone.receive("match_changed"))["match"])["is_over"]:
            pass

        assert (mine["match"], mine["names"], mine["seat"], theirs["seat"]) == (match, ["Ada", "Bob"], 0, 1)
        assert mine["is_your_turn"] != theirs["is_your_turn"]
        assert changed["is_your_turn"] != mine["is_your_turn"]
        assert (ended["match"], ended["is_your_turn"]) == (match, False)
        assert (await asked(phone, MATCHES))["matches"] == []

    scene(tmp_path, scenario)


def test_running_matches_survive_a_restart_and_belong_to_guests_too(tmp_path: Path) -> None:
    cookies: dict[str, str] = {}

    async def begin(served: Served) -> None:
        guest = served.person()
        await guest.post("/api/matches", game="connect_four", options={"quick_colours": 1},
                         seats=[{"kind": "me"}, {"kind": "me"}])  # fmt: skip
        cookies.update(guest.http.cookies)

    async def again(served: Served) -> None:
        guest, stranger = served.person(), served.person()
        guest.http.cookies.update(cookies)
        mine = await asked(guest, MATCHES)

        assert [(each["opponent"], each["is_your_turn"]) for each in mine["matches"]] == [("self", True)]
        assert mine["is_complete"]
        assert (await asked(stranger, MATCHES))["matches"] == []

    scene(tmp_path, begin)
    scene(tmp_path, again)


def test_a_guest_who_signs_up_is_still_told_of_their_matches(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = served.person(), served.person()
        await asked(ada, "/api/account")
        await ada.dial("?running=1")
        made = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, OPEN])
        assert (await ada.receive("match_changed"))["match"]["opponent"] == "open"
        await ada.sign_up("Ada")
        await bob.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])
        told = (await ada.receive("match_changed"))["match"]

        assert (told["opponent"], told["names"][0]) == ("person", "Ada")

    scene(tmp_path, scenario)


def test_only_public_matches_that_are_played_can_be_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "BEAT_S", 0.05)

    async def scenario(served: Served) -> None:
        ada, bob, cy, eve = await people(served, "Ada", "Bob", "Cyd", "Eve")
        public = await pair(ada, bob, is_public=True)
        private, _ = await table_for_one(cy, {"kind": "computer", "level": "novice"})
        await eve.dial()
        await eve.send("subscribe", match=public)
        await eve.receive("snapshot")
        await eve.send("enter_lobby")
        async with asyncio.timeout(30):
            while not (told := (await eve.receive("watchable"))["matches"]) or not told[0]["num_spectators"]:
                pass
        (listed,) = told
        await ada.request("resign", public, 0, 1)
        async with asyncio.timeout(30):
            while (await eve.receive("watchable"))["matches"]:
                pass

        assert (listed["match"], listed["names"], listed["ratings"]) == (public, ["Ada", "Bob"], [None, None])
        assert set(listed) == {
            "match", "game", "pace", "is_rated", "names", "ratings", "num_turns", "num_spectators",
        }  # fmt: skip
        assert private not in "".join(eve.received)

    scene(tmp_path, scenario)


def test_a_profile_tells_achievements_and_streaks(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob, eve = await people(served, "Ada", "Bob", "Eve")
        match = await play_connect_four(ada, bob)
        page = await until(ada, "/api/me/history", lambda page: page["entries"])
        winner, name = (ada, "Ada") if page["entries"][0]["result"] == "won" else (bob, "Bob")
        mine = await until(winner, "/api/me/progress", lambda told: told["streaks"]["wins"] == 1)
        seen = await asked(eve, f"/api/people/{name}/progress")
        earned = {each["id"]: each for each in mine["achievements"] if each["earned_ms"] is not None}

        assert set(earned) == {"first_match", "first_win"}
        assert earned["first_win"]["match"] == match
        assert {each["match"] for each in seen["achievements"]} == {None}, "it is private, and Eve did not play in it"
        assert [each["earned_ms"] for each in seen["achievements"]] == [
            each["earned_ms"] for each in mine["achievements"]
        ]
        assert (mine["streaks"]["days"], mine["streaks"]["best_wins"], mine["ratings"]) == (1, 1, [])
        assert await eve.refusal("/api/people/nobody/progress", "GET") == (404, "server/unknown_person")

    scene(tmp_path, scenario)


def test_a_profile_tells_ratings_over_time(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "parlour.db")) as database:
        ada, bob = (add_account(database, name) for name in ("Ada", "Bob"))
        for day in range(3):
            seats = (sit(ada), sit(bob))
            finish(SqlLog(database), f"m{day}", seats, 0, is_rated=True, at_ms=day * DAY_MS + 1).result()

    async def scenario(served: Served) -> None:
        eve = served.person()
        told = await until(eve, "/api/people/ada/progress", lambda told: told["streaks"]["best_days"] == 3)
        profile = await until(eve, "/api/people/ada", lambda profile: profile["overall"]["matches"] == 3)
        told = await asked(eve, "/api/people/ada/progress")
        (graph,) = told["ratings"]
        matches = {each["id"]: each["match"] for each in told["achievements"] if each["earned_ms"] is not None}

        assert graph["at_ms"] == [1, DAY_MS + 1, 2 * DAY_MS + 1]
        assert graph["ratings"] == sorted(graph["ratings"])
        assert graph["ratings"][-1] == profile["games"][0]["rating"]["rating"]
        assert (told["streaks"]["days"], told["streaks"]["wins"]) == (0, 3)
        assert matches == {"first_match": "m0", "first_win": "m0", "rated": "m0", "three_wins": "m2"}, "all are public"

    scene(tmp_path, scenario)


def test_an_export_has_follows_and_deletion_removes_them(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = await people(served, "Ada", "Bob")
        await follow(ada, "Bob")
        await follow(bob, "Ada")
        told = await asked(ada, "/api/account/export")
        await bob.post("/api/account/delete", password="correct horse battery")

        assert [each["name"] for each in told["following"]] == ["Bob"]
        assert {"challenges", "achievements", "streaks"} <= set(told)
        assert await asked(ada, FOLLOWING) == []

    scene(tmp_path, scenario)
