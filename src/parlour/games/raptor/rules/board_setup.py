"""Kernels of the set-up: the board is assembled, then both sides place their figurines."""

import numpy as np

from parlour.core.contract import Actions, Record
from parlour.core.generator import below
from parlour.core.kernel import kernel
from parlour.games.raptor.factions import SISTERS, START_HOUNDS
from parlour.games.raptor.geometry import (
    CAMP_TILES,
    CELL_OF,
    CELLS,
    CENTRAL_TILES,
    EXIT_CELLS,
    HANDS,
    HEIGHT,
    L_TILES,
    MAPS,
    ROCKS,
    SPACES,
    SQUARE_TILES,
    STANDARD,
    TILE_CELLS,
    TILE_OF,
    WIDTH,
)
from parlour.games.raptor.map_reader import TILE_SIZE
from parlour.games.raptor.rules.badlands import place_hound, place_sister
from parlour.games.raptor.rules.ground import has_figurine, nth_bit
from parlour.games.raptor.state import (
    BABIES,
    BABY,
    BABY_KIND,
    BARRIER,
    EXIT,
    FREE,
    HOUND_AT,
    MOTHER,
    MOTHER_KIND,
    PLACE_SCIENTISTS,
    RAPTOR,
    ROCK,
    SCIENTIST,
    SCIENTIST_AT,
    SCIENTIST_KIND,
    SISTER,
    START_SCIENTISTS,
)

LETTERS = {".": FREE, "=": FREE, "#": ROCK, "~": BARRIER, "X": EXIT, "-": ROCK}  # of the drawings of maps
TERRAIN = np.full((len(MAPS), CELLS), ROCK, np.int8)  # by map and cell
for _map in MAPS:
    TERRAIN[_map.number, WIDTH : WIDTH * (HEIGHT + 1)] = [LETTERS[letter] for letter in "".join(_map.terrain)]


@kernel
def assemble_board(s: Record, is_random: bool) -> None:
    """Lay out the map as it is drawn; the tiles of the standard map may be shuffled and turned."""
    for cell in range(CELLS):
        s.board[cell] = TERRAIN[s.map, cell]
    if is_random and s.map == STANDARD:
        shuffle_tiles(s)


@kernel
def shuffle_tiles(s: Record) -> None:
    s.board[:] = ROCK
    for space in range(SPACES):
        s.board[CELL_OF[space]] = FREE
    patterns = (1 << len(SQUARE_TILES)) - 1
    left = len(SQUARE_TILES)
    for tile in SQUARE_TILES:
        pattern = nth_bit(patterns, below(s.generator, left))
        patterns &= ~(1 << pattern)
        left -= 1
        lay_rocks(s, tile, ROCKS[pattern, below(s.generator, 4)])
    hands = HANDS[below(s.generator, len(HANDS))]
    for i in range(len(L_TILES)):
        s.board[EXIT_CELLS[i, hands[i]]] = EXIT


@kernel
def lay_rocks(s: Record, tile: int, rocks: int) -> None:
    for local in range(TILE_SIZE):
        if rocks >> local & 1:
            s.board[TILE_CELLS[STANDARD, tile, local]] = ROCK


@kernel
def is_central(tile: int) -> bool:
    return tile == CENTRAL_TILES[0] or tile == CENTRAL_TILES[1]


@kernel
def is_camp(tile: int) -> bool:
    return tile == CAMP_TILES[0] or tile == CAMP_TILES[1] or tile == CAMP_TILES[2] or tile == CAMP_TILES[3]


@kernel
def may_place_mother(s: Record, tile: int) -> bool:
    return s.mother == 0 and is_central(tile) and not has_figurine(s, tile, BABY_KIND)


@kernel
def may_place_baby(s: Record, tile: int) -> bool:
    """One baby on each square tile but the mother's, so at most one of the central tiles holds a baby."""
    if is_camp(tile) or has_figurine(s, tile, BABY_KIND) or has_figurine(s, tile, MOTHER_KIND):
        return False
    other = CENTRAL_TILES[0] + CENTRAL_TILES[1] - tile
    return not (is_central(tile) and has_figurine(s, other, BABY_KIND))


@kernel
def may_place_scientist(s: Record, tile: int) -> bool:
    return is_camp(tile) and not has_figurine(s, tile, SCIENTIST_KIND)


@kernel
def may_place_sister(s: Record, tile: int) -> bool:
    return s.sister == 0 and SISTERS[s.factions[RAPTOR]] == 1 and is_central(tile)


@kernel
def may_place_hound(s: Record, tile: int) -> bool:
    """Hounds come last, so that a scientist finds room on every camp."""
    has_more = s.hounds < START_HOUNDS[s.factions[SCIENTIST]]
    return s.scientists == START_SCIENTISTS and has_more and is_camp(tile)


@kernel
def list_placements(s: Record, out: Actions) -> int:
    n = 0
    if s.side == SCIENTIST:
        for space in range(SPACES):
            cell = CELL_OF[space]
            if s.board[cell] == FREE and may_place_scientist(s, TILE_OF[s.map, cell]):
                out[n] = SCIENTIST_AT + space
                n += 1
            if s.board[cell] == FREE and may_place_hound(s, TILE_OF[s.map, cell]):
                out[n] = HOUND_AT + space
                n += 1
        return n
    for space in range(SPACES):
        cell = CELL_OF[space]
        if s.board[cell] == FREE and may_place_mother(s, TILE_OF[s.map, cell]):
            out[n] = MOTHER + space
            n += 1
    for space in range(SPACES):
        cell = CELL_OF[space]
        if s.board[cell] == FREE and may_place_baby(s, TILE_OF[s.map, cell]):
            out[n] = BABY + space
            n += 1
    for space in range(SPACES):
        cell = CELL_OF[space]
        if s.board[cell] == FREE and may_place_sister(s, TILE_OF[s.map, cell]):
            out[n] = SISTER + space
            n += 1
    return n


@kernel
def place(s: Record, action: int) -> None:
    """Put one figurine on the board; after the last raptor the scientists follow."""
    if action >= HOUND_AT:
        place_hound(s, CELL_OF[action - HOUND_AT])
    elif action >= SISTER:
        place_sister(s, CELL_OF[action - SISTER])
    elif action >= SCIENTIST_AT:
        place_scientist(s, CELL_OF[action - SCIENTIST_AT])
    elif action >= BABY:
        s.board[CELL_OF[action - BABY]] = BABY_KIND
    else:
        place_mother(s, CELL_OF[action - MOTHER])
    if s.side == RAPTOR and are_raptors_placed(s):
        s.phase = PLACE_SCIENTISTS
        s.side = SCIENTIST


@kernel
def are_raptors_placed(s: Record) -> bool:
    has_sister = s.sister != 0 or SISTERS[s.factions[RAPTOR]] == 0
    return s.mother != 0 and has_sister and num_babies(s) == BABIES


@kernel
def are_scientists_placed(s: Record) -> bool:
    return s.scientists == START_SCIENTISTS and s.hounds == START_HOUNDS[s.factions[SCIENTIST]]


@kernel
def place_mother(s: Record, cell: int) -> None:
    s.board[cell] = MOTHER_KIND
    s.mother = cell


@kernel
def place_scientist(s: Record, cell: int) -> None:
    s.board[cell] = SCIENTIST_KIND
    s.scientists += 1
    s.reserve -= 1


@kernel
def num_babies(s: Record) -> int:
    count = 0
    for space in range(SPACES):
        if s.board[CELL_OF[space]] == BABY_KIND:
            count += 1
    return count
