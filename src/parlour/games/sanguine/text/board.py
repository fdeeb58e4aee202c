"""What can be read of a Sanguine record in Python: cards, cells, hands and scores."""

import functools
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np

from parlour.core.contract import Record
from parlour.games.sanguine import rules
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.scoring import total
from parlour.games.sanguine.rules.secrets import count_left
from parlour.games.sanguine.state import BLUE, GRID_SIDE, MAX_CELLS, MAX_KINDS, PASS, REACH, RED, UNKNOWN
from parlour.games.sanguine.text.deck import CENTRE, Card, mirrored

CARD_LETTERS = ("R", "B")
PAWN_LETTERS = ("r", "b")
GRID_LETTERS = "XIUD"  # by effect


class Cell(NamedTuple):
    """What lies on a cell: nothing, pawns or a card."""

    owner: int | None
    pawns: int
    kind: int  # of the card, or UNKNOWN where there is none
    value: int  # of the card, upgrades and devaluations included
    modifier: int


def card_of(s: Record, kind: int) -> Card:
    """Return a card of the table."""
    return _card(s.names[kind].tobytes(), int(s.costs[kind]), int(s.values[kind]), int(s.grids[kind]))


@functools.lru_cache(maxsize=1024)
def _card(name: bytes, cost: int, value: int, grid: int) -> Card:
    codes = [grid >> 2 * place & 3 for place in range(GRID_SIDE**2)]
    letters = "".join(GRID_LETTERS[code] for code in codes)
    middle = REACH * GRID_SIDE + REACH
    letters = letters[:middle] + CENTRE + letters[middle + 1 :]
    rows = tuple(letters[at : at + GRID_SIDE] for at in range(0, GRID_SIDE**2, GRID_SIDE))
    return Card(name.rstrip(b"\0").decode(), cost, value, rows)


def grid_for(card: Card, seat: int) -> list[str]:
    """Return the grid of a card as it lies when a seat places it."""
    return mirrored(card.grid) if seat == BLUE else list(card.grid)


def hand_of(s: Record, seat: int) -> list[int]:
    """Return the kinds of a hand, left to right; UNKNOWN for those that are hidden."""
    kinds: list[int] = s.order[seat, s.hand[seat, : s.hand_size[seat]]].tolist()
    return kinds


def left_of(s: Record, seat: int) -> list[int]:
    """Count, by kind, the cards that a seat has not placed yet: public, since deck lists and placed cards are."""
    left = np.zeros(MAX_KINDS, np.int8)
    count_left(s, seat, left)
    return left[: s.num_kinds].tolist()


def deck_left(s: Record, seat: int) -> int:
    """Count the cards still to be drawn."""
    return int(s.deck_size[seat]) - int(s.drawn[seat])


def cells_of(s: Record) -> list[Cell]:
    """Return what lies on each cell."""
    pawns, cards, modifiers, values = (field.tolist() for field in (s.pawns, s.cards, s.modifiers, s.values))
    cells = []
    for cell in range(num_cells(s)):
        card, modifier = cards[cell], modifiers[cell]
        if card:
            kind = abs(card) - 1
            cells.append(Cell(BLUE if card < 0 else RED, 0, kind, values[kind] + modifier, modifier))
        else:
            owner = None if pawns[cell] == 0 else BLUE if pawns[cell] < 0 else RED
            cells.append(Cell(owner, abs(pawns[cell]), UNKNOWN, 0, modifier))
    return cells


def rows_of(s: Record) -> list[list[Cell]]:
    """Return what lies on each cell, by row."""
    cells, columns = cells_of(s), int(s.columns)
    return [cells[first : first + columns] for first in range(0, len(cells), columns)]


def place_of(s: Record, cell: int) -> tuple[int, int]:
    """Return the row and column of a cell."""
    return divmod(cell, int(s.columns))


def column_name(column: int) -> str:
    """Return the letter of a column, as it stands on the edge of the board: A to Z, then AA."""
    first, last = divmod(column, len(ascii_uppercase))
    return (ascii_uppercase[first - 1] if first else "") + ascii_uppercase[last]


def cell_name(s: Record, cell: int) -> str:
    """Return a cell as players speak of it, column and row: A1 is the top left one."""
    row, column = place_of(s, cell)
    return f"{column_name(column)}{row + 1}"


def size_words(s: Record) -> str:
    """Return which rows and columns the board has."""
    return f"rows 1 to {int(s.rows)} and columns A to {column_name(int(s.columns) - 1)}"


def row_scores(s: Record) -> list[list[int]]:
    """Return Red's and Blue's score of each row."""
    return [[sum(cell.value for cell in row if cell.owner == seat) for seat in (RED, BLUE)] for row in rows_of(s)]


def totals(s: Record) -> tuple[int, int]:
    return int(total(s, RED)), int(total(s, BLUE))


def placements(s: Record, seat: int) -> dict[int, list[int]]:
    """Return the cells on which a seat could place each card of its hand, if it were to act."""
    out = np.empty(PASS + 1, np.int32)
    cells: dict[int, list[int]] = {i: [] for i in range(s.hand_size[seat])}
    for action in out[: rules.legal_actions(s, seat, out) - 1].tolist():
        cells[action // MAX_CELLS].append(action % MAX_CELLS)
    return cells


def modifier_text(modifier: int) -> str:
    return f"{modifier:+}" if modifier else ""
