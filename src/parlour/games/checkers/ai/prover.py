"""What is right in a position, proven by a deep search."""

from parlour.core.prover import Prover, Searched
from parlour.games.checkers.ai.levels import MASTER

PROVER = Prover(Searched(MASTER, nodes=3_000_000))
