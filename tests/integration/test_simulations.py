"""Simulations over HTTP: played in the background, one for each person, cancelled, limited."""

import threading
from pathlib import Path
from typing import Any

import pytest

from parlour.core.registry import load
from parlour.core.thinking import Stop
from parlour.players.simulation import Simulation, simulate
from parlour.server.limits import MOST
from support.clients import until
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served

PATH = "/api/simulation"
CASUAL: dict[str, Any] = {"game": "connect_four", "level": "casual", "matches": 6}


async def state_of(person: Person) -> Any:
    return (await person.http.get(PATH)).json()


async def done(person: Person) -> Any:
    return await until(person, PATH, lambda state: state["status"] not in ("waiting", "running"))


class Held:
    """Holds every step of a simulation until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._may_go = threading.Event()
        step = Simulation.step

        def held(simulation: Simulation, stop: Stop) -> None:
            while not stop.is_due and not self._may_go.wait(0.01):
                pass
            step(simulation, stop)

        monkeypatch.setattr(Simulation, "step", held)

    def let_go(self) -> None:
        self._may_go.set()


def test_a_simulation_counts_what_the_same_matches_in_a_terminal_come_to(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        assert (await state_of(ada))["status"] == "none"
        first = await ada.post(PATH, **CASUAL)
        assert (first["status"], first["total"], first["level"]) == ("waiting", 6, "casual")
        state = await done(ada)
        tally = simulate(load("connect_four"), "casual", {}, 6)

        assert (state["status"], state["done"], state["game"]) == ("done", 6, "connect_four")
        assert (state["wins"], state["draws"], state["rate"]) == (tally.wins, tally.draws, tally.rate)
        assert (state["low"], state["high"]) == tally.interval
        assert (await state_of(eve))["status"] == "none"

    scene(tmp_path, scenario)


def test_a_person_has_one_simulation_at_a_time_and_can_cancel_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch)

    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.post(PATH, **CASUAL)
        assert await ada.refusal(PATH, **CASUAL) == (429, "server/too_many")
        assert (await ada.http.delete(PATH)).json()["status"] == "none"
        held.let_go()
        await ada.post(PATH, **CASUAL)
        assert (await done(ada))["done"] == 6
        await ada.post(PATH, **CASUAL | {"matches": 2})
        assert (await done(ada))["total"] == 2

    scene(tmp_path, scenario)


def test_opponents_think_while_a_simulation_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)

    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        await ada.post(PATH, **CASUAL)
        await until(ada, PATH, lambda state: state["status"] == "running")
        match, first = await table_for_one(bo, {"kind": "computer", "level": "novice"})
        table = first["table"]
        if table["to_act"] == [0]:
            await bo.request("play", match, 0, table["version"], action="4")
            table["to_act"] = [1]
        while table["to_act"] == [1]:  # until the computer has played
            table = (await bo.receive("update"))["table"]
        held.let_go()
        await ada.http.delete(PATH)

    scene(tmp_path, scenario, ai_threads=2)


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"game": "chess"}, 400, "registry/unknown_game"),
        ({"level": "strongest"}, 400, "server/bad_message"),
        ({"options": {"shape": "round"}}, 400, "game/bad_option"),
        ({"matches": 0}, 400, "http/400"),
        ({"matches": 1001}, 400, "http/400"),
    ],
)
def test_a_wrong_request_is_refused_and_starts_nothing(
    tmp_path: Path, wrong: dict[str, Any], status: int, code: str
) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()

        assert await ada.refusal(PATH, **CASUAL | wrong) == (status, code)
        assert (await state_of(ada))["status"] == "none"

    scene(tmp_path, scenario)


def test_a_simulation_that_takes_too_long_ends_with_the_matches_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, "simulation_s", MOST["simulation_s"]._replace(number=0))

    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.post(PATH, **CASUAL)
        state = await done(ada)

        assert (state["status"], state["done"], state["total"]) == ("done", 0, 6)
        assert (state["rate"], state["low"], state["high"]) == (0, 0, 1)

    scene(tmp_path, scenario)


def test_a_failure_is_told_and_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(simulation: Simulation, stop: Stop) -> None:
        raise RuntimeError("a bug")

    async def scenario(served: Served) -> None:
        ada = served.person()
        with monkeypatch.context() as broken:
            broken.setattr(Simulation, "step", fail)
            await ada.post(PATH, **CASUAL)
            assert (await done(ada))["status"] == "failed"
        await ada.post(PATH, **CASUAL)

        assert (await done(ada))["status"] == "done"

    scene(tmp_path, scenario)
