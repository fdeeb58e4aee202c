"""The result of an analysis: what is stored, sent and printed.

Texts name the seats as `{seat:0}` and `{seat:1}`; `with_names` puts names in, so that none is stored.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.core.phrasing import fill_seats

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]


class Candidate(msgspec.Struct, frozen=True):
    """An action that could have been played."""

    action: str  # notation
    label: str  # in words
    value: float  # for the seat that acts: its expected result, 1 for a certain win
    is_exact: bool  # proven, not estimated
    grade: Grade  # that it would have got


class Graded(msgspec.Struct, frozen=True):
    """An action of the match."""

    version: int  # of the match after it
    seat: int
    action: str  # notation
    label: str  # in words
    grade: Grade  # "forced": nothing was to be decided, and it does not count
    value: float  # of the action, for its seat
    best_value: float  # of the best one, for the same seat
    is_exact: bool  # both values are proven
    reason: str  # a sentence or two
    best: list[Candidate]  # best first


class Point(msgspec.Struct, frozen=True):
    """What a position was worth, by what the seat to act could know."""

    version: int  # of the match
    value: float  # the expected result of seat 0: 1 for a certain win
    low: float  # of the band: where the value lies for most guesses of what is hidden
    high: float
    is_exact: bool  # proven, not estimated


class Analysis(msgspec.Struct, frozen=True):
    """What is known about a match; while it is going on, about its last actions only."""

    game: str
    engine: str  # who has thought, in words
    is_exact: bool  # every value is proven
    points: list[Point]  # in the order of the match
    actions: list[Graded]
    accuracy: tuple[float | None, float | None]  # by seat, in percent; null: it had nothing to decide


def with_names(analysis: Analysis, names: Sequence[str]) -> Analysis:
    """Put the names of the players into all texts."""

    def named(action: Graded) -> Graded:
        best = [msgspec.structs.replace(each, label=fill_seats(each.label, names)) for each in action.best]
        label, reason = fill_seats(action.label, names), fill_seats(action.reason, names)
        return msgspec.structs.replace(action, label=label, reason=reason, best=best)

    return msgspec.structs.replace(analysis, actions=[named(action) for action in analysis.actions])
