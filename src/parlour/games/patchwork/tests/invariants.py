"""What holds in every position of Patchwork."""

from parlour import Position
from parlour.games.patchwork.state import NUM_PATCHES
from parlour.games.patchwork.text.board import EMPTY, circle_left, placed, quilt


def check(position: Position) -> None:
    """Assert that every patch is in one place, and that nobody owes buttons."""
    s = position.state
    laid = [place.patch for seat in range(2) for place in placed(s, seat) if place.patch < NUM_PATCHES]
    assert sorted([*laid, *circle_left(s)]) == list(range(NUM_PATCHES))
    for seat in range(2):
        assert s.buttons[seat] >= 0
        covered = sum(letter != EMPTY for letter in quilt(s, seat))
        assert covered == 81 - position.seen_by().view().empty[seat]
