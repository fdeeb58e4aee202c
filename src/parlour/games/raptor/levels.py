"""How strong the computer plays Raptor, on either side."""

from parlour.core.level import AnyAction, Glance, Level, Own
from parlour.games.raptor.evaluate import judge_simply
from parlour.games.raptor.thinker import Effort, thinks

LEVELS = (
    Level(AnyAction()),
    Level(Glance(judge_simply, guesses=1), slip=0.2),  # the judge sees nothing hidden: one guess is as good as many
    Level(Own(thinks(Effort(width=1, solves=False)), AnyAction())),
    Level(Own(thinks(Effort(width=1)), AnyAction())),
    Level(
        Own(thinks(Effort(width=24, ends=12)), AnyAction())
    ),  # against Expert 80 % of 40 matches; 8 and 6: 67 % of 30
)
