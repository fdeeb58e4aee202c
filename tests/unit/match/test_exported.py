"""Matches in other formats, and as a plain list of actions."""

import pytest

from parlour.core import registry
from parlour.core.errors import BadOption
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.exported import write_record
from parlour.match.match import Match, new_match


def resigned(game_id: str, *actions: str) -> Match:
    game = registry.load(game_id)
    match = new_match(game, seed=1, options=game.preset("quick"), names=("Ann", "Bo"), at_ms=0)
    for action in actions:
        handle(match, co.Play(seat=match.position.to_act()[0], action=action), 0)
    handle(match, co.Resign(seat=1), 0)
    return match


def test_the_actions_of_any_game_can_be_read() -> None:
    match = resigned("connect_four", "4", "3")
    first = match.actions[0][0]
    text = write_record(match, "text")
    ann_bo = ("Ann", "Bo")

    assert text.splitlines()[:3] == ["Connect Four", "Ann vs Bo", "1970.01.01"]
    assert text.splitlines()[-4:] == [
        f"1. {ann_bo[first]}: 4", f"2. {ann_bo[1 - first]}: 3", "", "Ann won: Bo resigned.",
    ]  # fmt: skip


def test_names_of_the_table_replace_those_of_the_log() -> None:
    text = write_record(resigned("checkers", "11-15"), "pdn", ("Asa", "Marion"))

    assert '[Black "Asa"]' in text or '[Black "Marion"]' in text
    assert "Ann" not in text


def test_an_unknown_format_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadOption, match="Checkers knows these other formats: pdn"):
        write_record(resigned("checkers"), "pgn")
