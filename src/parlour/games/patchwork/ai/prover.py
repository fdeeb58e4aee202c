"""What is right in the last turns, proven by trying all of them."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.prover import Exhausted, Prover
from parlour.games.patchwork.state import LAST

LATE = LAST - 9  # the square from which both have only a few turns left
NODES = 15_000  # beyond which there are too many places for the patches


@kernel
def is_late(s: Record) -> bool:
    return s.squares[0] >= LATE and s.squares[1] >= LATE


PROVER = Prover(Exhausted(is_late, nodes=NODES))
