"""The clocks of a server: those of the machine, and the time of a match."""

import time

from parlour.match.clock import Clock

JITTER_MS = 250  # by which the clocks of two nodes may differ; it is not made up for, or it would add up


class SystemClock:
    """The clocks of the machine; a `Clock`."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000


class MatchTime:
    """The time of one match, by which its events are stamped and its clocks run.

    It runs while the match is in memory, at the speed of the instants. So no clock that is set forward or back, and no
    time in which no server ran, is charged to a seat, and the times in a log never decrease.
    """

    def __init__(self, clock: Clock, at_ms: int) -> None:
        self._clock = clock
        self._ahead_ms = at_ms - clock.now_ms()  # of the instants

    def now_ms(self) -> int:
        return self.of(self._clock.now_ms())

    def of(self, instant_ms: int) -> int:
        """Return the time of the match at an instant of the machine."""
        return instant_ms + self._ahead_ms

    def behind_ms(self) -> int:
        """Return how far the time of day is ahead; 0 when it is not."""
        return max(0, self._clock.wall_ms() - self.now_ms())

    def skip(self, duration_ms: int) -> None:
        """Leave out some time."""
        self._ahead_ms += duration_ms

    def follow(self, at_ms: int) -> None:
        """Go on from the time of an event of another node, if that has left out some time."""
        if (missing_ms := at_ms - self.now_ms()) > JITTER_MS:
            self.skip(missing_ms)
