"""What texts need to know about a Patchwork position: what lies where, what is on offer."""

import numpy as np

from parlour.core.contract import Record
from parlour.games.patchwork.patches import LETTERS, SHAPES, SIDE, covered
from parlour.games.patchwork.rules.contract import is_over, legal_actions, score, seat_to_act
from parlour.games.patchwork.state import CELLS, LAST, NUM_ACTIONS, ON_OFFER
from parlour.games.patchwork.text.tokens import Place, action_to_place

EMPTY = "."


def played(s: Record) -> list[tuple[int, int]]:
    """List the actions of the match so far, each with its seat."""
    codes = s.moves[: s.length].tolist()
    return [(1, ~code) if code < 0 else (0, code) for code in codes]


def placed(s: Record, seat: int) -> list[Place]:
    """List the patches on a quilt in the order in which they were laid."""
    places = (action_to_place(action) for actor, action in played(s) if actor == seat)
    return [place for place in places if place is not None]


def sticks_out(place: Place) -> bool:
    """Return whether a patch laid there would reach over the edge of the quilt."""
    rows = SHAPES[place.patch][place.orientation]
    return place.corner % SIDE + len(rows[0]) > SIDE or place.corner // SIDE + len(rows) > SIDE


def cells(place: Place) -> list[int]:
    """List the cells that a patch covers; it must not stick out."""
    return [place.corner + cell for cell in covered(SHAPES[place.patch][place.orientation])]


def quilt(s: Record, seat: int) -> str:
    """Return the 81 cells of a quilt, row by row: the letter of the patch, or a dot."""
    letters = [EMPTY] * CELLS
    for place in placed(s, seat):
        for cell in cells(place):
            letters[cell] = LETTERS[place.patch]
    return "".join(letters)


def circle_left(s: Record) -> list[int]:
    """List the patches in the circle from the neutral token on."""
    patches = []
    patch, follower = int(s.behind), s.follower.tolist()
    for _ in range(s.left):
        patch = follower[patch]
        patches.append(patch)
    return patches


def on_offer(s: Record) -> list[int]:
    """List the patches that can be bought now, as far as the buttons and the room go."""
    return circle_left(s)[:ON_OFFER]


def legal(s: Record) -> list[int]:
    """List the actions of the seat to act; none when the game is over."""
    if is_over(s):
        return []
    out = np.empty(NUM_ACTIONS, np.int32)
    return out[: legal_actions(s, seat_to_act(s), out)].tolist()


def advance_length(s: Record, seat: int) -> int:
    """Return the squares, and so the buttons, of an advance."""
    return min(LAST, int(s.squares[1 - seat]) + 1) - int(s.squares[seat])


def scores(s: Record) -> list[int]:
    return [int(score(s, seat)) for seat in range(2)]
