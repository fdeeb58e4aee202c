"""PettingZoo's environments: what is refused, how matches follow from seeds, what is drawn."""

import copy
import pickle
import random
import sys

import numpy as np
import pytest

import parlour
from parlour.core.errors import BadOption, BadSeed, GameOver, IllegalAction, ParlourError
from parlour.lab.errors import NeedsExtra

pytest.importorskip("pettingzoo", reason="needs the extra `envs`")

from parlour.lab.envs.table_env import TableEnv

QUICK = {"quick_colours": True}


def random_match(env: TableEnv, seed: int) -> list[int]:
    """Play a match with random actions; return them."""
    choose, actions = random.Random(seed), []
    while env.agents and not any(env.terminations.values()):
        actions.append(choose.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist()))
        env.step(actions[-1])
    return actions


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = parlour.env("connect_four", options=QUICK)
    env.reset(seed=1)
    before = env.observe("player_0")["observation"].tolist()
    with pytest.raises(IllegalAction, match="has no action with the code 999"):
        env.step(999)

    assert env.observe("player_0")["observation"].tolist() == before


def test_a_finished_match_takes_no_more_actions() -> None:
    env = parlour.env("connect_four", options=QUICK)
    random_match(env, seed=1)
    env.step(None)
    env.step(None)
    with pytest.raises(GameOver, match=r"call reset\(\)"):
        env.step(0)


def test_what_is_not_offered_is_refused_with_a_sentence() -> None:
    with pytest.raises(ParlourError, match="A render mode is one of human, ansi, rgb_array, not"):
        parlour.env("connect_four", render_mode="3d")
    with pytest.raises(BadOption, match="There is no option"):
        parlour.env("connect_four", options={"wings": 2})
    with pytest.raises(BadSeed):
        parlour.env("connect_four").reset(seed=-1)


def test_matches_without_a_seed_follow_from_the_last_one_given() -> None:
    first, second = parlour.env("patchwork"), parlour.env("patchwork")
    for env in (first, second):
        env.reset(seed=5)
    seen = [env.observe("player_0")["observation"].tolist() for env in (first, second)]
    for env in (first, second):
        env.reset()
    later = [env.observe("player_0")["observation"].tolist() for env in (first, second)]

    assert seen[0] == seen[1] != later[0] == later[1]


def test_a_copy_of_an_environment_goes_its_own_way() -> None:
    env = parlour.env("connect_four", options=QUICK)
    env.reset(seed=1)
    other = copy.deepcopy(env)
    before = env.observe("player_0")["observation"].tolist()
    other.step(3)

    assert (
        env.observe("player_0")["observation"].tolist() == before != other.observe("player_0")["observation"].tolist()
    )


def test_an_observation_is_what_a_batch_shows_the_seat() -> None:
    env, batch = parlour.env("connect_four", options=QUICK), parlour.batch("connect_four", 1, seeds=1, options=QUICK)
    env.reset(seed=1)
    env.step(3)
    batch.step([3])

    for seat, agent in enumerate(env.agents):
        assert np.array_equal(env.observe(agent)["observation"], batch.observe(seat)[0])


def test_a_position_can_be_pickled() -> None:
    position = parlour.new("patchwork", seed=3)

    assert pickle.loads(pickle.dumps(position)) == position


def test_a_table_is_drawn_for_each_mode(capsys: pytest.CaptureFixture[str]) -> None:
    picture = parlour.env("connect_four", "rgb_array", QUICK).render()
    text = parlour.env("connect_four", "ansi", QUICK).render()
    parlour.env("connect_four", "human", QUICK).step(3)

    assert isinstance(picture, np.ndarray)
    assert picture.shape == (600, 800, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
    assert isinstance(text, str)
    assert len(capsys.readouterr().out.splitlines()) >= len(text.splitlines())


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "parlour.lab.envs.table_env", raising=False)
    with pytest.raises(NeedsExtra, match=r"needs the package pettingzoo: pip install 'parlour\[envs\]'"):
        parlour.env("connect_four")
