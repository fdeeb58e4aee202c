"""Tree search with perfect information, shown on Connect Four."""

import json
import sys

import numpy as np
import pytest

from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.core.level import Scores, TreeSearch
from parlour.core.position import Position, start
from parlour.core.registry import load
from parlour.core.thinking import Stop, Thought
from parlour.search.tree import Tree
from support.nojit import run_plain

GAME = load("connect_four")


def position_of(columns: str) -> Position:
    return start(GAME, 1, GAME.preset("quick"), columns)


def think(position: Position, seed: int = 1, **settings: object) -> Thought:
    seat = position.to_act()[0]
    tree = Tree(GAME, TreeSearch(**{"simulations": 400, **settings}))  # type: ignore[arg-type]  # of any field
    return tree.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


@kernel
def left_first(s: Record, seat: int, actions: Actions, n: int, scores: Scores) -> None:
    for i in range(n):
        scores[i] = -actions[i]


@kernel
def always_even(s: Record, seat: int) -> float:
    return 0.5


def test_it_takes_a_win_and_stops_a_loss() -> None:
    assert think(position_of("112233")).best == 3
    assert think(position_of("11223")).best == 3


def test_every_simulation_goes_through_one_action_of_the_root() -> None:
    assert sum(value.simulations for value in think(position_of("44")).values) == 400


def test_the_same_seed_gives_the_same_thought() -> None:
    assert think(position_of("44"), seed=5) == think(position_of("44"), seed=5)
    assert think(position_of("44"), seed=5) != think(position_of("44"), seed=6)


def test_the_next_thought_goes_on_with_the_tree_that_was_reached() -> None:
    tree = Tree(GAME, TreeSearch(400))
    before = tree.think(position_of("44").seen_by(0).known, 0, np.array([1], np.uint64), Stop())
    reply = max(range(7), key=lambda column: visits_after(tree, before.best, column))
    carried = visits_after(tree, before.best, reply)
    reached = position_of(f"44{before.best + 1}{reply + 1}")
    after = tree.think(reached.seen_by(0).known, 0, np.array([2], np.uint64), Stop())

    assert carried > 10
    assert sum(value.simulations for value in after.values) == 400 + carried - 1  # the first visit ended at the leaf


def visits_after(tree: Tree, *actions: int) -> int:
    """Return how often a line of actions was simulated."""
    node = tree._nodes[0]
    for action in actions:
        children = tree._nodes[node["first"] : node["first"] + node["children"]]
        node = children[children["action"] == action][0]
    return int(node["visits"])


def test_a_tree_that_the_match_has_left_is_given_up() -> None:
    tree, thoughts = Tree(GAME, TreeSearch(400)), []
    for columns in ("4433", "44", "4433"):
        seat = position_of(columns).to_act()[0]
        thoughts.append(tree.think(position_of(columns).seen_by(seat).known, seat, np.array([1], np.uint64), Stop()))

    assert thoughts[0] == think(position_of("4433"))
    assert thoughts[1] == think(position_of("44"))
    assert thoughts[2] != thoughts[0]


def test_a_full_memory_stops_the_growth_and_not_the_search() -> None:
    tree = Tree(GAME, TreeSearch(5000))
    tree._nodes = tree._nodes[:40]

    thought = tree.think(position_of("112233").seen_by(0).known, 0, np.array([1], np.uint64), Stop())

    assert sum(value.simulations for value in thought.values) == 5000
    assert thought.best == 3


def test_memory_is_allocated_up_front_within_its_budget() -> None:
    assert Tree(GAME, TreeSearch(10**9, memory_mb=3))._nodes.nbytes <= 3 * 2**20


def test_widening_tries_only_the_best_ranked_actions() -> None:
    thought = think(position_of(""), rank=left_first, width=1.0, widening=0.17)

    assert [value.action for value in sorted(thought.values)] == [0, 1]  # 400 ** 0.17 is 2.8


def test_a_value_function_replaces_the_playout() -> None:
    values = think(position_of("44"), value_fn=always_even).values

    assert {value.value for value in values} == {0.5}


def test_a_search_that_is_told_to_stop_comes_back_early() -> None:
    stop = Stop()
    stop.now()

    thought = Tree(GAME, TreeSearch(10**6)).think(position_of("").seen_by(0).known, 0, np.array([1], np.uint64), stop)

    assert sum(value.simulations for value in thought.values) < 100


def test_while_chance_is_to_decide_every_action_is_as_good() -> None:
    position = start(GAME, 1)
    tree = Tree(GAME, TreeSearch(400))

    thoughts = [tree.think(position.seen_by(1).known, 1, np.array([seed], np.uint64), Stop()) for seed in range(9)]

    assert len({thought.best for thought in thoughts}) > 3
    assert {value.value for thought in thoughts for value in thought.values} == {0.5}


def golden() -> list[list[float]]:
    """What the search finds on a fixed position with a fixed seed."""
    return [[entry.action, entry.simulations, entry.value] for entry in think(position_of("4433")).values]


def test_the_search_grows_the_tree_it_always_grew() -> None:
    """A change here is a change of play: look at the ladder before you write the new numbers down."""
    assert golden()[:2] == [[4, 123, pytest.approx(102 / 123)], [0, 73, pytest.approx(56 / 73)]]


@pytest.mark.slow
def test_compiled_and_plain_searches_are_equal() -> None:
    assert json.loads(run_plain(__file__)) == golden()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(golden()))
