"""A network of plain arrays plays alike in a kernel and in a batch, and is kept in a file."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.core.batch import Batch
from parlour.core.game import Game
from parlour.core.registry import game_ids, load
from parlour.core.thinking import Stop
from parlour.lab.errors import BadPlayer
from parlour.lab.plan import make_plan
from parlour.lab.search import BatchedSearch, Network, OneTree
from parlour.lab.search.batched import METHODS
from parlour.lab.search.network import Layer, evaluate_layers
from parlour.lab.search.player import NetworkPlayer, PolicyPlayer
from parlour.lab.tournament import run
from parlour.storage.lab_runs import JOURNAL, read_rows

GAME = load("connect_four")
METHOD = pytest.mark.parametrize("method", METHODS)


def coarse(game: Game, sizes: tuple[int, ...]) -> Network:
    """Return a random network of so coarse weights that float32 holds every sum exactly, in any order."""

    def rounded(layer: Layer, unit: int) -> Layer:
        return np.round(layer[0] * 16) / unit, np.round(layer[1] * 16) / unit

    network = Network.random(game, sizes, seed=3)
    hidden = [rounded(layer, 16) for layer in network.hidden]
    return Network(game, hidden, rounded(network.policy, 16), rounded(network.value, 64))


def ignorant(game: Game) -> Network:
    """Return a network that finds all actions equally good and all positions even."""
    network = Network.random(game, (8,))
    nothing = [(0 * weights, biases) for weights, biases in (network.policy, network.value)]
    return Network(game, network.hidden, *nothing)


def started(game: Game, rows: int) -> Batch:
    batch = Batch(game, rows, seeds=1, options=game.preset("quick"), threads=1)
    batch.play_random(6, seed=2)
    return batch


@METHOD
@pytest.mark.parametrize("sizes", [(), (32,), (24, 16)])
def test_one_tree_in_a_kernel_visits_what_a_batch_with_numpy_visits(method: str, sizes: tuple[int, ...]) -> None:
    batch, network = started(GAME, 4), coarse(GAME, sizes)
    together = BatchedSearch(batch, network, 120, method).search(seed=9)
    tree = OneTree(network, 120, method)

    for row in range(4):
        alone = tree.search(batch.records[row], int(batch.to_act()[row]) // 2, 9 + row, Stop())
        assert np.array_equal(alone.visits[0], together.visits[row])
        assert alone.policy[0] == pytest.approx(together.policy[row])
        assert alone.actions[0] == together.actions[row]


def test_a_kernel_and_numpy_evaluate_alike() -> None:
    batch, network = started(GAME, 8), Network.random(GAME, (64, 32), seed=1)
    logits, values = network(batch.observe(), batch.legal_mask())
    actions, counts = batch.legal_actions()
    for row, seen in enumerate(batch.observe().reshape(8, -1)):
        own, scratch = np.zeros(GAME.facts.num_actions, np.float32), np.zeros((2, 256), np.float32)
        value = evaluate_layers(network.layers(), seen, scratch, actions[row], int(counts[row]), own)
        legal = actions[row, : counts[row]]
        assert own[legal] == pytest.approx(logits[row, legal], abs=1e-5)
        assert value == pytest.approx(values[row], abs=1e-5)


def test_a_search_that_is_told_to_stop_comes_back_early() -> None:
    stop, batch = Stop(), started(GAME, 1)
    stop.now()
    found = OneTree(coarse(GAME, (8,)), 10_000).search(batch.records[0], int(batch.to_act()[0]) // 2, 1, stop)

    assert 0 < found.visits.sum() < 100
    assert batch.legal_mask()[0, found.actions[0]]


def test_a_saved_network_is_the_same(tmp_path: Path) -> None:
    network = Network.random(GAME, (16, 8), seed=5)
    network.save(tmp_path / "net.npz")
    loaded = Network.load(GAME, tmp_path / "net.npz")

    assert [part.tolist() for part in network.layers()] == [part.tolist() for part in loaded.layers()]


@METHOD
def test_a_saved_network_plays_in_a_tournament(method: str, tmp_path: Path) -> None:
    """The search alone is enough to beat random play."""
    ignorant(GAME).save(tmp_path / "net.npz")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        plan = make_plan(
            GAME, [f"{method}:100@net.npz", "random"], matches=6, seed=1, options={}, opening_actions=0, move_s=20.0
        )
        run(plan, tmp_path / "run")
    rows = list(read_rows((tmp_path / "run" / JOURNAL).read_bytes()))

    assert [row.note for row in rows] == [""] * 6
    assert sum(row.winner is not None and row.players[row.winner] == 0 for row in rows) >= 5


@pytest.mark.parametrize("game_id", game_ids())
def test_a_network_plays_every_game_from_what_its_seat_knows(game_id: str, tmp_path: Path) -> None:
    game = load(game_id)
    Network.random(game, (8,), seed=5).save(tmp_path / "net.npz")
    batch = started(game, 1)
    position = batch.position(0)
    for seat in position.to_act():
        known = position.seen_by(seat).known
        first, second = (NetworkPlayer(game, 3, str(tmp_path / "net.npz"), 48, "gumbel") for _ in range(2))
        action = first.choose(known, seat, Stop())
        assert action in position.legal_actions(seat)
        assert action == second.choose(known, seat, Stop())


@pytest.mark.parametrize("game_id", game_ids())
def test_a_policy_plays_every_game_from_what_its_seat_knows(game_id: str, tmp_path: Path) -> None:
    game = load(game_id)
    Network.random(game, (8,), seed=5).save(tmp_path / "net.npz")
    position = started(game, 1).position(0)
    for seat in position.to_act():
        known = position.seen_by(seat).known
        players = [PolicyPlayer(game, 3, str(tmp_path / "net.npz")) for _ in range(2)]
        actions = [player.choose(known, seat, Stop()) for player in players for _ in range(3)]
        assert set(actions) <= set(position.legal_actions(seat))
        assert actions[:3] == actions[3:]


def test_a_policy_stays_mixed(tmp_path: Path) -> None:
    network = ignorant(GAME)
    biases = np.log(np.where(np.arange(GAME.facts.num_actions) == 2, 6.0, 1.0))  # column 3 as often as the other six
    Network(GAME, network.hidden, (network.policy[0], biases), network.value).save(tmp_path / "net.npz")
    player, position = PolicyPlayer(GAME, 1, str(tmp_path / "net.npz")), started(GAME, 1).position(0)
    known = position.seen_by(position.to_act()[0]).known

    chosen = np.bincount([player.choose(known, position.to_act()[0], Stop()) for _ in range(1200)], minlength=7)

    assert chosen[2] == pytest.approx(600, abs=70)
    assert chosen[[0, 1, 3, 4, 5, 6]] == pytest.approx(np.full(6, 100), abs=40)


def write_nothing(path: Path) -> None:
    pass


def write_text(path: Path) -> None:
    path.write_text("no network")


def write_other_game(path: Path) -> None:
    Network.random(load(next(each for each in game_ids() if each != GAME.id)), (4,)).save(path)


def write_wrong_layer(path: Path) -> None:
    Network.random(GAME, (4,)).save(path)
    with np.load(path) as file:
        held = dict(file)
    np.savez(path, **(held | {"policy_weights": np.zeros((4, 3))}))


@pytest.mark.parametrize("write", [write_text, write_other_game, write_wrong_layer, write_nothing])
def test_a_file_that_is_no_network_of_the_game_is_refused(write: Any, tmp_path: Path) -> None:
    write(tmp_path / "net.npz")
    with pytest.raises(BadPlayer):
        Network.load(GAME, tmp_path / "net.npz")
