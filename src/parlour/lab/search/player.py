"""Computer players of the lab by a saved network: with a tree search, `puct:400@FILE`, and without, `policy@FILE`."""

import numpy as np

from parlour.core.batch import encoder_of
from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import random_below
from parlour.core.thinking import Stop
from parlour.lab.search.network import Network, evaluate_layers
from parlour.lab.search.one_tree import OneTree, guess_kernel

GUESSES = 8  # trees of one choice where something is hidden
LEAST = 16  # simulations of a tree that are worth a guess of its own


class NetworkPlayer:
    """Plays by a network and a tree search, one tree for each guess of what its seat cannot know."""

    keeps_results = False

    def __init__(self, game: Game, seed: int, checkpoint: str, simulations: int = 400, method: str = "puct") -> None:
        self._game = game
        guesses = 1 if game.facts.perfect_information else max(1, min(GUESSES, simulations // LEAST))
        self._guesses = guesses
        self._tree = OneTree(Network.load(game, checkpoint), max(1, simulations // guesses), method)
        self._guess = guess_kernel(game)
        self.reseed(seed)

    @property
    def num_bytes(self) -> int:
        return self._tree.num_bytes

    def reseed(self, seed: int) -> None:
        self._random = np.array([seed & 2**64 - 1], np.uint64)

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        """Choose the action that most simulations, or the improved policy, of all guesses prefer."""
        known, total = np.frombuffer(state.tobytes(), np.uint8), np.zeros(self._game.facts.num_actions)
        for _ in range(self._guesses):
            guess = known.copy()
            self._guess(guess, seat, self._random)
            found = self._tree.search(guess, seat, random_below(self._random, 1 << 31), stop)
            total += found.policy[0]
            total[found.actions[0]] += 1e-3 / self._guesses  # which settles ties
            if stop.is_due:
                break
        return int(total.argmax())


class PolicyPlayer:
    """Draws its actions by the policy of a network: what is mixed stays mixed, as an equilibrium needs it."""

    keeps_results = False
    num_bytes = 0

    def __init__(self, game: Game, seed: int, checkpoint: str) -> None:
        self._game = game
        self._layers = Network.load(game, checkpoint).layers()
        self._scratch = np.zeros((2, int(self._layers.sizes.max())), np.float32)
        self._legal = np.empty(game.facts.num_actions, np.int32)
        self._logits = np.zeros(game.facts.num_actions, np.float32)
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        """Draw an action."""
        shape, encode = encoder_of(self._game)
        seen = np.zeros(shape, np.float32)
        encode(np.frombuffer(state.tobytes(), np.uint8), seat, seen)
        count = self._game.rules.legal_actions(state, seat, self._legal)
        evaluate_layers(self._layers, seen.ravel(), self._scratch, self._legal, count, self._logits)
        legal = self._legal[:count]
        weights = np.exp(self._logits[legal].astype(np.float64) - self._logits[legal].max())
        return int(self._random.choice(legal, p=weights / weights.sum()))
