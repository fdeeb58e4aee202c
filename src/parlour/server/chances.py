"""The chances of the sides of a game, as they are told before a match."""

import msgspec

from parlour.core.game import Game
from parlour.players.chances import Measurement, chances_of, describe


class MeasuredInfo(msgspec.Struct, frozen=True):
    """Results of matches between two computers of one level."""

    level: str
    options: dict[str, str]  # that were played with, where they differ from their defaults
    matches: int
    wins: tuple[int, int]  # of the side that acts first, and of the other
    draws: int
    of_100: tuple[int, int, int]  # the same out of 100 matches: the wins of both, and the draws
    interval: tuple[float, float]  # 95 %, of the score of the side that acts first; a draw counts half
    message: str  # the same in a sentence


class ChancesInfo(msgspec.Struct, frozen=True):
    """How often each side of a game wins, as far as it was measured."""

    sides: tuple[str, str]  # the one that acts first, and the other
    neutral: list[str]  # options that do not change the chances
    measured: list[MeasuredInfo]  # the weakest level first


def show_chances(game: Game) -> ChancesInfo:
    """Return the chances of a game; empty where nothing was measured."""
    chances = chances_of(game)
    first, second = (side[0].upper() + side[1:] for side in chances.sides)
    rows = [_show(row, describe(chances, row)) for row in chances.measured]
    return ChancesInfo((first, second), list(chances.neutral), rows)


def _show(row: Measurement, message: str) -> MeasuredInfo:
    wins = (row.wins, row.losses)
    return MeasuredInfo(row.level, row.options, row.matches, wins, row.draws, row.of_100, row.interval, message)
