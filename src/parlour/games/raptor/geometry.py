"""The Raptor board: spaces, tiles, rock patterns and exits, as tables made from drawings.

The board is a grid of cells, 13 columns (`a` to `m`) by 6 rows, with a border row above and below, stored row by row:
cell = 13 * row + column, rows from 1 at the top, column 0 for `a`. Columns `a` and `m` hold the exits and are border
otherwise, so no line ever runs from one row into the next. The 66 full spaces, columns `b` to `l`, are numbered 0 to 65
in reading order.
"""

import numpy as np

WIDTH, HEIGHT = 13, 6
CELLS = WIDTH * (HEIGHT + 2)
SPACES = 66
SPACES_PER_ROW = 11
COLUMN_LETTERS = "abcdefghijklm"

UP, LEFT, RIGHT, DOWN = range(4)
STEPS = (-WIDTH, -1, 1, WIDTH)  # by direction; ascending, so that neighbours come in the order of their numbers

TILES_DRAWN = """\
01112223334
01112223334
01112223334
56667778889
56667778889
56667778889"""  # tile of each space
TILE_NAMES = ("W1", "T1", "T2", "T3", "E1", "W2", "T4", "T5", "T6", "E2")
TILES = len(TILE_NAMES)
TILE_SIZE = 9  # spaces of the largest
SQUARE_TILES = (1, 2, 3, 6, 7, 8)
CENTRAL_TILES = (2, 7)
L_TILES = (0, 5, 4, 9)  # in the order W1, W2, E1, E2 of the exits below

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
STANDARD_HANDS = (HAND_A, HAND_B, HAND_A, HAND_B)
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


def _neighbour_tiles(tile: int) -> int:
    """Return a bit per tile that shares an edge with this one, and its own bit."""
    around = {TILE_OF[cell + step] for cell in range(CELLS) if TILE_OF[cell] == tile for step in STEPS}
    return sum(1 << int(other) for other in around if other >= 0)


CELL_OF = np.array(
    [WIDTH * (1 + space // SPACES_PER_ROW) + 1 + space % SPACES_PER_ROW for space in range(SPACES)], np.int64
)
SPACE_OF = np.full(CELLS, -1, np.int64)  # by cell
SPACE_OF[CELL_OF] = np.arange(SPACES)

TILE_OF = np.full(CELLS, -1, np.int64)  # by cell
TILE_OF[CELL_OF] = [int(digit) for digit in TILES_DRAWN.replace("\n", "")]

TILE_CELLS = np.zeros((TILES, TILE_SIZE), np.int64)  # by tile, in reading order; 0 after the last of an L-tile
LOCAL_OF = np.full(CELLS, -1, np.int64)  # by cell: its place in that row
for _tile in range(TILES):
    for _local, _cell in enumerate(cell for cell in CELL_OF if TILE_OF[cell] == _tile):
        TILE_CELLS[_tile, _local] = _cell
        LOCAL_OF[_cell] = _local

NEAR_TILES = np.array([_neighbour_tiles(tile) for tile in range(TILES)], np.int64)

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
