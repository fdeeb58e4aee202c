"""What an action code of Raptor means in a position."""

from typing import NamedTuple

from parlour.core.contract import Record
from parlour.games.raptor.geometry import CELL_OF, STEPS, TILE_CELLS, TILE_OF, TILE_SIZE
from parlour.games.raptor.rules.effects import ride_target
from parlour.games.raptor.state import (
    ACT,
    ACTIONS,
    BABY,
    CALL,
    CARD,
    DONE,
    DOUSE,
    FIRE,
    FRIGHTEN,
    GAS,
    HEAL,
    JEEP,
    KILL,
    LINE,
    MOTHER,
    SCIENTIST_AT,
    SEIZE,
    SHOOT,
    STAND,
    VERBS,
    WAKE,
)


class Decoded(NamedTuple):
    """What an action code means in a position; cells are 0 where there is none."""

    verb: str
    origin: int = 0  # of the figurine that does something
    target: int = 0  # the cell it acts on
    card: int = 0


_SPACE_BLOCKS = (
    ("mother", MOTHER), ("baby", BABY), ("scientist", SCIENTIST_AT), ("fire", FIRE), ("kill", KILL), ("wake", WAKE),
    ("douse", DOUSE), ("fear", FRIGHTEN), ("gas", GAS),
)  # fmt: skip
_VERBS = ("step",) * 4 + ("seize",) * 4 + ("shoot", "stand")


def decode(s: Record, action: int) -> Decoded:
    """Return what an action code means here, legal or not."""
    if action == DONE:
        return Decoded("done")
    if action < HEAL:
        return Decoded("card", card=action - CARD + 1)
    if action == HEAL:
        return Decoded("heal", target=int(s.mother))
    if action >= JEEP:
        space, line = divmod(action - JEEP, LINE)
        return Decoded("jeep", int(CELL_OF[space]), int(ride_target(space, line)))
    if action >= CALL:
        space, local = divmod(action - CALL, TILE_SIZE)
        return Decoded("call", int(CELL_OF[space]), int(TILE_CELLS[TILE_OF[s.mother], local]) if s.mother else 0)
    if action >= ACT:
        return _read_act(s, *divmod(action - ACT, VERBS))
    verb, block = next(item for item in reversed(_SPACE_BLOCKS) if item[1] <= action)
    has_actor = verb in ("mother", "kill", "douse") or (verb == "wake" and s.phase == ACTIONS)
    return Decoded(verb, int(s.mother) if has_actor else 0, int(CELL_OF[action - block]))


def _read_act(s: Record, space: int, verb: int) -> Decoded:
    cell = int(CELL_OF[space])
    if verb == STAND:
        return Decoded("stand", cell)
    return Decoded(_VERBS[verb], cell, int(s.mother) if verb == SHOOT else cell + STEPS[verb % 4])


def space_block(verb: str) -> int:
    """Return the first code of the actions that name one space: -1 for another verb."""
    return dict(_SPACE_BLOCKS).get(verb, -1)


def step_code(verb: str, origin: int, target: int) -> int:
    """Return the verb that a step or seizure between two cells has in its code; -1 when they are not adjacent."""
    if target - origin not in STEPS:
        return -1
    return STEPS.index(target - origin) + (SEIZE if verb == "seize" else 0)
