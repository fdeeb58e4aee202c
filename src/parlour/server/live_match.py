"""A match that is being played: commands come in one at a time, are saved, and only then shown."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Set
from typing import Any

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import ParlourError
from parlour.core.phrasing import fill_seats
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import NONE
from parlour.match.decide import decide
from parlour.match.errors import AlreadyThere, StaleVersion
from parlour.match.fairness import check_request, claim_opens_ms, is_dealt
from parlour.match.match import Match
from parlour.match.seating import COMPUTER, Seating
from parlour.match.stored import StoredLine
from parlour.server import messages as wire
from parlour.server.catch_up import CatchUp
from parlour.server.chat import Chat
from parlour.server.claims import check_claim
from parlour.server.clock_alarm import ClockAlarm
from parlour.server.clocks import MatchTime
from parlour.server.command_keys import CommandKey, command_key
from parlour.server.computer_seats import ComputerSeats
from parlour.server.logs import log
from parlour.server.match_follower import MatchFollower
from parlour.server.match_jobs import jobs_now
from parlour.server.match_record import MatchRecord
from parlour.server.match_services import MatchServices
from parlour.server.payer import charged_by_clock, charged_if_refused
from parlour.server.presenter import Names, Views, names_of, present_event, tables, told_as
from parlour.server.rematch import Rematch
from parlour.server.shown import Shown
from parlour.server.sitting_down import SittingDown
from parlour.server.tracing import traced
from parlour.server.watchers import Watcher, Watchers

SOON_MS = 600_000  # a match whose clocks have more time may leave the memory meanwhile
SHORTEST_OUTAGE_MS = 1_000  # that is worth an event; the log may be behind the time of day by less
Tell = Callable[[int], None]  # acknowledges a command, given the version of the match after it


class LiveMatch:
    """One match in memory, with the clients that follow it."""

    def __init__(self, match_id: str, match: Match, seating: Seating, last_hash: str, keys: dict[str, int],
                 services: MatchServices, chat: Iterable[StoredLine] = (), up_ms: int = 0,
                 wishes: Set[int] = frozenset(), changes: int = 0) -> None:  # fmt: skip
        """Take over a match as it is stored; `up_ms` is for how long a server has been running since its last event."""
        self.id = match_id
        self.match = match
        self.seating = seating
        self.rematch = Rematch(wishes)
        self.follower = MatchFollower(self, changes, services)
        self.command_lock = asyncio.Lock()  # held while an event is decided and saved
        self.record = MatchRecord(match_id, match, last_hash, keys, services)
        self._services = services
        self.watchers = Watchers(services.clock, match_id, services.presence)
        self.chat = Chat(self, chat, services)
        self.time = MatchTime(services.clock, match.events[-1].at_ms + up_ms)
        self._alarm = ClockAlarm(match, self.time, self.do, services)
        self.computers = ComputerSeats(match_id, match, self.do, services)
        self._views = Views()
        self._sitting_down = SittingDown(self, services)
        self.unfinished: set[asyncio.Task[Any]] = set()  # commands and changes of the seating
        self._shown = Shown(match_id)
        self._num_uses = 0
        self._left_ms = match.events[-1].at_ms  # when the last client left, or before: nobody has watched since

    @property
    def is_attended(self) -> bool:
        """A person plays or watches, or it is part of a tournament: computers do not play to nobody."""
        is_followed = bool(self.watchers or self.seating.tournament)
        return is_followed or any(seat.kind != COMPUTER for seat in self.seating.seats)

    @property
    def is_idle(self) -> bool:
        """Nobody follows it, no clock runs out soon and no computer thinks: it can leave the memory."""
        is_changing = self.unfinished or self.command_lock.locked() or self.rematch.lock.locked()
        rings_in_ms = self.rings_in_ms if self._services.rings else None
        is_running = (rings_in_ms is not None and rings_in_ms < SOON_MS) or self.computers.are_thinking
        return not (self.watchers or is_running or is_changing or self._num_uses)

    @property
    def is_timed(self) -> bool:
        return self.match.started.pace != NONE

    @property
    def rings_in_ms(self) -> int | None:
        """The time until a clock runs out; None while none runs."""
        return self._alarm.rings_in_ms if self.is_attended and not self.is_waiting else None

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep it in memory meanwhile."""
        self._num_uses += 1
        try:
            yield
        finally:
            self._num_uses -= 1

    @property
    def is_waiting(self) -> bool:
        """The clocks stand still until the open seat is taken or a rated match is dealt, so nobody may play before."""
        return (self.seating.open_seat is not None and self.is_timed) or not self.is_dealt

    @property
    def is_dealt(self) -> bool:
        """The position may be seen; a rated match is dealt when both players have opened it."""
        return is_dealt(self.match, self.seating)

    @property
    def is_challenge(self) -> bool:
        """A player is here and waits for an opponent from the lobby."""
        open_seat = self.seating.open_seat
        is_waiting = self.seating.is_public and open_seat is not None and not self.match.is_over
        return is_waiting and any(map(self.watchers.is_here, SEATS))

    @property
    def names(self) -> Names:
        """What sentences call the seats."""
        return names_of(self.seating)

    async def do(
        self,
        command: co.Command,
        key: CommandKey | None = None,
        check: Callable[[], None] | None = None,
        seen_version: int | None = None,
        tell: Tell = lambda _: None,
    ) -> int:
        """Do what a command asks, once for each key; returns the version of the match then.

        Args:
            check: refuses what the match itself cannot judge, by an exception.
            seen_version: of the match that the command was made for; None: it is meant for any version.
            tell: is given the version at once, so that what it sends leaves together with the update.

        Raises:
            ParlourError: it is refused, and nothing has changed.
        """
        return await self._services.tasks.complete(
            self.carry_out(command, key, check, seen_version, tell), self.unfinished
        )

    def carry_out(self, command: co.Command, key: CommandKey | None, check: Callable[[], None] | None,
                  seen_version: int | None, tell: Tell) -> Coroutine[Any, Any, int]:  # fmt: skip
        """Do what a command asks, for a caller that nothing interrupts."""
        work = self._carry_out(command, key, check, seen_version, tell)
        return traced(work, "match.command", match=self.id, command=type(command).__name__)

    async def _carry_out(self, command: co.Command, key: CommandKey | None, check: Callable[[], None] | None,
                         seen_version: int | None, tell: Tell) -> int:  # fmt: skip
        async with self.command_lock:
            if self.follower.has_missed(seen_version):
                await self.follower.look()
            version = self.match.version
            while True:
                if key is not None and (done := self.record.done.version(key)) is not None:
                    tell(done)
                    return done
                if check is not None:
                    check()
                try:
                    await self._decide_and_save(command, key, seen_version)
                    break
                except AlreadyThere:  # another node was faster
                    if not await self.follower.look():
                        raise
        tell(self.match.version)
        if self.match.is_over and self.match.version > version:
            log.info("match_over", match=self.id, game=self.match.game.id, version=self.match.version)
            self._services.thinkers.players.release(self.id)
        self.wake(is_new=isinstance(command, co.Open))
        return self.match.version

    async def _decide_and_save(self, command: co.Command, key: CommandKey | None, seen_version: int | None) -> None:
        with charged_if_refused():
            events = self._decide(command, seen_version)
        if (down_ms := self.time.behind_ms()) >= SHORTEST_OUTAGE_MS:
            await self._note_outage(down_ms)
            events = self._decide(command, None)
        await self.record.append(events, key, self.seating)
        with charged_by_clock():
            self.apply_and_show(events)

    async def _note_outage(self, down_ms: int) -> None:
        """Follow the time of day after an interruption; it goes into the log only with the next command."""
        if self.is_timed:
            resumed = decide(self.match, co.Resume(seat=0, down_ms=down_ms), self.time.now_ms() + down_ms)
            await self.record.append(resumed, None, self.seating)
            self.apply_and_show(resumed)
        self.time.skip(down_ms)

    def _decide(self, command: co.Command, seen_version: int | None) -> list[ev.AnyEvent]:
        try:
            check_request(self.match, command)
            now_ms = max(self.time.now_ms(), self.match.events[-1].at_ms)  # another node may be ahead by a little
            return decide(self.match, command, now_ms, seen_version)
        except ParlourError as refusal:
            refusal.args = (fill_seats(str(refusal), self.names), *refusal.args[1:])
            raise

    @property
    def next_match(self) -> str | None:
        """The match that is played after this one, or instead of it."""
        return self.rematch.next_match or self.seating.next_match

    def tell_next(self) -> None:
        """Send the players to the next match. Who watches a private one by its link needs a link from a player."""
        if following := self.next_match:
            self.tell(wire.Rematched(match=self.id, next_match=following), only_seats=not self.seating.is_public)

    def apply_and_show(self, events: list[ev.AnyEvent]) -> None:
        """Apply events that are on the disk, and tell all clients."""
        shown: dict[int, list[wire.EventView]] = {viewer: [] for viewer in self.watchers.viewers}
        names = self.names
        for event in events:
            before = self.match.position
            self.match.apply(event)
            for viewer, views in shown.items():
                views.append(present_event(before, event, self.match, told_as(self.seating, viewer), names))
        self._shown.send(self.watchers, self._tables(shown), shown)

    def show_table(self, viewers: Collection[int] | None = None, but: Watcher | None = None) -> None:
        """Send all clients, or those of some viewers but one, what has changed besides events."""
        viewers = self.watchers.viewers if viewers is None else viewers
        self._shown.send(self.watchers, self._tables(viewers), {viewer: [] for viewer in viewers}, but=but)

    def _tables(self, viewers: Collection[int]) -> dict[int, wire.Table]:
        return tables(self.match, self.seating, self._away_since_ms, self.time.now_ms(), viewers,
                      self._views, self.rematch.wanted)  # fmt: skip

    def _away_since_ms(self, seat: int) -> int | None:
        since_ms = self.watchers.away_since_ms(seat)
        return None if since_ms is None else self.time.of(since_ms)

    async def catch_up(self, viewer: int, seen: int | None) -> CatchUp:
        """Return what has happened since a version that the viewer has seen; None: since the start."""
        if self.follower.has_missed(seen):
            await self.follower.catch_up()
        catch_up = CatchUp(told_as(self.seating, viewer), self.match.version, seen, self.names)
        with self.in_use():  # 200 events take up to 50 ms, in which others shall not wait
            await asyncio.to_thread(catch_up.advance, self.match.events[:], self.match.seed)
        return catch_up

    def watch(self, watcher: Watcher, viewer: int, catch_up: CatchUp | None = None, *, changes: bool = False) -> None:
        """Add a client that follows the match from a seat, or as SPECTATOR; it first gets what it has missed."""
        told, names = told_as(self.seating, viewer), self.names
        if catch_up is None or not catch_up.is_told(told, names):
            catch_up = CatchUp(told, self.match.version, catch_up.seen if catch_up else None, names)
        catch_up.advance(self.match.events, self.match.seed)  # what happened since it was begun
        is_arrival = viewer != SPECTATOR and not self.watchers.is_here(viewer)
        was_attended = self.is_attended
        self.watchers.add(watcher, viewer)
        self._shown.add(watcher, changes=changes)
        self.show_table(self.watchers.viewers if is_arrival else {viewer}, but=watcher)
        if catch_up.is_sequel:
            watcher.send(self._shown.update(viewer, catch_up.events))
        else:
            chat = self.chat.show(watcher.unheard)
            watcher.send(self._shown.snapshot(viewer, catch_up.events, self.match.started, self.seating, chat))
        self._note_players_here()
        if not was_attended:
            self._services.tasks.spawn(self._go_on())

    def _note_players_here(self) -> None:
        """Note who has opened a rated match since both seats were taken."""
        if not self.is_dealt and self.seating.open_seat is None:
            for seat in SEATS:
                if self.watchers.is_at_this_node(seat) and seat not in self.match.opened:
                    self._services.tasks.spawn(self.do(co.Open(seat=seat)))

    async def _go_on(self) -> None:
        """Let computers play on that have waited for somebody to watch; their clocks stood still."""
        if self.match.started.pace != NONE and not self.match.is_over:
            since_ms = max(self._left_ms, self.match.phase_started_ms)
            with contextlib.suppress(StaleVersion):
                await self.leave_out(since_ms)
        self.wake(is_new=True)

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a client from those that follow the match."""
        is_left = self.watchers.remove(watcher)
        self._shown.remove(watcher, self.watchers.viewers)
        if is_left:
            self.show_table()
        if not self.watchers:
            self._left_ms = self.time.now_ms()

    def tell(self, reply: wire.AnyReply, *, only_seats: bool = False) -> None:
        """Send all who follow the match the same, spectators included or not."""
        self.watchers.send_all(reply, lambda _, viewer: not only_seats or viewer != SPECTATOR)

    async def claim(self, seat: int, key: str, tell: Tell = lambda _: None) -> int:
        """End the match because the opponent has been away for too long; NotAway says why not."""
        leave = co.Leave(seat=1 - seat)
        return await self.do(leave, command_key(seat, key, leave), lambda: self._check_away(1 - seat), tell=tell)

    def _check_away(self, seat: int) -> None:
        opens_ms = claim_opens_ms(self.match, self.seating, seat, self._away_since_ms(seat))
        check_claim(opens_ms, self.time.now_ms())

    async def leave_out(self, since_ms: int) -> None:
        """Leave the time since then out of all clocks.

        Raises:
            StaleVersion: the match has gone on meanwhile, here or on another node.
        """
        resume = co.Resume(seat=0, down_ms=max(0, self.time.now_ms() - since_ms))
        await self.do(resume, seen_version=self.match.version)

    async def sit_down(self, change: Callable[[Seating], Seating]) -> None:
        """Change the seating; `change` gets the one that is valid when its turn comes."""
        await self._services.tasks.complete(self._sitting_down.change(change), self.unfinished)

    def reseat(self, seating: Seating) -> None:
        """Take over the seating that is on the disk."""
        self.seating = seating
        self.show_table()
        self._note_players_here()

    def sleep(self) -> None:
        """Leave the memory."""
        self._alarm.cancel()

    async def expire(self) -> int | None:
        """Let the time of a seat run out, if it has; returns the time until the next one, None when none runs."""
        if self.rings_in_ms is not None:
            await self._alarm.expire()
        return self.rings_in_ms

    def wake(self, *, is_new: bool = False, is_ours: bool = True) -> None:
        """Set the alarm for the next deadline, let the computers act, and tell its people of the match.

        Args:
            is_new: the match may have waited for this: no change of it has queued what is to be done.
            is_ours: this node has changed the match.
        """
        self._alarm.cancel()
        if is_new:
            self._services.ensure(jobs_now(self))
        if self.is_attended and not self.is_waiting and self._services.rings:
            self._alarm.set()
            self.computers.wake(self.seating)
        self._services.running.note(self, is_ours=is_ours)
