"""A server that always starts: matches that cannot be loaded are parked, and come back when they can."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import parlour
from parlour.core import registry
from parlour.core.game import Game
from parlour.match import events as ev
from parlour.match.file import NO_HASH, read_entries, write_line
from parlour.match.seating import PERSON, Seat, Seating
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from support.clients import play_connect_four
from support.live_server import Person, Served, serving

ALONE = [{"kind": "me"}, {"kind": "me"}]
DAMAGE = {
    "the log was changed": "UPDATE events SET line = replace(line, 'acted', 'asked') WHERE match = :match AND seq = 1",
    "the log is gone": "DELETE FROM events WHERE match = :match",
    "the seating cannot be read": "UPDATE matches SET seating = '{' WHERE id = :match",
}


def serve(data: Path, scenario: Callable[[Served], Awaitable[None]]) -> None:
    async def run() -> None:
        async with serving(data) as served:
            await scenario(served)

    asyncio.run(run())


async def begin(person: Person, **request: Any) -> str:
    """Start a match and play its first action."""
    made = await person.post("/api/matches", game="connect_four", options={"quick_colours": 1}, seats=ALONE, **request)
    if person.socket is None:
        await person.dial()
    await person.send("subscribe", match=made["match"], seat=0)
    table = (await person.receive("snapshot"))["table"]
    await person.request("play", made["match"], table["to_act"][0], table["version"], action="4")
    await person.receive("done")
    return str(made["match"])


def damage(data: Path, statement: str, match: str) -> None:
    with closing(Database(data / "parlour.db")) as database:
        database.write(lambda connection: connection.execute(sa.text(statement), {"match": match})).result()


def store_unknown_game(data: Path) -> str:
    started = ev.Started(at_ms=1, game="ludo", rules_version=1, options={}, seed_hash="")
    seating = Seating((Seat(PERSON, "Ada", "guest:a"), Seat(PERSON, "Bo", "guest:b")), "x", is_public=True)
    with closing(Database(data / "parlour.db")) as database:
        SqlLog(database).create("ludo1", 1, seating, [write_line(0, started, NO_HASH)[0]]).result()
    return "ludo1"


def raise_rules_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the rules of Connect Four changed."""
    game, load = parlour.load("connect_four"), registry.load
    changed = replace(game, facts=replace(game.facts, rules_version=game.facts.rules_version + 1))

    def load_changed(game_id: str) -> Game:
        return changed if game_id == game.id else load(game_id)

    monkeypatch.setattr(registry, "load", load_changed)


async def parked(person: Person, match: str) -> str:
    """Return the sentence with which a match is refused as parked."""
    answer = await person.http.get(f"/api/matches/{match}")
    assert (answer.status_code, answer.json()["code"]) == (409, "match/parked")
    if person.socket is None:
        await person.dial()
    await person.send("subscribe", match=match, seat=None)
    refused = await person.receive("refused")
    assert (refused["code"], refused["message"]) == ("match/parked", answer.json()["message"])
    return str(refused["message"])


def test_a_server_with_damaged_matches_starts_serves_the_others_and_says_so(tmp_path: Path) -> None:
    matches: list[str] = []

    async def before(served: Served) -> None:
        ada = served.person()
        matches.extend([await begin(ada, pace="10+0", is_public=True) for _ in range(4)])

    serve(tmp_path, before)
    *broken, sound = matches
    for statement, match in zip(DAMAGE.values(), broken, strict=True):
        damage(tmp_path, statement, match)
    unknown = store_unknown_game(tmp_path)

    async def after(served: Served) -> None:
        bo = served.person()
        for match in broken:
            assert "Its log is damaged." in await parked(bo, match)
        assert "Its game is not installed here." in await parked(bo, unknown)
        assert (await bo.http.get(f"/api/matches/{sound}")).json()["match"] == sound
        await bo.send("subscribe", match=sound, seat=None)
        assert (await bo.receive("snapshot"))["table"]["version"] == 2  # started, acted
        metrics = served.metrics()
        assert "parlour_parked_matches 4.0" in metrics
        assert "parlour_failures_total 0.0" in metrics
        await begin(bo)

    serve(tmp_path, after)


def test_matches_of_older_rules_are_parked_and_come_back_uncharged_with_their_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches: dict[str, str] = {}
    cookies: dict[str, str] = {}
    left_ms: list[int] = []

    async def before(served: Served) -> None:
        ada = served.person()
        matches["over"] = await play_connect_four(ada, None, is_public=True)
        matches["open"] = await begin(ada, pace="10+0", is_public=True)
        matches["shared"] = (
            await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}])
        )["match"]
        cookies.update(ada.http.cookies.items())
        await ada.send("subscribe", match=matches["open"], seat=0)
        left_ms.extend(seat["left_ms"] for seat in (await ada.receive("snapshot"))["table"]["seats"])

    async def under_other_rules(served: Served) -> None:
        ada, bo = served.person(), served.person()
        ada.http.cookies.update(cookies)

        assert "rules" in await parked(bo, matches["open"])
        assert "rules" in await parked(bo, matches["over"])
        log = await ada.http.get(f"/api/matches/{matches['open']}/file")
        kinds = [type(entry.event) for entry in read_entries(log.content)]
        assert kinds == [ev.Started, ev.Acted]  # all that was played, and not the seed
        assert (await bo.http.get(f"/api/matches/{matches['open']}/file")).json()["code"] == "server/not_over"
        assert ev.SeedRevealed in [
            type(entry.event)
            for entry in read_entries((await bo.http.get(f"/api/matches/{matches['over']}/file")).content)
        ]
        history = (await ada.http.get("/api/me/history")).json()["entries"]
        assert [entry["match"] for entry in history] == [matches["over"]]

    async def again(served: Served) -> None:
        ada = served.person()
        ada.http.cookies.update(cookies)
        await ada.dial()
        await ada.send("subscribe", match=matches["open"], seat=0)
        snapshot = await ada.receive("snapshot")
        table = snapshot["table"]

        assert [event["kind"] for event in snapshot["events"]] == ["acted"]
        assert [seat["left_ms"] for seat in table["seats"]] == left_ms
        assert "parlour_parked_matches 0.0" in served.metrics()
        await ada.request("play", matches["open"], table["to_act"][0], table["version"], action="4")
        assert await ada.receive("done")

    serve(tmp_path, before)
    with monkeypatch.context() as patched:
        raise_rules_version(patched)
        serve(tmp_path, under_other_rules)
    serve(tmp_path, again)
