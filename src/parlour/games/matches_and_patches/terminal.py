"""How Matches and Patches looks in the terminal."""

from parlour.games.matches_and_patches.state import COLOURS
from parlour.games.matches_and_patches.text.draw import MARKERS
from parlour.games.matches_and_patches.text.words import TEXT_TO_TILE

INK = {
    **{text: f"bold {COLOURS[tile >> 4]}" for text, tile in TEXT_TO_TILE.items()},
    MARKERS[0]: "bold cyan",
    MARKERS[1]: "bold magenta",
}  # by glyph of the drawing: its style, in rich's syntax
