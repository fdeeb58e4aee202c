"""How strong the computer plays Sanguine."""

from parlour.core.level import AnyAction, Glance, Level, Own, TreeSearch
from parlour.games.sanguine.evaluate import judge
from parlour.games.sanguine.tree import Settings, make_think

CLUB = TreeSearch(simulations=150)  # over the places of cards in a hand, with random playouts
EXPERT = Settings(simulations=30)
MASTER = Settings(simulations=20_000, hope=0.5, reads=True)


def _search(settings: Settings) -> Own:
    return Own(make_think(settings), otherwise=AnyAction())  # it always has an answer


LEVELS = (
    Level(AnyAction()),
    Level(Glance(judge, guesses=1), slip=0.35),  # it judges by what lies on the table, so one guess will do
    Level(CLUB),
    Level(_search(EXPERT)),
    Level(_search(MASTER)),
)
