"""The five levels of Patchwork; the README has the measured ladder."""

from parlour.core.level import Custom, Level, Random
from parlour.games.patchwork.ai.search import thinking
from parlour.games.patchwork.ai.weights import WEIGHTS


def _level(max_nodes: int, temper: float = 0.0) -> Level:
    return Level(Custom(thinking(max_nodes, WEIGHTS, temper), Random()))


LEVELS = (
    _level(1, temper=1.5),
    _level(3, temper=0.7),
    _level(40, temper=0.41),
    _level(150, temper=0.2),
    _level(20_000),
)
