"""What an action code of Raptor means in a position."""

from typing import NamedTuple

from parlour.core.contract import Record
from parlour.games.raptor.geometry import CELL_OF, SPACE_OF, SPACES_PER_ROW, STEPS, TILE_CELLS, TILE_OF
from parlour.games.raptor.map_reader import TILE_SIZE
from parlour.games.raptor.rules.ground import ride_target
from parlour.games.raptor.state import (
    ACT,
    ACTIONS,
    BABY,
    BITE,
    CALL,
    CARD,
    DART,
    DONE,
    DOUSE,
    FIRE,
    FRIGHTEN,
    GAS,
    HEAL,
    HOUND_AT,
    JEEP,
    KILL,
    LINE,
    MOTHER,
    PLACE_RAPTORS,
    RUN,
    SCIENTIST_AT,
    SEIZE,
    SHOOT,
    SISTER,
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
    ("douse", DOUSE), ("fear", FRIGHTEN), ("gas", GAS), ("sister", SISTER), ("bite", BITE), ("dart", DART),
    ("hound", HOUND_AT),
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
    if action >= RUN:
        return _read_line("run", action - RUN)
    if JEEP <= action < SISTER:
        return _read_line("jeep", action - JEEP)
    if CALL <= action < JEEP:
        space, local = divmod(action - CALL, TILE_SIZE)
        tile = int(TILE_OF[int(s.map), int(s.mother)])
        return Decoded("call", int(CELL_OF[space]), int(TILE_CELLS[int(s.map), tile, local]) if s.mother else 0)
    if ACT <= action < CALL:
        return _read_act(s, *divmod(action - ACT, VERBS))
    verb, block = next(item for item in reversed(_SPACE_BLOCKS) if item[1] <= action)
    return _read_space(s, verb, int(CELL_OF[action - block]))


def _read_line(verb: str, code: int) -> Decoded:
    space, line = divmod(code, LINE)
    return Decoded(verb, int(CELL_OF[space]), int(ride_target(space, line)))


def _read_space(s: Record, verb: str, cell: int) -> Decoded:
    """Return what is done at a space, with the raptor that does it."""
    if verb == "dart":
        return Decoded(verb, cell, int(s.sister))
    if verb == "bite" or (verb == "sister" and s.phase != PLACE_RAPTORS):
        return Decoded(verb, int(s.sister), cell)
    has_mother = verb in ("mother", "kill", "douse") or (verb == "wake" and s.phase == ACTIONS)
    return Decoded(verb, int(s.mother) if has_mother else 0, cell)


def _read_act(s: Record, space: int, verb: int) -> Decoded:
    cell = int(CELL_OF[space])
    if verb == STAND:
        return Decoded("stand", cell)
    return Decoded(_VERBS[verb], cell, int(s.mother) if verb == SHOOT else cell + STEPS[verb % 4])


def space_block(verb: str) -> int:
    """Return the first code of the actions that name one space: -1 for another verb."""
    return dict(_SPACE_BLOCKS).get(verb, -1)


def line_code(block: int, origin: int, target: int) -> int:
    """Return the code of a ride or a run between two spaces in line."""
    space = int(SPACE_OF[origin])
    row, column = divmod(int(SPACE_OF[target]), SPACES_PER_ROW)
    is_same_row = row == space // SPACES_PER_ROW
    return block + LINE * space + (column if is_same_row else SPACES_PER_ROW + row)


def step_code(verb: str, origin: int, target: int) -> int:
    """Return the verb that a step or seizure between two cells has in its code; -1 when they are not adjacent."""
    if target - origin not in STEPS:
        return -1
    return STEPS.index(target - origin) + (SEIZE if verb == "seize" else 0)
