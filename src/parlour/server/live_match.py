"""A match that is being played: commands come in one at a time, are saved, and only then shown."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import ParlourError
from parlour.core.phrasing import fill_seats
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import NONE
from parlour.match.decide import decide
from parlour.match.file import write_line
from parlour.match.match import Match
from parlour.match.seating import PERSON, Seating
from parlour.match.stored import StoredLine
from parlour.server import messages as wire
from parlour.server.catch_up import CatchUp
from parlour.server.chat import Chat, show_line
from parlour.server.clock_alarm import ClockAlarm
from parlour.server.computer_seats import ComputerSeats
from parlour.server.errors import NotAway
from parlour.server.logs import log
from parlour.server.match_services import MatchServices
from parlour.server.presenter import Names, Views, names_of, present_event, table, told_as
from parlour.server.rematch import Rematch
from parlour.server.watchers import Watcher, Watchers, encode

CLAIM_AFTER_MS = 60_000  # that a person may be away before the opponent can claim the match
T = TypeVar("T")


class LiveMatch:
    """One match in memory, with the clients that follow it."""

    def __init__(self, match_id: str, match: Match, seating: Seating, last_hash: str, keys: dict[str, int],
                 services: MatchServices, chat: Iterable[StoredLine] = ()) -> None:  # fmt: skip
        self.id = match_id
        self.match = match
        self.seating = seating
        self.rematch = Rematch()
        self._last_hash = last_hash
        self._keys = keys  # of commands that were done: the version of the match then
        self._services = services
        self._watchers = Watchers(services.clock)
        self._chat = Chat(match_id, chat, services)
        self._alarm = ClockAlarm(match, self.do, services)
        self._computers = ComputerSeats(match_id, match, self.do, services)
        self._views = Views()
        self._command_lock = asyncio.Lock()
        self._seating_lock = asyncio.Lock()
        self._unfinished: set[asyncio.Task[Any]] = set()  # commands and changes of the seating
        self._num_uses = 0

    @property
    def is_idle(self) -> bool:
        """Nobody follows it, no clock runs and no computer thinks: it can leave the memory."""
        is_changing = self._unfinished or self.rematch.lock.locked()
        is_running = self._alarm.is_set or self._computers.are_thinking
        return not (self._watchers or is_running or is_changing or self._num_uses)

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
        """The clocks stand still until the open seat is taken, so nobody may play before."""
        return self.seating.open_seat is not None and self.match.started.pace != NONE

    @property
    def is_challenge(self) -> bool:
        """A player is here and waits for an opponent from the lobby."""
        open_seat = self.seating.open_seat
        is_waiting = self.seating.is_public and open_seat is not None and not self.match.is_over
        return is_waiting and any(map(self._watchers.is_here, SEATS))

    @property
    def names(self) -> Names:
        """What sentences call the seats."""
        return names_of(self.seating)

    async def do(
        self,
        command: co.Command,
        key: str | None = None,
        check: Callable[[], None] | None = None,
        seen_version: int | None = None,
    ) -> int:
        """Do what a command asks, once for each key; returns the version of the match then.

        Args:
            check: refuses what the match itself cannot judge, by an exception.
            seen_version: of the match that the command was made for; None: it is meant for any version.

        Raises:
            ParlourError: it is refused, and nothing has changed.
        """
        return await self._to_completion(self._carry_out(command, key, check, seen_version))

    async def _to_completion(self, work: Coroutine[Any, Any, T]) -> T:
        # The client may vanish while the disk works; the memory must follow the disk all the same.
        task = self._services.tasks.spawn(work)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    async def _carry_out(
        self, command: co.Command, key: str | None, check: Callable[[], None] | None, seen_version: int | None
    ) -> int:
        async with self._command_lock:
            if key is not None and key in self._keys:
                return self._keys[key]
            if check is not None:
                check()
            version = self.match.version
            events = self._decide(command, seen_version)
            await self._save(events, key)
            self._apply_and_show(events)
        if self.match.is_over and self.match.version > version:
            log.info("match_over", match=self.id, game=self.match.game.id, version=self.match.version)
            self._services.thinkers.players.release(self.id)
        self.wake()
        return self.match.version

    def _decide(self, command: co.Command, seen_version: int | None) -> list[ev.AnyEvent]:
        try:
            return decide(self.match, command, self._services.clock.now_ms(), seen_version)
        except ParlourError as refusal:
            refusal.args = (fill_seats(str(refusal), self.names), *refusal.args[1:])
            raise

    async def _save(self, events: list[ev.AnyEvent], key: str | None) -> None:
        lines, last_hash = [], self._last_hash
        for offset, event in enumerate(events):
            line, last_hash = write_line(self.match.version + offset, event, last_hash)
            lines.append(line)
        is_over = any(isinstance(event, ev.Ended) for event in events)
        saved = self._services.log.append(self.id, self.match.version, lines, key, is_over)
        await self._services.future_batcher.wait(saved)
        self._last_hash = last_hash
        if key is not None:
            self._keys[key] = self.match.version + len(events)
        if is_over:
            self._services.after_match()

    def _apply_and_show(self, events: list[ev.AnyEvent]) -> None:
        shown: dict[int, list[wire.EventView]] = {viewer: [] for viewer in self._watchers.viewers}
        for event in events:
            before = self.match.position
            self.match.apply(event)
            for viewer, views in shown.items():
                views.append(present_event(before, event, self.match, told_as(self.seating, viewer), self.names))
        self._watchers.send({viewer: self._update(viewer, views) for viewer, views in shown.items()})

    def show_table(self, but: Watcher | None = None) -> None:
        """Send all clients, except one, the match as it stands."""
        self._watchers.send({viewer: self._update(viewer, []) for viewer in self._watchers.viewers}, but)

    def _table(self, viewer: int) -> wire.Table:
        return table(self.match, self.seating, self._watchers.is_here, self._services.clock.now_ms(), viewer,
                     self._views, self.rematch.wanted)  # fmt: skip

    def _update(self, viewer: int, events: list[wire.EventView]) -> bytes:
        return encode(wire.Update(match=self.id, viewer=viewer, events=events, table=self._table(viewer)))

    def _snapshot(self, viewer: int, events: list[wire.EventView]) -> bytes:
        started = self.match.started
        return encode(
            wire.Snapshot(
                match=self.id, viewer=viewer, game=started.game, options=started.options, pace=started.pace,
                is_rated=self.seating.is_rated, chat=self._chat.show(self.seating),
                events=events, table=self._table(viewer),
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
        is_arrival = viewer != SPECTATOR and not self._watchers.is_here(viewer)
        self._watchers.add(watcher, viewer)
        if is_arrival:
            self.show_table(but=watcher)
        message = self._update if catch_up.is_sequel else self._snapshot
        watcher.send(message(viewer, catch_up.events))

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a client from those that follow the match."""
        if self._watchers.remove(watcher):
            self.show_table()

    def tell(self, reply: wire.AnyReply) -> None:
        """Send all who follow the match the same."""
        self._watchers.send_all(reply)

    async def say(self, seat: int, identity: str, text: str) -> None:
        """Send a line of chat to all followers of the match."""
        line = await self._chat.say(seat, identity, text)
        self.tell(wire.ChatLine(match=self.id, said=show_line(line, self.seating)))

    def forget_chat(self, identity: str) -> None:
        """Drop what a person has said."""
        self._chat.forget(self.seating.seats_of(identity))

    def why_not(self, seat: int, picks: Sequence[str]) -> str:
        """Return why picks lead to no legal action; empty when they do."""
        if self.match.is_over:
            return "The match is over."
        return fill_seats(self.match.position.seen_by(seat).why_not(picks), self.names)

    async def claim(self, seat: int, key: str | None) -> int:
        """End the match because the opponent has been away for too long.

        Raises:
            NotAway: they are here, or have not been away long enough.
        """
        other = 1 - seat
        return await self.do(co.Leave(seat=other), key, lambda: self._check_away(other))

    def _check_away(self, seat: int) -> None:
        if self.seating.seats[seat].kind != PERSON or self._watchers.away_ms(seat) < CLAIM_AFTER_MS:
            raise NotAway(f"You can claim the match when the other side has been away for {CLAIM_AFTER_MS // 1000} s.")

    async def sit_down(self, change: Callable[[Seating], Seating]) -> None:
        """Change the seating; `change` gets the one that is valid when its turn comes."""
        await self._to_completion(self._change_seating(change))

    async def _change_seating(self, change: Callable[[Seating], Seating]) -> None:
        async with self._seating_lock:
            seating = change(self.seating)
            if seating is not self.seating:
                if self.is_waiting and seating.open_seat is None:  # saved first: a kill between charges nobody
                    await self.do(
                        co.Resume(seat=0, down_ms=self._services.clock.now_ms() - self.match.phase_started_ms)
                    )
                self.reseat(await asyncio.wrap_future(self._services.log.set_seating(self.id, seating)))
        self.wake()

    def reseat(self, seating: Seating) -> None:
        """Take over the seating that is on the disk."""
        self.seating = seating
        self.show_table()

    def wake(self) -> None:
        """Set the alarm for the next deadline and let the computers act."""
        self._alarm.cancel()
        if not self.is_waiting:
            self._alarm.set()
            self._computers.wake(self.seating)
