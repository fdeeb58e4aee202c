"""Real sockets: people play whole matches, come back, and meet the computer."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.match import file
from parlour.players.warm import warm_game
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served, serving


async def play_on(person: Person, match: str, seat: int, seed: int) -> dict[str, Any]:
    """Play random actions in the person's own seat until the match is over."""
    choose, acted_at = random.Random(seed), 0
    while True:
        message = await person.receive("snapshot", "update", "refused")
        if message["type"] == "refused":
            assert message["code"] == "match/stale_version", message  # both acted at once; an update tells the rest
            continue
        table: dict[str, Any] = message["table"]
        if table["outcome"] is not None:
            return table
        if seat in table["to_act"] and table["version"] > acted_at:
            acted_at = table["version"]
            await person.request("play", match, seat, acted_at, action=choose.choice(table["choices"])["action"])


@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_two_people_play_a_match_to_its_end_over_sockets(game_id: str, tmp_path: Path) -> None:
    warm_game(parlour.load(game_id))

    async def scenario() -> None:
        async with serving(tmp_path) as served:
            ada, bo = served.person(), served.person()
            made = await ada.post("/api/matches", game=game_id, seats=[{"kind": "me"}, {"kind": "open"}])
            joined = await bo.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])
            assert (made["seats"], joined["seats"]) == ([0], [1])
            for seat, person in enumerate((ada, bo)):
                await person.dial()
                await person.send("subscribe", match=made["match"], seat=seat)
            tables = await asyncio.gather(*(play_on(p, made["match"], seat, seat) for seat, p in enumerate((ada, bo))))
            answer = await ada.http.get(f"/api/matches/{made['match']}/file")

            first, second = (table["outcome"] for table in tables)
            assert first == second | {"message": first["message"]}  # each is told in their own words
            assert file.verify(answer.content).is_over

    asyncio.run(scenario())


def test_the_computer_answers(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "computer", "level": "casual"})
        table = first["table"]
        while table["outcome"] is None:
            if 0 in table["to_act"]:
                await ada.request("play", match, 0, table["version"], action=table["choices"][0]["action"])
            table = (await ada.receive("update"))["table"]

        assert table["outcome"]["reason"] in ("line", "full")

    scene(tmp_path, scenario)


def test_a_repeated_command_is_carried_out_once_and_gets_the_same_answer(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        seat = first["table"]["to_act"][0]
        command = {"type": "play", "seat": seat, "action": "4"}
        request = {"match": match, "key": "same", "seen_version": 1, "command": command}
        await ada.send("act", **request)
        await ada.send("act", **request)
        done = [await ada.receive("done", "refused") for _ in range(2)]

        assert done[0] == done[1] == {"type": "done", "match": match, "key": "same", "version": 2}

    scene(tmp_path, scenario)


def test_a_returning_client_is_told_what_it_missed(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        for version, column in enumerate(("4", "3", "4"), 1):
            seat = (first["table"]["to_act"][0] + version - 1) % 2
            await ada.request("play", match, seat, version, action=column)
            await ada.receive("done")
        await ada.dial()
        await ada.send("subscribe", match=match, seat=0, since=2)
        update = await ada.receive("update", "snapshot")

        assert update["type"] == "update"
        assert [told["version"] for told in update["events"]] == [3, 4]
        assert update["table"]["version"] == 4

    scene(tmp_path, scenario)


def test_a_seat_belongs_to_its_player(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, _ = await table_for_one(ada, {"kind": "open"}, is_public=True)
        await eve.http.get("/healthz")
        await eve.dial()
        await eve.send("subscribe", match=match, seat=0)
        refused = await eve.receive()
        await eve.request("play", match, 0, 1, action="4")
        also = await eve.receive()
        await eve.send("subscribe", match=match)
        watching = await eve.receive()

        assert refused["code"] == also["code"] == "server/not_your_seat"
        assert watching["type"] == "snapshot"
        assert watching["table"]["choices"] == []

    scene(tmp_path, scenario)


def test_a_match_goes_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    warm_game(parlour.load("connect_four"))

    async def scenario() -> None:
        async with serving(tmp_path) as served:
            ada = served.person()
            match, first = await table_for_one(ada, {"kind": "me"}, pace="5+3")
            await ada.request("play", match, first["table"]["to_act"][0], 1, action="4")
            await ada.receive("done")
            cookies = ada.http.cookies
        async with serving(tmp_path) as served:
            again = served.person()
            again.http.cookies = cookies
            await again.dial()
            await again.send("subscribe", match=match, seat=1)
            snapshot = await again.receive("snapshot")

            assert (
                snapshot["table"]["version"] == 2
            )  # the start and the drop: a mere return of the server writes nothing
            assert sum(map(len, [row.replace(".", "") for row in snapshot["table"]["view"]["board"]])) == 1

    asyncio.run(scenario())


UNREADABLE = (
    "", "{}", "[]", "null", '{"type": "dance"}', '{"type": "ping"}', '{"type": "ping", "id": "x"}',
    '{"type": "subscribe", "match": "nobody"}', '{"type": "ping", "id": 1, "more": 2}',
)  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_refused_in_words(text: str, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        await eve.dial()
        assert eve.socket is not None
        await eve.socket.send(text)
        refused = await eve.receive()
        await eve.send("ping", id=7)
        pong = await eve.receive()

        assert refused["type"] == "refused"
        assert refused["code"] in ("server/bad_message", "storage/unknown_match")
        assert (pong["type"], pong["id"]) == ("pong", 7)

    scene(tmp_path, scenario)


def test_a_page_of_another_site_can_do_nothing(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        eve.http.headers["origin"] = "https://elsewhere.example"
        answer = await eve.http.post("/api/matches", json={"game": "connect_four", "seats": [{"kind": "me"}] * 2})

        assert (answer.status_code, answer.json()["code"]) == (403, "server/bad_origin")

    scene(tmp_path, scenario)


def test_the_clocks_start_when_the_open_seat_is_taken(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        match, first = await table_for_one(ada, {"kind": "open"}, pace="1+0")
        await ada.request("play", match, 0, 1, action="4")
        early = await ada.receive("refused")
        await asyncio.sleep(1.1)
        await bo.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
        while (table := (await ada.receive("update"))["table"])["seats"][1]["kind"] != "person":
            pass
        on_turn = table["seats"][table["to_act"][0]]

        assert [seat["deadline_ms"] for seat in first["table"]["seats"]] == [None, None]
        assert early["code"] == "server/seat_open"
        assert on_turn["left_ms"] == 60_000
        assert on_turn["deadline_ms"] - table["now_ms"] >= 60_000

    scene(tmp_path, scenario)
