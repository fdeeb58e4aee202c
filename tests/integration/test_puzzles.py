"""Puzzles over HTTP: what is asked, how answers are judged, and that no solution leaves before one."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.core import registry
from parlour.puzzles import book
from parlour.puzzles.book import Puzzle, puzzles_of
from parlour.puzzles.judge import first_position, judge
from support.clients import asked
from support.fixtures import scene
from support.live_server import Person, Served
from support.matches import guessed

GAME = registry.load("connect_four")
PUZZLE, SECOND = list(puzzles_of(GAME).values())[:2]
PATH = f"/api/puzzles/{PUZZLE.id}"


def wrong_answer(puzzle: Puzzle = PUZZLE) -> str:
    """Return a legal drop that does not solve a puzzle of Connect Four."""
    choices = first_position(GAME, puzzle).seen_by(puzzle.seat).choices()
    return next(choice.action for choice in choices if choice.action not in puzzle.solution)


def test_a_puzzle_is_shown_and_solved(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        shown = await asked(ada, PATH)
        verdict = await ada.post(f"{PATH}/attempt", actions=list(PUZZLE.solution))

        assert (shown["goal"], shown["seat"], shown["state"]) == (PUZZLE.goal, PUZZLE.seat, "new")
        assert len(shown["choices"]) > 1
        assert verdict["verdict"] == "right"
        assert verdict["message"].startswith("Right!")
        assert verdict["solution"] == list(PUZZLE.solution)
        assert verdict["rating_change"] >= 0
        assert verdict["streak"] == 1
        assert (await asked(ada, PATH))["state"] == "solved"

    scene(tmp_path, scenario)


def test_a_wrong_answer_tells_no_solution_and_only_the_first_counts(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        wrong = await ada.post(f"{PATH}/attempt", actions=[wrong_answer()])
        right = await ada.post(f"{PATH}/attempt", actions=list(PUZZLE.solution))
        training = await asked(ada, f"/api/puzzles/{GAME.id}/training")

        assert (wrong["verdict"], wrong["solution"]) == ("wrong", [])
        assert wrong["rating_change"] < 0
        assert (right["verdict"], right["rating_change"], right["streak"]) == ("right", None, 0)
        assert right["rating"] == wrong["rating"] == training["rating"]
        assert [(each["is_right"], each["is_solved"]) for each in training["attempts"]] == [(False, True)]

    scene(tmp_path, scenario)


def test_giving_up_shows_the_solution_and_counts_as_wrong(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        shown = await ada.post(f"{PATH}/attempt", gives_up=True)
        again = await ada.post(f"{PATH}/attempt", actions=list(PUZZLE.solution))

        assert (shown["verdict"], shown["solution"]) == ("shown", list(PUZZLE.solution))
        assert shown["steps"][-1]["happened"]
        assert shown["rating_change"] < 0
        assert again["scene"]["state"] == "tried"

    scene(tmp_path, scenario)


def test_what_is_not_a_whole_legal_turn_changes_nothing(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        assert await ada.refusal(f"{PATH}/attempt", actions=["99"]) == (400, "notation/unreadable")
        assert await ada.refusal(f"{PATH}/attempt", actions=["x" * 300]) == (400, "http/400")
        assert await ada.refusal("/api/puzzles/connect_four-99999", "GET") == (404, "puzzle/unknown")
        assert await ada.refusal("/api/puzzles/ludo/next", "GET") == (400, "registry/unknown_game")
        nothing = await ada.post(f"{PATH}/attempt")
        explained = await ada.post(f"{PATH}/attempt", picks=["column:99"], gives_up=True)

        assert (nothing["verdict"], nothing["steps"], nothing["position"]) == ("unfinished", [], None)
        assert explained["scene"]["why_not"]
        assert explained["solution"] == []
        assert (await asked(ada, PATH))["state"] == "new"

    scene(tmp_path, scenario)


def test_training_goes_on_with_puzzles_that_were_not_tried(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        seen: list[str] = []
        await asked(ada, "/api/account")
        for _ in range(3):
            found = await asked(ada, f"/api/puzzles/{GAME.id}/next", after=seen[-1] if seen else "")
            seen.append(found["id"])
            await ada.post(f"/api/puzzles/{found['id']}/attempt", gives_up=True)

        assert len(set(seen)) == 3

    scene(tmp_path, scenario)


def test_the_puzzles_of_the_day_are_the_same_for_everyone(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        mine, theirs = [(await asked(person, "/api/puzzles/daily"))["puzzles"] for person in (ada, bo)]
        daily = next(each for each in mine if each["game"] == GAME.id)
        solution = puzzles_of(GAME)[daily["puzzle"]].solution
        verdict = await ada.post(f"/api/puzzles/{daily['puzzle']}/attempt", actions=list(solution))
        after = await asked(ada, "/api/puzzles/daily")

        assert mine == theirs
        assert verdict["scene"]["is_daily"]
        assert verdict["day_streak"] == after["day_streak"] == 1
        assert next(each for each in after["puzzles"] if each["game"] == GAME.id)["state"] == "solved"
        assert {each["state"] for each in (await asked(bo, "/api/puzzles/daily"))["puzzles"]} == {"new"}

    scene(tmp_path, scenario)


def test_a_guest_takes_the_results_into_an_account(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        verdict = await ada.post(f"{PATH}/attempt", actions=list(PUZZLE.solution))
        await ada.sign_up("Ada")
        other = served.person()
        await other.sign_in("Ada")

        assert (await asked(other, f"/api/puzzles/{GAME.id}/training"))["rating"] == verdict["rating"]
        assert [each["puzzle"] for each in (await asked(other, "/api/account/export"))["puzzles"]] == [PUZZLE.id]

    scene(tmp_path, scenario)


def test_a_puzzle_is_played_on_after_an_answer(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        verdict = await ada.post(f"{PATH}/attempt", actions=[wrong_answer()])
        seats = [{"kind": "me"} if seat == PUZZLE.seat else {"kind": "computer", "level": "novice"} for seat in (0, 1)]
        made = await ada.post("/api/matches", game=GAME.id, seats=seats, options=verdict["scene"]["options"],
                              position=verdict["position"])  # fmt: skip

        assert made["seats"] == [PUZZLE.seat]

    scene(tmp_path, scenario)


HIDDEN = [game for game in map(registry.load, registry.game_ids()) if game.facts.hidden and puzzles_of(game)]


@pytest.mark.parametrize("game", [GAME, *HIDDEN], ids=lambda game: game.id)
def test_neither_the_solution_nor_what_nobody_knows_is_sent_before_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Any
) -> None:
    """A twin has another solution, and what neither seat can know is dealt again: what is sent is the same."""
    puzzle = next(iter(puzzles_of(game).values()))
    twin = twin_of(game, puzzle)
    assert twin.solution != puzzle.solution

    async def told(person: Person) -> list[Any]:
        path = f"/api/puzzles/{puzzle.id}"
        picked = await person.post(f"{path}/attempt", picks=["nothing:1"], gives_up=True)
        return [await asked(person, path), await person.post(f"{path}/attempt"), picked]

    async def scenario(served: Served) -> None:
        truth = await told(served.person())
        found = {**puzzles_of(game), puzzle.id: twin}
        monkeypatch.setattr(book, "puzzles_of", lambda each: found if each is game else {})
        assert await told(served.person()) == truth

    scene(tmp_path, scenario)


def twin_of(game: Any, puzzle: Puzzle) -> Puzzle:
    """Return the same puzzle with another solution, and with another position that both seats know alike."""
    first = first_position(game, puzzle)
    known = [first.seen_by(seat).known.tobytes() for seat in (0, 1)]
    others = [guessed(first, puzzle.seat, seed) for seed in range(50)]
    alike = [each for each in others if [each.seen_by(seat).known.tobytes() for seat in (0, 1)] == known]
    position = next((each.to_text() for each in alike if each.to_text() != puzzle.position), puzzle.position)
    choices = [choice.action for choice in first.seen_by(puzzle.seat).choices()]
    solution = next(
        action for action in choices if judge(game, puzzle, [action]).steps and action != puzzle.solution[0]
    )
    return msgspec.structs.replace(puzzle, position=position, solution=(solution,), value=0.9, second=0.1)
