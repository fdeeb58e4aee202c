"""All matches of a server: made, found, kept in memory while somebody needs them, and taken up again after a stop."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import Future

from parlour.core import registry
from parlour.core.option import Options
from parlour.match import commands as co
from parlour.match.accounts import IdentityChanged
from parlour.match.clock import NONE
from parlour.match.file import NO_HASH, read_entries, write_line
from parlour.match.match import fold, new_match
from parlour.match.seating import COMPUTER, PERSON, Seat, Seating, new_invitation, read_seating
from parlour.server import messages as wire
from parlour.server.errors import NeedsAccount, NotOver, SeatTaken
from parlour.server.identity import is_account
from parlour.server.live_match import LiveMatch
from parlour.server.logs import log
from parlour.server.match_services import MatchServices

BEAT_S = 1.0  # between two signs of life on the disk
TIDY_S = 30.0  # between two looks for matches that nobody needs
ID_BYTES = 9


class Hub:
    """The matches of one server."""

    def __init__(self, services: MatchServices) -> None:
        self.services = services
        self._live: dict[str, LiveMatch] = {}
        self._loading = asyncio.Lock()

    @property
    def num_live(self) -> int:
        return len(self._live)

    def challenges(self) -> list[LiveMatch]:
        """List the matches whose open seat is for everybody, and whose other player waits there."""
        return [live for live in self._live.values() if live.is_challenge]

    async def create(
        self,
        game_id: str,
        options: Options,
        pace: str,
        seats: tuple[Seat, Seat],
        *,
        is_rated: bool = False,
        is_public: bool = False,
    ) -> LiveMatch:
        """Start a match.

        Raises:
            ParlourError: the game, an option, the pace or a level is unknown, or all computers are busy.
        """
        if any(seat.kind == COMPUTER for seat in seats):
            self.services.thinkers.check_room()
        game = registry.load(game_id)
        # The log names nobody: it cannot be changed, and whoever deletes an account takes the name along.
        match = new_match(game, options=options, pace=pace, at_ms=self.services.clock.now_ms())
        seating = Seating(seats, new_invitation(), is_rated, is_public)
        match_id = secrets.token_urlsafe(ID_BYTES)
        line, last_hash = write_line(0, match.started, NO_HASH)
        made = self.services.log.create(match_id, match.seed, seating, [line])
        kept = await asyncio.wrap_future(made)
        live = LiveMatch(match_id, match, kept, last_hash, {}, self.services)
        self._live[match_id] = live
        log.info("match_created", match=match_id, game=game_id, pace=pace, is_rated=is_rated)
        live.wake()
        return live

    async def find(self, match_id: str) -> LiveMatch:
        """Return a match, from memory or from the disk.

        Raises:
            UnknownMatch: there is none of this id.
        """
        if match_id not in self._live:
            async with self._loading:
                if match_id not in self._live:
                    self._live[match_id] = await asyncio.to_thread(self._read, match_id)
                    self._live[match_id].wake()
        return self._live[match_id]

    def _read(self, match_id: str) -> LiveMatch:
        stored = self.services.log.read(match_id)
        entries = read_entries(b"".join(stored.lines))
        match = fold([entry.event for entry in entries], stored.seed)
        seating = read_seating(stored.seating)
        return LiveMatch(match_id, match, seating, entries[-1].hash, stored.keys, self.services, stored.chat)

    async def join(self, match_id: str, invitation: str, identity: str, name: str) -> LiveMatch:
        """Sit down on the open seat of a match, by its link or from the lobby.

        Raises:
            UnknownMatch, SeatTaken, NeedsAccount
        """

        def sit(seating: Seating) -> Seating:
            if seating.seats_of(identity):
                return seating  # they clicked twice
            is_invited = secrets.compare_digest(invitation.encode(), seating.invitation.encode())
            if seating.open_seat is None or not (is_invited or seating.is_public):
                raise SeatTaken("There is no free seat for you in this match. You can watch it.")
            if seating.is_rated and not is_account(identity):
                raise NeedsAccount("This match is rated. Sign up or sign in to play it.")
            return seating.sit_down(seating.open_seat, Seat(PERSON, name, identity))

        live = await self.find(match_id)
        await live.sit_down(sit)
        return live

    async def reassign_identity(self, write: Callable[[], Future[IdentityChanged]]) -> IdentityChanged:
        """Change who people are, on the disk and in all matches in memory."""
        # A match that was read before the change and put into place after it would keep the old names. Others cannot:
        # commits are answered in their order, so who was seated before the change is seated in memory by now.
        async with self._loading:
            changed = await asyncio.wrap_future(write())
            for match_id, seating in changed.seatings.items():
                if match_id in self._live:
                    self._live[match_id].reseat(seating)
        return changed

    def forget_chat(self, identity: str) -> None:
        """Repeat to nobody what somebody has said."""
        for live in self._live.values():
            live.forget_chat(identity)

    async def rematch(self, live: LiveMatch, seat: int) -> None:
        """Want to play again; when both do, the match is there, with the seats swapped.

        Raises:
            NotOver: the match still goes on.
        """
        if not live.match.is_over:
            raise NotOver("A rematch can be offered when the match is over.")
        rematch = live.rematch
        async with rematch.lock:
            rematch.wanted.add(seat)
            if rematch.next_match is None and rematch.is_agreed(live.seating):
                started, (first, second) = live.match.started, live.seating.seats
                again = await self.create(started.game, started.options, started.pace, (second, first),
                                          is_rated=live.seating.is_rated)  # fmt: skip
                rematch.next_match = again.id
        if rematch.next_match is None:
            live.show_table()
        else:
            live.tell(wire.Rematched(match=live.id, next_match=rematch.next_match))

    async def resume(self) -> None:
        """Take up all matches that were going on when the server stopped; the time between is not charged."""
        kept, now_ms = self.services.log, self.services.clock.now_ms()
        last_beat_ms = kept.last_beat_ms()
        down_ms = 0 if last_beat_ms is None else max(0, now_ms - last_beat_ms)
        match_ids = [unfinished.id for unfinished in kept.live_matches()]
        for match_id in match_ids:
            live = await self.find(match_id)
            if down_ms and live.match.started.pace != NONE:
                await live.do(co.Resume(seat=0, down_ms=down_ms))
        log.info("resumed", matches=len(match_ids), down_ms=down_ms)

    async def beat(self) -> None:
        """Leave signs of life on the disk, for ever."""
        while True:
            await asyncio.wrap_future(self.services.log.beat(self.services.clock.now_ms()))
            await asyncio.sleep(BEAT_S)

    async def tidy(self) -> None:
        """Let go of matches that nobody needs in memory, for ever."""
        while True:
            await asyncio.sleep(TIDY_S)
            for match_id in [match_id for match_id, live in self._live.items() if live.is_idle]:
                del self._live[match_id]
