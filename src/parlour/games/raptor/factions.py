"""The factions of Raptor: for each side the cards and pieces it plays with. A number here is all that balance needs."""

from dataclasses import dataclass

import numpy as np

from parlour.games.raptor.state import (
    BAIT,
    CALL_BABIES,
    DISAPPEAR,
    FEAR,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    NOTHING,
    RECOVER,
    REINFORCE,
    SCATTER,
    SLEEPING_GAS,
    WHISTLE,
)


@dataclass(frozen=True)
class Faction:
    """What one side plays with."""

    name: str  # of the option
    title: str
    about: str  # in a sentence
    cards: tuple[tuple[int, int], ...]  # from 1 to 9: the effect, and how often it may be applied
    has_sister: bool = False
    start_hounds: int = 0
    kennel: int = 0  # hounds beside those that start on the board


MOTHER = Faction(
    "mother",
    "Mother",
    "The mother alone with her babies, as in the standard game.",
    (
        (CALL_BABIES, 1), (DISAPPEAR, 0), (FEAR, 1), (CALL_BABIES, 2), (RECOVER, 2), (DISAPPEAR, 0), (RECOVER, 3),
        (FEAR, 2), (NOTHING, 0),
    ),
)  # fmt: skip
PACK = Faction(
    "pack",
    "Pack",
    "The mother hunts with her sister and frightens more; nobody disappears.",
    (
        (CALL_BABIES, 1), (FEAR, 1), (FEAR, 2), (SCATTER, 2), (RECOVER, 2), (LEAP, 1), (RECOVER, 3), (FEAR, 2),
        (NOTHING, 0),
    ),
    has_sister=True,
)  # fmt: skip
SCIENTISTS = Faction(
    "scientists",
    "Scientists",
    "Up to ten scientists with gas, jeeps and fire, as in the standard game.",
    (
        (SLEEPING_GAS, 1), (REINFORCE, 2), (JEEP_RIDE, 2), (SLEEPING_GAS, 2), (LIGHT_FIRE, 2), (REINFORCE, 2),
        (LIGHT_FIRE, 3), (JEEP_RIDE, 4), (NOTHING, 0),
    ),
)  # fmt: skip
TRAPPERS = Faction(
    "trappers",
    "Trappers",
    "Scientists with hounds and bait, with less gas and without fire.",
    (
        (BAIT, 1), (REINFORCE, 2), (JEEP_RIDE, 2), (SLEEPING_GAS, 2), (KENNEL, 2), (REINFORCE, 2), (WHISTLE, 3),
        (JEEP_RIDE, 4), (NOTHING, 0),
    ),
    start_hounds=2,
    kennel=2,
)  # fmt: skip

FACTIONS = ((MOTHER, PACK), (SCIENTISTS, TRAPPERS))  # by side, the standard one first
NAMES = tuple(tuple(each.name for each in side) for side in FACTIONS)

_EVERY = tuple(zip(*FACTIONS, strict=True))  # by faction and side
EFFECTS = np.array(
    [[[NOTHING, *(effect for effect, _ in each.cards)] for each in sides] for sides in _EVERY], np.int64
)  # by faction, side and value
UNITS = np.array([[[0, *(units for _, units in each.cards)] for each in sides] for sides in _EVERY], np.int64)
# Scientists beside those that start on the board, by the factions of raptors and scientists: 6 in the standard game,
# otherwise what makes the sides even between Experts (bench/bench_badlands.py)
RESERVES = np.array([[6, 3], [2, 3]], np.int64)
SISTERS = tuple(int(each.has_sister) for each in FACTIONS[0])  # these three by faction
START_HOUNDS = tuple(each.start_hounds for each in FACTIONS[1])
KENNELS = tuple(each.kennel for each in FACTIONS[1])
