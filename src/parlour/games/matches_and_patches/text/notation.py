"""Matches and Patches as text.

- A tile is colour, number and shape: `R3S` is the red 3 square; colours R B Y G, shapes T S H C (triangle, square,
  hexagon, circle). A cell is row and column from 1, as Eagle sees the board: `4,4`.
- An action is a tile and a cell, `R3S@4,4`; a re-placement needs the cell only, `@3,2`.
- A position: see `position_text`.
"""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.matches_and_patches.state import (
    MAX_CELLS,
)
from parlour.games.matches_and_patches.text.draw import render as render
from parlour.games.matches_and_patches.text.position_text import state_to_text as state_to_text
from parlour.games.matches_and_patches.text.position_text import text_to_state as text_to_state
from parlour.games.matches_and_patches.text.words import (
    TEXT_TO_TILE,
    TILE,
    cell_to_text,
    text_to_cell,
    tile_to_text,
)


def action_to_text(s: Record, seat: int, action: int) -> str:
    tile, cell = divmod(action, MAX_CELLS)
    kept = s.clash == seat and s.chosen_tile[seat] == tile
    return f"{'' if kept else tile_to_text(tile)}@{cell_to_text(s, cell)}"


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = text.strip().upper()
    match = re.fullmatch(rf"({TILE})? *(?:@ *|(?<=[TSHC]) +)([1-9]) *, *([1-9])", word)
    if match is None:
        raise BadNotation(f"{text.strip() or 'Nothing'} is not a tile on a cell. Type it like R3S@4,4: row, column.")
    cell = text_to_cell(s, f"{match[2]},{match[3]}")
    if cell is None:
        raise BadNotation(f"There is no cell {match[2]},{match[3]}: rows and columns go from 1 to {s.width}.")
    if match[1]:
        return [MAX_CELLS * TEXT_TO_TILE[match[1]] + cell]
    if s.clash != seat:
        raise BadNotation(f"Say which tile goes onto {cell_to_text(s, cell)}, like R3S@{cell_to_text(s, cell)}.")
    return [MAX_CELLS * int(s.chosen_tile[seat]) + cell]
