"""How strong the computer plays Raptor, on either side."""

from parlour.core.level import Custom, Level, OnePly, Random
from parlour.games.raptor.ai.evaluate import simple_value_fn
from parlour.games.raptor.ai.thinker import Effort, thinks

LEVELS = (
    Level(Random()),
    Level(
        OnePly(simple_value_fn, guesses=1), blunder_rate=0.2
    ),  # the judge sees nothing hidden: one guess is as good as many
    Level(Custom(thinks(Effort(width=1, solves=False)), Random())),
    Level(Custom(thinks(Effort(width=1)), Random())),
    Level(
        Custom(thinks(Effort(width=24, ends=12)), Random())
    ),  # against Expert 80 % of 40 matches; 8 and 6: 67 % of 30
)
