"""The alarm of a match: it rings when the time of a seat to act runs out."""

import asyncio
from collections.abc import Awaitable, Callable

from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.match.errors import StorageBusy, StorageFailed
from parlour.match.match import Match
from parlour.server.clocks import MatchTime
from parlour.server.match_services import MatchServices
from parlour.server.tasks import AFTER_FAILURE_S

Do = Callable[[co.Command], Awaitable[int]]


class ClockAlarm:
    """One timer for the next deadline of a match."""

    def __init__(self, match: Match, time: MatchTime, do: Do, services: MatchServices) -> None:
        self._match = match
        self._time = time
        self._do = do
        self._services = services
        self._timer: asyncio.TimerHandle | None = None

    @property
    def rings_in_ms(self) -> int | None:
        """The time until the next deadline of the match; None when there is none."""
        deadline = self._match.next_deadline()
        return None if deadline is None else deadline[0] - self._time.now_ms()

    def set(self) -> None:
        """Set the alarm to the next deadline of the match, if there is one."""
        self.cancel()
        if deadline := self._match.next_deadline():
            at_ms, seat = deadline
            self._ring_after(max(0, at_ms - self._time.now_ms()) / 1000, seat)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring_after(self, delay_s: float, seat: int) -> None:
        self._timer = asyncio.get_running_loop().call_later(delay_s, self._ring, seat)

    def _ring(self, seat: int) -> None:
        self._timer = None
        if not self._services.tasks.is_closed:
            self._services.tasks.spawn(self._expire(seat))

    async def expire(self) -> None:
        """Let the time of a seat run out, if it has."""
        await self._services.confirm_time()
        deadline = self._match.next_deadline()
        if deadline is not None and deadline[0] <= self._time.now_ms():
            await self._do(co.Expire(seat=deadline[1]))

    async def _expire(self, seat: int) -> None:
        try:
            await self._services.confirm_time()
            await self._do(co.Expire(seat=seat))
        except (StorageBusy, StorageFailed):
            self.cancel()
            self._ring_after(AFTER_FAILURE_S, seat)
        except ParlourError:  # another command was faster, or the alarm early by a rounding
            self.set()
