"""Achievements of Patchwork."""

from parlour.core.achievement import Achievement, Playthrough
from parlour.core.contract import Record
from parlour.games.patchwork.state import CELLS, PLACE_SPECIAL

SPECIALS = 3
INCOME = 10
NEARLY_FULL = 8  # empty cells at most


def _num_empty(s: Record, seat: int) -> int:
    return CELLS - sum(int(word).bit_count() for word in s.quilts[seat])


def _has_seven(play: Playthrough) -> bool:
    return int(play.last.seven) == play.seat


def _has_income(play: Playthrough) -> bool:
    return int(play.last.income[play.seat]) >= INCOME


def _has_specials(play: Playthrough) -> bool:
    return sum(action >= PLACE_SPECIAL for _, action, _ in play.own_steps()) >= SPECIALS


def _is_nearly_full(play: Playthrough) -> bool:
    return _num_empty(play.last, play.seat) <= NEARLY_FULL


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
