"""The chances of the sides, as the interface tells them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.registry import load
from parlour.players.chances import FILE, chances_of
from parlour.server.chances import show_chances

GAME = load("connect_four")
ROW = {
    "level": "club", "matches": 200, "wins": 120, "draws": 20, "different": 200, "seed": 1, "rules_version": 1,
    "date": "2026-11-16", "begins": "4",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / FILE).write_text(json.dumps({"sides": ["first to lead", "Yellow"], "measured": [ROW]}))
    monkeypatch.setattr("parlour.players.chances.resources.files", lambda _package: tmp_path)
    chances_of.cache_clear()
    yield
    chances_of.cache_clear()


def test_a_measurement_is_shown_in_numbers_and_in_words() -> None:
    (row,) = show_chances(GAME).measured

    assert (row.level, row.options, row.matches, row.wins, row.draws) == ("club", {}, 200, (120, 60), 20)
    assert row.of_100 == (60, 30, 10)
    assert row.interval == pytest.approx((0.5816, 0.7127), abs=1e-4)
    assert row.message.startswith("Between two computers at Club level, the first to lead won 60 of 100 matches")


def test_sides_are_written_as_headings_and_options_that_do_not_matter_are_named() -> None:
    shown = show_chances(GAME)

    assert shown.sides == ("First to lead", "Yellow")
    assert shown.neutral == ["quick_colours"]
