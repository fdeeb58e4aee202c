"""Words of Raptor: sides, seats, effects and cards."""

from parlour.core.contract import Record
from parlour.core.phrasing import counted, seat_name
from parlour.games.raptor.state import (
    CALL_BABIES,
    DISAPPEAR,
    EFFECTS,
    FEAR,
    JEEP_RIDE,
    LIGHT_FIRE,
    NOTHING,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RESHUFFLE,
    SCIENTIST,
    SLEEPING_GAS,
    UNITS,
)

SIDES = (RAPTOR, SCIENTIST)
SIDE_NAMES = ("Raptor", "Scientist")
EFFECT_NAMES = {
    NOTHING: "no effect",
    CALL_BABIES: "Mother's Call",
    DISAPPEAR: "Disappearance and Observation",
    FEAR: "Fear",
    RECOVER: "Recovery",
    SLEEPING_GAS: "Sleeping Gas",
    REINFORCE: "Reinforcements",
    JEEP_RIDE: "Jeep",
    LIGHT_FIRE: "Fire",
}
COUNTED = {
    CALL_BABIES: ("baby", "babies"),
    FEAR: ("scientist", "scientists"),
    SLEEPING_GAS: ("baby", "babies"),
    REINFORCE: ("scientist", "scientists"),
    JEEP_RIDE: ("ride", "rides"),
    LIGHT_FIRE: ("fire", "fires"),
}


def amount_words(side: int, value: int) -> str:
    """Return how often a card's effect may be applied: "1 to 2 scientists"; empty where that means nothing."""
    effect, most = int(EFFECTS[side, value]), int(UNITS[side, value])
    if effect == RECOVER:
        return f"heal or wake up to {most}"
    if effect not in COUNTED:
        return ""
    one, many = COUNTED[effect]
    if most == 1:
        return f"1 {one}"
    return f"{most} {many}" if effect == LIGHT_FIRE else f"1 to {most} {many}"


def card_words(side: int, value: int) -> str:
    """Return what a card does: "Fear, 1 to 2 scientists"."""
    name, amount = EFFECT_NAMES[int(EFFECTS[side, value])], amount_words(side, value)
    words = f"{name}, {amount}" if amount else name
    return f"{words}; then reshuffle" if value == RESHUFFLE else words


def points_words(points: int) -> str:
    return counted(points, "action point")


def side_of(s: Record, seat: int) -> int:
    """Return the side that a seat plays; the seat that plays a side, too."""
    return seat ^ int(s.raptor_seat)


def names_by_side(s: Record, viewer: int) -> tuple[str, str]:
    """Name the seats that play the raptor and the scientist for a viewer, who is "You"."""
    raptor, scientist = (seat_name(side_of(s, side), viewer) for side in SIDES)
    return raptor, scientist
