"""Tree search with an evaluator finds what there is to find, shown on Connect Four; and compiles for a GPU."""

import importlib
import json
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.batch import Batch
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.registry import game_ids, load
from parlour.lab.search import BatchedSearch
from parlour.lab.search.batched import METHODS
from parlour.lab.search.halving import halving_schedule
from parlour.lab.search.kernels import TreeKernels
from support.evaluators import scattered, uniform
from support.nojit import run_plain

GAME = load("connect_four")
METHOD = pytest.mark.parametrize("method", METHODS)
H200 = (9, 0)  # compute capability


def batch_of(*columns: str) -> Batch:
    """Return a batch of positions, each the columns played so far."""
    batch = Batch(GAME, len(columns), seeds=1, options=GAME.preset("quick"), threads=1)
    for row, each in enumerate(columns):
        batch.records[row] = parlour.new(GAME.id, 1, position=each, **GAME.preset("quick")).data
    return batch


@METHOD
@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ("414141", {3}),  # four in a column
        ("41414", {3}),  # stops them
        ("4455", {2, 5}),  # three in a row with both ends open win, two actions later
    ],
)
def test_a_uniform_evaluator_finds_wins_and_stops_losses(method: str, columns: str, best: set[int]) -> None:
    found = parlour.tree_search(batch_of(columns), uniform, 600, method, seed=2)

    assert int(found.actions[0]) in best


@METHOD
def test_values_are_those_of_the_seat_that_acts(method: str) -> None:
    """The same threat: of the seat that acts, and of the other one, which it cannot stop any more."""
    found = parlour.tree_search(batch_of("414141", "44553"), uniform, 400, method)

    assert found.values[0] > 0.4
    assert found.values[1] < -0.4


@METHOD
def test_the_policy_is_better_than_the_prior(method: str) -> None:
    found = parlour.tree_search(batch_of("414141"), uniform, 64, method, seed=1)

    assert found.policy[0, 3] > 0.8


def test_narrow_nodes_keep_the_likeliest_actions() -> None:
    def likes_high_columns(observations: Any, mask: Any) -> tuple[Any, Any]:
        return np.tile(np.arange(mask.shape[1], dtype=np.float32), (len(mask), 1)), np.zeros(len(mask), np.float32)

    found = parlour.tree_search(batch_of("44"), likes_high_columns, 50, "puct", width=3)

    assert np.flatnonzero(found.visits[0]).tolist() == [4, 5, 6]


def test_halving_gives_every_round_its_share_and_the_best_two_the_most() -> None:
    schedule = halving_schedule(considered=4, simulations=16)

    assert schedule.shape == (5, 16)
    assert schedule[4].tolist() == [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]
    assert schedule[1].tolist() == list(range(16))


def test_gumbel_considers_few_actions() -> None:
    found = parlour.tree_search(batch_of("44"), scattered, 16, "gumbel", considered=4)

    assert sorted(found.visits[0][found.visits[0] > 0].tolist()) == [2, 2, 6, 6]


def test_other_seeds_consider_other_actions() -> None:
    batch = batch_of(*["44"] * 40)
    found = parlour.tree_search(batch, uniform, 8, "gumbel", considered=2)

    assert len({tuple(row) for row in found.visits > 0}) > 5


def test_a_choice_in_secret_is_not_answered() -> None:
    """Where both choose at once, the second to be asked may not treat what the first chose as known."""
    game = next(game for game in map(load, game_ids()) if _both_choose(game))
    batch = Batch(game, 1, seeds=1, options=game.preset("quick"))
    search = BatchedSearch(batch, scattered, 60, "puct", width=8)
    search.search()
    nodes, used = search._trees.nodes[0], int(search._trees.used[0])
    second = [at for at in range(1, used) if nodes["parent"][at] == 0]

    assert len(second) > 2
    assert {int(nodes["seats"][at]) for at in second} == {2}
    assert {int(nodes["twin"][at]) for at in second} == {second[0]}
    assert int(nodes["visits"][second[0]]) == 60 - len(second)


def _both_choose(game: Game) -> bool:
    batch = Batch(game, 1, seeds=1, options=game.preset("quick"))
    first = int(batch.to_act()[0])
    batch.play_random(1, seed=1)
    return first == 3 and int(batch.to_act()[0]) == 2


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda mask: (np.full(mask.shape, np.nan), np.zeros(len(mask))), "returned NaN"),
        (lambda mask: (np.zeros(mask.shape), np.full(len(mask), 1.5)), "a value beyond 1"),
        (lambda mask: (np.zeros((len(mask), 3)), np.zeros(len(mask))), "must return float32 of shape"),
        (lambda mask: (np.zeros(mask.shape), np.zeros((len(mask), 1))), "must return float32 of shape"),
    ],
)
def test_an_evaluator_that_answers_nonsense_is_refused(answer: Any, sentence: str) -> None:
    with pytest.raises(ParlourError, match=sentence):
        parlour.tree_search(batch_of("44"), lambda _, mask: answer(mask), 4)


@pytest.mark.parametrize(
    "settings",
    [
        {"simulations": 0},
        {"method": "alpha"},
        {"width": 0},
        {"considered": "x"},
        {"exploration": np.nan},
        {"exploration": "x"},
    ],
)
def test_a_setting_that_is_none_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ParlourError, match=r"is a .*, not|is puct or gumbel"):
        parlour.tree_search(batch_of("44"), uniform, **settings)


def golden() -> list[Any]:
    """Return what both methods find in a few positions."""
    batch = batch_of("44", "41414")
    found = [parlour.tree_search(batch, scattered, 24, method, seed=7) for method in METHODS]
    return [[each.visits.tolist(), each.actions.tolist()] for each in found]


def test_compiled_and_plain_searches_are_equal() -> None:
    assert json.loads(run_plain(__file__)) == golden()


def compile_for_gpu(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Compile all kernels of a game for a GPU that is not there."""
    from numba import typeof, types

    from parlour.lab.search.cuda import cuda_tree_kernels

    cuda: Any = importlib.import_module("numba.cuda")
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: SimpleNamespace(compute_capability=H200))
    search = BatchedSearch(Batch(game, 1, seeds=1), uniform, 2)
    trees, rule = [*map(typeof, search._trees)], [*map(typeof, search._rule)]
    numbers, counts = types.Array(types.float32, 2, "C"), types.Array(types.int32, 2, "C")
    values, actions = types.Array(types.float32, 1, "C"), types.Array(types.int32, 1, "C")
    kinds = {
        "plant": (types.Array(types.uint8, 2, "C"), types.int64),
        "select": (*rule, types.int64),
        "back_up": (numbers, values, types.boolean),
        "harvest": (types.boolean, counts, numbers, values, actions),
    }
    kernels = cuda_tree_kernels(game)
    return [
        str(cuda.compile_ptx(getattr(kernels, name).py_func, types.void(*trees, *kinds[name]), cc=H200)[0])
        for name in TreeKernels._fields
    ]


def test_the_kernels_compile_for_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(".target sm_90" in text for text in compile_for_gpu(GAME, monkeypatch))


@pytest.mark.long
@pytest.mark.parametrize("game_id", game_ids())
def test_the_kernels_of_every_game_compile_for_a_gpu(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(".target sm_90" in text for text in compile_for_gpu(load(game_id), monkeypatch))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(golden()))
