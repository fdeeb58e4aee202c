"""Achievements of Patchwork."""

from parlour.core.achievement import Achievement, Story
from parlour.core.contract import Record
from parlour.games.patchwork.state import CELLS, PLACE_SPECIAL

SPECIALS = 3
INCOME = 10
NEARLY_FULL = 8  # empty cells at most


def _num_empty(s: Record, seat: int) -> int:
    return CELLS - sum(int(word).bit_count() for word in s.quilts[seat])


def _has_seven(story: Story) -> bool:
    return int(story.last.seven) == story.seat


def _has_income(story: Story) -> bool:
    return int(story.last.income[story.seat]) >= INCOME


def _has_specials(story: Story) -> bool:
    return sum(action >= PLACE_SPECIAL for _, action, _ in story.own_steps()) >= SPECIALS


def _is_nearly_full(story: Story) -> bool:
    return _num_empty(story.last, story.seat) <= NEARLY_FULL


ACHIEVEMENTS = (
    Achievement(
        "specials", "Special collector", "Place three of the special 1x1 patches.",
        "The player behind moves again: small steps let you choose who reaches a special patch first.", _has_specials,
    ),
    Achievement(
        "income", "Button maker", f"End with an income of at least {INCOME}.",
        "Buttons on a patch pay at every income square that is left. Buy them early.", _has_income,
    ),
    Achievement(
        "seven", "Seven by seven", "Be the first to cover a 7x7 square.",
        "Grow from a corner without holes: a compact quilt takes every shape.", _has_seven,
    ),
    Achievement(
        "nearly_full", "Warm and tight", f"End with at most {NEARLY_FULL} empty cells.",
        "Each empty cell costs two buttons at the end: keep room for the awkward shapes.", _is_nearly_full,
    ),
)  # fmt: skip
