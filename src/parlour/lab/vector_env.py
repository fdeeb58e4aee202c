"""Gymnasium's vector environment over a batch: many matches of a game, step by step; needs the extra `envs`.

Without an opponent one learner plays both seats: each step is the action of the seat that acts next, and the reward is
that seat's. With an opponent the learner has one seat of every row, and a step ends when it is to act again.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from parlour.core.arguments import check_seat
from parlour.core.batch import Batch
from parlour.core.batch.rows import WAIT
from parlour.core.contract import Known
from parlour.core.fast_record import record_over
from parlour.core.game import Game
from parlour.core.generator import new_seed
from parlour.core.option import Options
from parlour.core.thinking import Stop
from parlour.players.player import Player, make_player

RANDOM = "random"  # an opponent for which every legal action is equally likely


class MatchVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many matches side by side.

    An observation is what the seat to act may know, by the game's encoding. `info["action_mask"]`, `[B, num_actions]`
    bool, marks the legal actions, and `info["seat"]`, `[B]`, is the seat to act. A win is worth 1, a loss -1. A row
    that has ended ignores the next action and begins its next match, as Gymnasium's NEXT_STEP says.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: Game,
        size: int,
        opponent: str | None = None,
        seat: int | None = None,
        options: Options | None = None,
    ) -> None:
        """Make the environment.

        Args:
            opponent: "random", a level or a strategy of the game; without one the learner plays both seats.
            seat: of the learner in every row; without one row i has seat i % 2.
        """
        self.batch = Batch(game, size, seeds=0, options=options)
        self.num_envs = size
        self.single_action_space = Discrete(game.facts.num_actions)
        self.action_space = MultiDiscrete([game.facts.num_actions] * size)
        self.single_observation_space = Box(-1.0, 1.0, self.batch.observation_shape, np.float32)
        self.observation_space = Box(-1.0, 1.0, (size, *self.batch.observation_shape), np.float32)
        self._seats = np.arange(size) % 2 if seat is None else np.full(size, check_seat(seat))
        self._opponent = opponent
        self._players = self._make_players(game, opponent)
        self._random = np.random.default_rng(0)

    def _make_players(self, game: Game, opponent: str | None) -> list[Player]:
        """Return the opponents of all rows: one for all, unless they remember their matches."""
        if opponent is None or opponent == RANDOM:
            return []
        one = make_player(opponent, game, 0)
        return [make_player(opponent, game, row) for row in range(self.num_envs)] if one.keeps_results else [one]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start all rows; row i has the seed `seed + i`, or the i-th of a list."""
        first = new_seed() % 2**63 if seed is None else seed
        self.batch.reset([new_seed() if each is None else each for each in first] if isinstance(first, list) else first)
        self._random = np.random.default_rng(seed if isinstance(seed, int) else None)
        for player in self._players:
            player.reseed(int(self._random.integers(2**63)))
        self._answer()
        return self._look()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in every row.

        Raises:
            IllegalAction: a row does not allow its action; nothing has changed.
        """
        was_over = self.batch.to_act() == 0
        seats = self._seat_to_act()
        stepped = self.batch.step(np.where(was_over, WAIT, actions))
        self.batch.restart(was_over)
        rewards = stepped.rewards + self._answer()
        paid = seats if self._opponent is None else self._seats
        observations, info = self._look()
        over = self.batch.to_act() == 0
        return observations, rewards[np.arange(self.num_envs), paid], over, np.zeros_like(over), info

    def _seat_to_act(self) -> NDArray[np.int64]:
        """Return the seat that acts next in each row; 0 where the match is over."""
        return np.where(self.batch.to_act() == 2, 1, 0)

    def _look(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        if self._opponent is None:
            seats = self._seat_to_act()
            return self.batch.observe(), {"action_mask": self.batch.legal_mask(), "seat": seats}
        seen = [self.batch.observe(seat) for seat in (0, 1)]
        own = self._seats.reshape(-1, *[1] * len(self.batch.observation_shape))
        return np.where(own == 0, *seen), {"action_mask": self.batch.legal_mask(), "seat": self._seats.copy()}

    def _answer(self) -> NDArray[np.float32]:
        """Let the opponent act until the learner is to act in every row, and return the rewards."""
        rewards = np.zeros((self.num_envs, 2), np.float32)
        while self._opponent is not None:
            theirs = (self.batch.to_act() != 0) & (self._seat_to_act() != self._seats)
            if not theirs.any():
                break
            rewards += self.batch.step(np.where(theirs, self._choose(theirs), WAIT), check=False).rewards
        return rewards

    def _choose(self, rows: NDArray[np.bool_]) -> NDArray[np.int32]:
        if not self._players:
            actions, counts = self.batch.legal_actions()
            picks = (self._random.random(self.num_envs) * counts).astype(int)
            return np.asarray(actions[np.arange(self.num_envs), picks])
        chosen, hidden = np.full(self.num_envs, WAIT, np.int32), self.batch.hidden()
        for row in np.flatnonzero(rows).tolist():
            player, seat = self._players[row % len(self._players)], 1 - int(self._seats[row])
            with Stop() as stop:
                chosen[row] = player.choose(Known(record_over(hidden[row], self.batch.game.state)), seat, stop)
        return chosen
