"""Experience points and levels. All numbers of the reward are in this file and in the games' `Experience`."""

from typing import NamedTuple

from parlour.core.contract import Outcome, Record
from parlour.core.game import Game

FINISHED = 1
WON = 1
WON_QUICKLY = 2  # instead of WON
LONG = 1
FIRST_LEVEL_COST = 10

RESIGNED, TIMED_OUT, AGREED, AWAY, ABORTED = "resigned", "timed_out", "agreed", "away", "aborted"
LEFT = (RESIGNED, TIMED_OUT, AWAY)  # reasons with a seat that did not finish the match


class Level(NamedTuple):
    """A level, the points already gathered towards the next one, and the points that one needs."""

    level: int
    points: int
    needed: int


def points_for(game: Game, state: Record, outcome: Outcome) -> tuple[int, int]:
    """Return the points that both seats earn with a match that ended so, in this position."""
    return (_seat_points(game, state, outcome, 0), _seat_points(game, state, outcome, 1))


def _seat_points(game: Game, state: Record, outcome: Outcome, seat: int) -> int:
    won = outcome.winner == seat
    if outcome.reason == ABORTED:
        return 0
    if outcome.reason in LEFT:
        # A player who leaves earns nothing; the opponent gets no bonus, so that quick wins cannot be farmed.
        return FINISHED + WON if won else 0
    measure = game.table.experience
    plays = measure.plays(state, seat) if measure else 0
    is_quick = measure is not None and plays <= measure.quick
    is_long = measure is not None and plays >= measure.long
    return FINISHED + (WON_QUICKLY if won and is_quick else WON if won else 0) + (LONG if is_long else 0)


def level_of(points: int) -> Level:
    """Return the level for all points so far: the first costs 10, each further one 1.2 times as much, rounded up."""
    level, needed = 0, FIRST_LEVEL_COST
    while points >= needed:
        points -= needed
        level += 1
        needed = (6 * needed + 4) // 5
    return Level(level, points, needed)
