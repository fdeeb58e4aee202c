"""Private matches: only their players and those who come by the link know of them."""

from pathlib import Path
from typing import Any

import pytest

from support.clients import asked, play_connect_four
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served

OPEN = {"kind": "open"}


async def told(person: Person, path: str) -> tuple[int, str]:
    answer = await person.http.get(path)
    return answer.status_code, answer.text


async def refused(person: Person, kind: str, **fields: Any) -> dict[str, Any]:
    await person.send(kind, **fields)
    return await person.receive("refused", "snapshot", "drawing")


def test_a_stranger_is_told_the_same_of_a_private_match_as_of_none(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, _ = await table_for_one(ada, OPEN)
        await eve.dial()
        answers = []
        for each in (match, "x" * len(match)):
            http = [await told(eve, f"/api/matches/{each}{path}") for path in ("", "?invitation=guess", "/file")]
            join = await eve.http.post(f"/api/matches/{each}/join", json={"invitation": "guess"})
            sent = [
                await refused(eve, "subscribe", match=each),
                await refused(eve, "subscribe", match=each, seat=1, invitation="guess"),
                await refused(eve, "draw", match=each),
                await refused(eve, "say", match=each, seat=0, text="Hello!"),
                await refused(eve, "rematch", match=each, seat=0),
            ]
            answers.append(str([http, join.status_code, join.text, sent]).replace(each, "ID"))

        assert answers[0] == answers[1]
        assert "storage/unknown_match" in answers[0]

    scene(tmp_path, scenario)


def test_the_link_of_a_private_match_lets_people_watch_it(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, cleo = (served.person() for _ in range(3))
        match, _ = await table_for_one(ada, OPEN)
        await bo.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
        shared = (await asked(bo, f"/api/matches/{match}"))["invitation"]
        info = await asked(cleo, f"/api/matches/{match}", invitation=shared)
        await cleo.dial()
        await cleo.send("subscribe", match=match, invitation=shared)
        snapshot = await cleo.receive("snapshot", "refused")
        await cleo.send("draw", match=match)
        drawing = await cleo.receive("drawing", "refused")
        seat = await refused(cleo, "say", match=match, seat=0, text="Hello!")

        assert shared == ada.made["invitation"]
        assert (info["seats"], info["invitation"], info["is_public"]) == ([], None, False)
        assert (snapshot["type"], drawing["type"]) == ("snapshot", "drawing")
        assert seat["code"] == "server/not_your_seat"

    scene(tmp_path, scenario)


def test_everyone_watches_a_public_match(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, _ = await table_for_one(ada, OPEN, is_public=True)
        await eve.dial()
        await eve.send("subscribe", match=match)

        assert (await eve.receive("snapshot", "refused"))["type"] == "snapshot"

    scene(tmp_path, scenario)


@pytest.mark.parametrize("is_public", [False, True])
def test_a_spectator_learns_of_the_rematch_of_a_public_match_only(is_public: bool, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, cleo = (served.person() for _ in range(3))
        match = await play_connect_four(ada, bo, is_public=is_public)
        link = (await asked(ada, f"/api/matches/{match}"))["invitation"]
        await cleo.dial()
        await cleo.send("subscribe", match=match, invitation=link)
        await cleo.receive("snapshot")
        for seat, person in enumerate((ada, bo)):
            await person.send("rematch", match=match, seat=seat)
        nexts = {(await person.receive("rematched"))["next_match"] for person in (ada, bo)}
        await ada.send("say", match=match, seat=0, text="Good game!")
        heard = await cleo.receive("rematched", "chat_line")
        info = await asked(cleo, f"/api/matches/{match}", invitation=link)
        (again,) = nexts
        mine = await asked(bo, f"/api/matches/{again}")

        assert heard["type"] == ("rematched" if is_public else "chat_line")
        assert info["next_match"] == (again if is_public else None)
        assert mine["is_public"] == is_public
        assert (await told(cleo, f"/api/matches/{again}?invitation={link}"))[0] == (200 if is_public else 404)

    scene(tmp_path, scenario)


def test_a_history_tells_strangers_no_id_of_a_private_match(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo, eve = (served.person() for _ in range(3))
        await ada.sign_up("Ada")
        match = await play_connect_four(ada, bo)
        path = "/api/people/Ada/history"
        while not (await asked(ada, path))["entries"]:
            pass
        seen = [(await asked(person, path))["entries"][0]["match"] for person in (ada, bo, eve)]

        assert seen == [match, match, None]

    scene(tmp_path, scenario)
