"""Circle strings and placement tokens, to numbers and back."""

import functools
from typing import NamedTuple

from parlour.core.errors import BadNotation
from parlour.games.patchwork.patches import CANONICAL, LETTERS, ORIENTATION_LETTERS, ORIENTATIONS, SIDE, SPECIAL
from parlour.games.patchwork.state import ADVANCE, BUY, CELLS, NUM_PATCHES, PLACE_SPECIAL

ADVANCE_TOKEN = "."
TOKEN_LENGTH = 4
LINES = "ABCDEFGHI"  # columns from the left, rows from the top
ORDINARY = LETTERS[:NUM_PATCHES]


class Place(NamedTuple):
    """A patch laid on a quilt: the corner is the top left one of its bounding box."""

    patch: int
    orientation: int
    corner: int


@functools.cache
def action_to_place(action: int) -> Place | None:
    """Return what an action lays; None for an advance."""
    if action == ADVANCE:
        return None
    if action >= PLACE_SPECIAL:
        return Place(SPECIAL, 0, action - PLACE_SPECIAL)
    shape, corner = divmod(action - BUY, CELLS)
    return Place(*divmod(shape, ORIENTATIONS), corner)


def place_to_action(place: Place) -> int:
    if place.patch == SPECIAL:
        return PLACE_SPECIAL + place.corner
    return BUY + (ORIENTATIONS * place.patch + place.orientation) * CELLS + place.corner


def cell_name(cell: int) -> str:
    """Return the letters of the column and the row, like CD."""
    return LINES[cell % SIDE] + LINES[cell // SIDE]


@functools.cache
def action_to_token(action: int) -> str:
    place = action_to_place(action)
    if place is None:
        return ADVANCE_TOKEN
    return LETTERS[place.patch] + cell_name(place.corner) + ORIENTATION_LETTERS[place.orientation]


def token_to_action(token: str) -> int:
    """Read a token; of orientations that look alike, any can be given.

    Raises:
        BadNotation: it is not well-formed.
    """
    if token == ADVANCE_TOKEN:
        return ADVANCE
    if len(token) != TOKEN_LENGTH:
        raise BadNotation("A placement is a dot, or four characters: patch, column, row and orientation, like BDCA.")
    letter, column, row, orientation = list(token)
    if letter not in LETTERS:
        raise BadNotation(f"{letter} is not a patch: these are A to Z, a to g, and h for the special one.")
    for name, line in (("Column", column), ("Row", row)):
        if line not in LINES:
            raise BadNotation(f"{name} {line} is outside A to I.")
    if orientation not in ORIENTATION_LETTERS:
        raise BadNotation(f"Orientation {orientation} is outside A to H.")
    patch = LETTERS.index(letter)
    turned = CANONICAL[patch][ORIENTATION_LETTERS.index(orientation)]
    return place_to_action(Place(patch, turned, SIDE * LINES.index(row) + LINES.index(column)))


def split_placement(placement: str) -> list[str]:
    """Cut a placement string into its tokens; the last one can be too short."""
    tokens = []
    place = 0
    while place < len(placement):
        length = 1 if placement[place] == ADVANCE_TOKEN else TOKEN_LENGTH
        tokens.append(placement[place : place + length])
        place += length
    return tokens


def text_to_circle(text: str) -> list[int]:
    """Read a circle string.

    Raises:
        BadNotation: it is not the 33 letters, each once.
    """
    for letter in text:
        if letter not in ORDINARY:
            raise BadNotation(f"{letter} is not a patch of the circle: these are A to Z and a to g.")
        if text.count(letter) > 1:
            raise BadNotation(f"{letter} is {text.count(letter)} times in the circle; every patch is there once.")
    if len(text) < NUM_PATCHES:
        missing = " ".join(letter for letter in ORDINARY if letter not in text)
        raise BadNotation(f"A circle has {NUM_PATCHES} patches; these are missing: {missing}.")
    return [LETTERS.index(letter) for letter in text]
