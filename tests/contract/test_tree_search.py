"""Every game: a tree search over its batches spends its simulations on legal actions, and keeps the seats apart."""

import math
from typing import Any

import numpy as np
import pytest

from parlour.core.batch import Batch
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.lab.search import BatchedSearch
from parlour.lab.search.batched import EXPLORATION, METHODS
from support.evaluators import scattered

ROWS = 5
SIMULATIONS = 40
WIDTH = 24
METHOD = pytest.mark.parametrize("method", METHODS)

pytestmark = pytest.mark.each_kind  # the kernels of a game take 5 s to compile, and differ by what the seats may know


def started(game: Game, actions: int = 12) -> Batch:
    batch = Batch(game, ROWS, seeds=1, options=game.preset("quick"), threads=1)
    batch.play_random(min(actions, game.facts.max_length // 4), seed=4)  # no further than the first part of a match
    return batch


@METHOD
def test_every_simulation_goes_through_a_legal_action_of_the_root(game: Game, method: str) -> None:
    batch = started(game)
    found = BatchedSearch(batch, scattered, SIMULATIONS, method, width=WIDTH).search(seed=1)

    goes_on, legal = batch.to_act() > 0, batch.legal_mask()
    assert goes_on.any()
    assert found.visits.sum(axis=1).tolist() == (SIMULATIONS * goes_on).tolist()
    assert not found.visits[~legal].any()
    assert not found.policy[~legal].any()
    assert found.policy.sum(axis=1) == pytest.approx(goes_on.astype(float), abs=1e-5)
    assert all(legal[row, action] if on else action == -1
               for row, (action, on) in enumerate(zip(found.actions, goes_on, strict=True)))  # fmt: skip


@METHOD
def test_a_row_is_searched_as_if_it_were_alone(game: Game, method: str) -> None:
    batch = started(game)
    search = BatchedSearch(batch, scattered, SIMULATIONS, method, width=WIDTH)
    first, again = search.search(seed=1), search.search(seed=1)
    row = int(np.flatnonzero(batch.to_act())[-1])
    alone = Batch(game, 1, seeds=1)
    alone.records[0] = batch.records[row]
    single = BatchedSearch(alone, scattered, SIMULATIONS, method, width=WIDTH).search(seed=1 + row)

    assert np.array_equal(first.visits, again.visits)
    assert np.array_equal(first.visits[row], single.visits[0])
    assert first.values[row] == single.values[0]


@METHOD
def test_a_value_counts_for_one_seat_and_against_the_other(game: Game, method: str) -> None:
    """Seat 0 is always better by a half, also where a seat acts twice in a row or both act at once."""
    batch = started(game, actions=9)

    def for_seat_0(observations: Any, mask: Any) -> tuple[Any, Any]:
        trees = search._trees
        seats = trees.nodes["seat"][np.arange(ROWS), trees.leaf]
        return np.zeros(mask.shape, np.float32), np.where(seats == 0, 0.5, -0.5).astype(np.float32)

    search = BatchedSearch(batch, for_seat_0, 12, method, width=WIDTH)
    found, trees = search.search(seed=1), search._trees
    seats, used = batch.to_act(), np.arange(trees.nodes.shape[1]) < trees.used[:, None]
    ended = (used & (trees.nodes["seat"] == -1)).any(axis=1)
    expected = np.where(seats & 1, 0.5, -0.5)

    assert not ended.all()
    assert found.values[~ended] == pytest.approx(expected[~ended])


@METHOD
def test_a_finished_match_keeps_its_result(game: Game, method: str) -> None:
    batch = started(game)
    batch.play_random(game.facts.max_length)
    found = BatchedSearch(batch, scattered, 4, method, width=WIDTH).search(seed=1)

    assert not found.visits.any()
    assert found.values.tolist() == (2 * batch.results()[:, 0] - 1).tolist()
    assert found.actions.tolist() == [-1] * ROWS


class PlainNode:
    """A node of the same search, written plainly over positions."""

    def __init__(self, position: Position, width: int) -> None:
        self.position, self.total, self.visits = position, 0.0, 0
        self.children: dict[int, PlainNode] = {}
        seats = position.to_act()
        self.seat = seats[0] if seats else -1
        if not seats:
            self.value = {None: 0.0, 0: 1.0, 1: -1.0}[position.outcome.winner]  # type: ignore[union-attr]
            return
        batch = Batch(position.game, 1)
        batch.records[0] = position.data
        logits, values = scattered(batch.observe(), batch.legal_mask())
        self.value = float(values[0]) if self.seat == 0 else -float(values[0])
        self.actions = position.legal_actions(self.seat)
        own = [float(logits[0, action]) for action in self.actions]
        sums = sum(math.exp(logit - max(own)) for logit in own)
        self.priors = [float(np.float32(math.exp(logit - max(own)) / sums)) for logit in own]

    def child_value(self, action: int, sign: int) -> float:
        if action not in self.children:
            return sign * (self.value + self.total) / (1 + self.visits)
        child = self.children[action]
        return sign * (child.value + child.total) / (1 + child.visits)

    def bound(self, k: int) -> float:
        child = self.children.get(self.actions[k])
        tried = 0 if child is None else 1 + child.visits
        effort = EXPLORATION * math.sqrt(max(1, self.visits)) * self.priors[k] / (1 + tried)
        return self.child_value(self.actions[k], 1 if self.seat == 0 else -1) + effort

    def simulate(self, width: int) -> float:
        """Make one simulation, and return what it is worth to seat 0."""
        if self.seat == -1:
            value = self.value
        else:
            action = self.actions[max(range(len(self.actions)), key=self.bound)]
            if action in self.children:
                value = self.children[action].simulate(width)
            else:
                self.children[action] = PlainNode(self.position.play(self.seat, action), width)
                value = self.children[action].value
        self.visits, self.total = self.visits + 1, self.total + value
        return value


def test_puct_visits_what_a_plain_search_visits(game: Game) -> None:
    """Where there is no chance; a finished child counts its visits as others do, so its means agree as well."""
    if not game.facts.perfect_information:
        pytest.skip("the plain search knows no chance and no secrets")
    batch = started(game)
    width = int(batch.legal_mask().sum(axis=1).max()) + 300  # no node has more actions
    found = BatchedSearch(batch, scattered, SIMULATIONS, "puct", width=width).search()

    for row in range(2):
        root = PlainNode(batch.position(row), width)
        for _ in range(SIMULATIONS):
            root.simulate(width)
        visits = {action: 1 + child.visits for action, child in root.children.items()}
        assert visits == {int(a): int(found.visits[row, a]) for a in np.flatnonzero(found.visits[row])}
