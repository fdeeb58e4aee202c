"""What the missions of a campaign count: a game brings its measures, and `match/mission.py` judges by them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.core.contract import Known

ROUND = "round"  # the measure that every game with a campaign has


@dataclass(frozen=True)
class Measure:
    """Something that can be counted in a position, by what both seats know."""

    label: str  # in words: "Babies out"
    count: Callable[[Known, Known, Sequence[str]], int]  # given the first position, the present one, and named places
