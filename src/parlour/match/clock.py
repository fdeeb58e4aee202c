"""Time of a match: paces and deadlines. No clock is read here; the time is passed in."""

from typing import Protocol

from parlour.core.errors import BadOption
from parlour.core.game import Game

PACES = {
    "none": "no clock",
    "table": "the seconds of the game's table timers; when they run out, a random action is played",
}
GRACE_MS = 1000  # for the network
FORFEIT_AFTER = 3  # expiries in a row


class Clock(Protocol):
    """Where the time comes from."""

    def now_ms(self) -> int:
        """Give the time in milliseconds; never goes back."""
        ...


def check_pace(pace: str) -> str:
    """Check the name of a pace.

    Raises:
        BadOption: there is no such pace.
    """
    if pace not in PACES:
        raise BadOption(f"There is no pace {pace}. The paces: {', '.join(PACES)}.")
    return pace


def deadline_ms(game: Game, pace: str, step: str, started_ms: int) -> int | None:
    """Give the time at which a step that began at `started_ms` has taken too long; None when it may take for ever."""
    timer = game.timers.get(step)
    if pace == "none" or timer is None:
        return None
    return started_ms + 1000 * timer.seconds + GRACE_MS
