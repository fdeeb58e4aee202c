"""What a seat or a spectator sees of Sanguine, may pick, and is told."""

from collections import Counter

import msgspec

from parlour.core.contract import Known, Pile, Record
from parlour.core.phrasing import seat_name
from parlour.games.sanguine.state import MAX_CELLS, PASS, PASSES_TO_END, SIDES, UNKNOWN
from parlour.games.sanguine.text.board import (
    Cell,
    card_of,
    cell_name,
    deck_left,
    grid_for,
    hand_of,
    left_of,
    place_of,
    placements,
    row_scores,
    rows_of,
    totals,
)
from parlour.games.sanguine.text.narrate import narrate as narrate
from parlour.games.sanguine.text.why_not import CELL_PICK, HAND_PICK, PASS_PICK
from parlour.games.sanguine.text.why_not import why_not as why_not

NOBODY = -1


class CardView(msgspec.Struct, frozen=True):
    """A card of the table of all cards in play; the grid as Red sees it."""

    name: str
    cost: int
    value: int
    grid: list[str]
    copies: list[int]  # by seat: in its whole deck
    left: list[int]  # by seat: not placed yet, in hand or deck


class CellView(msgspec.Struct, frozen=True):
    """A cell: nothing, pawns or a card."""

    owner: int  # seat, or -1
    pawns: int
    card: int  # number in `cards`, or -1
    value: int  # of the card, upgrades and devaluations included
    modifier: int


class HandCardView(msgspec.Struct, frozen=True):
    """A card in the viewer's hand, with its grid as it would lie on the board and the cells that could take it."""

    card: int  # number in `cards`
    grid: list[str]  # mirrored for Blue
    cells: list[list[int]]  # row and column


class SanguineView(msgspec.Struct, frozen=True):
    """A Sanguine table; rows, columns and hand cards are counted from 0, row 0 on top, column 0 on Red's side."""

    rows: int
    cols: int
    cards: list[CardView]
    board: list[list[CellView]]
    hand: list[HandCardView]  # of the viewer; empty for a spectator
    hands: list[int]  # by seat: cards in hand
    decks: list[int]  # by seat: cards still to be drawn
    row_scores: list[list[int]]  # by row: Red's and Blue's
    totals: list[int]  # by seat
    turn: int  # seat, or -1 when the game is over
    passes: int  # in a row


def view(s: Known, seat: int) -> SanguineView:
    return SanguineView(
        rows=int(s.rows),
        cols=int(s.columns),
        cards=_card_views(s),
        board=[[_cell_view(cell) for cell in row] for row in rows_of(s)],
        hand=_hand_view(s, seat) if seat in (0, 1) else [],
        hands=s.hand_size.tolist(),
        decks=[deck_left(s, side) for side in range(2)],
        row_scores=row_scores(s),
        totals=list(totals(s)),
        turn=NOBODY if s.passes == PASSES_TO_END else int(s.turn),
        passes=int(s.passes),
    )


def _card_views(s: Known) -> list[CardView]:
    lists = [Counter(s.lists[side, : s.deck_size[side]].tolist()) for side in range(2)]
    left = [left_of(s, side) for side in range(2)]
    cards = []
    for kind in range(s.num_kinds):
        name, cost, value, grid = card_of(s, kind)
        copies = [deck[kind] for deck in lists]
        cards.append(CardView(name, cost, value, list(grid), copies, [counts[kind] for counts in left]))
    return cards


def _cell_view(cell: Cell) -> CellView:
    owner = NOBODY if cell.owner is None else cell.owner
    return CellView(owner, cell.pawns, cell.kind, cell.value, cell.modifier)


def _hand_view(s: Known, seat: int) -> list[HandCardView]:
    cells = placements(s, seat)
    return [
        HandCardView(kind, grid_for(card_of(s, kind), seat), [list(place_of(s, cell)) for cell in cells[i]])
        for i, kind in enumerate(hand_of(s, seat))
        if kind != UNKNOWN
    ]


def face_down(s: Record) -> list[Pile]:
    """Return the cards that each side has still to draw, from the top."""
    left = [s.order[side, s.drawn[side] : s.deck_size[side]].tolist() for side in range(2)]
    return [
        Pile(f"{SIDES[side]}'s draw pile", [card_of(s, kind).name for kind in kinds])
        for side, kinds in enumerate(left)
        if kinds
    ]


def prompt(s: Known, seat: int) -> str:
    if s.passes == PASSES_TO_END:
        return "The game is over."
    mover = int(s.turn)
    if seat != mover:
        return f"{seat_name(mover, seat)}'s turn to place a card or pass."
    end = f" {seat_name(1 - mover, seat)} passed: if you pass too, the game ends." if s.passes else ""
    if not any(placements(s, seat).values()):
        return f"You play {SIDES[seat]}. None of your cards can be placed: pass.{end}"
    return f"You play {SIDES[seat]}. Select a card and a cell with your pawns, or pass.{end}"


def picks(s: Known, seat: int, action: int) -> list[str]:
    if action == PASS:
        return [PASS_PICK]
    row, column = place_of(s, action % MAX_CELLS)
    return [f"{HAND_PICK}:{action // MAX_CELLS}", f"{CELL_PICK}:{row},{column}"]


def label(s: Known, seat: int, action: int) -> str:
    if action == PASS:
        return "pass and end the game" if s.passes == PASSES_TO_END - 1 else "pass"
    card = card_of(s, hand_of(s, seat)[action // MAX_CELLS])
    return f"place {card.name} (cost {card.cost}, value {card.value}) on {cell_name(s, action % MAX_CELLS)}"


def phase(s: Known) -> str:
    return "turn"


def side_names(s: Known) -> tuple[str, str]:
    return SIDES


def ending(s: Known) -> str:
    return "both_passed"
