"""How the computer plays Matches and Patches."""

from parlour.core.level import AnyAction, Level, Own
from parlour.games.matches_and_patches.round_search import RoundSearch, glimpse

LEVELS = (
    Level(AnyAction()),
    Level(Own(glimpse, AnyAction()), slip=0.2),
    Level(Own(RoundSearch(candidates=6, simulations=36, rounds=0).think, AnyAction())),
    Level(Own(RoundSearch(candidates=12, simulations=240, rounds=1).think, AnyAction())),
    Level(Own(RoundSearch(candidates=24, simulations=9_600, rounds=1).think, AnyAction())),
)
