"""What a bad action of Patchwork has missed, in a sentence."""

from parlour.core.contract import Known, Record
from parlour.games.patchwork.rules.contract import apply
from parlour.games.patchwork.state import BONUS
from parlour.games.patchwork.text.tokens import action_to_place


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Name the bonus or the special patch that was not taken, or say that the same patch belonged elsewhere."""
    after, after_best = _after(s, seat, played), _after(s, seat, best)
    if s.seven != after_best.seven == seat and after.seven != seat:
        return f"Misses the square of 7x7 for {BONUS} points."
    taken = int(s.specials) ^ int(after_best.specials)
    if taken and after_best.pending and s.specials == after.specials:
        return f"Misses the special patch on square {taken.bit_length() - 1}."
    place, better = action_to_place(played), action_to_place(best)
    if place and better and place.patch == better.patch:
        return "The patch fits better elsewhere."
    return ""


def _after(s: Known, seat: int, action: int) -> Record:
    after = s.copy()
    apply(after, seat, action)
    return after
