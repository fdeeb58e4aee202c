"""The lobby, chat and rematches, over real sockets."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parlour.server import seeking
from parlour.server.messages import Seek
from parlour.server.seeking import Seeker, best_for
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served


async def arrive(served: Served) -> Person:
    """A new guest with a cookie and a socket."""
    person = served.person()
    await person.dial()
    return person


async def match_of_two(served: Served) -> tuple[Person, Person, str]:
    """Two people at a table, each at a seat of their own."""
    ada, bo = served.person(), served.person()
    match, _ = await table_for_one(ada, {"kind": "open"})
    invitation = ada.made["invitation"]
    await bo.post(f"/api/matches/{match}/join", invitation=invitation)
    await bo.dial()
    await bo.send("subscribe", match=match, seat=1)
    await bo.receive("snapshot")
    return ada, bo, match


async def resign(person: Person, match: str, seat: int) -> None:
    await person.request("resign", match, seat, 1)
    await person.receive("done")


async def until(person: Person, kind: str, **wanted: Any) -> dict[str, Any]:
    """Return the next message of a kind with these contents."""
    while True:
        message = await person.receive(kind)
        if all(message[name] == value for name, value in wanted.items()):
            return message


def test_an_open_challenge_is_listed_while_its_owner_waits_and_can_be_joined(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), await arrive(served)
        match, _ = await table_for_one(ada, {"kind": "open"}, is_public=True)
        await bo.send("enter_lobby")
        listed = (await bo.receive("lobby"))["challenges"]
        joined = await bo.post(f"/api/matches/{match}/join")
        empty = await until(bo, "lobby", challenges=[])

        assert [(one["match"], one["game"], one["open_seat"]) for one in listed] == [(match, "connect_four", 1)]
        assert joined["seats"] == [1]
        assert empty["num_guests"] == 2

    scene(tmp_path, scenario)


def test_a_private_match_is_not_listed_and_needs_its_link(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), await arrive(served)
        match, _ = await table_for_one(ada, {"kind": "open"})
        await eve.send("enter_lobby")
        state = await eve.receive("lobby")
        answer = await eve.http.post(f"/api/matches/{match}/join", json={"invitation": "guess"})

        assert state["challenges"] == []
        assert (answer.status_code, answer.json()["code"]) == (404, "storage/unknown_match")

    scene(tmp_path, scenario)


def test_two_people_seeking_the_same_are_paired_and_never_with_themselves(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = await arrive(served), await arrive(served)
        second_tab = served.person()
        second_tab.http.cookies = ada.http.cookies
        await second_tab.dial()
        for person in (ada, second_tab):
            await person.send("seek", game="connect_four", pace="5+3")
        waiting = await ada.receive("seeking", "paired")
        await bo.send("seek", game="connect_four", pace="5+3")
        at_bo = await bo.receive("paired")
        told = [await person.receive("paired") for person in (ada, second_tab)]

        assert waiting["type"] == "seeking"
        assert waiting["computer_level"] is None
        assert [message["match"] for message in told] == [at_bo["match"]] * 2
        assert {told[0]["seat"], told[1]["seat"], at_bo["seat"]} == {0, 1}
        await bo.send("subscribe", match=at_bo["match"], seat=at_bo["seat"])
        assert (await bo.receive("snapshot"))["pace"] == "5+3"

    scene(tmp_path, scenario)


@pytest.mark.parametrize(
    ("sought", "code"),
    [
        ({"game": "ludo"}, "registry/unknown_game"),
        ({"game": "connect_four", "pace": "fast"}, "game/bad_option"),
        ({"game": "connect_four", "is_rated": True}, "server/needs_account"),
    ],
)
def test_what_cannot_be_sought_is_refused(sought: dict[str, Any], code: str, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = await arrive(served)
        await ada.send("seek", **sought)
        assert (await ada.receive())["code"] == code

    scene(tmp_path, scenario)


def seeker(rating: float) -> Seeker:
    return Seeker(f"guest:{rating}", "Ada", Seek(game="connect_four"), rating, since_ms=0)


def test_the_range_of_ratings_widens_with_waiting() -> None:
    waiting = seeker(1500.0)

    assert waiting.gap_allowed(0) == seeking.RANGE
    assert waiting.gap_allowed(30_000) == seeking.RANGE + 30 * seeking.WIDER_PER_S


def test_the_closest_rating_is_chosen_and_one_too_far_away_waits() -> None:
    people = [seeker(rating) for rating in (1500.0, 1590.0, 1560.0, 1800.0)]

    assert best_for(people[0], people, 0) is people[2]
    assert best_for(people[3], people, 0) is None


def test_guests_say_ready_made_lines_and_all_followers_read_them(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, match = await match_of_two(served)
        eve = await arrive(served)
        invitation = ada.made["invitation"]
        await eve.send("subscribe", match=match, invitation=invitation)
        await eve.receive("snapshot")
        await ada.send("say", match=match, seat=0, text="Good luck!")
        heard = [(await person.receive("chat_line"))["said"] for person in (ada, bo, eve)]
        await ada.send("say", match=match, seat=0, text="Buy my socks")
        refused = await ada.receive("refused")
        await eve.send("say", match=match, seat=0, text="Good luck!")
        stranger = await eve.receive("refused")
        late = await arrive(served)
        await late.send("subscribe", match=match, invitation=invitation)

        assert heard[0] == heard[1] == heard[2]
        assert (heard[0]["seat"], heard[0]["text"]) == (0, "Good luck!")
        assert (refused["code"], stranger["code"]) == ("server/needs_account", "server/not_your_seat")
        assert [line["text"] for line in (await late.receive("snapshot"))["chat"]] == ["Good luck!"]

    scene(tmp_path, scenario)


def test_too_much_chat_must_wait(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, _, match = await match_of_two(served)
        for _ in range(6):
            await ada.send("say", match=match, seat=0, text="Hello!")
        answers = [await ada.receive("chat_line", "refused") for _ in range(6)]

        assert [answer["type"] for answer in answers] == ["chat_line"] * 5 + ["refused"]
        assert answers[-1]["code"] == "server/too_many"

    scene(tmp_path, scenario, limit_factor=1.0)


def test_a_rematch_needs_both_and_swaps_the_seats(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, match = await match_of_two(served)
        await bo.send("rematch", match=match, seat=1)
        early = await bo.receive("refused")
        await resign(ada, match, 0)
        await ada.send("rematch", match=match, seat=0)
        offered = await until(bo, "update")
        while not offered["table"]["rematch_wanted"]:
            offered = await until(bo, "update")
        await bo.send("rematch", match=match, seat=1)
        again = [await person.receive("rematched") for person in (ada, bo)]
        await ada.send("subscribe", match=again[0]["next_match"], seat=1)
        swapped = await ada.receive("snapshot", "refused")

        assert early["code"] == "server/not_over"
        assert offered["table"]["rematch_wanted"] == [0]
        assert again[0] == again[1]
        assert (swapped["type"], swapped["viewer"]) == ("snapshot", 1)

    scene(tmp_path, scenario)


def test_the_computer_always_plays_again(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, _ = await table_for_one(ada, {"kind": "computer", "level": "novice"})
        await resign(ada, match, 0)
        await ada.send("rematch", match=match, seat=0)
        await ada.receive("rematched")

    scene(tmp_path, scenario)


def test_a_flood_is_refused_and_then_cut_off(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = await arrive(served)
        assert eve.socket is not None

        async def flood() -> None:
            for number in range(600):
                await eve.send("ping", id=number)

        async def listen() -> None:  # or she would never read why she was refused
            while True:
                await eve.receive()

        await asyncio.gather(flood(), listen(), return_exceptions=True)

        assert eve.socket.close_code == 4029

    scene(tmp_path, scenario, limit_factor=1.0)
