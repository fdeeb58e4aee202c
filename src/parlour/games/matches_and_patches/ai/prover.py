"""What is right in the last rounds, proven by trying all of them: hands and deck lie open."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.prover import Exhausted, Prover
from parlour.games.matches_and_patches.state import NONE

MOST_FREE = 6  # cells


@kernel
def is_late(s: Record) -> bool:
    """Return whether the last rounds are being played, and nobody has chosen yet or one tile is to be placed again."""
    is_open = s.clash != NONE or (s.chosen_tile[0] == NONE and s.chosen_tile[1] == NONE)
    return is_open and s.width * s.width - s.placed <= MOST_FREE


def words(s: Record, seat: int, value: float, second: float) -> tuple[str, str]:
    """Describe what the right choice is sure of, and all others."""
    sure = "the win" if value == 1 else "a draw"
    goal = f"Find the only choice that is sure of {sure}, whatever the other side does."
    return goal, f"The other side has an answer to it, and then it {'loses' if second == 0 else 'only draws'}."


PROVER = Prover(Exhausted(is_late), words)
