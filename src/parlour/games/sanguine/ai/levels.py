"""How strong the computer plays Sanguine."""

from parlour.core.level import Custom, Level, OnePly, Random, TreeSearch
from parlour.games.sanguine.ai.evaluate import value_fn
from parlour.games.sanguine.ai.search import make_think
from parlour.games.sanguine.ai.tree import Settings

ONE_PLY = OnePly(value_fn, guesses=1)  # it looks at the table only, so one guess will do
CLUB = TreeSearch(simulations=150)  # over the places of cards in a hand, with random playouts
EXPERT = Settings(simulations=30)
MASTER = Settings(simulations=20_000, reads=True, trust=0.5)
JUDGE = MASTER._replace(reads=False)  # what an enemy who plays by a habit lets pass may still be a mistake


def _search(settings: Settings) -> Custom:
    return Custom(make_think(settings), fallback=Random())  # it always has an answer


LEVELS = (
    Level(ONE_PLY, temper=3.0),
    Level(ONE_PLY, temper=0.55),
    Level(CLUB),
    Level(_search(EXPERT)),
    Level(_search(MASTER)),
)

ANALYSIS = _search(JUDGE)
