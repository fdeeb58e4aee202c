"""What is right in the duel, proven by its solver: each card is worth the share of the tricks left that it takes."""

import numpy as np

from parlour.core.contract import Record
from parlour.core.prover import Prover, Solved
from parlour.core.thinking import Stop
from parlour.games.whist.ai.duel import solve_cards, table
from parlour.games.whist.state import CARDS, FOLLOW, LEAD, NONE


def values(s: Record, seat: int, stop: Stop) -> dict[int, float]:
    """Return the share of the tricks that each card takes with best play."""
    if s.phase not in (LEAD, FOLLOW) or s.top < CARDS or s.is_literal:
        return {}
    tricks = np.empty(CARDS, np.int8)
    lead = int(s.tricks[s.num_tricks, 0]) if s.phase == FOLLOW else NONE
    solve_cards(int(s.hands[seat]), int(s.hands[1 - seat]), lead, int(s.trump), tricks, table(), stop.flag)
    return {card: int(tricks[card]) / int(s.sizes[seat]) for card in np.flatnonzero(tricks != NONE).tolist()}


def words(s: Record, seat: int, value: float, second: float) -> tuple[str, str]:
    """Describe what the right card takes, and what all others take."""
    left = int(s.sizes[seat])
    goal = f"Find the only card that takes {round(value * left)} of the last {left} tricks."
    return goal, f"With best play it takes {round(second * left)} at most."


PROVER = Prover(Solved(values), words)
