"""A tournament is fair, follows from its plan, and goes on after an interruption."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.core.errors import BadOption
from parlour.core.registry import load
from parlour.lab.errors import BadRun
from parlour.lab.plan import Plan, make_plan
from parlour.lab.sprt import Test
from parlour.lab.tournament import run
from parlour.match import file
from parlour.storage.lab_runs import JOURNAL, RUN, LabFolder, LabRun, Row, match_path, read_rows

GAME = load("connect_four")


def plan_of(*players: str, matches: int = 4, **more: Any) -> Plan:
    return make_plan(GAME, players, matches=matches, seed=3, options={}, **more)


def rows_in(folder: Path) -> list[Row]:
    return sorted(read_rows((folder / JOURNAL).read_bytes()), key=lambda row: row.number)


def results_in(folder: Path) -> list[tuple[Any, ...]]:
    """Return all of the journal but the thinking time."""
    return [(row.number, row.players, row.seed, row.winner, row.reason, row.num_actions) for row in rows_in(folder)]


def lasting(result: LabRun) -> LabRun:
    """Return a result without its times."""
    return msgspec.structs.replace(result, started_ms=0, updated_ms=0)


def test_all_meet_equally_often_from_both_seats_with_the_same_deals(tmp_path: Path) -> None:
    run(plan_of("random", "novice", "mcts:2"), tmp_path)
    rows = rows_in(tmp_path)

    assert Counter(row.players for row in rows) == {
        (a, b): 2 for a in range(3) for b in range(3) if a != b
    }  # fmt: skip
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert (first.seed, first.players) == (second.seed, second.players[::-1])
        matches = [file.read(match_path(tmp_path, row.number).read_bytes()) for row in (first, second)]
        assert matches[0].actions[:3] == matches[1].actions[:3]  # the opening
        assert [match.outcome and match.outcome.winner for match in matches] == [first.winner, second.winner]


def test_in_a_gauntlet_the_first_player_meets_the_others() -> None:
    assert plan_of("novice", "casual", "club", is_gauntlet=True).meetings == [(0, 1), (0, 2)]


def test_the_table_counts_what_the_journal_says(tmp_path: Path) -> None:
    result = run(plan_of("casual", "random", matches=8), tmp_path)
    rows = rows_in(tmp_path)
    wins = sum(row.winner is not None and row.players[row.winner] == 0 for row in rows)

    assert (result.done, result.total, result.is_over) == (8, 8, True)
    assert result.standings[0].name == "casual"
    assert (result.standings[0].wins, result.cross[0][1].wins, result.cross[1][0].losses) == (wins, wins, wins)
    assert result.standings[0].low < result.standings[0].rating < result.standings[0].high
    assert LabFolder(tmp_path.parent).run(tmp_path) == result


def test_an_interrupted_tournament_ends_alike(tmp_path: Path) -> None:
    """The journal breaks off in the middle of a line, and one match file is from a match that is not in it."""
    plan = plan_of("novice", "random", matches=10)
    whole = run(plan, tmp_path / "whole")
    run(plan, tmp_path / "cut")
    lines = (tmp_path / "cut" / JOURNAL).read_bytes().splitlines(keepends=True)
    (tmp_path / "cut" / JOURNAL).write_bytes(b"".join(lines[:5])[:-10])
    again = run(plan, tmp_path / "cut")

    assert lasting(again) == lasting(whole)
    assert results_in(tmp_path / "cut") == results_in(tmp_path / "whole")


def test_a_finished_tournament_is_not_played_again(tmp_path: Path) -> None:
    plan = plan_of("novice", "random")
    run(plan, tmp_path)
    journal = (tmp_path / JOURNAL).read_bytes()
    run(plan, tmp_path)

    assert (tmp_path / JOURNAL).read_bytes() == journal


@pytest.mark.slow
def test_a_tournament_that_was_killed_ends_alike(tmp_path: Path) -> None:
    arguments = ["connect_four", "--player", "casual", "--player", "novice", "--matches", "60", "--out"]
    command = [sys.executable, "-m", "parlour", "lab", "tournament", *arguments]
    process = subprocess.Popen([*command, str(tmp_path / "killed")], stdout=subprocess.DEVNULL)
    journal = tmp_path / "killed" / JOURNAL
    while not (journal.exists() and journal.read_bytes().count(b"\n") >= 4):
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = journal.read_bytes().count(b"\n")
    for folder in ("killed", "whole"):
        subprocess.run([*command, str(tmp_path / folder)], check=True, stdout=subprocess.DEVNULL)

    assert before < 60
    found = [msgspec.json.decode((tmp_path / each / RUN).read_bytes(), type=LabRun) for each in ("killed", "whole")]
    assert lasting(found[0]) == lasting(found[1])
    assert results_in(tmp_path / "killed") == results_in(tmp_path / "whole")


@pytest.mark.slow
def test_workers_change_nothing(tmp_path: Path) -> None:
    plan = plan_of("novice", "random", matches=6)

    assert lasting(run(plan, tmp_path / "two", workers=2)) == lasting(run(plan, tmp_path / "one"))


def test_a_test_stops_a_tournament_when_it_is_decided(tmp_path: Path) -> None:
    result = run(plan_of("casual", "random", matches=200, test=Test(0, 300)), tmp_path)

    assert result.test is not None
    assert result.test.verdict == "elo1"
    assert result.done == 2 * result.test.pairs < 200


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    run(plan_of("random", "novice", matches=2), tmp_path)

    with pytest.raises(BadRun, match="another tournament"):
        run(plan_of("random", "novice", matches=4), tmp_path)


@pytest.mark.parametrize(
    ("players", "more"),
    [(("novice",), {}), (("novice", "novice"), {}), (("novice", "casual", "club"), {"test": Test(0, 5)})],
)
def test_plans_without_sense_are_refused(players: tuple[str, ...], more: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        plan_of(*players, **more)
