"""Which games there are: the folders of `parlour.games`, and the entry points `parlour.games` of other packages."""

import functools
import importlib
import pkgutil
from importlib.metadata import EntryPoint, entry_points

from parlour.core.errors import BrokenGame, UnknownGame
from parlour.core.game import Game
from parlour.core.reading import shown

GROUP = "parlour.games"  # the package that holds our games, and the entry-point group of all others


def game_ids() -> list[str]:
    """List the ids of all installed games, ours first, each part in alphabetical order."""
    ours = sorted(_own_folders())
    return ours + sorted(set(_entry_points()) - set(ours))


def load(game_id: str) -> Game:
    """Return the game with an id.

    Raises:
        UnknownGame: no such game is installed.
        BrokenGame: it is installed but cannot be loaded.
    """
    if not isinstance(game_id, str):
        raise UnknownGame(f"The id of a game is a text, not {shown(game_id)}.")
    return _load(game_id)


@functools.cache
def _load(game_id: str) -> Game:
    if game_id in _own_folders():
        game = importlib.import_module(f"{GROUP}.{game_id}").GAME
    elif game_id in _entry_points():
        game = _load_foreign(_entry_points()[game_id])
    else:
        raise UnknownGame(f"There is no game {shown(game_id)}. The games: {', '.join(game_ids())}.")
    if not isinstance(game, Game) or game.id != game_id:
        raise BrokenGame(f"The package of {game_id} does not hold a game of that id.")
    return game


@functools.cache
def _own_folders() -> set[str]:
    package = importlib.import_module(GROUP)
    return {module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg}


@functools.cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load_foreign(point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:
        raise BrokenGame(f"The game {point.name} ({point.value}) cannot be loaded: {error}.") from error
