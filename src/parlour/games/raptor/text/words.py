"""Words of Raptor: sides, seats, effects and cards."""

from parlour.core.contract import Record
from parlour.core.phrasing import counted, seat_name
from parlour.games.raptor.factions import EFFECTS, UNITS
from parlour.games.raptor.state import (
    BABY_KIND,
    BAIT,
    CALL_BABIES,
    DISAPPEAR,
    FEAR,
    HOUND_KIND,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    MOTHER_KIND,
    NOTHING,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RESHUFFLE,
    SCATTER,
    SCIENTIST,
    SCIENTIST_KIND,
    SISTER_KIND,
    SLEEPING_GAS,
    WHISTLE,
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
    LEAP: "Leap",
    SCATTER: "Scatter",
    BAIT: "Bait",
    KENNEL: "Kennel",
    WHISTLE: "Whistle",
}
FIGURES = {
    MOTHER_KIND: "mother",
    BABY_KIND: "baby",
    SCIENTIST_KIND: "scientist",
    SISTER_KIND: "sister",
    HOUND_KIND: "hound",
}
COUNTED = {
    CALL_BABIES: ("baby", "babies"),
    FEAR: ("scientist", "scientists"),
    SLEEPING_GAS: ("baby", "babies"),
    REINFORCE: ("scientist", "scientists"),
    JEEP_RIDE: ("ride", "rides"),
    LIGHT_FIRE: ("fire", "fires"),
    SCATTER: ("baby", "babies"),
    BAIT: ("baby", "babies"),
    KENNEL: ("hound", "hounds"),
    WHISTLE: ("run", "runs"),
}


def card_effect(s: Record, side: int, value: int) -> int:
    """Return the effect of a card of a side, which depends on its faction."""
    return int(EFFECTS[int(s.factions[side]), side, value])


def amount_words(s: Record, side: int, value: int) -> str:
    """Return how often a card's effect may be applied: "1 to 2 scientists"; empty where that means nothing."""
    effect, most = card_effect(s, side, value), int(UNITS[int(s.factions[side]), side, value])
    if effect == RECOVER:
        return f"heal or wake up to {most}"
    if effect not in COUNTED:
        return ""
    one, many = COUNTED[effect]
    if most == 1:
        return f"1 {one}"
    return f"{most} {many}" if effect == LIGHT_FIRE else f"1 to {most} {many}"


def card_words(s: Record, side: int, value: int) -> str:
    """Return what a card does: "Fear, 1 to 2 scientists"."""
    name, amount = EFFECT_NAMES[card_effect(s, side, value)], amount_words(s, side, value)
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
