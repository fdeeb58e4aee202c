"""The five levels of Connect Four."""

from parlour.core.level import Custom, Level, TreeSearch
from parlour.games.connect_four.evaluate import careful
from parlour.games.connect_four.master import think

# Expert with 4,000 simulations: Master scored 87.8 % of 200 matches; the README has the ladder.
LEVELS = (
    Level(TreeSearch(110, policy=careful), temper=0.32),
    Level(TreeSearch(220, policy=careful), temper=0.2),
    Level(TreeSearch(1_000, policy=careful), temper=0.1),
    Level(TreeSearch(8_000, policy=careful)),
    Level(Custom(think, fallback=TreeSearch(20_000, policy=careful))),
)
