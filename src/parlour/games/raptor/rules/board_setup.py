"""Kernels of the set-up: the board is assembled, then both sides place their figurines."""

from parlour.core.contract import Actions, Record
from parlour.core.generator import below
from parlour.core.kernel import kernel
from parlour.games.raptor.geometry import (
    CELL_OF,
    CENTRAL_TILES,
    EXIT_CELLS,
    HANDS,
    L_TILES,
    ROCKS,
    SPACES,
    SQUARE_TILES,
    STANDARD_HANDS,
    TILE_CELLS,
    TILE_OF,
    TILE_SIZE,
)
from parlour.games.raptor.rules.ground import has_figurine, nth_bit
from parlour.games.raptor.state import (
    BABIES,
    BABY,
    BABY_KIND,
    EXIT,
    FREE,
    MOTHER,
    MOTHER_KIND,
    PLACE_SCIENTISTS,
    ROCK,
    SCIENTIST,
    SCIENTIST_AT,
    SCIENTIST_KIND,
)


@kernel
def assemble_board(s: Record, is_random: bool) -> None:
    """Lay the tiles: as in the standard layout, or shuffled and turned."""
    s.board[:] = ROCK
    for space in range(SPACES):
        s.board[CELL_OF[space]] = FREE
    patterns = (1 << len(SQUARE_TILES)) - 1
    left = len(SQUARE_TILES)
    for tile in SQUARE_TILES:
        pattern = nth_bit(patterns, below(s.generator, left) if is_random else 0)
        patterns &= ~(1 << pattern)
        left -= 1
        lay_rocks(s, tile, ROCKS[pattern, below(s.generator, 4) if is_random else 0])
    hands = HANDS[below(s.generator, len(HANDS))] if is_random else STANDARD_HANDS
    for i in range(len(L_TILES)):
        s.board[EXIT_CELLS[i, hands[i]]] = EXIT


@kernel
def lay_rocks(s: Record, tile: int, rocks: int) -> None:
    for local in range(TILE_SIZE):
        if rocks >> local & 1:
            s.board[TILE_CELLS[tile, local]] = ROCK


@kernel
def is_central(tile: int) -> bool:
    return tile == CENTRAL_TILES[0] or tile == CENTRAL_TILES[1]


@kernel
def is_l_tile(tile: int) -> bool:
    return tile == L_TILES[0] or tile == L_TILES[1] or tile == L_TILES[2] or tile == L_TILES[3]


@kernel
def may_place_mother(s: Record, tile: int) -> bool:
    return s.mother == 0 and is_central(tile) and not has_figurine(s, tile, BABY_KIND)


@kernel
def may_place_baby(s: Record, tile: int) -> bool:
    """One baby on each square tile but the mother's, so at most one of the central tiles holds a baby."""
    if is_l_tile(tile) or has_figurine(s, tile, BABY_KIND) or has_figurine(s, tile, MOTHER_KIND):
        return False
    other = CENTRAL_TILES[0] + CENTRAL_TILES[1] - tile
    return not (is_central(tile) and has_figurine(s, other, BABY_KIND))


@kernel
def may_place_scientist(s: Record, tile: int) -> bool:
    return is_l_tile(tile) and not has_figurine(s, tile, SCIENTIST_KIND)


@kernel
def list_placements(s: Record, out: Actions) -> int:
    n = 0
    if s.side == SCIENTIST:
        for space in range(SPACES):
            cell = CELL_OF[space]
            if s.board[cell] == FREE and may_place_scientist(s, TILE_OF[cell]):
                out[n] = SCIENTIST_AT + space
                n += 1
        return n
    for space in range(SPACES):
        cell = CELL_OF[space]
        if s.board[cell] == FREE and may_place_mother(s, TILE_OF[cell]):
            out[n] = MOTHER + space
            n += 1
    for space in range(SPACES):
        cell = CELL_OF[space]
        if s.board[cell] == FREE and may_place_baby(s, TILE_OF[cell]):
            out[n] = BABY + space
            n += 1
    return n


@kernel
def place(s: Record, action: int) -> None:
    """Put one figurine on the board; after the last raptor the scientists follow."""
    if action >= SCIENTIST_AT:
        place_scientist(s, CELL_OF[action - SCIENTIST_AT])
        return
    if action >= BABY:
        s.board[CELL_OF[action - BABY]] = BABY_KIND
    else:
        place_mother(s, CELL_OF[action - MOTHER])
    if s.mother != 0 and num_babies(s) == BABIES:
        s.phase = PLACE_SCIENTISTS
        s.side = SCIENTIST


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
