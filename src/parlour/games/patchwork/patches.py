"""The 33 patches and the special one: read from `patches.csv`, turned, and made into the bits that kernels use."""

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SIDE = 9  # cells along a side of a quilt
ORIENTATIONS = 8
ORIENTATION_LETTERS = "ABCDEFGH"
MAX_CELLS = 8  # of the largest patch

Rows = tuple[str, ...]  # the bounding box, top row first, X for a covered cell


class Patch(NamedTuple):
    """One line of the table."""

    letter: str
    price: int  # in buttons
    time: int  # squares that the time token moves
    income: int  # buttons printed on it
    rows: Rows  # in orientation A


def _read_table() -> list[Patch]:
    lines = (Path(__file__).parent / "patches.csv").read_text().splitlines()
    return [
        Patch(
            line["letter"], int(line["buttons"]), int(line["time"]), int(line["income"]), tuple(line["rows"].split("/"))
        )
        for line in csv.DictReader(lines)
    ]


def rotated(rows: Rows) -> Rows:
    """Turn a shape clockwise by 90 degrees."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def mirrored(rows: Rows) -> Rows:
    """Mirror a shape left to right."""
    return tuple(row[::-1] for row in rows)


def oriented(rows: Rows, orientation: int) -> Rows:
    """Return a shape in orientation 0..7: A to D are rotated by 0 to 270 degrees, E to H mirrored first."""
    shape = mirrored(rows) if orientation >= 4 else rows
    for _ in range(orientation % 4):
        shape = rotated(shape)
    return shape


def covered(rows: Rows) -> list[int]:
    """List the covered cells, 9 * row + column, of a shape whose bounding box lies at the top left of the quilt."""
    return [SIDE * y + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]


PATCHES = _read_table()
LETTERS = "".join(patch.letter for patch in PATCHES)
SPECIAL = len(PATCHES) - 1  # the number of h, the special patch; those below it are the ordinary ones
SHAPES = [[oriented(patch.rows, o) for o in range(ORIENTATIONS)] for patch in PATCHES]  # by patch and orientation
CANONICAL = [[shapes.index(shape) for shape in shapes] for shapes in SHAPES]  # the first orientation that looks alike

PRICE = np.array([patch.price for patch in PATCHES])
TIME = np.array([patch.time for patch in PATCHES])
INCOME = np.array([patch.income for patch in PATCHES])


def _shape_tables() -> tuple[NDArray[np.int64], ...]:
    """Make the tables by shape, ORIENTATIONS * patch + orientation; those that look like an earlier one stay empty."""
    num_shapes = len(PATCHES) * ORIENTATIONS
    cells, size, bits, columns = (np.zeros(n, np.int64) for n in ((num_shapes, MAX_CELLS), *[num_shapes] * 3))
    for patch, shapes in enumerate(SHAPES):
        for orientation in sorted(set(CANONICAL[patch])):
            rows, shape = shapes[orientation], ORIENTATIONS * patch + orientation
            own = covered(rows)
            cells[shape, : len(own)] = own
            size[shape] = len(own)
            bits[shape] = sum(1 << cell for cell in own)
            free_columns = (1 << SIDE + 1 - len(rows[0])) - 1
            columns[shape] = sum(free_columns << SIDE * row for row in range(7))
    return cells, size, bits, columns


# The covered cells and their number, both as listed by `covered`; the same as bits; and seven rows of the columns in
# which the corner can lie.
SHAPE_CELLS, SHAPE_SIZE, SHAPE_BITS, SHAPE_COLUMNS = _shape_tables()
