"""Matches between computer players, action by action: the one loop that all measurements share."""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.core.position import Position
from parlour.core.thinking import Stop
from parlour.players.player import Player


class Step(NamedTuple):
    """One action of a match."""

    before: Position
    seat: int
    action: int
    after: Position
    seconds: float  # of processor time, in which the player chose


def steps(position: Position, players: Sequence[Player], stop: Stop) -> Iterator[Step]:
    """Let two players, by seat, play to the end."""
    while seats := position.to_act():
        seat, begin_s = seats[0], time.thread_time()
        action = players[seat].choose(position.seen_by(seat).known, seat, stop)
        seconds = time.thread_time() - begin_s
        before, position = position, position.play(seat, action)
        yield Step(before, seat, action, position, seconds)
