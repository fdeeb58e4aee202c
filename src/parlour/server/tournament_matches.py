"""The matches of tournaments: made once, opened for computers, ended when a player does not come."""

import asyncio
import contextlib
from collections.abc import Iterable

from parlour.core.contract import SEATS
from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.match import events as match_events
from parlour.match.errors import AlreadyThere, CannotAbort, MatchOver, StorageBusy, StorageFailed
from parlour.match.experience import ABORTED
from parlour.match.match import Match
from parlour.match.seating import COMPUTER
from parlour.match.tournament import events as ev
from parlour.match.tournament.decide import come_ms
from parlour.match.tournament.tournament import Pairing
from parlour.server.errors import GettingReady, TooManyComputers
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.live_match import LiveMatch
from parlour.server.live_tournament import LiveTournament
from parlour.server.logs import log
from parlour.server.reserved import Reserved

LATER = (GettingReady, StorageBusy, StorageFailed, TooManyComputers)  # what passes by itself
MOST_LOOK_MS = 60_000  # between two looks at a match that has left the memory


class TournamentMatches:
    """Looks after the matches that tournaments have paired."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._since_ms: dict[str, int] = {}  # by match: since when this process knows it
        self._looked_ms: dict[str, int] = {}
        self._absent: dict[str, tuple[int, ...]] = {}  # seats whose players did not come

    def is_made(self, match_id: str) -> bool:
        """Return whether the match of a pairing is there."""
        return match_id in self._since_ms

    async def look_for(self, pairings: Iterable[Pairing]) -> None:
        """Find out which matches of pairings another node has made."""
        services = self._hub.services
        unknown = [pairing.match for pairing in pairings if not self.is_made(pairing.match)]
        for match_id in await asyncio.to_thread(services.log.states, unknown) if unknown else ():
            self._since_ms[match_id] = services.clock.now_ms()

    async def result(self, live: LiveTournament, pairing: Pairing) -> ev.Finished | None:
        """Make the match of a pairing if there is none yet, and return how it ended; None while it goes on."""
        try:
            match = await self._find(live, pairing)
            if match is None:
                return None
            await self._check_arrivals(live, match)
        except LATER:
            return None
        except ParlourError as error:  # it can neither be made nor loaded
            log.warning("tournament_match_void", match=pairing.match, reason=str(error))
            return self._finished(live, pairing.match, ev.VOID)
        return self._result(live, match.id, match.match) if match.match.is_over else None

    async def _find(self, live: LiveTournament, pairing: Pairing) -> LiveMatch | None:
        """Return the match of a pairing; None when it is asleep and was looked at a moment ago."""
        now_ms, match_id = self._hub.services.clock.now_ms(), pairing.match
        if match_id not in self._since_ms:
            match = await self._make(live, pairing.pair)
            for seat in SEATS:
                if match.seating.seats[seat].kind == COMPUTER and seat not in match.match.opened:
                    await match.do(co.Open(seat=seat))
            self._since_ms[match_id] = now_ms
            return match
        if (in_memory := self._hub.in_memory(match_id)) is not None:
            return in_memory
        if now_ms < self._looked_ms.get(match_id, 0) + min(MOST_LOOK_MS, come_ms(live.tournament.plan) // 6):
            return None
        self._looked_ms[match_id] = now_ms
        return await self._hub.find(match_id)

    async def _make(self, live: LiveTournament, pair: ev.Pair) -> LiveMatch:
        """Make a match under the id that was drawn with the pairing: if it is there, a server was killed after that."""
        plan, (first, second) = live.tournament.plan, (live.seat_of(number) for number in pair.players)
        is_rated = plan.is_rated and all(is_account(seat.identity or "") for seat in (first, second))
        with contextlib.suppress(AlreadyThere):
            return await self._hub.create(
                plan.game, plan.options, plan.pace, (first, second), is_rated=is_rated, is_public=plan.is_public,
                reserved=Reserved(pair.match, pair.invitation, live.id),
            )  # fmt: skip
        return await self._hub.find(pair.match)

    async def _check_arrivals(self, live: LiveTournament, match: LiveMatch) -> None:
        """End a match to which a player does not come."""
        waited_ms = self._hub.services.clock.now_ms() - self._since_ms[match.id]
        if match.match.is_over or match.is_dealt or waited_ms < come_ms(live.tournament.plan):
            return
        absent = tuple(seat for seat in SEATS if seat not in match.match.opened)
        with contextlib.suppress(CannotAbort, MatchOver):  # they came just now
            await match.do(co.Abort(seat=absent[0]))
            self._absent[match.id] = absent

    def _result(self, live: LiveTournament, match_id: str, match: Match) -> ev.Finished:
        assert match.outcome is not None, "the match is over"
        winner, reason = match.outcome.winner, match.outcome.reason
        if reason != ABORTED:
            return self._finished(live, match_id, reason, winner)
        aborted = [event.seat for event in match.events if isinstance(event, match_events.Aborted)]
        absent = self._absent.pop(match_id, tuple(aborted))
        return self._finished(live, match_id, reason, 1 - absent[0] if len(absent) == 1 else None, absent)

    def _finished(
        self, live: LiveTournament, match_id: str, reason: str, winner: int | None = None, absent: tuple[int, ...] = ()
    ) -> ev.Finished:
        return ev.Finished(match=match_id, winner=winner, reason=reason, absent=absent, at_ms=live.time.now_ms())

    def forget(self, match_id: str) -> None:
        """Forget a match whose result is on the disk."""
        for known in (self._since_ms, self._looked_ms, self._absent):
            known.pop(match_id, None)
