"""What is right in the last turns, proven by trying all of them: hands and piles lie open."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.prover import Exhausted, Prover
from parlour.games.sanguine.rules.board import num_cells

MOST_FREE = 7  # cells without a card


@kernel
def is_late(s: Record) -> bool:
    free = 0
    for cell in range(num_cells(s)):
        free += s.cards[cell] == 0
    return free <= MOST_FREE


PROVER = Prover(Exhausted(is_late))
