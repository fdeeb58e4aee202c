"""The five levels of any game: its own, or tree searches over random playouts for one that brings none."""

from parlour.core.game import Game
from parlour.core.level import Level, TreeSearch

OF_ANY_GAME = (
    Level(TreeSearch(30), temper=0.6),
    Level(TreeSearch(100), temper=0.3),
    Level(TreeSearch(300), temper=0.1),
    Level(TreeSearch(3_000)),
    Level(TreeSearch(30_000)),
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first."""
    return game.players.levels or OF_ANY_GAME
