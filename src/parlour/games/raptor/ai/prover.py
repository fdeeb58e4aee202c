"""What wins in a round whose cards are open, proven by trying all that both sides can do in it."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.prover import Exhausted, Prover
from parlour.games.raptor.state import ACTIONS, BABIES_TO_WIN, EFFECT, MAX_TOKENS, RAPTOR, RETURN

TOKENS_TO_GO = 2  # sleep tokens that the mother may lack
SCIENTISTS_TO_GO = 2


@kernel
def is_in_round(s: Record) -> bool:
    return s.phase in (EFFECT, ACTIONS, RETURN)


@kernel
def is_late(s: Record) -> bool:
    """Return whether the side to act, in a round, may be about to win."""
    if not is_in_round(s):
        return False
    if s.side == RAPTOR:
        return s.escaped >= BABIES_TO_WIN - 1 or s.scientists <= SCIENTISTS_TO_GO
    return s.captured >= BABIES_TO_WIN - 1 or s.tokens >= MAX_TOKENS - TOKENS_TO_GO


@kernel
def is_beyond(s: Record) -> bool:
    return not is_in_round(s)


def words(s: Record, seat: int, value: float, second: float) -> tuple[str, str]:
    """Describe what the right action leads to, and all others."""
    return "Win in this round: find the only action to begin with.", "It does not win in this round."


PROVER = Prover(Exhausted(is_late, is_beyond), words)
