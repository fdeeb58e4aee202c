"""A match that is being played: commands come in one at a time, are saved, and only then shown."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import ParlourError
from parlour.core.phrasing import fill_seats
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import NONE
from parlour.match.decide import decide
from parlour.match.fairness import check_request, claim_opens_ms, is_dealt
from parlour.match.file import write_line
from parlour.match.match import Match
from parlour.match.seating import COMPUTER, Seating
from parlour.match.stored import StoredLine
from parlour.server import messages as wire
from parlour.server.catch_up import CatchUp
from parlour.server.chat import Chat, show_line
from parlour.server.claims import check_claim
from parlour.server.clock_alarm import ClockAlarm
from parlour.server.clocks import MatchTime
from parlour.server.command_keys import CommandKey, DoneCommands, command_key
from parlour.server.computer_seats import ComputerSeats
from parlour.server.logs import log
from parlour.server.match_services import MatchServices
from parlour.server.payer import charged
from parlour.server.presenter import Names, Views, names_of, present_event, tables, told_as
from parlour.server.rematch import Rematch
from parlour.server.watchers import Watcher, Watchers, encode

SOON_MS = 600_000  # a match whose clocks have more time may leave the memory meanwhile
SHORTEST_OUTAGE_MS = 1_000  # that is worth an event; the log may be behind the time of day by less
Tell = Callable[[int], None]  # acknowledges a command, given the version of the match after it


class LiveMatch:
    """One match in memory, with the clients that follow it."""

    def __init__(self, match_id: str, match: Match, seating: Seating, last_hash: str, keys: dict[str, int],
                 services: MatchServices, chat: Iterable[StoredLine] = (), up_ms: int = 0) -> None:  # fmt: skip
        """Take over a match as it is stored; `up_ms` is for how long a server has been running since its last event."""
        self.id = match_id
        self.match = match
        self.seating = seating
        self.rematch = Rematch()
        self._last_hash = last_hash
        self._done = DoneCommands(keys)
        self._services = services
        self.watchers = Watchers(services.clock)
        self._chat = Chat(match_id, chat, services)
        self._time = MatchTime(services.clock, match.events[-1].at_ms + up_ms)
        self._alarm = ClockAlarm(match, self._time, self.do, services)
        self._computers = ComputerSeats(match_id, match, self.do, services)
        self._views = Views()
        self._command_lock = asyncio.Lock()
        self._seating_lock = asyncio.Lock()
        self._unfinished: set[asyncio.Task[Any]] = set()  # commands and changes of the seating
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
        is_changing = self._unfinished or self.rematch.lock.locked()
        rings_in_ms = self.rings_in_ms
        is_running = (rings_in_ms is not None and rings_in_ms < SOON_MS) or self._computers.are_thinking
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
        """Keep it in memory while something is computed from it."""
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
        work = self._carry_out(command, key, check, seen_version, tell)
        return await self._services.tasks.complete(work, self._unfinished)

    async def _carry_out(self, command: co.Command, key: CommandKey | None, check: Callable[[], None] | None,
                         seen_version: int | None, tell: Tell) -> int:  # fmt: skip
        async with self._command_lock:
            if key is not None and (done := self._done.version(key)) is not None:
                tell(done)
                return done
            if check is not None:
                check()
            version = self.match.version
            with charged():
                events = self._decide(command, seen_version)
            if (down_ms := self._time.behind_ms()) >= SHORTEST_OUTAGE_MS:
                await self._note_outage(down_ms)
                events = self._decide(command, None)
            await self._save(events, key)
            with charged():
                self._apply_and_show(events)
        tell(self.match.version)
        if self.match.is_over and self.match.version > version:
            log.info("match_over", match=self.id, game=self.match.game.id, version=self.match.version)
            self._services.thinkers.players.release(self.id)
        self.wake()
        return self.match.version

    async def _note_outage(self, down_ms: int) -> None:
        """Follow the time of day after an interruption; it goes into the log only with the next command."""
        if self.is_timed:
            resumed = decide(self.match, co.Resume(seat=0, down_ms=down_ms), self._time.now_ms() + down_ms)
            await self._save(resumed, None)
            self._apply_and_show(resumed)
        self._time.skip(down_ms)

    def _decide(self, command: co.Command, seen_version: int | None) -> list[ev.AnyEvent]:
        try:
            check_request(self.match, command)
            return decide(self.match, command, self._time.now_ms(), seen_version)
        except ParlourError as refusal:
            refusal.args = (fill_seats(str(refusal), self.names), *refusal.args[1:])
            raise

    async def _save(self, events: list[ev.AnyEvent], key: CommandKey | None) -> None:
        lines, last_hash = [], self._last_hash
        for offset, event in enumerate(events):
            line, last_hash = write_line(self.match.version + offset, event, last_hash)
            lines.append(line)
        is_over = any(isinstance(event, ev.Ended) for event in events)
        saved = self._services.log.append(self.id, self.match.version, lines, key and key.stored, is_over)
        await self._services.future_batcher.wait(saved)
        self._last_hash = last_hash
        if key is not None:
            self._done.add(key, self.match.version + len(events))
        if is_over:
            self._services.after_match()

    def _apply_and_show(self, events: list[ev.AnyEvent]) -> None:
        shown: dict[int, list[wire.EventView]] = {viewer: [] for viewer in self.watchers.viewers}
        names = self.names
        for event in events:
            before = self.match.position
            self.match.apply(event)
            for viewer, views in shown.items():
                views.append(present_event(before, event, self.match, told_as(self.seating, viewer), names))
        self.watchers.send(self._updates(shown))

    def show_table(self, but: Watcher | None = None) -> None:
        """Send all clients, except one, the match as it stands."""
        self.watchers.send(self._updates({viewer: [] for viewer in self.watchers.viewers}), but)

    def _tables(self, viewers: Collection[int]) -> dict[int, wire.Table]:
        return tables(self.match, self.seating, self._away_since_ms, self._time.now_ms(), viewers,
                      self._views, self.rematch.wanted)  # fmt: skip

    def _away_since_ms(self, seat: int) -> int | None:
        since_ms = self.watchers.away_since_ms(seat)
        return None if since_ms is None else self._time.of(since_ms)

    def _updates(self, shown: Mapping[int, list[wire.EventView]]) -> dict[int, bytes]:
        """Return what each viewer is told, given the events that are new to it."""
        return {
            viewer: encode(wire.Update(match=self.id, viewer=viewer, events=shown[viewer], table=table))
            for viewer, table in self._tables(shown).items()
        }

    def chat_lines(self) -> list[wire.Said]:
        """Return the last lines of chat."""
        return self._chat.show(self.seating)

    def _snapshot(self, viewer: int, events: list[wire.EventView], unheard: Set[str]) -> bytes:
        started = self.match.started
        return encode(
            wire.Snapshot(
                match=self.id, viewer=viewer, game=started.game, options=started.options, pace=started.pace,
                is_rated=self.seating.is_rated, chat=self._chat.show(self.seating, unheard),
                events=events, table=self._tables((viewer,))[viewer],
            )
        )  # fmt: skip

    async def catch_up(self, viewer: int, seen: int | None) -> CatchUp:
        """Return what has happened since a version that the viewer has seen; None: since the start."""
        catch_up = CatchUp(told_as(self.seating, viewer), self.match.version, seen, self.names)
        with self.in_use():  # 200 events take up to 50 ms, in which others shall not wait
            await asyncio.to_thread(catch_up.advance, self.match.events[:], self.match.seed)
        return catch_up

    def watch(self, watcher: Watcher, viewer: int, catch_up: CatchUp | None = None) -> None:
        """Add a client that follows the match from a seat, or as SPECTATOR; it first gets what it has missed."""
        catch_up = catch_up or CatchUp(told_as(self.seating, viewer), self.match.version, None, self.names)
        catch_up.advance(self.match.events, self.match.seed)  # what happened since it was begun
        is_arrival = viewer != SPECTATOR and not self.watchers.is_here(viewer)
        was_attended = self.is_attended
        self.watchers.add(watcher, viewer)
        if is_arrival:
            self.show_table(but=watcher)
        if catch_up.is_sequel:
            watcher.send(self._updates({viewer: catch_up.events})[viewer])
        else:
            watcher.send(self._snapshot(viewer, catch_up.events, watcher.unheard))
        self._note_players_here()
        if not was_attended:
            self._services.tasks.spawn(self._go_on())

    def _note_players_here(self) -> None:
        """Note who has opened a rated match since both seats were taken."""
        if not self.is_dealt and self.seating.open_seat is None:
            for seat in SEATS:
                if self.watchers.is_here(seat) and seat not in self.match.opened:
                    self._services.tasks.spawn(self.do(co.Open(seat=seat)))

    async def _go_on(self) -> None:
        """Let computers play on that have waited for somebody to watch; their clocks stood still."""
        if self.match.started.pace != NONE and not self.match.is_over:
            since_ms = max(self._left_ms, self.match.phase_started_ms)
            await self.do(co.Resume(seat=0, down_ms=self._time.now_ms() - since_ms))
        self.wake()

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a client from those that follow the match."""
        if self.watchers.remove(watcher):
            self.show_table()
        if not self.watchers:
            self._left_ms = self._time.now_ms()

    def tell(self, reply: wire.AnyReply, *, only_seats: bool = False) -> None:
        """Send all who follow the match the same, spectators included or not."""
        self.watchers.send_all(reply, lambda _, viewer: not only_seats or viewer != SPECTATOR)

    async def say(self, seat: int, identity: str, text: str, key: str = "") -> wire.ChatLine | None:
        """Send a line of chat to the followers who have not muted the speaker; return the earlier line if it is one."""
        line, is_new = await self._chat.say(seat, identity, text, key)
        reply = wire.ChatLine(match=self.id, said=show_line(line, self.seating))
        if not is_new:
            return reply
        self.watchers.send_all(reply, lambda watcher, _: identity not in watcher.unheard)
        return None

    def forget_chat(self, identity: str) -> None:
        """Drop what a person has said."""
        self._chat.forget(self.seating.seats_of(identity))

    def why_not(self, seat: int, picks: Sequence[str]) -> str:
        """Return why picks lead to no legal action; empty when they do."""
        if self.match.is_over:
            return "The match is over."
        if not self.is_dealt:
            return "The match has not begun."
        return fill_seats(self.match.position.seen_by(seat).why_not(picks), self.names)

    async def claim(self, seat: int, key: str, tell: Tell = lambda _: None) -> int:
        """End the match because the opponent has been away for too long.

        Raises:
            NotAway: they cannot be claimed against now; the sentence says why.
        """
        leave = co.Leave(seat=1 - seat)
        return await self.do(leave, command_key(seat, key, leave), lambda: self._check_away(1 - seat), tell=tell)

    def _check_away(self, seat: int) -> None:
        opens_ms = claim_opens_ms(self.match, self.seating, seat, self._away_since_ms(seat))
        check_claim(opens_ms, self._time.now_ms())

    async def sit_down(self, change: Callable[[Seating], Seating]) -> None:
        """Change the seating; `change` gets the one that is valid when its turn comes."""
        await self._services.tasks.complete(self._change_seating(change), self._unfinished)

    async def _change_seating(self, change: Callable[[Seating], Seating]) -> None:
        async with self._seating_lock:
            seating = change(self.seating)
            if seating is not self.seating:
                # The clocks of a rated match begin when it is opened. Saved first: a kill between charges nobody.
                if self.is_waiting and not seating.is_rated and seating.open_seat is None:
                    await self.do(co.Resume(seat=0, down_ms=self._time.now_ms() - self.match.phase_started_ms))
                self.reseat(await asyncio.wrap_future(self._services.log.set_seating(self.id, seating)))
        self.wake()

    def reseat(self, seating: Seating) -> None:
        """Take over the seating that is on the disk."""
        self.seating = seating
        self.show_table()
        self._note_players_here()

    def sleep(self) -> None:
        """Leave the memory."""
        self._alarm.cancel()

    def wake(self) -> None:
        """Set the alarm for the next deadline, let the computers act, and tell its people of the match."""
        self._alarm.cancel()
        if self.is_attended and not self.is_waiting:
            self._alarm.set()
            self._computers.wake(self.seating)
        self._services.running.note(self)
