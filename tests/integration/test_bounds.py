"""What a hostile or careless client may cost: each limit, on a real server or on one that lives by virtual time."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour.match.seating import COMPUTER, PERSON, Seat
from parlour.server import lobby as lobby_module
from parlour.server.limits import LIMITS, MOST, Limits
from parlour.server.lobby import Lobby
from parlour.server.payer import Payer, charged, payer_now
from parlour.server.sockets import TOO_SLOW, Client, Close
from parlour.server.visitor import Visitor
from parlour.server.watchers import encode
from support.fake_clock import Rooms, rating_of, run, settle, virtual_loop
from support.fixtures import scene, table_for_one
from support.live_server import PASSWORD, Served

NOVICES = (Seat(COMPUTER, "A", level="novice"), Seat(COMPUTER, "B", level="novice"))
ALONE = (Seat(PERSON, "Ada", "guest:ada"), Seat(PERSON, "Ada", "guest:ada"))


def in_rooms(tmp_path: Path, scenario: Callable[[Rooms], Awaitable[None]]) -> None:
    async def play() -> None:
        rooms = Rooms(tmp_path)
        await scenario(rooms)
        await rooms.close()

    run(play())


# --- bad input -----------------------------------------------------------------------------------------------------


def test_a_body_nested_too_deeply_gets_a_sentence(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        deep = b'{"a":' + b"[" * 1100 + b"]" * 1100 + b"}"
        answer = await ada.http.post("/api/matches", content=deep, headers={"content-type": "application/json"})

        assert (answer.status_code, answer.json()["code"]) == (400, "server/bad_message")
        assert answer.json()["message"] == "The body of the request is nested too deeply."

    scene(tmp_path, scenario)


# --- matches and events --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_time_passes")
def test_rematches_count_as_matches_made(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, _ = await table_for_one(ada, {"kind": "computer", "level": "novice"})
        made = 1
        while True:
            seat = next(iter((await ada.http.get(f"/api/matches/{match}")).json()["seats"]))
            await ada.send("subscribe", match=match, seat=seat)
            await ada.request("resign", match, seat, 0)
            await ada.receive("done")
            await ada.send("rematch", match=match, seat=seat)
            answer = await ada.receive("rematched", "refused")
            if answer["type"] == "refused":
                break
            match, made = answer["next_match"], made + 1

        assert answer["code"] == "server/too_many"
        assert made == LIMITS["create"].at_once

    scene(tmp_path, scenario, limit_factor=1.0)


@pytest.mark.usefixtures("no_time_passes")
def test_looking_for_an_opponent_counts_as_a_match_made(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.dial()
        for _ in range(LIMITS["create"].at_once + 2):
            await ada.send("seek", game="connect_four")
        assert (await ada.receive("refused"))["code"] == "server/too_many"

    scene(tmp_path, scenario, limit_factor=1.0)


# --- computers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["none", "5+3"])
def test_computers_do_not_play_to_nobody_and_go_on_when_somebody_watches(pace: str, tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rooms.hub.create("connect_four", {"quick_colours": 1}, pace, NOVICES, is_public=True)
        await settle(rooms.services)
        await rooms.pass_s(3600)
        assert live.match.version == 1
        assert live.is_idle

        watcher = rooms.client("guest:ada")
        await watcher.handle(json.dumps({"type": "subscribe", "match": live.id}))
        while not live.match.is_over:
            await settle(rooms.services)
        assert len(live.match.actions) > 1
        assert all(event.__struct_config__.tag != "expired" for event in live.match.events)

    in_rooms(tmp_path, scenario)


def test_a_computer_plays_against_a_person_who_has_left(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        seats = (Seat(PERSON, "Ada", "guest:ada"), NOVICES[1])
        live = await rooms.hub.create("connect_four", {}, "none", seats)
        await settle(rooms.services)
        assert 1 not in live.match.position.to_act()

    in_rooms(tmp_path, scenario)


# --- CPU time and bytes --------------------------------------------------------------------------------------------


def test_what_a_subscription_costs_is_charged_to_person_and_address(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rooms.hub.create("connect_four", {}, "none", ALONE)
        client = Client(Visitor("guest:ada", "Ada"), rooms.hub, Lobby(rooms.hub, rating_of), "192.0.2.1")
        limits = rooms.services.limits
        limits.set_factor(1.0)
        for kind, by in (("cpu", "guest:ada"), ("cpu_from", "192.0.2.1")):
            limits.spend(kind, by, LIMITS[kind].at_once)
            assert limits.wait_s(kind, by) == pytest.approx(0, abs=1e-6)
        await client.handle(json.dumps({"type": "unsubscribe", "match": live.id}))
        before_s = client.payer.wait_s
        loop_s = virtual_loop().time()
        subscribing = asyncio.create_task(client.handle(json.dumps({"type": "subscribe", "match": live.id})))
        await rooms.pass_s(60)
        await subscribing

        assert virtual_loop().time() >= loop_s + before_s > loop_s
        assert client.replies.qsize() == 1

    in_rooms(tmp_path, scenario)


def test_a_client_that_has_cost_too_much_waits_and_others_do_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = Limits(virtual_loop())
        greedy, other = Payer(limits, "g", "192.0.2.1", "1"), Payer(limits, "o", "192.0.2.2", "2")
        greedy.spend_out(round(LIMITS["bytes_out"].at_once + 3 / LIMITS["bytes_out"].seconds))
        assert greedy.wait_s == pytest.approx(3.0, rel=0.01)
        assert other.wait_s == 0.0

        waiting = asyncio.create_task(greedy.settle())
        await asyncio.sleep(0)
        assert not waiting.done()
        virtual_loop()._now_s += 4
        await waiting

    run(scenario())


def test_costly_work_is_done_one_at_a_time_for_an_address() -> None:
    async def scenario() -> None:
        limits, running, most = Limits(virtual_loop()), 0, 0
        guests = [Payer(limits, f"guest:{number}", "192.0.2.1") for number in range(20)]

        async def work(payer: Payer) -> None:
            nonlocal running, most
            async with payer.turn():
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*map(work, guests))
        assert most == 1

    run(scenario())


def test_tasks_and_threads_are_charged_to_the_client_that_started_them() -> None:
    async def scenario() -> None:
        ada = Payer(Limits(virtual_loop()), "guest:ada", "192.0.2.1")

        def think() -> Payer | None:
            with charged():
                return payer_now()

        async def serve() -> Payer | None:
            ada.pay()
            return await asyncio.create_task(asyncio.to_thread(think))

        assert await asyncio.create_task(serve()) is ada
        assert payer_now() is None

    run(scenario())


def test_replies_that_are_not_read_are_bounded_in_bytes(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        client = rooms.client("guest:ada")
        for _ in range(100):
            client.send(b"x" * 1024**2)
        replies = [await client.next_reply() for _ in range(client.replies.qsize())]

        assert replies[-1] == TOO_SLOW
        assert sum(len(reply) for reply in replies if not isinstance(reply, Close)) <= 2 * MOST["reply_bytes"].number

    in_rooms(tmp_path, scenario)


# --- the lobby -----------------------------------------------------------------------------------------------------


def test_long_options_do_not_make_the_lobby_long(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, padded = served.person(), " " * 28_000 + "harbor"
        seats, options = [{"kind": "me"}, {"kind": "open"}], {"red_deck": padded, "rows": 3}
        made = await ada.post("/api/matches", game="sanguine", seats=seats, options=options, is_public=True)
        await ada.dial()
        await ada.send("subscribe", match=made["match"], seat=0)
        await ada.receive("snapshot")
        await ada.send("enter_lobby")
        while not (state := await ada.receive("lobby"))["challenges"]:
            pass
        (challenge,) = state["challenges"]

        assert len(json.dumps(state)) < 2_000
        assert len(challenge["options"]["red_deck"]) == MOST["option_letters"].number
        assert challenge["options"]["rows"] == 3

    scene(tmp_path, scenario)


def test_the_lobby_is_encoded_once_for_all_who_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[Any] = []

    def encode_and_note(reply: Any) -> bytes:
        encoded.append(reply)
        return encode(reply)

    monkeypatch.setattr(lobby_module, "encode", encode_and_note)

    async def scenario(rooms: Rooms) -> None:
        lobby = Lobby(rooms.hub, rating_of)
        guests = [rooms.client(f"guest:{number}") for number in range(20)]
        for guest in guests:
            lobby.enter(guest)
        assert [guest.replies.qsize() for guest in guests] == [1] * 20
        assert len(encoded) == 1

    in_rooms(tmp_path, scenario)


# --- signing in ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_time_passes")
def test_wrong_passwords_from_elsewhere_do_not_shut_the_owner_out(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, new_browser = served.person(), served.person()
        await owner.sign_up("Ada")
        await owner.post("/api/account/sign-out")
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        headers = {"origin": f"http://{served.address}"}
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{served.address}", headers=headers) as bad:
            wrong = {"name": "ada", "password": "not this one"}
            codes = [(await bad.post("/api/account/sign-in", json=wrong)).status_code for _ in range(15)]

        assert codes == [401] * LIMITS["sign_in_as"].at_once + [429] * 5
        await owner.sign_in("Ada")
        await new_browser.sign_in("Ada")

    scene(tmp_path, scenario, limit_factor=1.0)


@pytest.mark.usefixtures("no_time_passes")
def test_wrong_passwords_from_the_same_address_do_not_shut_out_a_browser_of_the_owner(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, bad, stranger = served.person(), served.person(), served.person()
        await owner.sign_up("Ada")
        await stranger.sign_up("Bob")
        await owner.post("/api/account/sign-out")
        for _ in range(LIMITS["sign_in_as"].at_once):
            assert (await bad.refusal("/api/account/sign-in", name="Ada", password="not this one"))[0] == 401
        assert (await bad.refusal("/api/account/sign-in", name="Ada", password=PASSWORD))[0] == 429
        # A browser of another account is not known to this one.
        assert (await stranger.refusal("/api/account/sign-in", name="Ada", password=PASSWORD))[0] == 429
        await owner.sign_in("Ada")

    scene(tmp_path, scenario, limit_factor=1.0)
