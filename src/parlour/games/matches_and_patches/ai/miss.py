"""What a bad placement has missed, in a sentence."""

from parlour.core.contract import Known
from parlour.games.matches_and_patches.ai.evaluate import fresh_cell
from parlour.games.matches_and_patches.rules.captures import matches
from parlour.games.matches_and_patches.state import MAX_CELLS
from parlour.games.matches_and_patches.text.words import spelled


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Compare the cells that two placements capture, if nobody contests them."""
    mine, better = _num_captured(s, seat, played), _num_captured(s, seat, best)
    if better <= mine:
        return ""
    own = f"Captures only {spelled(mine, 'cell')}" if mine else "Captures nothing"
    return f"{own}, where {spelled(better, 'cell')} could be captured."


def _num_captured(s: Known, seat: int, action: int) -> int:
    tile, cell = divmod(action, MAX_CELLS)
    found = int(matches(s, tile, cell, fresh_cell(s, seat)))
    return found.bit_count() + 1 if found else 0
