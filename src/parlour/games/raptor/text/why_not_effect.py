"""Why the effect of a card cannot be applied as picked, in words."""

from parlour.core.contract import Known
from parlour.core.phrasing import listed
from parlour.games.raptor.geometry import MAPS, STANDARD, STEPS, cell_to_name
from parlour.games.raptor.rules.ground import is_near_active_scientist
from parlour.games.raptor.state import (
    BAIT,
    BURNING,
    CALL_BABIES,
    EXIT,
    FEAR,
    FREE,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    RECOVER,
    REINFORCE,
    SCATTER,
    SLEEPING_GAS,
    USED,
    WHISTLE,
)
from parlour.games.raptor.text.blocked import KINDS, blocked_words, why_not_free
from parlour.games.raptor.text.board import content, effect, in_line, is_inactive, is_on_board, kind, tile_at
from parlour.games.raptor.text.prompt import what_to_pick

TRAYS = {REINFORCE: "tray:scientist", LIGHT_FIRE: "tray:fire", KENNEL: "tray:hound"}


def why_not_unit(s: Known, read: list[tuple[str, int]]) -> str:
    resolving, (what, cell) = effect(s), read[0]
    if resolving in TRAYS:
        return _why_not_unit_at(s, resolving, read)
    if what not in KINDS or len(read) > 2:
        return what_to_pick(s)
    if kind(s, cell) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(cell)}. {what_to_pick(s)}"
    if resolving == CALL_BABIES and what == "baby":
        return _why_not_call(s, cell, read[1:])
    if (resolving, what) in ((JEEP_RIDE, "scientist"), (WHISTLE, "hound")):
        return _why_not_ride(s, cell, read[1:])
    if resolving in (SCATTER, BAIT) and what == "baby":
        return _why_not_baby_step(s, resolving, cell, read[1:])
    if resolving == LEAP and what == "sister":
        return _why_not_leap(s, read[1:])
    return _why_not_touched(s, resolving, what, cell)


def _why_not_touched(s: Known, resolving: int, what: str, cell: int) -> str:
    """Explain why Fear, Recovery or Sleeping Gas do not change a figurine."""
    name, inactive = cell_to_name(cell), is_inactive(s, cell)
    if resolving == FEAR and what in ("scientist", "hound") and inactive:
        return f"The {what} on {name} is frightened already."
    if resolving == RECOVER and what not in ("scientist", "hound"):
        return "The mother has no sleep token." if what == "mother" else f"The {what} on {name} is awake."
    if resolving == SLEEPING_GAS and what == "baby":
        return f"The baby on {name} is asleep already." if inactive else _why_not_gas(s, cell)
    return what_to_pick(s)


def _why_not_unit_at(s: Known, resolving: int, read: list[tuple[str, int]]) -> str:
    if len(read) != 2 or read[0][0] != TRAYS[resolving]:
        return what_to_pick(s)
    taken = why_not_free(s, read[1][1])
    if taken:
        return taken
    if resolving in (REINFORCE, KENNEL):
        return _arrival_words(s)
    return f"{cell_to_name(read[1][1])} is beside no active scientist and no fire."


def _arrival_words(s: Known) -> str:
    if MAPS[int(s.map)].arrivals == MAPS[STANDARD].arrivals:
        return "Reinforcements arrive on a long edge: c1 to k1, or c6 to k6."
    names = sorted(MAPS[int(s.map)].arrivals, key=lambda name: name[::-1])  # in reading order
    return f"Reinforcements arrive on {listed(names, 'or')}."


def _why_not_baby_step(s: Known, resolving: int, cell: int, rest: list[tuple[str, int]]) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The baby on {name} is asleep."
    if content(s, cell) & USED:
        return f"The baby on {name} was moved by this card already; move another one."
    if resolving == BAIT and not is_near_active_scientist(s, tile_at(s, cell)):
        return _far_words(cell)
    if not rest:
        return f"The baby on {name} has no free space beside it."
    target = rest[0][1]
    if rest[0][0] not in ("space", "exit"):
        return what_to_pick(s)
    if target - cell not in STEPS:
        return f"A baby goes one step: {cell_to_name(target)} is not beside {name}."
    if resolving == BAIT and content(s, target) == EXIT:
        return "Bait does not lead a baby out of the map."
    return why_not_free(s, target)


def _why_not_leap(s: Known, rest: list[tuple[str, int]]) -> str:
    if is_inactive(s, int(s.sister)):
        return "The sister is asleep: she cannot leap."
    if not rest or rest[0][0] not in ("space", "exit"):
        return what_to_pick(s)
    taken = why_not_free(s, rest[0][1])
    return taken or f"{cell_to_name(rest[0][1])} is not on the sister's tile, nor on a tile beside it."


def _why_not_gas(s: Known, cell: int) -> str:
    if is_near_active_scientist(s, tile_at(s, cell)):
        return what_to_pick(s)
    return _far_words(cell)


def _far_words(cell: int) -> str:
    return f"No active scientist is on the tile of the baby on {cell_to_name(cell)} or on a tile beside it."


def _why_not_call(s: Known, cell: int, rest: list[tuple[str, int]]) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The baby on {name} is asleep: it hears no call."
    if content(s, cell) & USED:
        return f"The baby on {name} was called by this card already; call another one."
    if not rest:
        return f"No path of free spaces leads from {name} to the mother's tile."
    target = rest[0][1]
    if rest[0][0] not in ("space", "exit"):
        return what_to_pick(s)
    if not is_on_board(s, target) or tile_at(s, target) != tile_at(s, int(s.mother)):
        return f"{cell_to_name(target)} is not on the mother's tile."
    return why_not_free(s, target) or f"No path of free spaces leads from {name} to {cell_to_name(target)}."


def _why_not_ride(s: Known, cell: int, rest: list[tuple[str, int]]) -> str:
    name, is_hound = cell_to_name(cell), effect(s) == WHISTLE
    who, does = ("hound", "run") if is_hound else ("scientist", "drive")
    if is_inactive(s, cell):
        return f"The {who} on {name} is frightened: it cannot {does}."
    if not rest:
        return f"The {who} on {name} is shut in on all sides."
    target = rest[0][1]
    if rest[0][0] not in ("space", "exit"):
        return what_to_pick(s)
    if not in_line(cell, target):
        straight = "A hound runs" if is_hound else "A jeep drives"
        return f"{straight} straight: {cell_to_name(target)} is not in line with {name}."
    return blocked_words(s, cell, target, (FREE,) if is_hound else (FREE, BURNING)) or what_to_pick(s)
