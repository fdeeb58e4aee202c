"""Replays over HTTP: who may see what, files that visitors bring, and matches that begin from a position."""

from pathlib import Path
from typing import Any

from support.fixtures import scene, table_for_one
from support.live_server import Person, Served


async def play(person: Person, match: str, columns: str, seats: tuple[int, int] = (0, 1)) -> None:
    """Drop checkers in turn, on one device."""
    for version, column in enumerate(columns, start=1):
        await person.request("play", match, seats[(version - 1) % 2], version, action=column)
        await person.receive("done")


async def finished(person: Person, **request: Any) -> tuple[str, dict[str, Any]]:
    """Play a match on one device to its end; return its id and its first message."""
    match, first = await table_for_one(person, {"kind": "me"}, **request)
    seat = first["table"]["to_act"][0]
    await play(person, match, "1212121", (seat, 1 - seat))
    return match, first


def test_a_finished_match_is_replayed_from_its_beginning(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await finished(ada)
        replay = (await ada.http.get(f"/api/matches/{match}/replay")).json()

        assert (replay["game"], len(replay["frames"])) == ("connect_four", 8)
        assert replay["frames"][0]["view"] == first["table"]["view"]
        assert replay["frames"][-1]["position"].startswith("......./......./r....../ry")
        assert replay["message"].endswith("won with four in a column.")

    scene(tmp_path, scenario)


def test_a_private_match_is_replayed_by_its_people_and_by_its_link_only(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, _ = await finished(ada)
        path, link = f"/api/matches/{match}/replay", {"invitation": ada.made["invitation"]}

        assert await eve.refusal(path, "GET") == (404, "storage/unknown_match")
        assert (await eve.http.get(path, params=link)).status_code == 200

    scene(tmp_path, scenario)


def test_while_a_match_goes_on_nobody_looks_from_another_seat(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        made = await ada.post(
            "/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}], is_public=True
        )
        path = f"/api/matches/{made['match']}/replay"
        await bo.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])

        own = (await ada.http.get(path)).json()
        assert (own["viewer"], own["frames"][0]["position"]) == (0, None)
        assert (await bo.http.get(path, params={"seat": -1})).json()["viewer"] is None
        assert await ada.refusal(f"{path}?seat=1", "GET") == (409, "server/not_over")
        assert await served.person().refusal(f"{path}?seat=0", "GET") == (409, "server/not_over")
        assert (await ada.refusal(f"{path}?seat=2", "GET"))[0] == 400

    scene(tmp_path, scenario)


def test_a_file_is_replayed_and_garbage_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, _ = await finished(ada)
        data = (await ada.http.get(f"/api/matches/{match}/file")).text
        replay = await ada.post("/api/replays", text=data)

        assert len({frame["position"] for frame in replay["frames"]}) == 8
        assert await ada.refusal("/api/replays", text=data.replace("ended", "ender")) == (400, "match/corrupt_log")
        assert await ada.refusal("/api/replays", text="garbage") == (400, "server/bad_message")
        assert (await ada.http.post("/api/replays", json={"text": "x" * 600_000})).status_code == 413

    scene(tmp_path, scenario)


def test_a_match_from_a_position_is_played_on_and_earns_nothing(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "computer", "level": "novice"}, position="112233")
        seat = first["table"]["to_act"][0]
        await ada.request("play", match, seat, 1, action="4")
        while (outcome := (await ada.receive("update"))["table"]["outcome"]) is None:
            pass

        assert (outcome["winner"], outcome["experience"]) == (seat, [0, 0])
        assert await ada.refusal("/api/matches", game="connect_four", seats=[{"kind": "me"}] * 2,
                                 position="9") == (400, "notation/unreadable")  # fmt: skip
        assert await ada.refusal("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}],
                                 position="112233") == (400, "server/bad_message")  # fmt: skip

    scene(tmp_path, scenario)
