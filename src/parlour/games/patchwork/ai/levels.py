"""The five levels of Patchwork; the README has the measured ladder."""

from parlour.core.level import Custom, Level, OnePly, Random
from parlour.games.patchwork.ai.evaluate import value_fn
from parlour.games.patchwork.ai.search import thinking

_ONE_PLY = OnePly(value_fn)

LEVELS = (
    Level(Random()),
    Level(_ONE_PLY, blunder_rate=0.2),
    Level(Custom(thinking(12), _ONE_PLY)),
    Level(Custom(thinking(120), _ONE_PLY)),
    Level(Custom(thinking(20_000), _ONE_PLY)),
)
