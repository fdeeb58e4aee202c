"""Time of a match: paces, clocks and deadlines. No clock is read here; the time is passed in.

A pace is written `none`, `table` (the seconds of the game's table timers), `5+3` (five minutes for the match and three
more seconds with every turn) or `2d` (two days for every turn).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from parlour.core.contract import SEATS
from parlour.core.errors import BadOption
from parlour.core.game import Game

GRACE_MS = 1000  # for the network
FORFEIT_AFTER = 3  # expiries in a row, with table timers
ADDED_MS = 15_000  # what a seat gives to its opponent at a time
MAX_MINUTES, MAX_INCREMENT_S, MAX_DAYS = 180, 180, 14
MINUTE_MS, DAY_MS = 60_000, 86_400_000

NONE, TABLE, FISCHER, DAYS = "none", "table", "fischer", "days"


class Clock(Protocol):
    """The source of the time: instants to measure by, and the time of day to write and show."""

    def now_ms(self) -> int:
        """Return an instant in milliseconds, for deadlines and durations; it never goes back while the process runs."""
        ...

    def wall_ms(self) -> int:
        """Return the time of day in milliseconds, to write and to show; it may be set forward and back."""
        ...


class Pace(NamedTuple):
    """How much time the seats have."""

    kind: str  # NONE, TABLE, FISCHER or DAYS
    initial_ms: int = 0  # for the match, or with DAYS for each turn
    increment_ms: int = 0  # more with every turn

    @property
    def has_clocks(self) -> bool:
        """Each seat has a clock of its own, and loses when its time runs out."""
        return self.kind in (FISCHER, DAYS)


def read_pace(text: str) -> Pace:
    """Read a pace.

    Raises:
        BadOption: there is no such pace.
    """
    if text in (NONE, TABLE):
        return Pace(text)
    if found := re.fullmatch(r"(\d{1,3})\+(\d{1,3})", text, re.ASCII):
        minutes, seconds = map(int, found.groups())
        if 0 < minutes <= MAX_MINUTES and seconds <= MAX_INCREMENT_S:
            return Pace(FISCHER, minutes * MINUTE_MS, seconds * 1000)
    if (found := re.fullmatch(r"(\d{1,2})d", text, re.ASCII)) and 0 < int(found[1]) <= MAX_DAYS:
        return Pace(DAYS, int(found[1]) * DAY_MS)
    raise BadOption(
        f"There is no pace {text[:20]}. The paces: none, table, minutes and seconds like 5+3 "
        f"(up to {MAX_MINUTES}+{MAX_INCREMENT_S}), days per turn like 2d (up to {MAX_DAYS}d)."
    )


@dataclass
class Clocks:
    """The clocks of both seats; a seat's runs while it is to act."""

    pace: Pace
    left_ms: list[int] = field(init=False)  # by seat, when its clock last stood still
    since_ms: list[int | None] = field(default_factory=lambda: [None, None])  # by seat: since when its clock runs

    def __post_init__(self) -> None:
        self.left_ms = [self.pace.initial_ms] * len(SEATS)

    def run(self, to_act: Sequence[int], at_ms: int) -> None:
        """Let the clocks of these seats run and stop the others."""
        for seat in SEATS:
            if seat not in to_act:
                self._stand_still(seat, at_ms)
            elif self.since_ms[seat] is None:
                self.since_ms[seat] = at_ms

    def end_turn(self, seat: int, at_ms: int) -> None:
        """Charge a seat for its turn, and add the increment of the pace."""
        self._stand_still(seat, at_ms)
        if self.pace.kind == DAYS:
            self.left_ms[seat] = self.pace.initial_ms
        self.left_ms[seat] += self.pace.increment_ms

    def restart(self, to_act: Sequence[int], at_ms: int) -> None:
        """Run the clocks after a takeback; no seat is charged for the time since the turn."""
        self.since_ms = [None, None]
        self.run(to_act, at_ms)

    def skip(self, duration_ms: int) -> None:
        """Do not charge the time in which the server was down."""
        self.since_ms = [None if since is None else since + duration_ms for since in self.since_ms]

    def deadline_ms(self, seat: int) -> int | None:
        """Return when the time of a seat runs out; None while it is not to act."""
        since = self.since_ms[seat]
        return None if since is None else since + self.left_ms[seat] + GRACE_MS

    def _stand_still(self, seat: int, at_ms: int) -> None:
        since = self.since_ms[seat]
        if since is not None:
            self.left_ms[seat] = max(0, self.left_ms[seat] - max(0, at_ms - since))
            self.since_ms[seat] = None


def phase_deadline_ms(game: Game, step: str, started_ms: int) -> int | None:
    """Return when a step that began at `started_ms` has taken too long; None when it has no limit."""
    timer = game.table.timers.get(step)
    return None if timer is None else started_ms + 1000 * timer.seconds + GRACE_MS
