"""Why an action of Raptor is not possible, in words."""

from collections.abc import Sequence

from parlour.core.contract import Record
from parlour.core.phrasing import listed
from parlour.games.raptor.actions import move_cost
from parlour.games.raptor.board import (
    EFFECT_NAMES,
    SIDE_NAMES,
    between,
    cards,
    content,
    describe,
    effect,
    in_line,
    is_inactive,
    is_on_board,
    kind,
    legal,
    points_words,
    side_of,
)
from parlour.games.raptor.geometry import STEPS, TILE_OF, cell_to_name
from parlour.games.raptor.ground import is_active_scientist, is_near_active_scientist
from parlour.games.raptor.picking import picks as picks_of
from parlour.games.raptor.picking import read_picks
from parlour.games.raptor.placement import is_central, is_l_tile
from parlour.games.raptor.state import (
    ACTIONS,
    BABY_KIND,
    BURNING,
    CALL_BABIES,
    CHOOSE,
    EFFECT,
    EXIT,
    FEAR,
    FREE,
    FRESH,
    JEEP_RIDE,
    LIGHT_FIRE,
    MOTHER_KIND,
    PLACE_RAPTORS,
    PLACE_SCIENTISTS,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RETURN,
    ROCK,
    SCIENTIST_KIND,
    SLEEPING_GAS,
    USED,
)

KINDS = {"mother": MOTHER_KIND, "baby": BABY_KIND, "scientist": SCIENTIST_KIND}
OWN_KINDS = (("mother", "baby"), ("scientist",))  # by side
HINTS = {
    PLACE_RAPTORS: "Pick the mother or a baby, then a space for it.",
    PLACE_SCIENTISTS: "Pick a scientist, then a space of an L-tile.",
    CHOOSE: "Pick one of your cards.",
    RETURN: "Pick the mother, then any free space.",
}
EFFECT_HINTS = {
    CALL_BABIES: "Pick a baby, then a free space of the mother's tile.",
    FEAR: "Pick a scientist to frighten.",
    RECOVER: "Pick a sleeping baby to wake it, or the mother to take off a sleep token.",
    SLEEPING_GAS: "Pick a baby to put to sleep.",
    REINFORCE: "Pick a scientist from the reserve, then a free space of a long edge.",
    JEEP_RIDE: "Pick a scientist, then a space straight ahead of it.",
    LIGHT_FIRE: "Pick a fire, then a free space beside an active scientist or a fire.",
}


def hint(s: Record) -> str:
    """Say what can be picked in this step."""
    if s.phase == EFFECT:
        return EFFECT_HINTS[effect(s)]
    if s.phase == ACTIONS:
        who = "the mother or a baby" if s.side == RAPTOR else "a scientist"
        return f"Pick {who}, then what it does; or stop."
    return HINTS[int(s.phase)]


