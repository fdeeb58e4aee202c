"""Every game: PettingZoo's and OpenSpiel's own tests pass, secrets stay hidden, and results are those of the engine."""

import random
from typing import Any

import pytest

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.core.position import start
from support.matches import guessed, some_steps

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="needs the extra `envs`")
pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `envs`")

from parlour.lab.envs.spiel_game import register_games, spiel_name  # noqa: E402
from parlour.lab.envs.table_env import AGENTS, TableEnv  # noqa: E402

# What PettingZoo asks of environments without action masks, and of games that never end.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def seeded(game: Game, render_mode: str | None = None) -> TableEnv:
    """Return an environment whose matches and random actions are always the same."""
    env = TableEnv(game, render_mode)
    env.reset(seed=3)
    for seat, agent in enumerate(AGENTS):
        env.action_space(agent).seed(seat)
    return env


def spiel_game(game: Game, **parameters: int | bool | str) -> Any:
    register_games()
    return pyspiel.load_game(spiel_name(game), parameters)


def test_its_environment_passes_the_tests_of_pettingzoo(game: Game) -> None:
    pettingzoo_test.api_test(seeded(game))
    pettingzoo_test.seed_test(lambda: TableEnv(game))
    pettingzoo_test.render_test(lambda render_mode: seeded(game, render_mode))


def test_an_environment_plays_the_match_of_its_seed(game: Game) -> None:
    env, choose, position = TableEnv(game), random.Random(4), start(game, 12)
    env.reset(seed=12)
    while seats := position.to_act():
        assert env.agent_selection == AGENTS[seats[0]]
        assert env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist() == position.legal_actions(seats[0])
        action = choose.choice(position.legal_actions(seats[0]))
        position = position.play(seats[0], action)
        env.step(action)

    assert [env.rewards[agent] for agent in AGENTS] == [
        2 * game.rules.result(position.state, seat) - 1 for seat in SEATS
    ]
    assert all(env.terminations.values())


def test_an_observation_depends_on_nothing_that_the_agent_may_not_know(game: Game) -> None:
    env = TableEnv(game)
    for position, _, _ in some_steps(game, seed=6, most=8):
        for seat, agent in enumerate(AGENTS):
            env._position = position
            env._select()
            seen = env.observe(agent)
            env._position = guessed(position, seat, seed=7)
            also_seen = env.observe(agent)

            assert {name: values.tolist() for name, values in seen.items()} == {
                name: values.tolist() for name, values in also_seen.items()
            }


def test_it_passes_the_random_simulations_of_open_spiel(game: Game) -> None:
    pyspiel.random_sim_test(spiel_game(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
def test_it_passes_many_random_simulations_of_open_spiel(game: Game) -> None:
    pyspiel.random_sim_test(spiel_game(game), num_sims=10, serialize=True, verbose=False)


def test_open_spiel_without_chance_plays_the_match_of_its_seed(game: Game) -> None:
    state, choose, position = spiel_game(game, deals=1, seed=12).new_initial_state(), random.Random(5), start(game, 12)
    while seats := position.to_act():
        assert state.current_player() == seats[0]
        assert state.legal_actions() == position.legal_actions(seats[0])
        action = choose.choice(state.legal_actions())
        position = position.play(seats[0], action)
        state.apply_action(action)

    assert state.is_terminal()
    assert state.returns() == [2 * game.rules.result(position.state, seat) - 1 for seat in SEATS]


def test_an_information_state_is_what_the_player_saw_and_no_more(game: Game) -> None:
    state, choose, met = spiel_game(game, deals=20).new_initial_state(), random.Random(6), set()
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            assert len(state.chance_outcomes()) == 20
        else:
            other = state.resample_from_infostate(player, choose.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            assert (player, state.information_state_string(player)) not in met, "a player recalls all it did"
            met.add((player, state.information_state_string(player)))
        state.apply_action(choose.choice(state.legal_actions()))
