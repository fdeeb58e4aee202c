"""The image of a position under an exchange of colours, numbers or shapes, for the contract tests of symmetries."""

from parlour.core.contract import Record
from parlour.core.encoding import Symmetry
from parlour.games.matches_and_patches.state import MAX_CELLS


def make_image(s: Record, symmetry: Symmetry) -> None:
    """Exchange all tiles of a record; hands stay in ascending order."""

    def image(tile: int) -> int:
        return tile if tile < 0 else int(symmetry.actions[MAX_CELLS * tile]) // MAX_CELLS

    for tiles in (s.tiles, s.deck, s.chosen_tile):
        tiles[:] = [image(int(tile)) for tile in tiles]
    for seat, size in enumerate(s.hand_sizes):
        s.hands[seat, :size] = sorted(image(int(tile)) for tile in s.hands[seat, :size])
