"""OpenSpiel's games: how chance is drawn, what is refused, and that OpenSpiel's algorithms run on them."""

import random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.errors import BadOption

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `envs`")

from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

# The last round of a match on the small board: both choose a tile and a cell in secret.
LAST_ROUND = (
    "1R3HR4C1/G1TeB3CsB3TsG2Cs/Y3TeY2HeG1HeY2Ts/G4SB1CG2TG4T R2CR3SB2TY1S/B2CB4CY1CG1S G3CR2HR1TR4TY4TB1TB2SR1SB3HB1H"
    "R2SR1CY3CY4CR2TG3SR4SY4SY4HB4SR1HG2SY1TB4HG4HR3TY2CB1SY2SG2HG3HG3TY1HB3SR4HY3HG4CG1CR3CB2HB4TY3S 20/30 -"
)


def load(name: str, **parameters: int | bool | str) -> Any:
    parlour.register_open_spiel()
    return pyspiel.load_game(f"parlour_{name}", parameters)


def test_the_outcomes_of_the_deal_are_matches_by_their_seeds() -> None:
    for outcome in (0, 7):
        state = load("connect_four", quick_colours=True, deals=10, seed=100).new_initial_state()
        state.apply_action(outcome)

        assert state.position == parlour.new("connect_four", seed=100 + outcome, quick_colours=True)


def test_every_later_draw_is_a_chance_node_with_outcomes_of_its_own() -> None:
    state, choose = load("whist", deals=50).new_initial_state(), random.Random(1)
    drawn = set()
    while not state.is_terminal():
        if state.is_chance_node() and state.history():
            drawn.add(len({str(state.child(outcome).position.to_bytes()) for outcome in range(50)}))
        state.apply_action(choose.choice(state.legal_actions()))

    assert drawn
    assert min(drawn) > 1


def test_wrong_parameters_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadOption, match="deals takes a whole number from 1"):
        load("connect_four", deals=0)
    with pytest.raises(BadOption, match="seed takes a whole number from 0"):
        load("connect_four", seed=-1)
    with pytest.raises(BadOption, match="ceremony takes full or quick"):
        load("whist", ceremony="none")


def test_the_information_of_a_game_depends_on_its_options() -> None:
    kinds = pyspiel.GameType.Information

    assert load("connect_four").get_type().information == kinds.IMPERFECT_INFORMATION  # the checkers in the bag
    assert load("connect_four", quick_colours=True).get_type().information == kinds.PERFECT_INFORMATION
    assert load("whist").get_type().information == kinds.IMPERFECT_INFORMATION


def bot(game: Any, simulations: int) -> Any:
    chance = np.random.RandomState(1)
    return mcts.MCTSBot(game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)


def test_the_tree_search_of_open_spiel_finds_a_win() -> None:
    game = load("connect_four", position="112233")

    assert bot(game, 100).step(game.new_initial_state()) == 3


@pytest.mark.parametrize("name", ["connect_four", "checkers"])
def test_the_tree_search_of_open_spiel_plays_a_few_actions(name: str) -> None:
    game = load(name, quick_colours=True)
    state = game.new_initial_state()
    state.apply_action(0)
    searcher = bot(game, 10)
    for _ in range(3):
        state.apply_action(searcher.step(state))

    assert len(state.history()) == 4


def test_the_information_set_search_of_open_spiel_plays() -> None:
    game, chance = load("whist", ceremony="quick"), np.random.RandomState(1)
    state = game.new_initial_state()
    state.apply_action(3)
    searcher = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 5, random_state=chance)

    assert searcher.step(state) in state.legal_actions()


def test_counterfactual_regret_minimization_approaches_an_equilibrium() -> None:
    game = load("matches_and_patches", board="small", position=LAST_ROUND, deals=2)
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()

    assert exploitability.exploitability(game, solver.average_policy()) < before / 4
