"""`Network`: dense layers as plain arrays, which kernels and NumPy evaluate; kept in a file of NumPy's (`npz`)."""

import itertools
import math
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parlour.core.batch import encoder_of
from parlour.core.batch.rows import Numbers
from parlour.core.contract import Actions
from parlour.core.game import Game
from parlour.core.kernel import kernel
from parlour.core.reading import shown
from parlour.lab.errors import BadPlayer

Layer = tuple[NDArray[Any], NDArray[Any]]  # weights `[inputs, outputs]` and biases `[outputs]`
FORMAT = 1  # of the files


class Layers(NamedTuple):
    """A network as a kernel takes it."""

    sizes: NDArray[np.int64]  # `[L + 1]`: numbers that go into each hidden layer, and that come out of the last one
    weights: Numbers  # of the hidden layers one after another, each `[inputs, outputs]` and then its biases
    heads: Numbers  # `[num_actions + 1, outputs]`: a row for each logit, and one for the value
    biases: Numbers  # `[num_actions + 1]`


@kernel
def apply_layer(weights: Numbers, begin: int, x: Numbers, inputs: int, out: Numbers, outputs: int) -> int:
    """Write a layer with ReLU of the first numbers of x, and return where the next one begins."""
    biases = begin + inputs * outputs
    for j in range(outputs):
        out[j] = weights[biases + j]
    for k in range(inputs):
        if x[k] != 0.0:  # most of a board, and about half of a hidden layer
            row, number = weights[begin + k * outputs : begin + (k + 1) * outputs], x[k]
            for j in range(outputs):
                out[j] += number * row[j]
    for j in range(outputs):
        out[j] = max(out[j], np.float32(0.0))
    return biases + outputs


@kernel
def dot(a: Numbers, b: Numbers, n: int, start: np.float32) -> np.float32:
    """Return the sum of the products, added to a number, by four sums that do not wait for one another."""
    s0, s1, s2, s3 = start, np.float32(0.0), np.float32(0.0), np.float32(0.0)
    k = 0
    while k + 3 < n:
        s0 += a[k] * b[k]
        s1 += a[k + 1] * b[k + 1]
        s2 += a[k + 2] * b[k + 2]
        s3 += a[k + 3] * b[k + 3]
        k += 4
    while k < n:
        s0 += a[k] * b[k]
        k += 1
    return (s0 + s1) + (s2 + s3)


@kernel
def evaluate_layers(
    net: Layers, x: Numbers, scratch: Numbers, legal: Actions, num_legal: int, logits: Numbers
) -> np.float32:
    """Write the logits of legal actions, and return the value of a position.

    Args:
        x: `[entries]`, the observation.
        scratch: `[2, most outputs]`.
    """
    begin, here = 0, x
    for layer in range(len(net.sizes) - 1):
        out = scratch[layer % 2]
        begin = apply_layer(net.weights, begin, here, net.sizes[layer], out, net.sizes[layer + 1])
        here = out
    n, last = net.sizes[-1], len(net.heads) - 1
    for k in range(num_legal):
        action = legal[k]
        logits[action] = dot(here, net.heads[action], n, net.biases[action])
    return np.float32(math.tanh(dot(here, net.heads[last], n, net.biases[last])))


