"""All matches of a server: made, found, kept in memory while they are needed, and resumed or parked after a stop."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future

from parlour.core import registry
from parlour.core.option import Options
from parlour.match import events as ev
from parlour.match.accounts import IdentityChanged
from parlour.match.clock import NONE
from parlour.match.decide import conclude
from parlour.match.errors import StorageBusy, StorageFailed, UnknownMatch
from parlour.match.fairness import check_rated
from parlour.match.file import read_entries, write_lines
from parlour.match.match import fold, new_match
from parlour.match.mission import Terms
from parlour.match.seating import COMPUTER, Seat, Seating, new_invitation, read_seating
from parlour.match.stored import StoredMatch
from parlour.server.errors import GettingReady, MatchParked
from parlour.server.in_step import InStep
from parlour.server.joining import take_open_seat
from parlour.server.live_match import LiveMatch
from parlour.server.logs import log
from parlour.server.match_jobs import jobs_at_start
from parlour.server.match_record import CHANGED, channel
from parlour.server.match_services import MatchServices
from parlour.server.parked import why_parked
from parlour.server.patience import try_to_load
from parlour.server.reserved import Reserved, new_match_id

BEAT_S = 1.0  # between two heartbeats on the disk
TIDY_S = 30.0  # between two looks for idle matches
DUE_S = 20.0  # between two looks for matches whose clocks run out soon
DUE_BEFORE_MS = 60_000  # that a match is in memory before one of its clocks runs out
IN_MEMORY = 0  # a time at which every match is due: after a stop it is loaded again


class Hub:
    """The matches of one server."""

    def __init__(self, services: MatchServices) -> None:
        self.services = services
        self._live: dict[str, LiveMatch] = {}
        self._parked: dict[str, MatchParked] = {}
        self._returning: set[str] = set()  # matches that were parked, and are tried again
        self._is_resumed = asyncio.Event()
        self._loading = asyncio.Lock()
        self.in_step = InStep(self._live, services)
        self.after_reassign: Callable[[], Awaitable[None]] = _do_nothing  # called when identities have changed

    @property
    def num_live(self) -> int:
        return len(self._live)

    @property
    def num_parked(self) -> int:
        return len(self._parked)

    @property
    def is_ready(self) -> bool:
        """Whether what is played can be saved."""
        return not self.services.log.is_failing and not self.services.tasks.is_closed

    def challenges(self) -> list[LiveMatch]:
        """List the matches that wait in the lobby for an opponent."""
        return [live for live in self._live.values() if live.is_challenge]

    def watched(self) -> Iterator[LiveMatch]:
        """Return the public matches that are being played by somebody who is here."""
        return (live for live in self._live.values() if live.seating.is_public and is_played(live))

    def playing(self) -> dict[str, LiveMatch]:
        """Return the match that each person sits at just now, by identity."""
        played = [live for live in self._live.values() if is_played(live)]
        return {identity: live for live in played for seat, identity in live.seating.people
                if live.watchers.is_here(seat)}  # fmt: skip

    async def create(
        self,
        game_id: str,
        options: Options,
        pace: str,
        seats: tuple[Seat, Seat],
        *,
        is_rated: bool = False,
        is_public: bool = False,
        position: str | None = None,
        mission: Terms | None = None,
        reserved: Reserved | None = None,
    ) -> LiveMatch:
        """Start a match, from a position if one is given: such a match, or one with a mission, is practice.

        Args:
            reserved: the id and the rest that a tournament has chosen.

        Raises:
            AlreadyThere: the id that was reserved is taken.
            ParlourError: the game, an option, the position, the pace or a level is unknown, the game is not ready, or
                all computers are busy.
        """
        if any(seat.kind == COMPUTER for seat in seats):
            self.services.thinkers.check_room()
        self.services.games.check_ready(game_id)
        game = registry.load(game_id)
        if is_rated:
            check_rated(game, options)
        # The log has no names: it cannot be changed, and a deleted account must leave no name behind.
        match = new_match(game, options=options, position=position, pace=pace, mission=mission,
                          at_ms=self.services.clock.wall_ms())  # fmt: skip
        match_id, invitation, tournament = reserved or Reserved(new_match_id(), new_invitation())
        is_practice = position is not None or mission is not None
        seating = Seating(seats, invitation, is_rated, is_public, is_practice, tournament=tournament)
        for event in conclude(match, match.started.at_ms):
            match.apply(event)
        lines, last_hash = write_lines(match.events)
        due_ms = None if pace == NONE or match.is_over else IN_MEMORY
        jobs = jobs_at_start(match_id, match, seating) if self.services.is_shared else ()
        made = self.services.log.create(match_id, match.seed, seating, lines, due_ms, jobs)
        kept = await asyncio.wrap_future(made)
        # It may have been loaded meanwhile: on the disk it is due. There is one of each in memory.
        live = self._live.setdefault(match_id, LiveMatch(match_id, match, kept, last_hash, {}, self.services))
        self.in_step.expect(match_id)
        log.info("match_created", match=match_id, game=game_id, pace=pace, is_rated=is_rated)
        live.wake()
        return live

    def in_memory(self, match_id: str) -> LiveMatch | None:
        """Return a match if it is in memory."""
        return self._live.get(match_id)

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

    async def find_for(self, identity: str, match_id: str, invitation: str = "") -> LiveMatch:
        """Return a match that a person may know of; to others a private match is one that does not exist.

        Raises:
            UnknownMatch, MatchParked, GettingReady
        """
        try:
            live = await self.find(match_id)
        except (MatchParked, GettingReady):
            with contextlib.suppress(TypeError, ValueError):  # nobody can be recognised in a damaged match
                _check_admitted(
                    read_seating((await self.stored_file(match_id)).seating), identity, match_id, invitation
                )
            raise
        if not live.seating.admits(identity, invitation) and self.services.is_shared:
            with live.in_use():
                await live.follower.catch_up()  # they may have sat down on another node a moment ago
        _check_admitted(live.seating, identity, match_id, invitation)
        return live

    async def _load(self, match_id: str) -> None:
        if match_id in self._parked:
            raise self._parked[match_id]
        self.in_step.expect(match_id)
        try:
            live = await asyncio.to_thread(self._read, match_id)
        except BaseException as refusal:
            self.in_step.forget(match_id)
            if isinstance(refusal, MatchParked):
                await self._park(match_id, refusal)
            raise
        if match_id in self._live:  # it was made meanwhile
            return
        self._live[match_id] = live
        self.in_step.loaded(live)
        if live.is_timed and not live.match.is_over and not self.services.is_shared:
            self.services.tasks.spawn(self._set_due(match_id, IN_MEMORY))
        live.wake(is_new=True, is_ours=False)

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
        up_ms = 0 if match_id in self._returning else stored.up_ms
        return LiveMatch(match_id, match, seating, entries[-1].hash, stored.keys, self.services, stored.chat, up_ms,
                         stored.wishes, stored.changes)  # fmt: skip

    async def _park(self, match_id: str, parked: MatchParked) -> None:
        self._parked[match_id] = parked
        log.warning("match_parked", match=match_id, reason=repr(parked.__cause__))
        await asyncio.wrap_future(self.services.log.park(match_id, str(parked)))

    async def stored_file(self, match_id: str) -> StoredMatch:
        """Return what is stored of a match, whether it can be loaded or not.

        Raises:
            UnknownMatch: there is none of this id.
        """
        return await asyncio.to_thread(self.services.log.read, match_id)

    async def join(self, match_id: str, invitation: str, identity: str, name: str) -> LiveMatch:
        """Take the open seat of a match, by its link or from the lobby.

        Raises:
            UnknownMatch, MatchOver, SeatTaken, NeedsAccount, Blocked
        """
        live = await self.find_for(identity, match_id, invitation)
        await self.services.conduct.check_together(identity, live.seating.others(identity))
        await live.sit_down(lambda seating: take_open_seat(live, seating, identity, name, invitation))
        return live

    async def reassign_identity(self, write: Callable[[], Future[IdentityChanged]]) -> IdentityChanged:
        """Change the identity of people, on the disk and in all matches in memory."""
        # A match that was read before the change and put into place after it would keep the old names. Others cannot:
        # commits are answered in their order, so a person seated before the change is seated in memory by now.
        async with self._loading:
            changed = await asyncio.wrap_future(write())
            self.services.running.forget(changed.seatings)
            for match_id, seating in changed.seatings.items():
                self.services.bus.publish(channel(match_id), CHANGED)
                if match_id in self._live:
                    self._live[match_id].reseat(seating)
        await self.after_reassign()
        return changed

    def identities(self) -> set[str]:
        """Return the people at the seats of all matches in memory."""
        return {identity for live in self._live.values() for _, identity in live.seating.people}

    def forget_chat(self, identity: str) -> None:
        """Drop what a person has said, in all matches."""
        for live in self._live.values():
            live.chat.forget(identity)

    async def resume(self) -> None:
        """Load the matches that were in memory or whose clocks run out soon, and try those that are parked.

        All others are loaded when they are needed. Heartbeats begin afterwards: the start is not charged to a seat.
        """
        parked = await asyncio.to_thread(self.services.log.parked_matches)
        self._returning = {match.id for match in parked}
        try:
            if not self.services.is_shared:  # other nodes may have them; those that nobody has wait for a worker
                await self._load_due()
            for match in parked:
                await try_to_load(self, match.id)
                if match.id not in self._parked:
                    await asyncio.wrap_future(self.services.log.unpark(match.id))
        finally:
            self._returning = set()
            self._is_resumed.set()
        log.info("resumed", live=self.num_live, parked=self.num_parked)

    async def load_due(self) -> None:
        """Load each match before one of its clocks runs out, forever."""
        await self._is_resumed.wait()
        while True:
            await asyncio.sleep(DUE_S)
            await self.services.tasks.spawn(self._load_due())

    async def _load_due(self) -> None:
        log = self.services.log
        for match_id in await asyncio.to_thread(log.due_matches, log.up_ms):
            if match_id not in self._live:
                await try_to_load(self, match_id)

    async def beat(self) -> None:
        """Leave heartbeats on the disk, forever; a disk that refuses them is asked again."""
        await self._is_resumed.wait()
        while True:
            with contextlib.suppress(StorageBusy, StorageFailed):  # `is_ready` tells it
                await asyncio.wrap_future(self.services.log.beat())
            await asyncio.sleep(BEAT_S)

    async def tidy(self) -> None:
        """Remove idle matches from the memory, forever."""
        while True:
            await asyncio.sleep(TIDY_S)
            for live in [live for live in self._live.values() if live.is_idle]:
                await self.services.tasks.spawn(self._remove(live))

    async def _remove(self, live: LiveMatch) -> None:
        # On a site of many nodes a worker is told when the time is up.
        is_due_later = live.is_timed and not live.match.is_over and not self.services.is_shared
        if is_due_later:
            rings_in_ms = live.rings_in_ms
            due_ms = None if rings_in_ms is None else self.services.log.up_ms + rings_in_ms - DUE_BEFORE_MS
            if not await self._set_due(live.id, due_ms):
                return
        if not live.is_idle:  # it was opened meanwhile, or while others were removed
            if is_due_later:
                await self._set_due(live.id, IN_MEMORY)
            return
        self._drop(live)

    def _drop(self, live: LiveMatch) -> None:
        if self.services.is_shared:  # what other nodes do to it is not noticed any more
            self.services.running.forget([live.id])
        self._live.pop(live.id, None)
        self.in_step.forget(live.id)
        live.sleep()
        self.services.thinkers.players.release(live.id)

    async def delete(self, delete: Callable[[list[str]], Future[list[str]]], match_ids: Sequence[str]) -> list[str]:
        """Delete matches, except those in memory; returns which were deleted."""
        async with self._loading:  # none of them is loaded meanwhile
            free = [match_id for match_id in match_ids if match_id not in self._live]
            return await asyncio.wrap_future(delete(free))

    async def _set_due(self, match_id: str, due_ms: int | None) -> bool:
        """Store when a match is needed in memory; False when the disk refuses."""
        try:
            await asyncio.wrap_future(self.services.log.set_due(match_id, due_ms))
        except (StorageBusy, StorageFailed):
            return False
        return True


def is_played(live: LiveMatch) -> bool:
    """Return whether a match goes on, and one of its people is here."""
    is_going = live.seating.open_seat is None and live.is_dealt and not live.match.is_over
    return is_going and any(live.watchers.is_here(seat) for seat, _ in live.seating.people)


async def _do_nothing() -> None:
    return


def _check_admitted(seating: Seating, identity: str, match_id: str, invitation: str) -> None:
    if not seating.admits(identity, invitation):
        raise UnknownMatch(f"There is no match {match_id}.")
