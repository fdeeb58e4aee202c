"""What is right in the last rounds, proven by trying all of them: hands and deck lie open."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.prover import Exhausted, Prover

MOST_FREE = 6  # cells


@kernel
def is_late(s: Record) -> bool:
    return s.width * s.width - s.placed <= MOST_FREE


def goal(s: Record, seat: int, value: float) -> str:
    """Describe what the right choice is sure of."""
    return (
        f"Find the only choice that is sure of {'the win' if value == 1 else 'a draw'}, whatever the other side does."
    )


PROVER = Prover(Exhausted(is_late), goal)
