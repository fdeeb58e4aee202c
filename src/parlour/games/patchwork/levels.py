"""The five levels of Patchwork."""

from parlour.core.level import AnyAction, Glance, Level, Own
from parlour.games.patchwork.evaluate import judge
from parlour.games.patchwork.search import thinking

_GLANCE = Glance(judge)

LEVELS = (
    Level(AnyAction()),
    Level(_GLANCE, slip=0.15),
    Level(Own(thinking(100, width=1), _GLANCE)),
    Level(Own(thinking(3_000, width=1), _GLANCE)),
    Level(Own(thinking(300_000, width=3), _GLANCE)),
)