def why_not(s: Record, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    possible = [picks_of(s, seat, action) for action in legal(s, seat)]
    if picks and any(way[: len(picks)] == list(picks) for way in possible):
        return ""
    return _reason(s, seat, read_picks(picks)) or hint(s)


def _reason(s: Record, seat: int, read: list[tuple[str, int]]) -> str:
    if not read:
        return ""
    if s.phase == CHOOSE:
        return _why_not_card(s, seat, read)
    if read[0][0] == "done":
        return _why_not_done(s)
    if s.phase == EFFECT:
        return _why_not_unit(s, read)
    if s.phase == ACTIONS:
        return _why_not_action(s, read)
    return _why_not_placement(s, read)


def _why_not_card(s: Record, seat: int, read: list[tuple[str, int]]) -> str:
    hand = listed(cards(int(s.hand[side_of(s, seat)])), "and")
    if read[0][0] == "card" and len(read) == 1:
        return f"You do not hold card {read[0][1]}. You hold {hand}."
    return f"{hint(s)} You hold {hand}."


def _why_not_done(s: Record) -> str:
    if s.phase == ACTIONS:
        return _walker_words(s)
    if s.phase != EFFECT:
        return hint(s)
    if effect(s) == LIGHT_FIRE:
        return f"Fire must be applied in full: {s.units} more to light. {hint(s)}"
    return f"{EFFECT_NAMES[effect(s)]} must be applied at least once. {hint(s)}"


def _walker_words(s: Record) -> str:
    return f"The scientist on {cell_to_name(int(s.walking))} stands in fire and must walk on until it is out."


def _why_not_free(s: Record, cell: int) -> str:
    """Say why nothing can be put on a cell; empty when it is a free space."""
    name = cell_to_name(cell)
    if not is_on_board(cell):
        return f"{name} is an exit: only a baby's own step leads there." if kind(s, cell) == EXIT else _off_board(name)
    if content(s, cell) == FREE:
        return ""
    if kind(s, cell) == ROCK:
        return f"There is a rock on {name}."
    if content(s, cell) == BURNING:
        return f"There is a fire on {name}."
    return f"{name} is taken by {describe(s, cell)}."


def _off_board(name: str) -> str:
    return f"{name} is not a space of this board."


def _why_not_placement(s: Record, read: list[tuple[str, int]]) -> str:
    what, cell = read[0][0], read[-1][1]
    if len(read) != 2 or read[1][0] not in ("space", "exit"):
        return hint(s)
    taken = _why_not_free(s, cell)
    if taken or s.phase == RETURN:
        return taken or hint(s)
    tile = int(TILE_OF[cell])
    if s.phase == PLACE_SCIENTISTS and what == "tray:scientist":
        if is_l_tile(tile):
            return "There is a scientist on that L-tile already: each of the four gets one."
        return "Scientists start on the four L-tiles, columns b and l."
    if s.phase == PLACE_RAPTORS and what == "tray:mother":
        return _why_not_mother_tile(s, tile)
    return _why_not_baby_tile(s, tile) if s.phase == PLACE_RAPTORS and what == "tray:baby" else hint(s)


def _why_not_mother_tile(s: Record, tile: int) -> str:
    if s.mother:
        return "The mother is on the board already."
    if not is_central(tile):
        return "The mother starts on one of the two central tiles, columns f to h."
    return "There is a baby on that tile: the mother needs the other central tile."


def _why_not_baby_tile(s: Record, tile: int) -> str:
    if is_l_tile(tile):
        return "No raptor starts on an L-tile, columns b and l."
    holders = [cell for cell in range(len(TILE_OF)) if TILE_OF[cell] == tile and kind(s, cell) in KINDS.values()]
    if not holders:
        return "One of the two central tiles must stay free for the mother."
    who = "The mother" if kind(s, holders[0]) == MOTHER_KIND else "A baby"
    return f"{who} is on that tile already: each square tile but the mother's gets one baby."


def _why_not_unit(s: Record, read: list[tuple[str, int]]) -> str:
    resolving, (what, cell) = effect(s), read[0]
    if resolving in (REINFORCE, LIGHT_FIRE):
        return _why_not_unit_at(s, resolving, read)
    if what not in KINDS or len(read) > 2:
        return hint(s)
    if kind(s, cell) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(cell)}. {hint(s)}"
    if resolving == CALL_BABIES and what == "baby":
        return _why_not_call(s, cell, read[1:])
    if resolving == JEEP_RIDE and what == "scientist":
        return _why_not_ride(s, cell, read[1:])
    return _why_not_touched(s, resolving, what, cell)


def _why_not_touched(s: Record, resolving: int, what: str, cell: int) -> str:
    """Say why Fear, Recovery or Sleeping Gas do not change a figurine."""
    name, inactive = cell_to_name(cell), is_inactive(s, cell)
    if resolving == FEAR and what == "scientist" and inactive:
        return f"The scientist on {name} is frightened already."
    if resolving == RECOVER and what != "scientist":
        return "The mother has no sleep token." if what == "mother" else f"The baby on {name} is awake."
    if resolving == SLEEPING_GAS and what == "baby":
        return f"The baby on {name} is asleep already." if inactive else _why_not_gas(s, cell)
    return hint(s)


def _why_not_unit_at(s: Record, resolving: int, read: list[tuple[str, int]]) -> str:
    if len(read) != 2 or read[0][0] != ("tray:scientist" if resolving == REINFORCE else "tray:fire"):
        return hint(s)
    taken = _why_not_free(s, read[1][1])
    if taken:
        return taken
    if resolving == REINFORCE:
        return "Reinforcements arrive on a long edge: row 1 or 6, columns c to k."
    return f"{cell_to_name(read[1][1])} is beside no active scientist and no fire."


def _why_not_gas(s: Record, cell: int) -> str:
    if is_near_active_scientist(s, TILE_OF[cell]):
        return hint(s)
    return f"No active scientist is on the tile of the baby on {cell_to_name(cell)} or on a tile beside it."


def _why_not_call(s: Record, cell: int, rest: list[tuple[str, int]]) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The baby on {name} is asleep: it hears no call."
    if content(s, cell) & USED:
        return f"The baby on {name} was called by this card already; call another one."
    if not rest:
        return f"No path of free spaces leads from {name} to the mother's tile."
    target = rest[0][1]
    if rest[0][0] not in ("space", "exit"):
        return hint(s)
    if not is_on_board(target) or TILE_OF[target] != TILE_OF[s.mother]:
        return f"{cell_to_name(target)} is not on the mother's tile."
    return _why_not_free(s, target) or f"No path of free spaces leads from {name} to {cell_to_name(target)}."


def _why_not_ride(s: Record, cell: int, rest: list[tuple[str, int]]) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The scientist on {name} is frightened: it cannot drive."
    if not rest:
        return f"The scientist on {name} is shut in on all sides."
    target = rest[0][1]
    if rest[0][0] not in ("space", "exit"):
        return hint(s)
    if not in_line(cell, target):
        return f"A jeep drives straight: {cell_to_name(target)} is not in line with {name}."
    return _blocked_words(s, cell, target, (FREE, BURNING)) or hint(s)


