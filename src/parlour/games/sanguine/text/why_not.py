"""Why an action of Sanguine is not possible, in words."""

import re
from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.core.phrasing import counted, listed
from parlour.games.sanguine.state import SIDES
from parlour.games.sanguine.text.board import card_of, cell_name, cells_of, hand_of, placements, size_words

HAND_PICK, CELL_PICK, PASS_PICK = "hand", "cell", "pass"
LISTED = 6  # cells that a sentence names


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    if list(picks) == [PASS_PICK]:
        return ""
    index = _read_hand(picks[0]) if picks else None
    if index is None or len(picks) > 2:
        return "Pick a card from your hand, then a cell with your pawns; or pass."
    cells = placements(s, seat)
    if index not in cells:
        return f"You have only {counted(len(cells), 'card')} in your hand." if cells else "Your hand is empty: pass."
    card = card_of(s, hand_of(s, seat)[index])
    names = [cell_name(s, cell) for cell in cells[index]]
    places = f"{', '.join(names[:LISTED])} and more" if len(names) > LISTED else listed(names)
    advice = f"{card.name} can go on {places}." if names else f"{card.name} cannot be placed now."
    if len(picks) == 1:
        pawns = "a pawn" if card.cost == 1 else f"{card.cost} pawns"
        return "" if cells[index] else f"{card.name} needs a cell with {pawns} of yours, and there is none."
    cell = _read_cell(s, picks[1])
    if cell is None:
        return f"That is not on the board, which has {size_words(s)}. {advice}"
    return "" if cell in cells[index] else f"{_why_not_there(s, seat, cell, card.cost)} {advice}"


def _read_hand(pick: str) -> int | None:
    match = re.fullmatch(f"{HAND_PICK}:([0-9]{{1,3}})", pick)
    return int(match[1]) if match else None


def _read_cell(s: Known, pick: str) -> int | None:
    match = re.fullmatch(f"{CELL_PICK}:([0-9]{{1,3}}),([0-9]{{1,3}})", pick)
    if match is None or int(match[1]) >= s.rows or int(match[2]) >= s.columns:
        return None
    return int(match[1]) * int(s.columns) + int(match[2])


def _why_not_there(s: Known, seat: int, cell: int, cost: int) -> str:
    owner, pawns, _, _, _ = cells_of(s)[cell]
    where = cell_name(s, cell)
    if owner is None:
        return f"There are no pawns on {where}."
    if not pawns:
        return f"A card lies on {where} already."
    if owner != seat:
        return f"The pawns on {where} belong to {SIDES[owner]}."
    return f"There {'is 1 pawn' if pawns == 1 else f'are {pawns} pawns'} on {where}; this card costs {cost}."
