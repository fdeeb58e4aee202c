"""The five levels of Raptor, for either side: one way to think, with less effort and more temper below Master.

A raptor's mistakes cost more than a scientist's: with one temper for both, the raptor would win 6 to 9 % between
beginners.
"""

from parlour.core.level import Custom, Level, Random
from parlour.games.raptor.ai.thinker import Effort, thinks


def _level(effort: Effort) -> Level:
    return Level(Custom(thinks(effort), Random()))


LEVELS = (
    _level(Effort(width=1, imagined=1, temper=(0.55, 1.1), eager=1.5)),
    _level(Effort(width=1, imagined=1, temper=(0.29, 0.49), eager=1.5)),
    _level(Effort(width=1, imagined=2, temper=(0.13, 0.195), eager=0.5)),
    _level(Effort(width=2)),
    _level(Effort(width=24, ends=12)),
)
