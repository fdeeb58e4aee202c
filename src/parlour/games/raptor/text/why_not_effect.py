"""Why the effect of a card cannot be applied as picked, in words."""

from parlour.core.contract import Known
from parlour.games.raptor.geometry import TILE_OF, cell_to_name
from parlour.games.raptor.rules.ground import is_near_active_scientist
from parlour.games.raptor.state import (
    BURNING,
    CALL_BABIES,
    FEAR,
    FREE,
    JEEP_RIDE,
    LIGHT_FIRE,
    RECOVER,
    REINFORCE,
    SLEEPING_GAS,
    USED,
)
from parlour.games.raptor.text.blocked import KINDS, blocked_words, why_not_free
from parlour.games.raptor.text.board import content, effect, in_line, is_inactive, is_on_board, kind
from parlour.games.raptor.text.prompt import what_to_pick


def why_not_unit(s: Known, read: list[tuple[str, int]]) -> str:
    resolving, (what, cell) = effect(s), read[0]
    if resolving in (REINFORCE, LIGHT_FIRE):
        return _why_not_unit_at(s, resolving, read)
    if what not in KINDS or len(read) > 2:
        return what_to_pick(s)
    if kind(s, cell) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(cell)}. {what_to_pick(s)}"
    if resolving == CALL_BABIES and what == "baby":
        return _why_not_call(s, cell, read[1:])
    if resolving == JEEP_RIDE and what == "scientist":
        return _why_not_ride(s, cell, read[1:])
    return _why_not_touched(s, resolving, what, cell)


def _why_not_touched(s: Known, resolving: int, what: str, cell: int) -> str:
    """Explain why Fear, Recovery or Sleeping Gas do not change a figurine."""
    name, inactive = cell_to_name(cell), is_inactive(s, cell)
    if resolving == FEAR and what == "scientist" and inactive:
        return f"The scientist on {name} is frightened already."
    if resolving == RECOVER and what != "scientist":
        return "The mother has no sleep token." if what == "mother" else f"The baby on {name} is awake."
    if resolving == SLEEPING_GAS and what == "baby":
        return f"The baby on {name} is asleep already." if inactive else _why_not_gas(s, cell)
    return what_to_pick(s)


def _why_not_unit_at(s: Known, resolving: int, read: list[tuple[str, int]]) -> str:
    if len(read) != 2 or read[0][0] != ("tray:scientist" if resolving == REINFORCE else "tray:fire"):
        return what_to_pick(s)
    taken = why_not_free(s, read[1][1])
    if taken:
        return taken
    if resolving == REINFORCE:
        return "Reinforcements arrive on a long edge: c1 to k1, or c6 to k6."
    return f"{cell_to_name(read[1][1])} is beside no active scientist and no fire."


def _why_not_gas(s: Known, cell: int) -> str:
    if is_near_active_scientist(s, TILE_OF[cell]):
        return what_to_pick(s)
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
    if not is_on_board(target) or TILE_OF[target] != TILE_OF[s.mother]:
        return f"{cell_to_name(target)} is not on the mother's tile."
    return why_not_free(s, target) or f"No path of free spaces leads from {name} to {cell_to_name(target)}."


def _why_not_ride(s: Known, cell: int, rest: list[tuple[str, int]]) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The scientist on {name} is frightened: it cannot drive."
    if not rest:
        return f"The scientist on {name} is shut in on all sides."
    target = rest[0][1]
    if rest[0][0] not in ("space", "exit"):
        return what_to_pick(s)
    if not in_line(cell, target):
        return f"A jeep drives straight: {cell_to_name(target)} is not in line with {name}."
    return blocked_words(s, cell, target, (FREE, BURNING)) or what_to_pick(s)