class Network:
    """Hidden layers with ReLU over the flat observation, then logits of all actions, and a value by tanh.

    Called with observations and masks it is an evaluator for batches on the CPU.
    """

    def __init__(self, game: Game, hidden: Sequence[Layer], policy: Layer, value: Layer) -> None:
        self.game = game
        self.hidden = [_layer(each) for each in hidden]
        self.policy, self.value = _layer(policy), _layer(value)
        self._check()

    @classmethod
    def random(cls, game: Game, sizes: Sequence[int] = (128,), seed: int = 0) -> Self:
        """Return a network with random weights, to be trained."""
        random, ends = np.random.default_rng(seed), [math.prod(encoder_of(game)[0]), *sizes]

        def layer(inputs: int, outputs: int) -> Layer:
            return random.normal(0, math.sqrt(2 / inputs), (inputs, outputs)), np.zeros(outputs)

        hidden = [layer(*each) for each in itertools.pairwise(ends)]
        return cls(game, hidden, layer(ends[-1], game.facts.num_actions), layer(ends[-1], 1))

    def __call__(self, observations: NDArray[Any], mask: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return logits `[B, num_actions]` and values `[B]`, by NumPy."""
        x = np.asarray(observations, np.float32).reshape(len(observations), -1)
        for weights, biases in self.hidden:
            x = np.maximum(x @ weights + biases, 0)
        values = np.tanh((x @ self.value[0] + self.value[1]).astype(np.float64)[:, 0])
        return x @ self.policy[0] + self.policy[1], values.astype(np.float32)

    def layers(self) -> Layers:
        """Return the network as kernels take it."""
        sizes = [math.prod(encoder_of(self.game)[0]), *(len(biases) for _, biases in self.hidden)]
        parts = [part.ravel() for layer in self.hidden for part in layer]
        heads = np.concatenate([self.policy[0], self.value[0]], axis=1).T
        return Layers(
            np.array(sizes, np.int64),
            np.concatenate([*parts, np.zeros(0, np.float32)]),
            np.ascontiguousarray(heads),
            np.concatenate([self.policy[1], self.value[1]]),
        )

    def save(self, path: str | Path) -> None:
        """Write it into a file that `load`, and `puct:400@FILE` in a tournament, read."""
        named = {f"hidden{i}": layer for i, layer in enumerate(self.hidden)}
        named |= {"policy": self.policy, "value": self.value}
        arrays: dict[str, Any] = {f"{name}_{part}": layer[k] for name, layer in named.items() for k, part in PARTS}
        arrays |= {"format": FORMAT, "game": self.game.id, "rules_version": self.game.facts.rules_version}
        with Path(path).open("wb") as file:
            np.savez(file, layers=np.array(len(self.hidden)), **arrays)

    @classmethod
    def load(cls, game: Game, path: str | Path) -> Self:
        """Read a network of a game.

        Raises:
            BadPlayer: the file cannot be read, or holds no network of this game.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                held = dict(file)
            if int(held["format"]) != FORMAT or str(held["game"]) != game.id:
                raise BadPlayer(f"{shown(str(path))} is no network for {game.name}.")
            hidden = [_held(held, f"hidden{i}") for i in range(int(held["layers"]))]
            return cls(game, hidden, _held(held, "policy"), _held(held, "value"))
        except (OSError, KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
            if isinstance(error, BadPlayer):
                raise
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadPlayer(f"{shown(str(path))} cannot be read as a network: {reason}.") from error

    def _check(self) -> None:
        outputs = math.prod(encoder_of(self.game)[0])
        for weights, biases in [*self.hidden, self.policy, self.value]:
            if weights.ndim != 2 or biases.shape != weights.shape[1:] or weights.shape[0] != outputs:
                raise BadPlayer(f"A layer {weights.shape} with biases {biases.shape} does not fit {outputs} numbers.")
            if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
                raise BadPlayer("The weights of a network must be numbers.")
            outputs = outputs if weights is self.policy[0] else len(biases)
        if len(self.policy[1]) != self.game.facts.num_actions or len(self.value[1]) != 1:
            raise BadPlayer(f"{self.game.name} needs {self.game.facts.num_actions} logits and one value.")


PARTS = ((0, "weights"), (1, "biases"))


def _layer(layer: Layer) -> Layer:
    return np.ascontiguousarray(layer[0], np.float32), np.ascontiguousarray(layer[1], np.float32)


def _held(held: dict[str, NDArray[Any]], name: str) -> Layer:
    return held[f"{name}_weights"], held[f"{name}_biases"]
