"""The chances are counted by side, and a game keeps what was measured."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour.core.registry import load
from parlour.lab.chances import beginning, first_position, measure, play, save
from parlour.players.chances import FILE, Measurement, read_chances

GAME = load("connect_four")


def measured(level: str = "novice", matches: int = 12, jobs: int = 2) -> Measurement:
    return measure(GAME, level, matches, seed=1, jobs=jobs, options={}, date="2026-11-16")


def test_results_are_those_of_the_side_that_acts_first() -> None:
    """Each match is played again, and its winner compared with the seat that dropped the first checker."""
    row, wins = measured(), 0
    for seed in range(1, 13):
        first = first_position(GAME, {}, seed)
        last, _ = play(first, "novice", seed)
        outcome = last.outcome
        assert outcome is not None
        wins += outcome.winner == first.to_act()[0]

    assert row.wins == wins
    assert 0 < row.wins < row.matches


def test_both_seats_act_first_in_some_of_the_matches() -> None:
    assert {first_position(GAME, {}, seed).to_act() for seed in range(1, 13)} == {(0,), (1,)}


def test_the_same_seed_measures_the_same() -> None:
    assert measured(jobs=1) == measured(jobs=2)


def test_repeated_matches_are_counted_once() -> None:
    assert measured().different == 12


def test_every_match_is_ticked() -> None:
    ticks: list[int] = []
    measure(GAME, "novice", 3, 1, 1, {}, "2026-11-16", lambda: ticks.append(1))

    assert len(ticks) == 3


def test_a_level_that_changed_begins_otherwise() -> None:
    row = measured(matches=2)

    assert beginning(GAME, row) == row.begins
    assert beginning(GAME, replace(row, level="casual")) != row.begins


def test_a_measurement_replaces_the_earlier_one_of_its_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"sides": ["Red", "Yellow"], "neutral": [], "measured": []}
    (tmp_path / FILE).write_text(json.dumps(names))
    monkeypatch.setattr("parlour.players.chances.resources.files", lambda _package: tmp_path)
    for level in ("club", "novice", "club"):
        save(GAME, replace(measured(matches=2), level=level, seed=len(level)))

    kept = read_chances(GAME)
    assert [row.level for row in kept.measured] == ["novice", "club"]
    assert kept.sides == ("Red", "Yellow")
    assert (tmp_path / FILE).read_text().endswith("}\n")
