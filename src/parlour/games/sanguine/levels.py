"""How strong the computer plays Sanguine."""

from parlour.core.level import AnyAction, Glance, Level, Own
from parlour.games.sanguine.evaluate import judge
from parlour.games.sanguine.tree import Settings, make_think

CLUB = Settings(simulations=12)
EXPERT = Settings(simulations=100)
MASTER = Settings(simulations=4_000, hope=0.5)


def _search(settings: Settings) -> Own:
    return Own(make_think(settings), otherwise=AnyAction())  # it always has an answer


LEVELS = (
    Level(AnyAction()),
    Level(Glance(judge, guesses=1), slip=0.3),
    Level(_search(CLUB)),
    Level(_search(EXPERT)),
    Level(_search(MASTER)),
)
