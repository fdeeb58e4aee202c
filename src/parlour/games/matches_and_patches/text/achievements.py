"""Achievements of Matches and Patches."""

import itertools

from parlour.core.achievement import Achievement, Playthrough
from parlour.games.matches_and_patches.state import NONE

BIG = 4  # cells captured by one round


def _captures(play: Playthrough) -> list[int]:
    """List how many cells the player had captured, position by position."""
    return [int(s.captured[play.seat]) for s in play.positions()]


def _has_big_capture(play: Playthrough) -> bool:
    captured = _captures(play)
    return any(after - before >= BIG for before, after in itertools.pairwise(captured))


def _has_won_clash(play: Playthrough) -> bool:
    return any(int(s.clash) not in (NONE, play.seat) for s in play.positions())


def _has_half(play: Playthrough) -> bool:
    return play.has_won and play.reason == "more_than_half"


ACHIEVEMENTS = (
    Achievement(
        "big_capture", "Patchmaker", f"Capture {BIG} cells at once.",
        "A tile captures every neighbour that it matches: wait for the cell where they meet.", _has_big_capture,
    ),
    Achievement(
        "clash", "Right of way", "Win a clash for the same cell.",
        "A cell on your own side is yours when both choose it. On the other side think of a second choice.",
        _has_won_clash,
    ),
    Achievement(
        "half", "Majority", "Win by capturing more than half of the board.",
        "Captured cells are safe. Take many small patches before you wait for the big one.", _has_half,
    ),
)  # fmt: skip
