"""The public matches that are being played, for those who look for one to watch: made once for all, and bounded."""

from collections.abc import Awaitable, Callable
from heapq import nlargest

from parlour.match.seating import Seat
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.limits import MOST
from parlour.server.live_match import LiveMatch
from parlour.server.people_messages import Watchable, WatchableMatch
from parlour.server.presence import WATCHABLE
from parlour.server.topic import Topic

Ratings = tuple[int | None, int | None]
RatingShown = Callable[[str, str], Awaitable[int | None]]  # of an identity in a game; None while it is provisional


async def _not_known(identity: str, game: str) -> int | None:
    return None


class Watching:
    """Lists the matches that can be watched."""

    def __init__(self, hub: Hub, rating_shown: RatingShown = _not_known) -> None:
        self._hub = hub
        self._rating_shown = rating_shown
        self._topic = Topic(hub.services.presence, WATCHABLE, WatchableMatch)
        self._ratings: dict[str, Ratings] = {}  # by match, as they were when it was first listed

    async def state(self) -> Watchable:
        """Return the matches that are watched most, then those that were played longest; the other nodes are told."""
        mine = await self._of_this_node()
        self._topic.state(mine)
        found = (dict(self._topic.elsewhere()) | mine).values()
        most_interesting = nlargest(
            MOST["watchable"].number, found, key=lambda each: (each.num_spectators, each.num_turns)
        )
        return Watchable(matches=most_interesting)

    async def _of_this_node(self) -> dict[str, WatchableMatch]:
        found = nlargest(MOST["watchable"].number, self._hub.watched(), key=_interest)
        self._ratings = {
            live.id: self._ratings[live.id] if live.id in self._ratings else await self._ratings_of(live)
            for live in found
        }
        return {live.id: _shown(live, self._ratings[live.id]) for live in found}

    async def _ratings_of(self, live: LiveMatch) -> Ratings:
        first, second = [await self._rating_of(seat, live.match.started.game) for seat in live.seating.seats]
        return first, second

    async def _rating_of(self, seat: Seat, game: str) -> int | None:
        if seat.identity is None or not is_account(seat.identity):
            return None
        return await self._rating_shown(seat.identity, game)


def _interest(live: LiveMatch) -> tuple[int, int]:
    return live.watchers.num_spectators, len(live.match.turns)


def _shown(live: LiveMatch, ratings: Ratings) -> WatchableMatch:
    started = live.match.started
    return WatchableMatch(
        match=live.id, game=started.game, pace=started.pace, is_rated=live.seating.is_rated, names=live.names,
        ratings=ratings, num_turns=len(live.match.turns), num_spectators=live.watchers.num_spectators,
    )  # fmt: skip
