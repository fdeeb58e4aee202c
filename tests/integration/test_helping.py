"""Real sockets: refused picks are explained, hints are given where they are fair, and a page can be reloaded."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.contract import SPECTATOR
from parlour.match import commands as co
from parlour.players.warm import warm_game
from parlour.server.catch_up import MOST_EVENTS
from parlour.server.live_match import LiveMatch
from parlour.server.thinkers import Thinkers
from support.eye import Eye
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served, serving

COMPUTER = {"kind": "computer", "level": "novice"}


async def mine(person: Person, match: str, table: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    """Return the table when it is one's turn."""
    while seat not in table["to_act"]:
        table = (await person.receive("update"))["table"]
    return table


async def drop(person: Person, match: str, table: dict[str, Any], *columns: str) -> int:
    """Play both sides in turn; returns the version then."""
    version, seat = table["version"], table["to_act"][0]
    for column in columns:
        await person.request("play", match, seat, version, action=column)
        version, seat = (await person.receive("done"))["version"], 1 - seat
    return int(version)


def test_picks_that_lead_to_no_action_are_explained(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        seat = first["table"]["to_act"][0]
        await drop(ada, match, first["table"], *"444444")
        answers = []
        for number, picks in ((seat, ["column:4"]), (seat, ["column:3"]), (1 - seat, ["column:3"]), (seat, [])):
            await ada.send("explain", match=match, seat=number, picks=picks)
            answers.append(await ada.receive("explained"))

        assert answers[0] == {"type": "explained", "match": match, "picks": ["column:4"],
                              "message": "Column 4 is full. Columns with room: 1, 2, 3, 5, 6, 7."}  # fmt: skip
        assert answers[1]["message"] == ""
        assert "'s turn" in answers[2]["message"]

    scene(tmp_path, scenario)


def test_only_the_player_at_a_seat_is_told_why_not(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, _ = await table_for_one(ada, {"kind": "me"}, is_public=True)
        await eve.dial()
        await eve.send("explain", match=match, seat=0, picks=["column:4"])
        stranger = await eve.receive("refused", "explained")
        await ada.send("explain", match=match, seat=0, picks=["column:1"] * 9)
        too_many = await ada.receive("refused", "explained")
        await ada.send("explain", match=match, seat=0, picks=["column:²"])
        odd = await ada.receive("refused", "explained")

        assert stranger["code"] == "server/not_your_seat"
        assert too_many["code"] == odd["code"] == "server/bad_message"

    scene(tmp_path, scenario)


def test_nothing_can_be_picked_when_the_match_is_over(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        await ada.request("resign", match, 0, first["table"]["version"])
        await ada.receive("done")
        await ada.send("explain", match=match, seat=first["table"]["to_act"][0], picks=["column:4"])

        assert (await ada.receive("explained"))["message"] == "The match is over."

    scene(tmp_path, scenario)


def test_against_a_computer_a_hint_is_one_of_the_choices(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, COMPUTER)
        table = await mine(ada, match, first["table"])
        await ada.send("ask_hint", match=match, seat=0)
        await ada.send("ping", id=1)
        answers = {reply["type"]: reply for reply in [await ada.receive("advice", "pong") for _ in range(2)]}
        advice = answers["advice"]

        assert table["why_no_hint"] == ""
        assert (advice["match"], advice["version"]) == (match, table["version"])
        assert {name: advice[name] for name in ("action", "label", "picks")} in table["choices"]
        assert advice["message"].endswith(".")

    scene(tmp_path, scenario)


def test_only_a_seat_that_is_to_act_gets_a_hint(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        seat = first["table"]["to_act"][0]
        await ada.send("ask_hint", match=match, seat=1 - seat)
        refused = await ada.receive("refused", "advice")
        await ada.send("ask_hint", match=match, seat=seat)
        given = await ada.receive("refused", "advice")

        assert first["table"]["why_no_hint"] == ("" if seat == 0 else "It is not your turn.")
        assert (refused["code"], refused["message"], refused["match"]) == (
            "server/no_hint",
            "It is not your turn.",
            match,
        )
        assert given["type"] == "advice"

    scene(tmp_path, scenario)


def test_there_is_no_hint_against_a_person_and_none_before_one_has_come(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        match, first = await table_for_one(ada, {"kind": "open"})
        await ada.send("ask_hint", match=match, seat=0)
        alone = await ada.receive("refused", "advice")
        await bo.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
        table = (await ada.receive("update"))["table"]
        await ada.send("ask_hint", match=match, seat=0)
        together = await ada.receive("refused", "advice")
        await bo.dial()
        await bo.send("subscribe", match=match)
        watching = (await bo.receive("snapshot"))["table"]["why_no_hint"]

        assert (alone["code"], alone["message"]) == ("server/no_hint", first["table"]["why_no_hint"])
        assert first["table"]["why_no_hint"] == "There are no hints while a seat is free."
        assert (together["code"], together["message"]) == ("server/no_hint", table["why_no_hint"])
        assert table["why_no_hint"] == "There are no hints against another person."
        assert watching == "You are watching."

    scene(tmp_path, scenario)


class SlowThinkers(Thinkers):
    """Thinks no sooner than it is let."""

    def __init__(self) -> None:
        super().__init__(1)
        self.has_begun, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def advise(self, *of: Any) -> Any:
        self.has_begun.set()
        await self.may_go_on.wait()
        return await super().advise(*of)


def slow(served: Served) -> SlowThinkers:
    """Have the hints of a server wait."""
    services = served.app.state.services.hub.services
    services.thinkers.close()
    thinkers = SlowThinkers()
    object.__setattr__(services, "thinkers", thinkers)  # nothing but a test replaces a part of a running server
    return thinkers


def test_a_hint_that_comes_too_late_is_refused_and_only_one_is_thought_about(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        thinkers, ada = slow(served), served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        await ada.send("ask_hint", match=match, seat=first["table"]["to_act"][0])
        await thinkers.has_begun.wait()
        await ada.send("ask_hint", match=match, seat=first["table"]["to_act"][0])
        second = await ada.receive("refused")
        await drop(ada, match, first["table"], "4")  # a hint holds up nothing
        thinkers.may_go_on.set()
        late = await ada.receive("refused", "advice")

        assert second["code"] == "server/no_hint"
        assert late["code"] == "match/stale_version"

    scene(tmp_path, scenario)


def test_no_hint_is_computed_for_a_client_that_left(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        thinkers, ada = slow(served), served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        await ada.send("ask_hint", match=match, seat=first["table"]["to_act"][0])
        await thinkers.has_begun.wait()
        (hint,) = served.app.state.services.hub.services.tasks.running
        await ada.close()
        await asyncio.wait([hint])

        assert hint.cancelled()

    scene(tmp_path, scenario)


@pytest.mark.usefixtures("no_time_passes")
def test_hints_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        replies = []
        for _ in range(11):
            await ada.send("ask_hint", match=match, seat=first["table"]["to_act"][0])
            replies.append(await ada.receive("advice", "refused"))

        assert [reply["type"] for reply in replies] == ["advice"] * 10 + ["refused"]
        assert replies[-1]["code"] == "server/too_many"

    scene(tmp_path, scenario, limit_factor=1.0)


@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_a_reloaded_page_is_told_what_it_was_told_before(game_id: str, tmp_path: Path) -> None:
    warm_game(parlour.load(game_id))

    async def scenario() -> None:
        async with serving(tmp_path) as served:
            ada = served.person()
            made = await ada.post("/api/matches", game=game_id, seats=[{"kind": "me"}] * 2)
            match, told = made["match"], []
            await ada.dial()
            await ada.send("subscribe", match=match, seat=0)
            first = await ada.receive("snapshot")
            live = await served.app.state.services.hub.find(match)
            for _ in range(30):
                position = live.match.position
                seat = position.to_act()[0]
                action = position.seen_by(seat).choices()[-1].action
                await ada.request("play", match, seat, live.match.version, action=action)
                told += (await ada.receive("update"))["events"]
                if live.match.is_over:
                    break
            await ada.send("subscribe", match=match, seat=0)
            again = await ada.receive("snapshot")

            assert first["events"] == []
            assert again["events"] == told

    asyncio.run(scenario())


def test_of_a_long_match_the_last_events_are_told(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, COMPUTER, pace="10+0")
        version = (await mine(ada, match, first["table"]))["version"]
        for _ in range(MOST_EVENTS + 5):
            key = await ada.request("add_time", match, 0, version)
            while (done := await ada.receive("done"))["key"] != key:
                pass
        await ada.send("subscribe", match=match, seat=0)
        told = (await ada.receive("snapshot"))["events"]

        assert [event["version"] for event in told] == [*range(done["version"] - MOST_EVENTS + 1, done["version"] + 1)]

    scene(tmp_path, scenario)


def test_what_happens_during_a_catch_up_is_told_once(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eye = served.person(), Eye()
        match, _ = await table_for_one(ada, {"kind": "me"})
        live: LiveMatch = await served.app.state.services.hub.find(match)

        async def play(column: str) -> None:
            await live.do(co.Play(seat=live.match.position.to_act()[0], action=column))

        await play("4")
        catch_up = await live.catch_up(0, None)
        await play("3")
        live.watch(eye, 0, catch_up)
        await play("5")

        assert [message["type"] for message in eye.received] == ["snapshot", "update"]
        assert [[told["version"] for told in message["events"]] for message in eye.received] == [[2, 3], [4]]

    scene(tmp_path, scenario)


def test_a_catch_up_tells_the_name_of_a_player_who_sat_down_meanwhile(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, eye = served.person(), served.person(), Eye()
        match, _ = await table_for_one(ada, {"kind": "open"}, is_public=True)
        live: LiveMatch = await served.app.state.services.hub.find(match)
        await live.do(co.Play(seat=live.match.position.to_act()[0], action="4"))
        catch_up = await live.catch_up(SPECTATOR, None)
        await bo.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
        await live.do(co.Play(seat=live.match.position.to_act()[0], action="3"))
        live.watch(eye, SPECTATOR, catch_up)
        (snapshot,) = eye.received
        told = " ".join(happening["message"] for event in snapshot["events"] for happening in event["happenings"])

        assert [event["version"] for event in snapshot["events"]] == [2, 3]
        assert all(name in told for name in live.names)

    scene(tmp_path, scenario)


def test_a_page_opened_at_a_match_learns_where_it_sits(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, eve = served.person(), served.person(), served.person()
        match, _ = await table_for_one(ada, {"kind": "open"}, pace="5+3", is_public=True)
        waiting = [(await person.http.get(f"/api/matches/{match}")).json() for person in (ada, eve)]
        await bo.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
        playing = [(await person.http.get(f"/api/matches/{match}")).json() for person in (ada, bo, eve)]
        unknown = await eve.http.get("/api/matches/nothing")

        assert waiting[0] == {
            "match": match, "game": "connect_four", "options": waiting[0]["options"], "pace": "5+3", "is_rated": False,
            "seats": [0], "is_public": True, "invitation": ada.made["invitation"], "open_seat": 1,
            "names": waiting[0]["names"],
            "kinds": ["person", "open"], "levels": [None, None], "is_over": False, "next_match": None,
            "tournament": None,
        }  # fmt: skip
        assert waiting[0]["options"]["quick_colours"] == 1
        assert waiting[1] == waiting[0] | {"seats": [], "invitation": None}
        assert [info["seats"] for info in playing] == [[0], [1], []]
        assert [info["invitation"] for info in playing] == [ada.made["invitation"]] * 2 + [None]
        assert playing[0]["kinds"] == ["person", "person"]
        assert (unknown.status_code, unknown.json()["code"]) == (404, "storage/unknown_match")

    scene(tmp_path, scenario)


def test_a_finished_match_names_its_rematch(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        await ada.request("resign", match, 0, first["table"]["version"])
        await ada.receive("done")
        await ada.send("rematch", match=match, seat=0)
        again = (await ada.receive("rematched"))["next_match"]
        info = (await ada.http.get(f"/api/matches/{match}")).json()

        assert (info["is_over"], info["next_match"]) == (True, again)

    scene(tmp_path, scenario)
