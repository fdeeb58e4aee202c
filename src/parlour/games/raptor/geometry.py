"""The Raptor board: spaces, tiles, rock patterns and exits, as tables made from drawings.

The board is a grid of cells, 13 columns (`a` to `m`) by 6 rows, with a border row above and below, stored row by row:
cell = 13 * row + column, rows from 1 at the top, column 0 for `a`. Columns `a` and `m` hold nothing but exits and are
border otherwise, so no line ever runs from one row into the next. The 66 spaces of the columns `b` to `l` are numbered
0 to 65 in reading order. What lies where depends on the map, which is the first index of the tables of tiles.
"""

import numpy as np

from parlour.games.raptor.map_reader import CAMPS, CENTRAL, NOTHING, TILE_SIZE, load_maps

MAPS = load_maps()
MAP_NAMES = tuple(each.name for each in MAPS)
STANDARD = 0  # the map whose tiles can be shuffled

WIDTH, HEIGHT = 13, 6
CELLS = WIDTH * (HEIGHT + 2)
SPACES = 66
SPACES_PER_ROW = 11
COLUMN_LETTERS = "abcdefghijklm"

UP, LEFT, RIGHT, DOWN = range(4)
STEPS = (-WIDTH, -1, 1, WIDTH)  # by direction; ascending, so that neighbours come in the order of their numbers

TILE_NAMES = ("W1", "T1", "T2", "T3", "E1", "W2", "T4", "T5", "T6", "E2")
TILES = len(TILE_NAMES)
CENTRAL_TILES = tuple(int(tile) for tile in CENTRAL)
CAMP_TILES = tuple(int(tile) for tile in CAMPS)  # on the standard map the L-tiles
SQUARE_TILES = tuple(tile for tile in range(TILES) if tile not in CAMP_TILES)
L_TILES = (0, 5, 4, 9)  # the camps in the order W1, W2, E1, E2 of the exits below

PATTERNS_DRAWN = (
    ("...", "...", ".#."),
    ("...", "#..", "..#"),
    ("...", ".#.", ".#."),
    ("..#", "...", "#.."),
    ("#..", "...", "..."),
    ("...", ".#.", "..."),
)  # P1 to P6 as they lie in the standard layout, on T1 to T6
EXITS = (("a3", "a1"), ("a6", "a4"), ("m1", "m3"), ("m4", "m6"))  # by L-tile: with hand A, with hand B
HAND_A, HAND_B = 0, 1
HANDS = tuple(
    tuple(HAND_A if tile in pair else HAND_B for tile in range(4))
    for pair in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
)  # the six ways to give hand A to two of the four L-tiles


def name_to_cell(name: str) -> int:
    """Return the cell of a name like `g5`."""
    return WIDTH * int(name[1]) + COLUMN_LETTERS.index(name[0])


def cell_to_name(cell: int) -> str:
    """Return the name of a cell."""
    return f"{COLUMN_LETTERS[cell % WIDTH]}{cell // WIDTH}"


def _turned(pattern: tuple[str, ...], quarters: int) -> tuple[str, ...]:
    for _ in range(quarters):
        pattern = tuple("".join(pattern[2 - x][y] for x in range(3)) for y in range(3))
    return pattern


CELL_OF = np.array(
    [WIDTH * (1 + space // SPACES_PER_ROW) + 1 + space % SPACES_PER_ROW for space in range(SPACES)], np.int64
)
SPACE_OF = np.full(CELLS, -1, np.int64)  # by cell
SPACE_OF[CELL_OF] = np.arange(SPACES)

TILE_OF = np.full((len(MAPS), CELLS), -1, np.int64)  # by map and cell; -1 beyond the edge and on exits
TILE_CELLS = np.zeros((len(MAPS), TILES, TILE_SIZE), np.int64)  # by map and tile, in reading order; 0 after the last
LOCAL_OF = np.full((len(MAPS), CELLS), -1, np.int64)  # by map and cell: its place in that row
ARRIVALS = np.zeros((len(MAPS), CELLS), np.bool_)  # by map and cell: reinforcements arrive there
for _map in MAPS:
    for _index, _letter in enumerate("".join(_map.tiles)):
        if _letter != NOTHING:
            TILE_OF[_map.number, WIDTH + _index] = int(_letter)
    for _tile in range(TILES):
        for _local, _name in enumerate(_map.tile_spaces(str(_tile))):
            TILE_CELLS[_map.number, _tile, _local] = name_to_cell(_name)
            LOCAL_OF[_map.number, name_to_cell(_name)] = _local
    for _name in _map.arrivals:
        ARRIVALS[_map.number, name_to_cell(_name)] = True


def _neighbour_tiles(number: int, tile: int) -> int:
    """Return a bit per tile of a map that shares an edge with this one, and its own bit."""
    tile_of = TILE_OF[number]
    around = {tile_of[cell + step] for cell in range(CELLS) if tile_of[cell] == tile for step in STEPS}
    return sum(1 << int(other) for other in around if other >= 0)


NEAR_TILES = np.array([[_neighbour_tiles(each.number, tile) for tile in range(TILES)] for each in MAPS], np.int64)

ROCKS = np.array(
    [
        [
            sum(1 << local for local, mark in enumerate("".join(_turned(pattern, quarters))) if mark == "#")
            for quarters in range(4)
        ]
        for pattern in PATTERNS_DRAWN
    ],
    np.int64,
)  # by pattern and quarter turns clockwise: a bit per space of the tile

EXIT_CELLS = np.array([[name_to_cell(name) for name in names] for names in EXITS], np.int64)  # by L-tile and hand

# Sets of spaces are pairs of bitboards, rows 1 to 3 and rows 4 to 6; the bit of a cell is its distance from the first
# cell of that half.
UPPER = WIDTH
LOWER = 4 * WIDTH
LAST_ROW = 2 * WIDTH  # bit of the first cell in the third row of a half
