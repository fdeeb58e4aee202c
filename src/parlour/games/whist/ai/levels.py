"""The five levels of Whist."""

from parlour.core.level import Custom, Level, TreeSearch
from parlour.games.whist.ai.search import make_think
from parlour.games.whist.state import HAND

# More bring little: 256 guesses took 6.67 tricks of 13 against 64, error 0.21 (36 deals played twice, no tempering).
MASTER_GUESSES = 128
LITERAL = TreeSearch(1_000)  # by the literal trick rule no duel is solved: random playouts to the end of the match

LEVELS = (
    Level(Custom(make_think(guesses=0, counted=0), LITERAL), temper=0.13),
    Level(Custom(make_think(guesses=0, counted=4), LITERAL), temper=0.08),
    Level(Custom(make_think(guesses=0, counted=4), LITERAL)),
    Level(Custom(make_think(guesses=8, counted=8), LITERAL)),
    Level(Custom(make_think(guesses=MASTER_GUESSES, counted=HAND), LITERAL)),
)
