"""What is said about the chances of the sides, and what the files of the games may hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.errors import BadOption, BrokenGame
from parlour.players import chances
from parlour.players.chances import Chances, Measurement, chances_of, describe, options_that_matter
from parlour.players.simulation import wilson

CHECKERS = registry.load("checkers")
ROW: dict[str, Any] = {
    "level": "expert", "matches": 200, "wins": 101, "draws": 40, "different": 200, "seed": 1, "rules_version": 1,
    "date": "2026-11-16", "begins": "11-15",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the game read its chances from another folder."""
    monkeypatch.setattr("parlour.players.chances.resources.files", lambda _package: tmp_path)
    return tmp_path


def read(folder: Path, *rows: dict[str, Any]) -> Chances:
    (folder / chances.FILE).write_text(json.dumps({"sides": ["Black", "White"], "measured": rows}))
    return chances_of.__wrapped__(CHECKERS)


def row(**changes: Any) -> Measurement:
    return Measurement(**{**ROW, **changes})


def test_the_interval_is_wilsons() -> None:
    """10 of 20, and 0 of 10, from the formula worked out by hand."""
    assert wilson(0.5, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_a_draw_counts_half_in_the_score() -> None:
    assert row(wins=80, draws=40).score == 0.5
    assert row(wins=80, draws=40).losses == 80
    low, high = row(wins=80, draws=40).interval
    assert low < 0.5 < high


@pytest.mark.parametrize(
    ("wins", "draws", "of_100"),
    [
        (101, 0, (51, 49, 0)),
        (101, 1, (51, 49, 0)),
        (35, 125, (18, 20, 62)),
        (0, 200, (0, 0, 100)),
        (200, 0, (100, 0, 0)),
    ],
)
def test_numbers_out_of_100_add_up(wins: int, draws: int, of_100: tuple[int, int, int]) -> None:
    assert row(wins=wins, draws=draws).of_100 == of_100


def test_a_measurement_is_told_in_a_sentence() -> None:
    sides = Chances(sides=("Black", "White"))

    assert describe(sides, row(wins=92, draws=0)) == (
        "Between two computers at Expert level, Black won 46 of 100 matches and White 54. Measured in 200 matches."
    )
    assert "Black won 51 of 100 matches and White 29; 20 were draws." in describe(sides, row())
    assert "; 1 was a draw." in describe(sides, row(draws=2))


@pytest.mark.parametrize(
    ("wins", "draws", "ending"), [(200, 0, "is won by Red"), (0, 0, "is won by Yellow"), (0, 200, "ends in a draw")]
)
def test_one_match_that_is_always_repeated_counts_once(wins: int, draws: int, ending: str) -> None:
    repeated = row(wins=wins, draws=draws, different=1)

    told = describe(Chances(sides=("Red", "Yellow")), repeated)
    assert told == f"Two computers at Expert level always play the same match, which {ending}."
    assert repeated.interval == wilson(repeated.score, 1)


def test_a_side_without_a_name_of_its_own_gets_an_article() -> None:
    told = describe(Chances(sides=("raptor", "scientists")), row(wins=92, draws=0))

    assert "the raptor won 46 of 100 matches and the scientists 54." in told


def test_a_game_without_a_file_has_no_chances(folder: Path) -> None:
    assert chances_of.__wrapped__(CHECKERS).measured == ()


def test_what_was_measured_with_other_rules_is_left_out(folder: Path) -> None:
    found = read(folder, ROW, ROW | {"level": "club", "rules_version": 0})

    assert [each.level for each in found.measured] == ["expert"]


@pytest.mark.parametrize(
    "change",
    [
        {"level": "genius"},
        {"wins": 170},
        {"wins": -1},
        {"different": 0},
        {"different": 201},
        {"matches": 0},
        {"options": {"speed": "1"}},
        {"options": {"quiet_ply_limit": "many"}},
        {"colour": "red"},
    ],
)
def test_a_bad_measurement_is_refused(folder: Path, change: dict[str, Any]) -> None:
    with pytest.raises(BrokenGame, match=r"checkers: chances\.json cannot be used: "):
        read(folder, ROW | change)


def test_options_that_do_not_matter_and_defaults_are_left_out() -> None:
    given: dict[str, int | bool | str] = {"quick_colours": True, "repetition_limit": "3", "quiet_ply_limit": 40}

    assert options_that_matter(CHECKERS, given) == {"quiet_ply_limit": "40"}
    with pytest.raises(BadOption):
        options_that_matter(CHECKERS, {"speed": 1})
