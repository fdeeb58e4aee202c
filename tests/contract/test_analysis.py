"""The analysis of any game: its graph and its table agree, and it names what it says."""

import pytest

from parlour.analysis.analyser import Analyser
from parlour.analysis.report import Analysis
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from support.matches import walk

LAST = 8  # actions of a match that are looked at
SECONDS = 0.05


def random_match(game: Game, seed: int) -> Match:
    match = new_match(game, seed=seed)
    for position, seat, action in walk(game, seed):
        handle(match, co.Play(seat=seat, action=position.action_to_text(seat, action)), 0)
    return match


def end_of(match: Match) -> Analysis:
    """Analyse the last actions of a match in a hurry."""
    analyser = Analyser(match, SECONDS)
    while not analyser.is_done and analyser.done < LAST + 1:
        with Stop(SECONDS) as stop:
            analyser.step(stop)
    return analyser.report()


def test_the_graph_and_the_table_hold_the_same_numbers(game: Game) -> None:
    match = random_match(game, 3)
    analysis = end_of(match)

    assert len(analysis.actions) == len(analysis.points) - 1 == min(LAST, len(match.actions))
    for point, action in zip(analysis.points, analysis.actions, strict=False):
        assert action.best_value == pytest.approx(point.value if action.seat == 0 else 1 - point.value)
        assert 0.0 <= point.low <= point.value <= point.high <= 1.0
        assert 0.0 <= action.value <= action.best_value


def test_the_best_actions_come_first_and_have_the_value_of_the_best(game: Game) -> None:
    for action in end_of(random_match(game, 4)).actions:
        values = [candidate.value for candidate in action.best]

        assert values == sorted(values, reverse=True)
        if action.grade != "forced":
            assert values[0] == action.best_value
            assert {each.value for each in action.best if each.action == action.action} <= {action.value}


def test_every_grade_has_its_reason_in_sentences(game: Game) -> None:
    for action in end_of(random_match(game, 5)).actions:
        assert action.reason[0].isupper()
        assert action.reason.endswith(".")
        assert "you" not in action.reason.lower().split()
