"""How a match ended is told in one sentence, to each viewer in their own words."""

import pytest

import parlour
from parlour.core.contract import SPECTATOR
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.ending import ending
from parlour.match.match import Match, new_match

NAMES = ("Ann", "Bea")


def checkers(position: str) -> Match:
    return new_match(parlour.load("checkers"), seed=1, position=position)


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "You won: the last checker was captured."),
        (1, "Ann won: the last checker was captured."),
        (SPECTATOR, "Ann won: the last checker was captured."),
    ],
)
def test_a_win_is_told_by_the_game_with_its_reason(viewer: int, sentence: str) -> None:
    match = checkers("B:W15:B10")
    handle(match, co.Play(seat=0, action="10x19"), 0)

    assert ending(match, NAMES, viewer) == sentence


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [(0, "Bea won: you resigned."), (1, "You won: Ann resigned."), (SPECTATOR, "Bea won: Ann resigned.")],
)
def test_a_resignation_is_told_with_who_resigned(viewer: int, sentence: str) -> None:
    match = checkers("B:W15:B10")
    handle(match, co.Resign(seat=0), 0)

    assert ending(match, NAMES, viewer) == sentence
    assert ending(match) == "White won: Black resigned."
