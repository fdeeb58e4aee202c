"""The five levels of Patchwork; the README has the measured ladder."""

from parlour.core.level import AnyAction, Glance, Level, Own
from parlour.games.patchwork.evaluate import judge
from parlour.games.patchwork.search import thinking

_GLANCE = Glance(judge)

LEVELS = (
    Level(AnyAction()),
    Level(_GLANCE, slip=0.2),
    Level(Own(thinking(12), _GLANCE)),
    Level(Own(thinking(120), _GLANCE)),
    Level(Own(thinking(20_000), _GLANCE)),
)
