"""`SpielGame`: Parlour's games as games of OpenSpiel, named `parlour_` and their id."""

import functools
from typing import Any, ClassVar

import pyspiel

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.option import SWITCH_NAMES, Option
from parlour.lab.envs.deals import DEALS, Deals
from parlour.lab.envs.spiel_state import SpielObserver, SpielState

Parameters = dict[str, int | bool | str]
OWN_PARAMETERS: Parameters = {"deals": DEALS, "seed": 0, "position": ""}


class SpielGame(pyspiel.Game):
    """A game with its options, a subclass for each game. Its parameters are these options and three more.

    - `deals`: the number of equally likely outcomes of each chance node; 1 for a game without chance.
    - `seed`: of the first of them.
    - `position`: begin with this position, in the game's notation, for games that are small enough to be solved.
    """

    game: ClassVar[Game]

    def __init__(self, parameters: Parameters | None = None) -> None:
        given = parameters or {}
        own = {name: given.get(name, default) for name, default in OWN_PARAMETERS.items()}
        options = {name: value for name, value in given.items() if name not in own}
        self._deals = Deals(self.game, options, int(own["deals"]), int(own["seed"]), str(own["position"]))
        super().__init__(_game_type(self._deals), _game_info(self._deals), given)

    def new_initial_state(self) -> SpielState:
        """Return the state before the first action, and before the deal where there is one."""
        return SpielState(self, self._deals)

    def make_py_observer(self, kind: Any = None, params: object = None) -> SpielObserver:
        """Return what observes states: what a player may know now, or all it has seen and done."""
        return SpielObserver(self._deals, kind or pyspiel.IIGObservationType(perfect_recall=False))


def _game_type(deals: Deals) -> pyspiel.GameType:
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=spiel_name(deals.game),
        long_name=deals.game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.DETERMINISTIC if deals.number == 1 else chance.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if deals.has_secrets else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=OWN_PARAMETERS | {option.name: _default(option) for option in deals.game.options},
    )


def _game_info(deals: Deals) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=deals.game.facts.num_actions,
        max_chance_outcomes=deals.number,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=deals.game.facts.max_length,
    )


def _default(option: Option) -> int | bool | str:
    """Return the default of an option as OpenSpiel takes it: a switch as a boolean, a named value by its name."""
    return bool(option.default) if option.names == SWITCH_NAMES else _plain(option)


def _plain(option: Option) -> int | str:
    return option.show(option.default) if option.names or option.is_text else option.default


def spiel_name(game: Game) -> str:
    """Return how a game is called in OpenSpiel."""
    return f"parlour_{game.id}"


@functools.cache
def register_games() -> list[str]:
    """Register all installed games with OpenSpiel, once; return their names."""
    games = [registry.load(game_id) for game_id in registry.game_ids()]
    for game in games:
        # A class, because it outlives the interpreter: OpenSpiel lets go of what is registered when Python has ended.
        own_class = type(game.id, (SpielGame,), {"game": game})
        pyspiel.register_game(_game_type(Deals(game, {}, DEALS, 0, "")), own_class)
    return [spiel_name(game) for game in games]
