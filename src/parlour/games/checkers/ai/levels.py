"""The five levels of Checkers: one search, with fewer nodes and more noise below Master."""

from functools import partial

from parlour.core.level import Level, OwnSearch
from parlour.games.checkers.ai.thinker import CheckersThinker

_UNTAUGHT = partial(CheckersThinker, has_tables=False)

# Noise is in points, a man being worth about 100: a little makes matches differ, much of it makes mistakes.
MASTER = OwnSearch(CheckersThinker, nodes=500_000, noise=3)

LEVELS = (
    Level(OwnSearch(_UNTAUGHT, nodes=40, noise=150, memory_mb=1), blunder_rate=0.15),
    Level(OwnSearch(_UNTAUGHT, nodes=100, noise=85, memory_mb=1), blunder_rate=0.02),
    Level(OwnSearch(_UNTAUGHT, nodes=400, noise=50, memory_mb=1)),
    Level(OwnSearch(CheckersThinker, nodes=4_000, noise=20, memory_mb=4)),
    Level(MASTER),
)
