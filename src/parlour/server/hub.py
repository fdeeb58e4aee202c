"""All matches of a server: made, found, kept in memory while they are needed, and resumed or parked after a stop."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import Future

import msgspec

from parlour.core import registry
from parlour.core.errors import BadOption, BrokenGame, UnknownGame
from parlour.core.option import Options
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.accounts import IdentityChanged
from parlour.match.clock import NONE
from parlour.match.decide import conclude
from parlour.match.errors import OtherRules
from parlour.match.file import NO_HASH, read_entries, write_line
from parlour.match.match import fold, new_match
from parlour.match.seating import COMPUTER, PERSON, Seat, Seating, new_invitation, read_seating
from parlour.match.stored import ParkedMatch, StoredMatch, UnfinishedMatch
from parlour.server import messages as wire
from parlour.server.errors import GettingReady, MatchParked, NeedsAccount, NotOver, SeatTaken
from parlour.server.identity import is_account
from parlour.server.live_match import LiveMatch
from parlour.server.logs import log
from parlour.server.match_services import MatchServices

BEAT_S = 1.0  # between two heartbeats on the disk
TIDY_S = 30.0  # between two looks for idle matches
ID_BYTES = 9


class Hub:
    """The matches of one server."""

    def __init__(self, services: MatchServices) -> None:
        self.services = services
        self._live: dict[str, LiveMatch] = {}
        self._parked: dict[str, MatchParked] = {}
        self._interrupted: dict[str, int | None] = {}  # by match that was not loaded since the start: see `_down_ms`
        self._is_resumed = asyncio.Event()
        self._loading = asyncio.Lock()

    @property
    def num_live(self) -> int:
        return len(self._live)

    @property
    def num_parked(self) -> int:
        return len(self._parked)

    def challenges(self) -> list[LiveMatch]:
        """List the matches that wait in the lobby for an opponent."""
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
            ParlourError: the game, an option, the pace or a level is unknown, the game is not ready, or all computers
                are busy.
        """
        if any(seat.kind == COMPUTER for seat in seats):
            self.services.thinkers.check_room()
        self.services.games.check_ready(game_id)
        game = registry.load(game_id)
        if is_rated:
            game.options.check_standard(options)
        # The log has no names: it cannot be changed, and a deleted account must leave no name behind.
        match = new_match(game, options=options, pace=pace, at_ms=self.services.clock.now_ms())
        seating = Seating(seats, new_invitation(), is_rated, is_public)
        match_id = secrets.token_urlsafe(ID_BYTES)
        for event in conclude(match, match.started.at_ms):
            match.apply(event)
        lines, last_hash = [], NO_HASH
        for number, event in enumerate(match.events):
            line, last_hash = write_line(number, event, last_hash)
            lines.append(line)
        made = self.services.log.create(match_id, match.seed, seating, lines)
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
            MatchParked: it cannot be loaded.
            GettingReady: its game is not ready.
        """
        if match_id not in self._live:
            async with self._loading:
                if match_id not in self._live:
                    await self._load(match_id)
        return self._live[match_id]

    async def _load(self, match_id: str) -> None:
        if match_id in self._parked:
            raise self._parked[match_id]
        try:
            live = await asyncio.to_thread(self._read, match_id)
        except MatchParked as parked:
            await self._park(match_id, parked)
            raise
        if match_id in self._interrupted and not live.match.is_over:
            down_ms = self._down_ms(live)
            if down_ms and live.match.started.pace != NONE:
                await live.do(co.Resume(seat=0, down_ms=down_ms))
        self._interrupted.pop(match_id, None)
        self._live[match_id] = live
        live.wake()

    def _read(self, match_id: str) -> LiveMatch:
        try:
            stored = self.services.log.read(match_id)
        except (TypeError, ValueError) as error:  # what is stored cannot even be decoded
            raise MatchParked(why_parked(error)) from error
        try:
            entries = read_entries(b"".join(stored.lines))
            if isinstance(started := entries[0].event, ev.Started):
                self.services.games.check_ready(started.game)
            match = fold([entry.event for entry in entries], stored.seed)
            seating = read_seating(stored.seating)
        except GettingReady:
            raise
        except Exception as error:  # a damaged log can make a game fail in any way
            raise MatchParked(why_parked(error)) from error
        return LiveMatch(match_id, match, seating, entries[-1].hash, stored.keys, self.services, stored.chat)

    async def _park(self, match_id: str, parked: MatchParked) -> None:
        self._parked[match_id] = parked
        log.warning("match_parked", match=match_id, reason=repr(parked.__cause__))
        await asyncio.wrap_future(self.services.log.park(match_id, str(parked)))

    def _down_ms(self, live: LiveMatch) -> int:
        """Return for how long a match was interrupted: since the server stopped, or was parked since its last event."""
        since_ms = self._interrupted[live.id]
        return max(0, self.services.clock.now_ms() - (live.match.events[-1].at_ms if since_ms is None else since_ms))

    async def stored_file(self, match_id: str) -> StoredMatch:
        """Return what is stored of a match, whether it can be loaded or not.

        Raises:
            UnknownMatch: there is none of this id.
        """
        return await asyncio.to_thread(self.services.log.read, match_id)

    async def join(
        self, match_id: str, invitation: str, identity: str, name: str, options: Options | None = None
    ) -> LiveMatch:
        """Take the open seat of a match, by its link or from the lobby.

        Args:
            options: of the player's own seat. The options of a match never change, so it is replaced by another one.

        Raises:
            UnknownMatch, SeatTaken, NeedsAccount, BadOption
        """

        def sit(seating: Seating) -> Seating:
            if seating.seats_of(identity):
                return seating  # they clicked twice
            is_invited = secrets.compare_digest(invitation.encode(), seating.invitation.encode())
            if seating.open_seat is None or seating.next_match or not (is_invited or seating.is_public):
                raise SeatTaken("There is no free seat for you in this match. You can watch it.")
            if seating.is_rated and not is_account(identity):
                raise NeedsAccount("This match is rated. Sign up or sign in to play it.")
            return seating.sit_down(seating.open_seat, Seat(PERSON, name, identity))

        live = await self.find(match_id)
        if options and not live.seating.seats_of(identity):
            return await self._replace(live, sit, options)
        await live.sit_down(sit)
        return live

    async def _replace(self, live: LiveMatch, sit: Callable[[Seating], Seating], options: Options) -> LiveMatch:
        """Start the match that is played instead of one that nobody has joined, with options of the open seat."""
        async with live.rematch.lock:
            seating, started = sit(live.seating), live.match.started
            of_seat = [each.name for each in live.match.game.options if each.seat == live.seating.open_seat]
            if not set(options) <= set(of_seat):
                raise BadOption("You can choose only the options of your own seat.")
            if live.match.actions:
                raise SeatTaken("The match has begun, so its options cannot change. Join it with those it has.")
            again = await self.create(
                started.game, {**started.options, **options}, started.pace, seating.seats, is_rated=seating.is_rated
            )
            await live.sit_down(lambda seating: msgspec.structs.replace(seating, next_match=again.id))
            await live.do(co.Abort(seat=0))
        live.tell(wire.Rematched(match=live.id, next_match=again.id))
        return again

    async def reassign_identity(self, write: Callable[[], Future[IdentityChanged]]) -> IdentityChanged:
        """Change the identity of people, on the disk and in all matches in memory."""
        # A match that was read before the change and put into place after it would keep the old names. Others cannot:
        # commits are answered in their order, so a person seated before the change is seated in memory by now.
        async with self._loading:
            changed = await asyncio.wrap_future(write())
            for match_id, seating in changed.seatings.items():
                if match_id in self._live:
                    self._live[match_id].reseat(seating)
        return changed

    def forget_chat(self, identity: str) -> None:
        """Drop what a person has said, in all matches."""
        for live in self._live.values():
            live.forget_chat(identity)

    async def rematch(self, live: LiveMatch, seat: int) -> None:
        """Ask for a rematch; when both seats have, it is made, with the seats swapped.

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
        """Load the matches that go on by themselves, and try those that are parked; others are loaded when needed.

        The time since the server stopped is not charged. Until all are loaded, no heartbeat moves that moment.
        """
        matches, parked, last_beat_ms = await asyncio.to_thread(self._read_open)
        now_ms = self.services.clock.now_ms()
        self._interrupted |= {match.id: now_ms if last_beat_ms is None else last_beat_ms for match in matches}
        self._interrupted |= {match.id: None for match in parked}
        try:
            for match_id in [match.id for match in matches if match.is_active] + [match.id for match in parked]:
                await self._try_to_load(match_id)
            for match in parked:
                if match.id not in self._parked:
                    await asyncio.wrap_future(self.services.log.unpark(match.id))
        finally:
            self._is_resumed.set()
        log.info("resumed", matches=len(matches), live=self.num_live, parked=self.num_parked)

    def _read_open(self) -> tuple[list[UnfinishedMatch], list[ParkedMatch], int | None]:
        stored = self.services.log
        return stored.live_matches(), stored.parked_matches(), stored.last_beat_ms()

    async def _try_to_load(self, match_id: str) -> None:
        while True:
            try:
                await self.find(match_id)
            except GettingReady as wait:
                await self.services.games.wait(wait.game)
            except MatchParked:
                return
            except Exception as error:  # one match must not keep the others from being loaded
                self.services.tasks.note_failure(error)
                return
            else:
                return

    async def beat(self) -> None:
        """Leave heartbeats on the disk, forever."""
        await self._is_resumed.wait()
        while True:
            await asyncio.wrap_future(self.services.log.beat(self.services.clock.now_ms()))
            await asyncio.sleep(BEAT_S)

    async def tidy(self) -> None:
        """Remove idle matches from the memory, forever."""
        while True:
            await asyncio.sleep(TIDY_S)
            for match_id in [match_id for match_id, live in self._live.items() if live.is_idle]:
                del self._live[match_id]
                self.services.thinkers.players.release(match_id)


def why_parked(error: Exception) -> str:
    """Return the sentence that players read about a match that cannot be loaded; it tells nothing that is hidden."""
    match error:
        case OtherRules():
            reason = str(error)
        case UnknownGame() | BrokenGame():
            reason = "Its game is not installed here."
        case _:
            reason = "Its log is damaged."
    return f"This match cannot be opened. {reason} Nothing of it is lost; it is tried again when the server restarts."
