"""Why an action of Raptor is good, in a sentence."""

from parlour.core.contract import Known
from parlour.games.raptor.geometry import STEPS, cell_to_name
from parlour.games.raptor.rules.cards import is_shown
from parlour.games.raptor.rules.contract import apply
from parlour.games.raptor.rules.ground import can_shoot
from parlour.games.raptor.state import (
    BABY_KIND,
    CAPTURED,
    ESCAPED,
    EXIT,
    KIND,
    NEUTRALIZED,
    NO_SCIENTIST,
    OVER,
    RAPTOR,
    SCIENTIST,
    SCIENTIST_KIND,
)
from parlour.games.raptor.text.board import is_inactive
from parlour.games.raptor.text.decode import Decoded, decode
from parlour.games.raptor.text.words import side_of

WINS = {
    ESCAPED: "The third baby escapes, which wins.",
    NO_SCIENTIST: "The mother kills the last scientist, which wins.",
    NEUTRALIZED: "The fifth sleep token neutralizes the mother, which wins.",
    CAPTURED: "It captures the third baby, which wins.",
}
REASONS = {
    "heal": "The mother loses a sleep token, so her moves cost less.",
    "kill": "The mother kills a scientist.",
    "wake": "The baby wakes up and can run again.",
    "douse": "It clears the way of fire.",
    "fear": "The frightened scientist can neither attack nor block a shot.",
    "gas": "A sleeping baby can be captured and cannot run.",
    "shoot": "It puts a sleep token on the mother.",
    "stand": "It can act again.",
    "bite": "The sister kills.",
    "dart": "The sister falls asleep and cannot hunt.",
    "fire": "Raptors cannot pass the fire.",
}


def reason(s: Known, seat: int, action: int) -> str:
    """Return what speaks for an action of a seat, in a sentence; nothing where there is no short answer.

    Args:
        s: as the seat may know it.
    """
    decoded = decode(s, action)
    if decoded.verb == "card":
        return _card_reason(s, seat)
    after = s.copy()
    apply(after, seat, action)
    if after.phase == OVER and int(after.ending) in WINS:
        return WINS[int(after.ending)]
    if decoded.verb == "step" and int(s.board[decoded.target]) == EXIT:
        return "A baby escapes."
    if decoded.verb == "seize":
        return "It captures a baby." if is_inactive(s, decoded.target) else "It puts a baby to sleep."
    if decoded.verb == "done":
        return "No other action is better than stopping."
    return REASONS.get(decoded.verb) or _place_reason(s, decoded)


def _card_reason(s: Known, seat: int) -> str:
    if not s.observation:
        return "A mixed strategy keeps the cards unpredictable, and this card belongs to it."
    if side_of(s, seat) == RAPTOR and is_shown(s, SCIENTIST):
        return "It is the best answer to the card shown."
    return "The raptor will see it, and has fewer good answers to it than to the others."


def _place_reason(s: Known, decoded: Decoded) -> str:
    """Describe what a figurine can do from where it goes."""
    around = [int(s.board[decoded.target + step]) for step in STEPS]
    if decoded.verb == "mother":
        near = sum(content & KIND == SCIENTIST_KIND for content in around)
        return f"From {cell_to_name(decoded.target)} she can kill a scientist." if near else ""
    if s.side == SCIENTIST and decoded.verb in ("step", "jeep", "scientist"):
        if any(content & KIND == BABY_KIND for content in around):
            return f"From {cell_to_name(decoded.target)} it can attack a baby."
        if s.mother and is_in_line(s, decoded):
            return f"From {cell_to_name(decoded.target)} it can shoot the mother."
    if s.side == RAPTOR and decoded.verb in ("step", "call", "baby") and EXIT in around:
        return "It brings the baby beside an exit."
    return ""


def is_in_line(s: Known, decoded: Decoded) -> bool:
    """Return whether a scientist can shoot from where it goes."""
    after = s.copy()
    if decoded.origin:
        after.board[decoded.target] = after.board[decoded.origin]
        after.board[decoded.origin] = 0
    return bool(can_shoot(after, decoded.target))
