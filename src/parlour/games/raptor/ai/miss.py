"""What a bad action of Raptor has missed, in a sentence."""

from parlour.core.contract import Known, Record
from parlour.games.raptor.rules.contract import apply
from parlour.games.raptor.state import ACTIONS, CAPTURED, ESCAPED, EXIT, NEUTRALIZED, NO_SCIENTIST, OVER
from parlour.games.raptor.text.board import is_inactive
from parlour.games.raptor.text.decode import Decoded, decode
from parlour.games.raptor.text.words import points_words

WINS = {
    ESCAPED: "Misses the win: the third baby could escape.",
    NO_SCIENTIST: "Misses the win: the mother could kill the last scientist.",
    NEUTRALIZED: "Misses the win: the fifth sleep token would neutralize the mother.",
    CAPTURED: "Misses the win: the third baby could be captured.",
}
MISSES = {
    "kill": "Misses a scientist whom the mother could kill.",
    "shoot": "Misses a shot at the mother.",
    "bite": "Misses a kill by the sister.",
    "dart": "Misses a shot at the sister.",
    "wake": "Leaves a baby asleep that the mother could wake.",
    "heal": "Leaves a sleep token on the mother that she could lose.",
}


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Name what the best action would have done at once; nothing where only a plan tells."""
    mine, better = decode(s, played), decode(s, best)
    if better.verb == "card":
        return ""
    after = s.copy()
    apply(after, seat, best)
    if after.phase == OVER and int(after.ending) in WINS:
        return WINS[int(after.ending)]
    if mine.verb == "done" and s.phase == ACTIONS:
        return f"Leaves {points_words(int(s.points))} unused."
    return missed(s, better) if mine.verb != better.verb else ""


def missed(s: Record, better: Decoded) -> str:
    """Name what an action takes or mends at once; nothing for all others."""
    if better.verb == "step" and int(s.board[better.target]) == EXIT:
        return "Misses a baby that could escape."
    if better.verb == "seize":
        return f"Misses a baby that could be {'captured' if is_inactive(s, better.target) else 'put to sleep'}."
    return MISSES.get(better.verb, "")
