"""The five levels of Connect Four."""

from parlour.core.level import Custom, Level, OnePly, Random, TreeSearch
from parlour.games.connect_four.evaluate import careful, value_fn
from parlour.games.connect_four.master import think

# Expert: 8,000 simulations score 86 % against Club with 250, 20,000 score 91 %, but leave Master only 68 % (40 matches
# each): the first player has a won game and makes fewer and fewer mistakes.
LEVELS = (
    Level(Random()),
    Level(OnePly(value_fn), blunder_rate=0.2),
    Level(TreeSearch(200, policy=careful)),
    Level(TreeSearch(4_000, policy=careful)),
    Level(Custom(think, fallback=TreeSearch(20_000, policy=careful))),
)
