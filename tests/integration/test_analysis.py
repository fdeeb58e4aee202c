"""Analyses over HTTP: who may have one, when, how it goes on, and that it is kept."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from parlour.analysis.analyser import Analyser
from parlour.core.thinking import Stop
from support.clients import play_connect_four, until
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served


def path_of(match: str) -> str:
    return f"/api/matches/{match}/analysis"


async def done(person: Person, match: str) -> Any:
    return await until(person, path_of(match), lambda state: state["status"] not in ("waiting", "running"))


class Slow:
    """Holds every step of an analysis until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = 0
        self._may_go = threading.Event()
        step = Analyser.step

        def held(analyser: Analyser, stop: Stop) -> None:
            self.steps += 1
            while not stop.is_due and not self._may_go.wait(0.01):
                pass
            step(analyser, stop)

        monkeypatch.setattr(Analyser, "step", held)
        monkeypatch.setattr("parlour.server.analyses.SECONDS", 60.0)

    def let_go(self) -> None:
        self._may_go.set()


async def late_match(person: Person) -> str:
    """Play a short match from a late position, of which the solver knows everything at once."""
    match, first = await table_for_one(person, {"kind": "me"}, position="4444453333355555")
    seat = first["table"]["to_act"][0]
    await person.request("play", match, seat, 1, action="1")
    await person.receive("done")
    await person.request("resign", match, 1 - seat, 2)
    await person.receive("done")
    return match


def test_a_finished_match_is_analysed_and_the_analysis_kept(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def scenario(served: Served) -> None:
        ada = served.person()
        match = await late_match(ada)
        assert (await ada.http.get(path_of(match))).json()["status"] == "none"
        await ada.post(path_of(match))
        kept.update(match=match, state=await done(ada, match), cookies=dict(ada.http.cookies))
        state = kept["state"]

        assert (state["status"], state["done"]) == ("done", state["total"])
        assert (state["analysis"]["game"], state["analysis"]["is_exact"]) == ("connect_four", True)
        assert [point["version"] for point in state["analysis"]["points"]] == [1, 2]
        assert "{seat" not in str(state)
        assert (await ada.post(path_of(match))) == state
        assert (await ada.http.delete(path_of(match))).json() == state

    async def after_a_restart(served: Served) -> None:
        ada = served.person()
        ada.http.cookies.update(kept["cookies"])

        assert (await ada.http.get(path_of(kept["match"]))).json() == kept["state"]

    scene(tmp_path, scenario)
    scene(tmp_path, after_a_restart)


def test_a_match_that_goes_on_is_not_analysed(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, _ = await table_for_one(ada, {"kind": "me"})

        assert await ada.refusal(path_of(match)) == (409, "server/not_over")
        assert (await ada.http.get(path_of(match))).json() == {
            "status": "none", "done": 0, "total": 0, "analysis": None
        }  # fmt: skip

    scene(tmp_path, scenario)


def test_the_analysis_of_a_private_match_is_for_its_people_and_its_link(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match = await late_match(ada)
        link = {"invitation": ada.made["invitation"]}

        for method in ("GET", "POST", "DELETE"):
            assert await eve.refusal(path_of(match), method) == (404, "storage/unknown_match")
        assert (await eve.http.post(path_of(match), params=link)).status_code == 200
        assert (await done(ada, match))["status"] == "done"

    scene(tmp_path, scenario)


def test_an_analysis_that_two_people_want_ends_when_both_have_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)

    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        match = await play_connect_four(ada, bo)
        for person in (ada, bo):
            await person.post(path_of(match))
        state = await until(ada, path_of(match), lambda state: state["status"] == "running" and state["total"])
        assert state["total"] == 8
        assert (await ada.http.delete(path_of(match))).json()["status"] == "running"
        assert (await bo.http.delete(path_of(match))).json()["status"] == "none"

        slow.let_go()
        await ada.post(path_of(match))
        assert (await ada.http.delete(path_of(match))).json()["status"] in ("none", "done")

    scene(tmp_path, scenario)


def test_one_analysis_of_a_person_goes_on_while_the_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)

    async def scenario(served: Served) -> None:
        ada = served.person()
        matches = [await late_match(ada) for _ in range(3)]
        for match in matches:
            await ada.post(path_of(match))
        await until(ada, path_of(matches[0]), lambda state: state["status"] == "running")
        waiting = [(await ada.http.get(path_of(match))).json()["status"] for match in matches[1:]]
        assert waiting == ["waiting", "waiting"]

        slow.let_go()
        states = await asyncio.gather(*(done(ada, match) for match in matches))
        assert {state["status"] for state in states} == {"done"}

    scene(tmp_path, scenario)


def test_an_analysis_that_a_stop_interrupts_begins_again_when_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, kept = Slow(monkeypatch), dict[str, Any]()

    async def scenario(served: Served) -> None:
        ada = served.person()
        match = await late_match(ada)
        await ada.post(path_of(match))
        await until(ada, path_of(match), lambda state: state["status"] == "running" and slow.steps > 0)
        kept.update(match=match, cookies=dict(ada.http.cookies))

    async def after_a_restart(served: Served) -> None:
        ada, match = served.person(), kept["match"]
        ada.http.cookies.update(kept["cookies"])
        slow.let_go()

        assert (await ada.http.get(path_of(match))).json()["status"] == "none"
        await ada.post(path_of(match))
        assert (await done(ada, match))["status"] == "done"

    scene(tmp_path, scenario)
    scene(tmp_path, after_a_restart)


def test_more_analyses_than_a_person_may_wait_for_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)

    async def scenario(served: Served) -> None:
        ada = served.person()
        matches = [await late_match(ada) for _ in range(6)]
        for match in matches[:5]:
            await ada.post(path_of(match))

        assert await ada.refusal(path_of(matches[5])) == (429, "server/too_many")
        assert (await ada.post(path_of(matches[0])))["status"] in ("waiting", "running")
        slow.let_go()
        for match in matches[:5]:
            await ada.http.delete(path_of(match))

    scene(tmp_path, scenario, limit_factor=1.0)


def test_a_failure_is_told_and_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(analyser: Analyser, stop: Stop) -> None:
        raise RuntimeError("a bug")

    async def scenario(served: Served) -> None:
        ada = served.person()
        match = await late_match(ada)
        with monkeypatch.context() as broken:
            broken.setattr(Analyser, "step", fail)
            await ada.post(path_of(match))
            assert (await done(ada, match))["status"] == "failed"
        await ada.post(path_of(match))

        assert (await done(ada, match))["status"] == "done"

    scene(tmp_path, scenario)
