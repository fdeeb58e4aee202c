"""What texts need to know about a Raptor position: what stands where, cards, sides."""

from collections.abc import Iterator

import numpy as np

from parlour.core.contract import Record
from parlour.games.raptor import rules
from parlour.games.raptor.geometry import MAPS, TILE_OF, WIDTH, cell_to_name
from parlour.games.raptor.rules.cards import hand_size, pile
from parlour.games.raptor.state import (
    ALL_CARDS,
    BABY_KIND,
    BARRIER,
    BURNING,
    CARDS,
    CHOOSE,
    EFFECT,
    EXIT,
    FREE,
    INACTIVE,
    KIND,
    MOTHER_KIND,
    NOTHING,
    NUM_ACTIONS,
    ROCK,
    SISTER_KIND,
)
from parlour.games.raptor.text.words import FIGURES, card_effect

SLEEPING = (MOTHER_KIND, BABY_KIND, SISTER_KIND)  # these sleep, others are frightened


def legal(s: Record, seat: int) -> list[int]:
    """List the legal actions of a seat; none if it is not to act."""
    if seat < 0 or not int(rules.to_act(s)) >> seat & 1:
        return []
    out = np.empty(NUM_ACTIONS, np.int32)
    return out[: rules.legal_actions(s, seat, out)].tolist()


def effect(s: Record) -> int:
    """Return the effect that is resolved now, NOTHING outside of that step."""
    return card_effect(s, int(s.side), int(s.card)) if s.phase == EFFECT else NOTHING


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
    return [cell for cell, here in enumerate(s.board.tolist()) if here & BURNING and here != BARRIER]


def tile_at(s: Record, cell: int) -> int:
    """Return the tile of a cell; -1 beyond the edge and on exits."""
    return int(TILE_OF[int(s.map), cell])


def is_on_board(s: Record, cell: int) -> bool:
    return tile_at(s, cell) >= 0


def describe(s: Record, cell: int) -> str:
    """Name what stands on a cell, "the rock on f4", or the cell if it is free."""
    name = cell_to_name(cell)
    things = {FREE: name, BURNING: f"the fire on {name}", EXIT: f"the exit {name}"}
    if content(s, cell) in things:
        return things[content(s, cell)]
    if kind(s, cell) == ROCK:
        return f"the {terrain_word(s, cell)} on {name}" if is_on_board(s, cell) else "the edge of the board"
    state = "" if not is_inactive(s, cell) else "sleeping " if kind(s, cell) in SLEEPING else "frightened "
    return f"the {state}{FIGURES[kind(s, cell)]} on {name}"


def terrain_word(s: Record, cell: int) -> str:
    """Return what players call the rock or barrier on a cell of this map."""
    drawn = MAPS[int(s.map)]
    return (drawn.barrier or "barrier") if content(s, cell) == BARRIER else drawn.rock


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
    """Return the size of a deck, which both sides know: nine cards less the pile and the hand."""
    if s.phase < CHOOSE:
        return CARDS
    return ALL_CARDS.bit_count() - int(pile(s, side)).bit_count() - int(hand_size(s))
