"""Tree search over guesses, shown on two toy games whose answers can be computed by hand."""

import json
import math
import sys

import numpy as np
import pytest

from parlour.core.game import Game
from parlour.core.level import OnePly, TreeSearch
from parlour.core.position import Position, start
from parlour.core.registry import load
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.search.ismcts import InformationSetTree
from parlour.search.one_ply import OnePlyThinker
from support.nojit import run_plain
from support.toys import BET, PENNIES, bet_wins


def think(game: Game, position: Position, seat: int, simulations: int = 20_000, seed: int = 1) -> Thought:
    tree = InformationSetTree(game, TreeSearch(simulations))
    return tree.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def by_action(thought: Thought) -> dict[int, ActionValue]:
    return {value.action: value for value in thought.values}


def test_a_value_is_a_mean_over_guesses_with_their_spread() -> None:
    values = by_action(think(BET, start(BET, 3), 0))

    assert values[1].value == pytest.approx(3 / 4, abs=0.02)
    assert values[1].spread == pytest.approx(math.sqrt(3) / 4, abs=0.02)
    assert (values[0].value, values[0].spread) == (0.5, 0.0)


def test_it_never_looks_at_the_card_that_is_hidden_from_it() -> None:
    positions = [start(BET, seed) for seed in range(20)]

    thoughts = [think(BET, position, 0, 500) for position in positions]

    assert len({int(position.state.card) for position in positions}) == 4
    assert all(thought == thoughts[0] for thought in thoughts)


@pytest.mark.parametrize("seat", [0, 1])
def test_secret_choices_are_made_blind(seat: int) -> None:
    """A seat that saw the other's choice would always win; blind, seat 0 gets 3/7 in the long run."""
    thought = think(PENNIES, start(PENNIES, 1), seat)
    total = sum(value.simulations for value in thought.values)
    mean = sum(value.value * value.simulations for value in thought.values) / total

    assert total == 20_000
    assert mean == pytest.approx(3 / 7 if seat == 0 else 4 / 7, abs=0.05)


def test_a_choice_already_made_in_secret_is_guessed() -> None:
    position = start(PENNIES, 1).play(0, 1)

    values = by_action(think(PENNIES, position, 1, 4_000))

    assert values[0].value == pytest.approx((0.25 + 1) / 2, abs=0.05)
    assert values[1].value == pytest.approx((1 + 0) / 2, abs=0.05)


def test_one_ply_values_every_action_on_the_same_guesses() -> None:
    look_ahead = OnePlyThinker(BET, OnePly(bet_wins, guesses=64))

    thought = look_ahead.think(start(BET, 1).seen_by(0).known, 0, np.array([1], np.uint64), Stop())

    assert thought.best == 1
    assert {value.simulations for value in thought.values} == {64}


def test_a_full_memory_stops_the_growth_and_not_the_search() -> None:
    tree = InformationSetTree(PENNIES, TreeSearch(500))
    tree._nodes = tree._nodes[:4]

    thought = tree.think(start(PENNIES, 1).seen_by(0).known, 0, np.array([1], np.uint64), Stop())

    assert sum(value.simulations for value in thought.values) <= 500
    assert thought.best in (0, 1)


def digest() -> list[list[float]]:
    game = load("whist")
    position = start(game, 4, game.preset("quick"))
    seat = position.to_act()[0]
    values = think(game, position, seat, simulations=40).values
    return [[value.action, value.simulations, value.value, value.spread] for value in values]


@pytest.mark.slow
def test_compiled_and_plain_searches_are_equal() -> None:
    assert json.loads(run_plain(__file__)) == digest()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digest()))
