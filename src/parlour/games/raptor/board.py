"""Questions about a Raptor position that its texts and its words ask: names, figurines, what an action means."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from parlour.core.contract import Record
from parlour.core.phrasing import counted
from parlour.games.raptor import rules
from parlour.games.raptor.cards import hand_size, pile
from parlour.games.raptor.effects import ride_target
from parlour.games.raptor.geometry import (
    CELL_OF,
    STEPS,
    TILE_CELLS,
    TILE_OF,
    TILE_SIZE,
    WIDTH,
    cell_to_name,
)
from parlour.games.raptor.state import (
    ACT,
    ACTIONS,
    ALL_CARDS,
    BABY,
    BABY_KIND,
    BURNING,
    CALL,
    CALL_BABIES,
    CARD,
    CARDS,
    CHOOSE,
    DISAPPEAR,
    DONE,
    DOUSE,
    EFFECT,
    EFFECTS,
    EXIT,
    FEAR,
    FIRE,
    FREE,
    FRIGHTEN,
    GAS,
    HEAL,
    INACTIVE,
    JEEP,
    JEEP_RIDE,
    KILL,
    KIND,
    LIGHT_FIRE,
    LINE,
    MOTHER,
    NOTHING,
    NUM_ACTIONS,
    RECOVER,
    REINFORCE,
    RESHUFFLE,
    ROCK,
    SCIENTIST_AT,
    SCIENTIST_KIND,
    SEIZE,
    SHOOT,
    SLEEPING_GAS,
    STAND,
    UNITS,
    VERBS,
    WAKE,
)

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
    RECOVER: ("recovery", "recoveries"),
    SLEEPING_GAS: ("baby", "babies"),
    REINFORCE: ("scientist", "scientists"),
    JEEP_RIDE: ("ride", "rides"),
    LIGHT_FIRE: ("fire", "fires"),
}


class Deed(NamedTuple):
    """What an action code means in a position; cells are 0 where there is none."""

    verb: str
    origin: int = 0  # of the figurine that does something
    target: int = 0  # where, or to whom
    card: int = 0


_SPACE_BLOCKS = (
    ("mother", MOTHER), ("baby", BABY), ("scientist", SCIENTIST_AT), ("fire", FIRE), ("kill", KILL), ("wake", WAKE),
    ("douse", DOUSE), ("fear", FRIGHTEN), ("gas", GAS),
)  # fmt: skip
_VERBS = ("step",) * 4 + ("seize",) * 4 + ("shoot", "stand")


def read_action(s: Record, action: int) -> Deed:
    """Say what an action code means here, legal or not."""
    if action == DONE:
        return Deed("done")
    if action < HEAL:
        return Deed("card", card=action - CARD + 1)
    if action == HEAL:
        return Deed("heal", target=int(s.mother))
    if action >= JEEP:
        space, line = divmod(action - JEEP, LINE)
        return Deed("jeep", int(CELL_OF[space]), int(ride_target(space, line)))
    if action >= CALL:
        space, local = divmod(action - CALL, TILE_SIZE)
        return Deed("call", int(CELL_OF[space]), int(TILE_CELLS[TILE_OF[s.mother], local]) if s.mother else 0)
    if action >= ACT:
        return _read_act(s, *divmod(action - ACT, VERBS))
    verb, block = next(item for item in reversed(_SPACE_BLOCKS) if item[1] <= action)
    has_actor = verb in ("mother", "kill", "douse") or (verb == "wake" and s.phase == ACTIONS)
    return Deed(verb, int(s.mother) if has_actor else 0, int(CELL_OF[action - block]))


def _read_act(s: Record, space: int, verb: int) -> Deed:
    cell = int(CELL_OF[space])
    if verb == STAND:
        return Deed("stand", cell)
    return Deed(_VERBS[verb], cell, int(s.mother) if verb == SHOOT else cell + STEPS[verb % 4])


def space_block(verb: str) -> int:
    """Return the first code of the actions that name one space: -1 for another verb."""
    return dict(_SPACE_BLOCKS).get(verb, -1)


def step_code(verb: str, origin: int, target: int) -> int:
    """Return the verb that a step or seizure between two cells has in its code; -1 when they are not adjacent."""
    if target - origin not in STEPS:
        return -1
    return STEPS.index(target - origin) + (SEIZE if verb == "seize" else 0)


def legal(s: Record, seat: int) -> list[int]:
    """List the legal actions of a seat that is to act; none otherwise."""
    if seat < 0 or not int(rules.to_act(s)) >> seat & 1:
        return []
    out = np.empty(NUM_ACTIONS, np.int32)
    return out[: rules.legal_actions(s, seat, out)].tolist()


def effect(s: Record) -> int:
    """Return the effect that is resolved now, NOTHING outside of that step."""
    return int(EFFECTS[s.side, s.card]) if s.phase == EFFECT else NOTHING


def content(s: Record, cell: int) -> int:
    return int(s.board[cell])


def kind(s: Record, cell: int) -> int:
    return int(s.board[cell]) & KIND


def is_inactive(s: Record, cell: int) -> bool:
    return bool(s.board[cell] & INACTIVE)


def cells_of(s: Record, kind_wanted: int) -> list[int]:
    """List the cells that hold a kind of figurine, in reading order."""
    return [cell for cell, here in enumerate(s.board.tolist()) if here & KIND == kind_wanted]


def fires(s: Record) -> list[int]:
    return [cell for cell, here in enumerate(s.board.tolist()) if here & BURNING]


def is_on_board(cell: int) -> bool:
    return bool(TILE_OF[cell] >= 0)


def describe(s: Record, cell: int) -> str:
    """Say what stands on a cell: "the rock on f4"; the name of a free one."""
    name = cell_to_name(cell)
    if content(s, cell) == BURNING:
        return f"the fire on {name}"
    figure = kind(s, cell)
    if figure == BABY_KIND:
        return f"the {'sleeping ' if is_inactive(s, cell) else ''}baby on {name}"
    if figure == SCIENTIST_KIND:
        return f"the {'frightened ' if is_inactive(s, cell) else ''}scientist on {name}"
    if figure == ROCK and not is_on_board(cell):
        return "the edge of the board"
    return {FREE: name, ROCK: f"the rock on {name}", EXIT: f"the exit {name}"}.get(figure, f"the mother on {name}")


def between(origin: int, target: int) -> Iterator[int]:
    """Go from one cell to another in line with it, both left out."""
    step = (1 if origin // WIDTH == target // WIDTH else WIDTH) * (1 if target > origin else -1)
    yield from range(origin + step, target, step)


def in_line(origin: int, target: int) -> bool:
    return origin != target and (origin // WIDTH == target // WIDTH or origin % WIDTH == target % WIDTH)


def cards(bits: int) -> list[int]:
    """List the values of a set of cards."""
    return [value for value in range(1, CARDS + 1) if bits >> value - 1 & 1]


def deck_size(s: Record, side: int) -> int:
    """Everybody knows it: nine cards less the pile and the hand."""
    if s.phase < CHOOSE:
        return CARDS
    return ALL_CARDS.bit_count() - int(pile(s, side)).bit_count() - int(hand_size(s))


def card_words(side: int, value: int) -> str:
    """Say what a card does: "Fear, 1 to 2 scientists"."""
    which, most = int(EFFECTS[side, value]), int(UNITS[side, value])
    words = EFFECT_NAMES[which]
    if which in COUNTED:
        one, many = COUNTED[which]
        number = f"{most} {many if most > 1 else one}"
        words += f", {number}" if most == 1 or which == LIGHT_FIRE else f", 1 to {number}"
    return f"{words}; then reshuffle" if value == RESHUFFLE else words


def points_words(points: int) -> str:
    return counted(points, "action point")


def side_of(s: Record, seat: int) -> int:
    return seat ^ int(s.raptor_seat)


def names(s: Record, viewer: int) -> tuple[str, str]:
    """Name the two sides for a viewer, who is "You"."""
    raptor, scientist = ("You" if viewer == seat else SIDE_NAMES[side_of(s, seat)] for seat in _seats(s))
    return raptor, scientist


def _seats(s: Record) -> tuple[int, int]:
    """Return the seat of the raptor and that of the scientist."""
    return int(s.raptor_seat), 1 - int(s.raptor_seat)
