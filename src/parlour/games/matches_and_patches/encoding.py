"""Matches and Patches for learners: planes of the board, turned so that the seat's own half comes first.

There are as many tiles as cells on the large board, so sets of tiles are planes too, with an entry for each tile
instead of a cell. The small board lies in the corner of the planes. Of colours, numbers and shapes it only counts which
are equal: exchanging some of them, or two attributes, is a symmetry. The board has none: where the first tiles go, and
whose a cell is that both chose, depends on its rows.
"""

from collections.abc import Sequence

import numpy as np

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation, Symmetry, fill_plane
from parlour.core.kernel import kernel
from parlour.games.matches_and_patches.rules.contract import can_play, num_cells, side, to_act
from parlour.games.matches_and_patches.rules.patterns import ATTRIBUTES
from parlour.games.matches_and_patches.state import (
    COLOURS,
    EAGLE,
    HAND,
    LARGE,
    MAX_CELLS,
    NONE,
    NUM_ACTIONS,
    NUMBERS,
    RUNNING,
    SHAPES,
    SNAKE,
    TILES,
)

VALUES = len(COLOURS)  # of each attribute
NAMES = (
    *(f"uncaptured tile: {value}" for value in COLOURS + NUMBERS + SHAPES),
    "own markers",
    "enemy markers",
    "may be played",
    "board",
    "own half",
    "own latest tile",
    "enemy's latest tile",
    "own cell chosen in this round",
    "tiles in own hand",
    "tiles never seen",
    "own tile chosen in this round",
    "tile that the enemy must place again",
    "to act",
    "must place again",
    "enemy must place again",
    "enemy has chosen",
    "plays Snake",
    "own cells, as a part of the board",
    "enemy's cells, as a part of the board",
    "own points",
    "enemy's points",
    "tiles in the deck",
)
(MARKERS, _, PLAYABLE, BOARD, OWN_HALF, LATEST, _, CHOSEN_CELL, OWN_HAND, UNSEEN, CHOSEN_TILE, ENEMY_TILE) = range(
    3 * VALUES, 3 * VALUES + 12
)
CONSTANTS = ENEMY_TILE + 1  # planes of one number each
SHAPE = (len(NAMES), LARGE, LARGE)
MOST_POINTS = 2000.0  # in tenths; what is above counts as this


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    for cell in range(num_cells(s)):
        encode_cell(s, seat, cell, out)
    for k in range(2):
        if s.last[seat ^ k] != NONE:
            put_cell(s, seat, s.last[seat ^ k], LATEST + k, out)
    if s.chosen_cell[seat] != NONE:
        put_cell(s, seat, s.chosen_cell[seat], CHOSEN_CELL, out)
    encode_tiles(s, seat, out)
    encode_constants(s, seat, out)


