"""Achievements of Patchwork."""

from parlour.core.achievement import Achievement, Playthrough
from parlour.core.contract import Record
from parlour.games.patchwork.patches import SIDE
from parlour.games.patchwork.state import CELLS, PLACE_SPECIAL

SPECIALS = 4  # of five
INCOME = 15
SQUARE = 7  # cells, each way
NEAR_CELLS = 7 * SIDE  # in the first word of a quilt
NEARLY_FULL = 8  # empty cells at most


def _num_empty(s: Record, seat: int) -> int:
    return CELLS - sum(int(word).bit_count() for word in s.quilts[seat])


def _has_seven(play: Playthrough) -> bool:
    near, far = (int(word) for word in play.last.quilts[play.seat])
    cells = near | far << NEAR_CELLS
    row = (1 << SQUARE) - 1
    square = sum(row << SIDE * below for below in range(SQUARE))
    corners = [SIDE * down + right for down in range(SIDE - SQUARE + 1) for right in range(SIDE - SQUARE + 1)]
    return any(cells >> corner & square == square for corner in corners)


def _has_income(play: Playthrough) -> bool:
    return int(play.last.income[play.seat]) >= INCOME


def _has_specials(play: Playthrough) -> bool:
    return sum(action >= PLACE_SPECIAL for _, action, _ in play.own_steps()) >= SPECIALS


def _is_nearly_full(play: Playthrough) -> bool:
    return _num_empty(play.last, play.seat) <= NEARLY_FULL


ACHIEVEMENTS = (
    Achievement(
        "specials", "Special collector", "Place four of the five special 1x1 patches.",
        "The player behind moves again: small steps let you choose who reaches a special patch first.", _has_specials,
    ),
    Achievement(
        "income", "Button maker", f"End with an income of at least {INCOME}.",
        "Buttons on a patch pay at every income square that is left. Buy them early.", _has_income,
    ),
    Achievement(
        "seven", "Seven by seven", "Cover a square of 7x7 cells without a hole.",
        "Grow from a corner without holes: a compact quilt takes every shape.", _has_seven,
    ),
    Achievement(
        "nearly_full", "Warm and tight", f"End with at most {NEARLY_FULL} empty cells.",
        "Each empty cell costs two buttons at the end: keep room for the awkward shapes.", _is_nearly_full,
    ),
)  # fmt: skip
