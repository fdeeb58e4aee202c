"""The five levels of Checkers: one search, with fewer nodes and more temper below Master."""

from dataclasses import replace
from functools import partial

from parlour.core.level import Level, OwnSearch
from parlour.games.checkers.ai.thinker import CheckersThinker

_UNTAUGHT = partial(CheckersThinker, has_tables=False)

# Noise is in points, a man being worth about 100: a little makes matches differ.
MASTER = OwnSearch(CheckersThinker, nodes=500_000, noise=3)

# Expert: without a temper Master scored only 63.7 % of 200 matches against it.
LEVELS = (
    Level(OwnSearch(_UNTAUGHT, nodes=2_000, memory_mb=1), temper=0.13),
    Level(OwnSearch(_UNTAUGHT, nodes=6_000, memory_mb=2), temper=0.09),
    Level(OwnSearch(_UNTAUGHT, nodes=22_000, memory_mb=4), temper=0.05),
    Level(OwnSearch(CheckersThinker, nodes=40_000, memory_mb=4), temper=0.025),
    Level(replace(MASTER, make=partial(CheckersThinker, has_five=True))),
)
