"""`TableEnv`: a match of any game as a PettingZoo environment, in which one agent acts after another (AEC)."""

import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv

from parlour.core.contract import SEATS
from parlour.core.errors import GameOver, IllegalAction, ParlourError
from parlour.core.game import Game
from parlour.core.generator import check_seed
from parlour.core.option import Options
from parlour.core.position import start
from parlour.core.reading import shown
from parlour.lab.envs.observation import observation, observation_shape
from parlour.pieces.canvas import HEIGHT, WIDTH, Canvas
from parlour.pieces.table_picture import draw_seen

AGENTS = tuple(f"player_{seat}" for seat in SEATS)
RENDER_MODES = ["human", "ansi", "rgb_array"]


class TableEnv(AECEnv):
    """A match. `player_0` and `player_1` are the seats, and actions are the codes of the game.

    An observation is a dict: `observation`, the numbers of what the agent may know (see `observation`), and
    `action_mask`, `[num_actions]`, all 0 for an agent that is not selected. Where both seats may act, the lower one is
    selected first; what it does stays hidden from the other one where the rules say so. The rewards come with the last
    action: 1 for a win, 0 for a draw, -1 for a loss.
    """

    def __init__(self, game: Game, render_mode: str | None = None, options: Options | None = None) -> None:
        """Set up a match.

        Args:
            render_mode: "rgb_array", a picture of 800 by 600; "ansi", plain text; "human", which prints that text
                after every action. All show what a spectator sees.
            options: settings of the game.
        """
        if render_mode not in (None, *RENDER_MODES):
            raise ParlourError(f"A render mode is one of {', '.join(RENDER_MODES)}, not {shown(render_mode)}.")
        self.render_mode = render_mode
        self.possible_agents = [*AGENTS]
        self.metadata = {
            "name": f"parlour_{game.id}_v{game.facts.rules_version}",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._options = dict(options or {})
        self._position = start(game, None, self._options)
        self._seeds, _ = np_random()
        self._actions = {agent: spaces.Discrete(game.facts.num_actions) for agent in AGENTS}
        self._observations = {agent: _observation_space(game) for agent in AGENTS}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match.

        Args:
            seed: the match is that of `parlour.new(game, seed)`. Without it the seed is drawn, and the sequence of
                these follows from the last seed that was given.
            options: PettingZoo's, which this environment does not read; those of the game are given at its creation.
        """
        if seed is None:
            seed = int.from_bytes(self._seeds.bytes(16), "little")
        else:
            self._seeds, _ = np_random(check_seed(seed))
        self._position = start(self._position.game, seed, self._options)
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._select()

    def _select(self) -> None:
        seats = self._position.to_act()
        self.agent_selection = AGENTS[seats[0] if seats else 0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent may know, and which actions it may choose now."""
        seen = self._position.seen_by(AGENTS.index(agent))
        mask = np.zeros(seen.game.facts.num_actions, np.int8)
        if agent == self.agent_selection:
            mask[seen.legal_actions()] = 1
        return {"observation": observation(seen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None for an agent whose match is over.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
        """
        if not self.agents:
            raise GameOver("The match is over: call reset() for another one.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction("None is for agents whose match is over.")
        self._position = self._position.play(AGENTS.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._select()
        if not self._position.to_act():
            self._finish()
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        state = self._position.state
        for seat, agent in enumerate(AGENTS):
            self.rewards[agent] = 2.0 * self._position.game.rules.result(state, seat) - 1.0
            self.terminations[agent] = True
        self._accumulate_rewards()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Draw the table as a spectator sees it, as the render mode says."""
        seen = self._position.seen_by()
        if self.render_mode == "rgb_array":
            canvas = Canvas(WIDTH, HEIGHT)
            draw_seen(canvas, seen)
            return np.asarray(canvas.image())
        if self.render_mode == "human":
            sys.stdout.write(f"{seen.render()}\n\n")
            return None
        return seen.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is no window to close."""


def _observation_space(game: Game) -> spaces.Dict:
    mask = spaces.Box(0, 1, (game.facts.num_actions,), np.int8)
    return spaces.Dict({"observation": spaces.Box(-1.0, 1.0, observation_shape(game)), "action_mask": mask})
