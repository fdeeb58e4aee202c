"""The vector environment of Gymnasium: its spaces, its restarts, and its opponents."""

import numpy as np
import pytest
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import parlour
from parlour.core.errors import IllegalAction
from parlour.lab.vector_env import MatchVectorEnv

QUICK = {"quick_colours": True}


def choose(
    env: MatchVectorEnv, mask: "np.ndarray[tuple[int, int], np.dtype[np.bool_]]"
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Let Gymnasium sample legal actions; any action where a match is over."""
    legal = np.where(mask.any(axis=1, keepdims=True), mask, True).astype(np.int8)
    return np.asarray(env.action_space.sample(mask=tuple(legal)))


@pytest.mark.parametrize("opponent", [None, "random", "novice"])
def test_every_step_stays_within_the_spaces(opponent: str | None) -> None:
    env = parlour.vector_env("connect_four", 6, opponent, options=QUICK)
    env.action_space.seed(1)
    observations, info = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        actions = choose(env, info["action_mask"])
        assert env.observation_space.contains(observations)
        assert env.action_space.contains(actions)
        observations, rewards, over, truncated, info = env.step(actions)
        ended += int(over.sum())
        assert ((rewards != 0) <= over).all()
        assert not truncated.any()

    assert ended > 3
    assert batch_space(env.single_observation_space, 6) == env.observation_space


def test_the_same_seed_gives_the_same_steps() -> None:
    seen = []
    for _ in range(2):
        env = parlour.vector_env("connect_four", 4, "random", options=QUICK)
        env.action_space.seed(2)
        _, info = env.reset(seed=5)
        steps = []
        for _ in range(25):
            steps.append(env.step(choose(env, info["action_mask"])))
            info = steps[-1][4]
        seen.append(steps)

    for one, other in zip(*seen, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one[:4], other[:4], strict=True))


def test_the_learner_is_to_act_whenever_it_is_asked() -> None:
    env = parlour.vector_env("raptor", 4, "random")
    env.action_space.seed(3)
    _, info = env.reset(seed=1)
    for _ in range(40):
        seats, to_act = info["seat"], env.batch.to_act()
        assert [bool(bits == 0 or bits >> seat & 1) for bits, seat in zip(to_act, seats, strict=True)] == [True] * 4
        *_, info = env.step(choose(env, info["action_mask"]))


def test_a_row_that_ended_begins_its_next_match() -> None:
    env = parlour.vector_env("connect_four", 1, options=QUICK)
    env.reset(seed=3)
    for column in (0, 1, 0, 1, 0, 1):
        env.step([column])
    _, rewards, over, _, _ = env.step([0])
    observations, after, running, _, _ = env.step([0])

    assert (rewards.tolist(), over.tolist()) == ([1.0], [True])
    assert (after.tolist(), running.tolist()) == ([0.0], [False])
    assert not observations[0, :2].any()


def test_wrappers_of_gymnasium_count_episodes() -> None:
    env = parlour.vector_env("connect_four", 3, "random", options=QUICK)
    counted = RecordEpisodeStatistics(env)
    _, info = counted.reset(seed=1)
    for _ in range(40):
        *_, info = counted.step(choose(env, info["action_mask"]))

    assert counted.episode_count > 3
    assert all(4 <= length <= 22 for length in counted.length_queue)


def test_an_illegal_action_is_refused_with_a_sentence() -> None:
    env = parlour.vector_env("connect_four", 2, options=QUICK)
    env.reset(seed=1)

    with pytest.raises(IllegalAction, match="does not allow the action with the code 40 in row 1"):
        env.step([0, 40])
