"""Achievements of Raptor."""

from parlour.core.achievement import Achievement, Playthrough
from parlour.games.raptor.geometry import SPACES
from parlour.games.raptor.state import KILL, RAPTOR, SCIENTIST

HUNTED = 2  # scientists killed in one match


def _has_won_as(play: Playthrough, side: int, reason: str) -> bool:
    own = RAPTOR if int(play.last.raptor_seat) == play.seat else SCIENTIST
    return play.has_won and own == side and play.reason == reason


def _escaped(play: Playthrough) -> bool:
    return _has_won_as(play, RAPTOR, "escaped")


def _captured(play: Playthrough) -> bool:
    return _has_won_as(play, SCIENTIST, "captured")


def _neutralized(play: Playthrough) -> bool:
    return _has_won_as(play, SCIENTIST, "neutralized")


def _hunted(play: Playthrough) -> bool:
    return sum(KILL <= action < KILL + SPACES for _, action, _ in play.own_steps()) >= HUNTED


ACHIEVEMENTS = (
    Achievement(
        "hunted", "On the hunt", "As the mother, catch two scientists in one match.",
        "The mother runs any distance in a straight line: a scientist in an open row is in reach.", _hunted,
    ),
    Achievement(
        "escaped", "Into the woods", "Win as the raptors by letting three babies escape.",
        "Play the lower card when its effect is worth more than the points it gives away.", _escaped,
    ),
    Achievement(
        "captured", "Field work", "Win as the scientists by capturing three babies.",
        "Put a baby to sleep first: one that sleeps cannot run, and the next scientist carries it away.", _captured,
    ),
    Achievement(
        "neutralized", "Sweet dreams", "Win as the scientists by putting the mother to sleep.",
        "Each dart makes her slower. Keep a line of sight to her from two sides.", _neutralized,
    ),
)  # fmt: skip
