"""Why a placement is good, in a sentence for hints."""

from parlour.core.contract import Known
from parlour.core.phrasing import seat_name
from parlour.games.matches_and_patches.ai.evaluate import fresh_cell
from parlour.games.matches_and_patches.rules.captures import matches, score
from parlour.games.matches_and_patches.rules.contract import side
from parlour.games.matches_and_patches.rules.patterns import SHARED, SIGNATURES
from parlour.games.matches_and_patches.state import MAX_CELLS, NONE
from parlour.games.matches_and_patches.text.words import listed_tiles, points_name, spelled


def reason(s: Known, seat: int, action: int) -> str:
    """Describe what a placement captures, or what it prepares."""
    tile, cell = divmod(action, MAX_CELLS)
    found = int(matches(s, tile, cell, fresh_cell(s, seat)))
    if found:
        return _about_capture(s, seat, tile, cell, found)
    if s.placed == 0:
        return _about_partners(s, seat, tile) or "No other tile in the hand shares two attributes with it."
    return f"It captures nothing now. {_about_partners(s, seat, tile)}".rstrip()


def _about_capture(s: Known, seat: int, tile: int, cell: int, found: int) -> str:
    cells = spelled(found.bit_count() + 1, "cell")
    if s.clash == seat:
        return f"It captures {cells}."
    strength = points_name(int(score(s, tile, cell, found)))
    home = " If both choose this cell, this tile gets it." if side(s, cell) == seat else ""
    return f"It captures {cells}, with {strength} against any contest by {seat_name(1 - seat, seat)}.{home}"


def _about_partners(s: Known, seat: int, tile: int) -> str:
    """Name the tiles that would win most contests for this one in the next round."""
    hand = [int(other) for other in s.hands[seat] if other not in (NONE, tile)]
    partners = [other for other in hand if SHARED[SIGNATURES[tile ^ other]] == 2]
    if not partners:
        return ""
    verb = "shares" if len(partners) == 1 else "share"
    tiles = f"In the same hand, the {listed_tiles(partners)} {verb} two attributes with it"
    return f"{tiles} and could capture it in the next round."
