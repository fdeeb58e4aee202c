"""Changes of the seating of a match: one at a time, whichever node makes them."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from parlour.match.errors import AlreadyThere, StaleVersion
from parlour.match.seating import Seating
from parlour.server.match_services import MatchServices

if TYPE_CHECKING:
    from parlour.server.live_match import LiveMatch


class SittingDown:
    """Changes who sits where in one match."""

    def __init__(self, live: "LiveMatch", services: MatchServices) -> None:
        self._live = live
        self._services = services
        self._lock = asyncio.Lock()

    async def change(self, change: Callable[[Seating], Seating]) -> None:
        """Change the seating; `change` gets the one that is valid when its turn comes, and may be asked again."""
        live = self._live
        async with self._lock:
            while (seating := change(before := live.seating)) is not before:
                try:
                    # The clocks of a rated match begin when it is opened. Saved first: a kill between charges nobody.
                    if live.is_waiting and not seating.is_rated and seating.open_seat is None:
                        await live.leave_out(live.match.phase_started_ms)
                    stored = self._services.log.set_seating(live.id, seating, before)  # not what it is by now
                    live.reseat(await asyncio.wrap_future(stored))
                except (AlreadyThere, StaleVersion):  # another node was faster
                    await live.follower.catch_up()
                else:
                    live.record.publish_change()
                    break
        live.wake(is_new=True)
