"""Patchwork for learners: a vector of both quilts, the track and the circle, and the eight ways to look at a quilt."""

from collections.abc import Callable

import numpy as np

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation, Symmetry
from parlour.core.kernel import kernel
from parlour.games.patchwork.patches import CANONICAL, ORIENTATIONS, SHAPES, SIDE, Rows, mirrored, rotated
from parlour.games.patchwork.rules.contract import seat_to_act
from parlour.games.patchwork.rules.quilt import FIRST_CELLS
from parlour.games.patchwork.state import (
    BUY,
    CELLS,
    LAST,
    NUM_ACTIONS,
    NUM_PATCHES,
    ON_OFFER,
    PLACE_SPECIAL,
    SPECIAL_SQUARES,
)

MOST_BUTTONS = 128.0  # and of income a quarter; what is above counts as this
TRACK = 2 * CELLS  # where the entries of the track begin
SEAT_NUMBERS = 5  # for each seat: buttons, income, square, first home, first 7x7
OFFER = TRACK + 2 * SEAT_NUMBERS + 3 + len(SPECIAL_SQUARES)  # for each patch on offer one entry per patch
CIRCLE = OFFER + ON_OFFER * NUM_PATCHES  # for each patch how soon it comes
SIZE = CIRCLE + NUM_PATCHES


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    n = TRACK
    for k in range(2):
        player = seat ^ k
        for cell in range(CELLS):
            word, bit = (0, cell) if cell < FIRST_CELLS else (1, cell - FIRST_CELLS)
            out[k * CELLS + cell] = s.quilts[player, word] >> bit & 1
        out[n] = min(s.buttons[player] / MOST_BUTTONS, 1.0)
        out[n + 1] = min(4 * s.income[player] / MOST_BUTTONS, 1.0)
        out[n + 2] = s.squares[player] / LAST
        out[n + 3] = 1.0 if s.first_home == player else 0.0
        out[n + 4] = 1.0 if s.seven == player else 0.0
        n += SEAT_NUMBERS
    out[n] = 1.0 if seat_to_act(s) == seat else 0.0
    out[n + 1] = s.pending
    out[n + 2] = s.bonus_7x7
    for i in range(len(SPECIAL_SQUARES)):
        out[n + 3 + i] = s.specials >> SPECIAL_SQUARES[i] & 1
    encode_circle(s, out)


@kernel
def encode_circle(s: Known, out: Observation) -> None:
    patch = int(s.behind)
    for i in range(s.left):
        patch = int(s.follower[patch])
        out[CIRCLE + patch] = (NUM_PATCHES - i) / NUM_PATCHES
        if i < ON_OFFER:
            out[OFFER + i * NUM_PATCHES + patch] = 1.0


def _symmetry(name: str, turns: int, is_mirrored: bool) -> Symmetry:
    """Return one way to look at both quilts: mirrored left to right, or not, and then turned clockwise."""

    def image(rows: Rows) -> Rows:
        shape = mirrored(rows) if is_mirrored else rows
        for _ in range(turns):
            shape = rotated(shape)
        return shape

    return Symmetry(name, _entries(image), _actions(image))


def _entries(image: Callable[[Rows], Rows]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return where each entry of the image comes from: the cells of a quilt drawn as letters, and turned as a shape."""
    letters = [chr(cell + 1) for cell in range(CELLS)]
    turned = image(tuple("".join(letters[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE)))
    cells = np.array([ord(letter) - 1 for row in turned for letter in row])
    return np.r_[cells, CELLS + cells, TRACK:SIZE]


def _actions(image: Callable[[Rows], Rows]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return the image of each action; codes that no position allows stay as they are."""
    source = _entries(image)[:CELLS]
    target = np.empty(CELLS, np.int64)
    target[source] = np.arange(CELLS)  # the image of each cell
    actions = np.arange(NUM_ACTIONS)
    actions[PLACE_SPECIAL:] = PLACE_SPECIAL + target
    for patch in range(NUM_PATCHES):
        for orientation in set(CANONICAL[patch]):
            rows = SHAPES[patch][orientation]
            height, width = len(rows), len(rows[0])
            new = CANONICAL[patch][SHAPES[patch].index(image(rows))]
            for row in range(SIDE + 1 - height):
                for column in range(SIDE + 1 - width):
                    # The image of the bounding box has its top left corner where the box's own cells come first.
                    ends = (SIDE * (row + y) + column + x for y in (0, height - 1) for x in (0, width - 1))
                    corner = min(int(target[end]) for end in ends)
                    code = BUY + (ORIENTATIONS * patch + orientation) * CELLS + SIDE * row + column
                    actions[code] = BUY + (ORIENTATIONS * patch + new) * CELLS + corner
    return actions


SYMMETRIES = tuple(
    _symmetry(f"{'mirrored, ' if is_mirrored else ''}turned {90 * turns} degrees", turns, is_mirrored)
    for is_mirrored in (False, True)
    for turns in range(4)
    if turns or is_mirrored
)
ENCODING = Encoding((SIZE,), encode, symmetries=SYMMETRIES)
