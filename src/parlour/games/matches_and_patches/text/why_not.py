"""Why a tile cannot be placed, in words."""

from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.core.phrasing import listed, seat_name
from parlour.games.matches_and_patches.rules.contract import can_play, centre, num_cells
from parlour.games.matches_and_patches.state import NONE
from parlour.games.matches_and_patches.text.words import (
    TEXT_TO_TILE,
    cell_name,
    cell_names,
    cell_to_text,
    text_to_cell,
    tile_name,
)

TILE_PICK = "tile"
CELL_PICK = "cell"
LISTED_CELLS = 6  # more open cells are only counted


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    if s.clash == seat:
        return _why_not_replace(s, seat, picks)
    if not picks or len(picks) > 2 or not picks[0].startswith(f"{TILE_PICK}:"):
        return "First pick a tile of your hand, then the cell it goes to."
    tile = TEXT_TO_TILE.get(picks[0].partition(":")[2])
    if tile is None or tile not in s.hands[seat]:
        hand = [tile_name(int(held)) for held in s.hands[seat] if held != NONE]
        which = "that tile" if tile is None else f"the {tile_name(tile)}"
        return f"You do not hold {which}. Your hand: {listed(hand, 'and')}."
    return "" if len(picks) == 1 else _why_not_cell(s, seat, picks[1])


def _why_not_replace(s: Known, seat: int, picks: Sequence[str]) -> str:
    kept = tile_name(int(s.chosen_tile[seat]))
    if len(picks) != 1 or not picks[0].startswith(f"{CELL_PICK}:"):
        return f"You keep the {kept}: pick only the new cell it goes to."
    cell = int(s.last[1 - seat])
    if picks[0] == f"{CELL_PICK}:{cell_to_text(s, cell)}":
        other, clashed = seat_name(1 - seat, seat), cell_name(s, cell)
        return (
            f"You both chose {clashed}, and it is {other}'s: it lies on {other}'s side. {_what_can_be_played(s, seat)}"
        )
    return _why_not_cell(s, seat, picks[0])


def _why_not_cell(s: Known, seat: int, pick: str) -> str:
    kind, _, text = pick.partition(":")
    cell = text_to_cell(s, text) if kind == CELL_PICK else None
    if cell is None:
        return f"Pick a cell of the board: rows and columns go from 1 to {s.width}."
    if can_play(s, seat, cell):
        return ""
    if s.placed == 0:
        return f"In the first round your tile goes onto your centre cell, {cell_name(s, centre(s, seat))}."
    name = cell_name(s, cell)
    if s.owners[cell] != NONE:
        owner = seat_name(int(s.owners[cell]), seat)
        return f"{owner} already captured {name}. {_what_can_be_played(s, seat)}"
    if s.tiles[cell] != NONE:
        return f"The {tile_name(int(s.tiles[cell]))} lies on {name}. {_what_can_be_played(s, seat)}"
    return f"{name} touches no occupied cell, neither with an edge nor with a corner. {_what_can_be_played(s, seat)}"


def _what_can_be_played(s: Known, seat: int) -> str:
    cells = [cell for cell in range(num_cells(s)) if can_play(s, seat, cell)]
    if len(cells) > LISTED_CELLS:
        return f"Pick one of the {len(cells)} open cells."
    return f"Pick {listed(cell_names(s, cells))}."
