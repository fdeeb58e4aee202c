"""Fair play on a server, in virtual time: claims, rated matches, keys, takebacks on one device, chat."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.core.contract import SPECTATOR, Outcome
from parlour.match import commands as co
from parlour.match.errors import MatchOver, NotStandard
from parlour.match.fairness import CLAIM_AFTER_MS
from parlour.match.seating import OPEN, PERSON, Seat
from parlour.server.advising import why_not
from parlour.server.errors import NotAway
from parlour.server.live_match import LiveMatch
from parlour.server.sockets import Client
from support.eye import Eye
from support.fake_clock import Rooms, run, settle

ADA, BO = Seat(PERSON, "Ada", "account:1"), Seat(PERSON, "Bo", "account:2")
FREE = Seat(OPEN, "Somebody")
QUICK = {"quick_colours": 1}


def in_rooms(tmp_path: Path, scenario: Callable[[Rooms], Awaitable[None]]) -> None:
    async def play() -> None:
        rooms = Rooms(tmp_path)
        try:
            await scenario(rooms)
        finally:
            await rooms.close()

    run(play())


async def begin(rooms: Rooms, pace: str = "none") -> LiveMatch:
    return await rooms.hub.create("connect_four", QUICK, pace, (ADA, BO))


async def refuses_claim(live: LiveMatch, seat: int, why: str) -> None:
    version = live.match.version
    with pytest.raises(NotAway, match=why):
        await live.claim(seat, "claim")
    assert live.match.version == version


def first_to_act(live: LiveMatch) -> int:
    return live.match.position.to_act()[0]


# Claims


@pytest.mark.parametrize("pace", ["none", "5+3"])
def test_an_absent_player_who_is_to_act_is_claimed_against_when_the_countdown_ends(pace: str, tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live, here, gone = await begin(rooms, pace), Eye(), Eye()
        wait_ms = CLAIM_AFTER_MS["none" if pace == "none" else "fischer"]
        away = first_to_act(live)
        live.watch(here, 1 - away)
        live.watch(gone, away)
        await rooms.pass_s(100)
        await refuses_claim(live, 1 - away, "only while the other side")
        assert here.table["seats"][away]["claim_in_ms"] is None

        live.unwatch(gone)
        assert here.table["seats"][away]["claim_in_ms"] == wait_ms
        await rooms.pass_s(wait_ms / 1000 - 0.001)
        await refuses_claim(live, 1 - away, "in 1 s")
        await rooms.pass_s(0.001)
        version = await live.claim(1 - away, "claim")
        live.watch(gone, away)

        assert live.match.outcome == Outcome(1 - away, "away")
        assert await live.claim(1 - away, "claim") == version, "a repeat is answered alike, though the player is back"
        assert [seat["claim_in_ms"] for seat in gone.table["seats"]] == [None, None]

    in_rooms(tmp_path, scenario)


def test_a_returning_player_is_no_longer_away(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live, here, tabs = await begin(rooms), Eye(), (Eye(), Eye())
        away = first_to_act(live)
        live.watch(here, 1 - away)
        for tab in tabs:
            live.watch(tab, away)
        live.unwatch(tabs[0])
        await rooms.pass_s(1000)
        await refuses_claim(live, 1 - away, "only while")  # the other tab is open
        live.unwatch(tabs[1])
        await rooms.pass_s(250)
        live.watch(tabs[0], away)
        assert here.table["seats"][away]["claim_in_ms"] is None
        live.unwatch(tabs[0])
        await rooms.pass_s(250)
        await refuses_claim(live, 1 - away, "in 50 s")  # away for 250 s since it was back

    in_rooms(tmp_path, scenario)


def test_nobody_wins_by_waiting_in_their_own_turn(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live, eye = await begin(rooms), Eye()
        mine = first_to_act(live)
        live.watch(eye, mine)
        await rooms.pass_s(10_000)
        await refuses_claim(live, mine, "only while the other side is to act")
        await live.do(co.Play(seat=mine, action="4"))
        await refuses_claim(live, mine, "in 300 s")

        assert eye.table["seats"][1 - mine]["claim_in_ms"] == 300_000

    in_rooms(tmp_path, scenario)


def test_with_days_per_turn_only_the_clock_decides(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live, eye = await begin(rooms, "14d"), Eye()
        away = first_to_act(live)
        live.watch(eye, 1 - away)
        await rooms.pass_s(3600)
        await refuses_claim(live, 1 - away, "not with days per turn")

        assert eye.table["seats"][away]["claim_in_ms"] is None

    in_rooms(tmp_path, scenario)


# Rated matches


async def rated(
    rooms: Rooms, game: str = "whist", pace: str = "5+3", seats: tuple[Seat, Seat] = (ADA, FREE)
) -> LiveMatch:
    options = {"ceremony": "quick"} if game == "whist" else {}
    return await rooms.hub.create(game, options, pace, seats, is_rated=True)


def test_a_rated_match_shows_no_card_before_both_have_opened_it(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live, ada, bo, eye = await rated(rooms), Eye(), Eye(), Eye()
        live.watch(ada, 0)
        live.watch(eye, SPECTATOR)
        await rooms.pass_s(500)
        waiting = ada.table
        await rooms.hub.join(live.id, live.seating.invitation, "account:2", "Bo")
        await settle(rooms.services)
        joined = ada.table
        for table, prompt in ((waiting, "Waiting for an opponent."), (joined, "Waiting for Bo to open the match.")):
            assert (table["view"], table["choices"], table["to_act"], table["prompt"]) == (None, [], [], prompt)
            assert [(seat["side"], seat["deadline_ms"]) for seat in table["seats"]] == [("", None)] * 2
        assert eye.table["view"] is None
        assert why_not(live, 0, ["hand:1"]) == "The match has not begun."
        client = rooms.client("account:1")
        await client.handle(json.dumps({"type": "draw", "match": live.id, "seat": 0}))
        assert b"server/seat_open" in answer(client)
        await client.handle(act(live, "k", "play", action="AS"))
        assert b"server/seat_open" in answer(client)

        await rooms.pass_s(1000)
        live.watch(bo, 1)
        await settle(rooms.services)
        assert all(eye.table["view"] is not None for eye in (ada, bo, eye))
        assert ada.table["to_act"]
        seat = first_to_act(live)
        assert ada.table["seats"][seat]["deadline_ms"] == ada.table["now_ms"] + 5 * 60_000 + 1000, "no time was lost"

    in_rooms(tmp_path, scenario)


def test_a_rated_match_can_be_aborted_before_it_is_dealt_and_left_only_as_a_loss_after_it(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rated(rooms, seats=(ADA, BO))
        live.watch(Eye(), 0)
        await settle(rooms.services)
        await live.do(co.Abort(seat=0))
        assert live.match.outcome == Outcome(None, "aborted")

        live, eyes = await rated(rooms, seats=(ADA, BO)), (Eye(), Eye())
        for seat, eye in enumerate(eyes):
            live.watch(eye, seat)
        await settle(rooms.services)
        loser = first_to_act(live)
        client = rooms.client(f"account:{loser + 1}")
        await client.handle(act(live, "k", "abort", loser))
        assert b"match/cannot_abort" in answer(client)
        live.unwatch(eyes[loser])
        await rooms.pass_s(60)
        await live.claim(1 - loser, "claim")
        assert live.match.outcome == Outcome(1 - loser, "away")

    in_rooms(tmp_path, scenario)


def test_an_opened_match_stays_opened_over_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await rated(rooms, seats=(ADA, BO))
        live.watch(Eye(), 0)
        await settle(rooms.services)
        await rooms.close()
        rooms = Rooms(tmp_path)
        again, eye = await rooms.hub.find(live.id), Eye()
        again.watch(eye, 1)
        await settle(rooms.services)

        assert (again.match.opened, eye.table["view"] is not None) == ({0, 1}, True)
        await rooms.close()

    run(scenario())


def test_a_rated_match_with_own_decks_is_refused_and_not_made(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        with pytest.raises(NotStandard, match="Red's deck"):
            await rooms.hub.create(
                "sanguine", {"red_deck": "my own"}, "5+3", (ADA, FREE), is_rated=True, is_public=True
            )

        assert rooms.hub.num_live == 0

    in_rooms(tmp_path, scenario)


# Seats


def test_a_match_that_is_over_takes_no_seats(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rooms.hub.create("connect_four", QUICK, "none", (ADA, FREE), is_public=True)
        await live.do(co.Resign(seat=0))
        with pytest.raises(MatchOver):
            await rooms.hub.join(live.id, live.seating.invitation, "guest:g", "Guest")

        assert live.seating.open_seat == 1

    in_rooms(tmp_path, scenario)


def test_a_match_that_ends_while_somebody_sits_down_takes_no_seats(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rooms.hub.create("connect_four", QUICK, "none", (ADA, FREE), is_public=True)
        joining = rooms.hub.join(live.id, live.seating.invitation, "guest:g", "Guest")
        _, joined = await asyncio.gather(live.do(co.Resign(seat=0)), joining, return_exceptions=True)

        assert isinstance(joined, MatchOver)
        assert live.seating.open_seat == 1
        assert "guest:g" not in rooms.services.log.read(live.id).seating

    in_rooms(tmp_path, scenario)


# Keys


def act(live: LiveMatch, key: str, kind: str, seat: int = 0, **fields: Any) -> str:
    return json.dumps({"type": "act", "match": live.id, "key": key, "command": {"type": kind, "seat": seat, **fields}})


def answer(client: Client) -> bytes:
    """Return the last reply to a client, and forget all others."""
    last = b""
    while not client.replies.empty():
        reply = client.replies.get_nowait()
        assert isinstance(reply, bytes)
        last = reply
    return last


def test_a_key_with_another_command_is_refused_also_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms)
        seat = first_to_act(live)
        client = rooms.client(f"account:{seat + 1}")
        await client.handle(act(live, "k", "play", seat, action="4"))
        done = answer(client)
        assert b'"done"' in done
        for _ in range(2):
            await client.handle(act(live, "k", "play", seat, action="4"))
            assert answer(client) == done
            for kind, fields in (("play", {"action": "5"}), ("resign", {})):
                await client.handle(act(live, "k", kind, seat, **fields))
                assert b"match/key_reused" in answer(client)
            await rooms.close()
            rooms = Rooms(tmp_path)
            client = rooms.client(f"account:{seat + 1}")

        assert (await rooms.hub.find(live.id)).match.version == 2
        await rooms.close()

    run(scenario())


def test_a_repeated_takeback_on_one_device_takes_back_once(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rooms.hub.create("connect_four", QUICK, "none", (ADA, ADA))
        for column in "4455":
            await live.do(co.Play(seat=first_to_act(live), action=column))
        client = rooms.client("account:1")
        for _ in range(3):
            await client.handle(act(live, "k", "ask_undo"))
            await settle(rooms.services)
            assert b'"done"' in answer(client)

        assert len(live.match.actions) == 3

    in_rooms(tmp_path, scenario)


# Chat


def test_a_repeated_line_of_chat_appears_once_also_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        live = await begin(rooms)
        said = {"type": "say", "match": live.id, "seat": 0, "text": "Hello!"}
        client = rooms.client("account:1")
        await asyncio.gather(*(client.handle(json.dumps({**said, "key": "c1"})) for _ in range(3)))
        assert client.replies.qsize() == 2, "only a repeat is answered to a client that does not follow the match"
        await client.handle(json.dumps({**said, "key": "c2"}))
        await client.handle(json.dumps(said))
        await client.handle(json.dumps(said))
        await rooms.close()
        rooms = Rooms(tmp_path)
        await rooms.client("account:1").handle(json.dumps({**said, "key": "c2"}))

        assert [line.key for line in rooms.services.log.read(live.id).chat] == ["c1", "c2", "", ""]
        await rooms.close()

    run(scenario())
