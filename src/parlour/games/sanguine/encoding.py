"""Sanguine for learners: a vector of the board, the rows, the hand and what is left of both decks.

A cell has the number that it has in the codes of actions, counted row by row: on a board of 3 x 5 only the first 15 of
each 81 entries are used. For Blue the board is mirrored left to right, so that everyone starts at the left, and the
grid of a card lies in it as it is printed. The first DESCRIBED cards of the hand are described in full; cards of the
decks are counted by kind, numbered from 0 as they first appear in Red's list and then in Blue's.

There is no symmetry: where the mirror image of a cell lies depends on the size of the board.
"""

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation
from parlour.core.kernel import kernel
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.contract import to_act
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import effective_value, owner_sign, row_score, total
from parlour.games.sanguine.state import (
    BLUE,
    DEVALUE,
    GRID_SIDE,
    INFLUENCE,
    MAX_CELLS,
    MAX_KINDS,
    MAX_PAWNS,
    MIN_COLUMNS,
    PASSES_TO_END,
    UNKNOWN,
    UPGRADE,
)

CELL_NAMES = (
    "board",
    "own pawns",
    "enemy pawns",
    "own card",
    "enemy card",
    "cost of the card",
    "value of the card",
    "modifier",
)
GRID = GRID_SIDE * GRID_SIDE
MAX_ROWS = MAX_CELLS // MIN_COLUMNS
DESCRIBED = 16  # cards of the hand
CARD_NAMES = (
    "is there",
    "can be placed",
    "cost",
    "value",
    *(
        f"{effect} {row},{column}"
        for effect in ("influence", "upgrade")
        for row in range(-2, 3)
        for column in range(-2, 3)
    ),
)
KIND_NAMES = ("own deck", "enemy's hand and deck", "enemy's hand where decks are not shuffled")
NUMBER_NAMES = (
    "to act",
    "plays Blue",
    "passes in a row",
    "rows",
    "columns",
    "shuffled decks",
    "extended game",
    "own total",
    "enemy's total",
    "own hand",
    "enemy's hand",
    "own deck",
    "enemy's deck",
)
CARD_ENTRIES = len(CARD_NAMES)
ROWS = len(CELL_NAMES) * MAX_CELLS  # scores by row, own and then the enemy's
HAND = ROWS + 2 * MAX_ROWS
KINDS = HAND + DESCRIBED * CARD_ENTRIES
NUMBERS = KINDS + len(KIND_NAMES) * MAX_KINDS
SIZE = NUMBERS + len(NUMBER_NAMES)
MOST_COPIES = 2  # of a card in one deck
MIDDLE = 8.0  # the number that is squashed to a half


@kernel
def squash(number: int) -> float:
    """Return a number without a limit as one between -1 and 1, so that small ones differ most."""
    return number / (MIDDLE + abs(number))


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    for cell in range(num_cells(s)):
        encode_cell(s, seat, cell, out)
    for row in range(s.rows):
        out[ROWS + row] = squash(row_score(s, seat, row))
        out[ROWS + MAX_ROWS + row] = squash(row_score(s, 1 - seat, row))
    for i in range(min(s.hand_size[seat], DESCRIBED)):
        if hand_card(s, seat, i) != UNKNOWN:
            encode_card(s, seat, hand_card(s, seat, i), HAND + i * CARD_ENTRIES, out)
    count_unseen(s, seat, KINDS, out)
    count_unseen(s, 1 - seat, KINDS + MAX_KINDS, out)
    if not s.shuffled:
        for i in range(s.hand_size[1 - seat]):
            kind = s.lists[1 - seat, s.hand[1 - seat, i]]
            out[KINDS + 2 * MAX_KINDS + kind] += 1.0 / MOST_COPIES
    encode_numbers(s, seat, out)


@kernel
def encode_cell(s: Known, seat: int, cell: int, out: Observation) -> None:
    sign, columns = owner_sign(seat), int(s.columns)
    column = cell % columns
    place = cell if seat != BLUE else cell - column + columns - 1 - column
    pawns, card = sign * s.pawns[cell], sign * s.cards[cell]
    out[place] = 1.0
    out[(1 if pawns > 0 else 2) * MAX_CELLS + place] = abs(pawns) / MAX_PAWNS
    if card != 0:
        out[(3 if card > 0 else 4) * MAX_CELLS + place] = 1.0
        out[5 * MAX_CELLS + place] = s.costs[abs(card) - 1] / MAX_PAWNS
        out[6 * MAX_CELLS + place] = squash(effective_value(s, cell))
    out[7 * MAX_CELLS + place] = squash(s.modifiers[cell])


@kernel
def encode_card(s: Known, seat: int, kind: int, first: int, out: Observation) -> None:
    out[first] = 1.0
    for cell in range(num_cells(s)):
        if owner_sign(seat) * s.pawns[cell] >= s.costs[kind]:
            out[first + 1] = 1.0
    out[first + 2] = s.costs[kind] / MAX_PAWNS
    out[first + 3] = squash(s.values[kind])
    for place in range(GRID):
        effect = s.grids[kind] >> 2 * place & 3
        if effect == INFLUENCE:
            out[first + 4 + place] = 1.0
        elif effect in (UPGRADE, DEVALUE):
            out[first + 4 + GRID + place] = 1.0 if effect == UPGRADE else -1.0


@kernel
def count_unseen(s: Known, side: int, first: int, out: Observation) -> None:
    """Count by kind the cards of a side that are not known, from its public list."""
    for place in range(s.deck_size[side]):
        out[first + s.lists[side, place]] += 1.0 / MOST_COPIES
        if s.order[side, place] != UNKNOWN:
            out[first + s.order[side, place]] -= 1.0 / MOST_COPIES


@kernel
def encode_numbers(s: Known, seat: int, out: Observation) -> None:
    n = NUMBERS
    out[n] = to_act(s) >> seat & 1
    out[n + 1] = 1.0 if seat == BLUE else 0.0
    out[n + 2] = s.passes / PASSES_TO_END
    out[n + 3] = s.rows / MAX_ROWS
    out[n + 4] = s.columns / MAX_CELLS
    out[n + 5] = s.shuffled
    out[n + 6] = s.extended
    for k in range(2):
        side = seat ^ k
        out[n + 7 + k] = squash(total(s, side))
        out[n + 9 + k] = squash(s.hand_size[side])
        out[n + 11 + k] = squash(s.deck_size[side] - s.drawn[side])


NAMES = (
    *(f"{name}: cell {cell}" for name in CELL_NAMES for cell in range(MAX_CELLS)),
    *(f"{whose} score: row {row}" for whose in ("own", "enemy's") for row in range(MAX_ROWS)),
    *(f"hand card {i}: {name}" for i in range(DESCRIBED) for name in CARD_NAMES),
    *(f"{name}: kind {kind}" for name in KIND_NAMES for kind in range(MAX_KINDS)),
    *NUMBER_NAMES,
)
ENCODING = Encoding((SIZE,), encode, NAMES)