def _blocked_words(s: Record, origin: int, target: int, passing: tuple[int, ...]) -> str:
    """Say what is in the way between two cells in line, or on the second; empty when nothing is."""
    for cell in between(origin, target):
        if content(s, cell) not in passing:
            return f"The way from {cell_to_name(origin)} to {cell_to_name(target)} is blocked by {describe(s, cell)}."
    return "" if content(s, target) in passing else _why_not_free(s, target)


def _why_not_action(s: Record, read: list[tuple[str, int]]) -> str:
    what, cell = read[0]
    if s.walking and (what, cell) != ("scientist", s.walking):
        return _walker_words(s)
    side = int(s.side)
    if what in KINDS and what not in OWN_KINDS[side]:
        return f"You play the {SIDE_NAMES[side]}. {hint(s)}"
    if what not in KINDS or len(read) > 2:
        return hint(s)
    if kind(s, cell) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(cell)}. {hint(s)}"
    second = read[1] if len(read) == 2 else ("", 0)
    if what == "mother":
        return _why_not_mother(s, *second)
    return _why_not_baby(s, cell, *second) if what == "baby" else _why_not_scientist(s, cell, *second)


def _cost_words(s: Record) -> str:
    """Say that the mother cannot pay for a move; empty when she can."""
    cost = int(move_cost(s))
    if s.points >= cost:
        return ""
    return f"Her first move this round costs {points_words(cost)}, you have {s.points}."


def _why_not_mother(s: Record, what: str, target: int) -> str:
    mother, name = int(s.mother), cell_to_name(target)
    if what == "":
        return _cost_words(s) or "The mother is shut in: there is nothing she can do."
    if what in ("scientist", "baby", "fire"):
        return _why_not_deed_of_mother(s, what, target)
    if what not in ("space", "exit"):
        return hint(s)
    if target == mother:
        return f"The mother is on {name} already."
    if not is_on_board(target):
        return _why_not_free(s, target)
    if not in_line(mother, target):
        return f"The mother moves in a straight line: {name} is not in line with {cell_to_name(mother)}."
    return _blocked_words(s, mother, target, (FREE,)) or _cost_words(s)


def _why_not_deed_of_mother(s: Record, what: str, target: int) -> str:
    """Say why she cannot kill the scientist, wake the baby or put out the fire on a space."""
    mother, name = int(s.mother), cell_to_name(target)
    if content(s, target) != BURNING if what == "fire" else kind(s, target) != KINDS[what]:
        return f"There is no {what} on {name}."
    if what == "baby" and not is_inactive(s, target):
        return f"The baby on {name} is awake."
    if target - mother not in STEPS:
        return f"The mother on {cell_to_name(mother)} is not beside {describe(s, target)}."
    return f"The baby on {name} was put to sleep this round: it can be woken from the next round on."


def _why_not_baby(s: Record, cell: int, what: str, target: int) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The baby on {name} is asleep."
    if what == "":
        return f"The baby on {name} has no free space beside it."
    if what not in ("space", "exit"):
        return hint(s)
    if target - cell not in STEPS:
        return f"A baby goes one step: {cell_to_name(target)} is not beside {name}."
    return _why_not_free(s, target)


def _why_not_scientist(s: Record, cell: int, what: str, target: int) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return _frightened_words(s, cell)
    if what in ("", "stand"):
        return f"The scientist on {name} {'can do nothing now' if what == '' else 'is standing already'}."
    if what in ("baby", "mother"):
        return _walker_words(s) if s.walking else _why_not_attack(s, cell, what, target)
    if what not in ("space", "exit"):
        return hint(s)
    if target - cell not in STEPS:
        return f"A scientist goes one step: {cell_to_name(target)} is not beside {name}."
    if content(s, target) == BURNING:
        left = points_words(int(s.points) - 1)
        return f"With {left} after that step the scientist could not get out of the fire on {cell_to_name(target)}."
    return _why_not_free(s, target)


def _frightened_words(s: Record, cell: int) -> str:
    name = cell_to_name(cell)
    if content(s, cell) & FRESH:
        return f"The scientist on {name} was frightened this round: it can stand up from the next round on."
    return f"The scientist on {name} is frightened. Let it stand up first."


def _why_not_attack(s: Record, cell: int, what: str, target: int) -> str:
    name = cell_to_name(cell)
    if content(s, cell) & USED:
        return f"The scientist on {name} has used its aggressive action of this round."
    if what == "mother" and not s.mother:
        return "The mother has disappeared: nobody can shoot her."
    if kind(s, target) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(target)}."
    if what == "baby":
        return f"The scientist on {name} is not beside {describe(s, target)}."
    if not in_line(cell, target):
        return f"The mother on {cell_to_name(target)} is not in line with {name}."
    blockers = [
        between_cell
        for between_cell in between(cell, target)
        if kind(s, between_cell) == ROCK or is_active_scientist(content(s, between_cell))
    ]
    return f"The line from {name} is blocked by {describe(s, blockers[0])}." if blockers else hint(s)