@kernel
def put_cell(s: Known, seat: int, cell: int, plane: int, out: Observation) -> None:
    """Mark a cell as the seat sees it: the board is turned for Snake."""
    place = cell if seat == EAGLE else num_cells(s) - 1 - cell
    out[plane, place // s.width, place % s.width] = 1.0


@kernel
def encode_cell(s: Known, seat: int, cell: int, out: Observation) -> None:
    tile, owner = int(s.tiles[cell]), s.owners[cell]
    put_cell(s, seat, cell, BOARD, out)
    if side(s, cell) == seat:
        put_cell(s, seat, cell, OWN_HALF, out)
    if s.over == RUNNING and can_play(s, seat, cell):
        put_cell(s, seat, cell, PLAYABLE, out)
    if owner != NONE:
        put_cell(s, seat, cell, MARKERS + (owner ^ seat), out)
    elif tile != NONE:
        put_cell(s, seat, cell, tile >> 4, out)
        put_cell(s, seat, cell, VALUES + (tile >> 2 & 3), out)
        put_cell(s, seat, cell, 2 * VALUES + (tile & 3), out)


@kernel
def put_tile(out: Observation, plane: int, tile: int, value: float) -> None:
    if tile >= 0:  # neither none nor a secret
        out[plane, tile // LARGE, tile % LARGE] = value


@kernel
def encode_tiles(s: Known, seat: int, out: Observation) -> None:
    fill_plane(out, UNSEEN, 1.0)
    for cell in range(num_cells(s)):
        put_tile(out, UNSEEN, s.tiles[cell], 0.0)
    for i in range(HAND):
        put_tile(out, UNSEEN, s.hands[seat, i], 0.0)
        put_tile(out, OWN_HAND, s.hands[seat, i], 1.0)
    for k in range(2):
        put_tile(out, UNSEEN, s.chosen_tile[seat ^ k], 0.0)
        put_tile(out, CHOSEN_TILE + k, s.chosen_tile[seat ^ k], 1.0)


@kernel
def encode_constants(s: Known, seat: int, out: Observation) -> None:
    enemy = 1 - seat
    fill_plane(out, CONSTANTS, to_act(s) >> seat & 1)
    fill_plane(out, CONSTANTS + 1, 1.0 if s.clash == seat else 0.0)
    fill_plane(out, CONSTANTS + 2, 1.0 if s.clash == enemy else 0.0)
    fill_plane(out, CONSTANTS + 3, 1.0 if s.clash == NONE and s.chosen_tile[enemy] != NONE else 0.0)
    fill_plane(out, CONSTANTS + 4, 1.0 if seat == SNAKE else 0.0)
    for k in range(2):
        fill_plane(out, CONSTANTS + 5 + k, s.captured[seat ^ k] / num_cells(s))
        fill_plane(out, CONSTANTS + 7 + k, min(s.points[seat ^ k] / MOST_POINTS, 1.0))
    fill_plane(out, CONSTANTS + 9, s.deck_size / TILES)


IN_ORDER = tuple(range(VALUES))
EXCHANGED, MOVED_ON = (1, 0, 2, 3), (1, 2, 3, 0)  # values of one attribute: the first two, or all of them in a circle


def _symmetry(name: str, sources: tuple[int, ...], values: Sequence[tuple[int, ...]]) -> Symmetry:
    """Return the symmetry that makes of each tile another one.

    Args:
        sources: for each attribute of the image the one that its value is taken from.
        values: for each attribute of the image what becomes of each value.
    """
    sizes = (VALUES,) * len(ATTRIBUTES)
    old = np.unravel_index(np.arange(TILES), sizes)
    image = np.ravel_multi_index([np.take(values[i], old[source]) for i, source in enumerate(sources)], sizes)
    entries = np.arange(np.prod(SHAPE)).reshape(len(NAMES), MAX_CELLS)
    for plane in range(OWN_HAND, ENEMY_TILE + 1):
        entries[plane, image] = entries[plane].copy()
    planes = [VALUES * source + values[i].index(value) for i, source in enumerate(sources) for value in IN_ORDER]
    entries[: len(planes)] = entries[planes]
    codes = np.arange(NUM_ACTIONS)
    return Symmetry(name, entries.ravel(), MAX_CELLS * image[codes // MAX_CELLS] + codes % MAX_CELLS)


def _of_values(attribute: int, change: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(change if each == attribute else IN_ORDER for each in range(len(ATTRIBUTES)))


# Every other exchange of values or attributes is some of these eight, one after another.
SYMMETRIES = (
    *(_symmetry(f"first two {name}s", (0, 1, 2), _of_values(i, EXCHANGED)) for i, name in enumerate(ATTRIBUTES)),
    *(_symmetry(f"{name}s in a circle", (0, 1, 2), _of_values(i, MOVED_ON)) for i, name in enumerate(ATTRIBUTES)),
    _symmetry("colour and number", (1, 0, 2), (IN_ORDER,) * len(ATTRIBUTES)),
    _symmetry("number and shape", (0, 2, 1), (IN_ORDER,) * len(ATTRIBUTES)),
)
ENCODING = Encoding(SHAPE, encode, NAMES, SYMMETRIES)
