"""The five levels of Whist."""

from parlour.core.level import AnyAction, Level, Own, TreeSearch
from parlour.games.whist.player import make_think
from parlour.games.whist.state import HAND

# More bring little: 256 guesses took 6.67 tricks of 13 against 64, error 0.21 (36 deals played twice, no tempering).
MASTER_GUESSES = 128
LITERAL = TreeSearch(1_000)  # by the literal trick rule no duel is solved: random playouts to the end of the match

LEVELS = (
    Level(AnyAction()),
    Level(Own(make_think(guesses=0, counted=0), LITERAL), slip=0.45),
    Level(Own(make_think(guesses=0, counted=4), LITERAL)),
    Level(Own(make_think(guesses=8, counted=8), LITERAL)),
    Level(Own(make_think(guesses=MASTER_GUESSES, counted=HAND), LITERAL)),
)
