"""A match that is being played: commands come in one at a time, are saved, and only then shown to anybody."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import ParlourError
from parlour.core.position import Position
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import NONE, Clock
from parlour.match.decide import decide
from parlour.match.errors import StaleVersion, StorageBusy, StorageFailed
from parlour.match.file import write_line
from parlour.match.match import Match
from parlour.match.ports import MatchLog
from parlour.match.seating import COMPUTER, PERSON, Seating
from parlour.match.stored import CHAT_LINES, StoredLine
from parlour.server import messages as wire
from parlour.server.catch_up import CatchUp
from parlour.server.errors import NotAway
from parlour.server.future_batcher import FutureBatcher
from parlour.server.limits import Limits
from parlour.server.logs import log
from parlour.server.metrics import Metrics
from parlour.server.presenter import Views, present_event, table
from parlour.server.thinkers import Thinkers

AFTER_FAILURE_S = 1.0
CLAIM_AFTER_MS = 60_000  # that a person may be away before the opponent can claim the match
T = TypeVar("T")
encode = msgspec.json.Encoder().encode


class Watcher(Protocol):
    """Somebody who follows matches."""

    def send(self, message: bytes) -> None:
        """Take a message at once; who cannot keep up is disconnected."""
        ...


class Services:
    """What all matches of a server share."""

    def __init__(self, log: MatchLog, clock: Clock, thinkers: Thinkers, limits: Limits | None = None) -> None:
        self.log = log
        self.clock = clock
        self.thinkers = thinkers
        self.limits = limits or Limits(clock)
        self.metrics = Metrics()
        self.after_match: Callable[[], None] = lambda: None  # called when the end of a match is on the disk
        self.future_batcher = FutureBatcher()
        self.is_closed = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start a task that the house owns, and that goes on when nobody waits for it any more."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ParlourError):  # a refusal is no failure
            self.note_failure(error)

    def note_failure(self, error: BaseException) -> None:
        """Write a bug down."""
        self.metrics.failures.inc()
        log.error("failure", exc_info=error)

    async def run_forever(self, chore: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something for ever; after a failure it is written down and begun again."""
        while True:
            try:
                await chore()
            except Exception as error:
                self.note_failure(error)
                await asyncio.sleep(AFTER_FAILURE_S)

    async def close(self) -> None:
        """Stop all thinking and wait for what is being saved."""
        self.is_closed = True
        self.thinkers.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class LiveMatch:
    """One match in memory, with those who follow it."""

    def __init__(self, match_id: str, match: Match, seating: Seating, last_hash: str, keys: dict[str, int],
                 services: Services, chat: Iterable[StoredLine] = ()) -> None:  # fmt: skip
        self.id = match_id
        self.match = match
        self.seating = seating
        self._last_hash = last_hash
        self._keys = keys
        self._services = services
        self._lock = asyncio.Lock()
        self._watchers: dict[Watcher, int] = {}  # and from where they look
        self._away_since_ms = [services.clock.now_ms()] * len(SEATS)
        self._alarm: asyncio.TimerHandle | None = None
        self._thinking: dict[int, Position] = {}  # by seat: what its computer thinks about
        self._chat = deque(chat, CHAT_LINES)
        self._views = Views()
        self._seating_down = asyncio.Lock()
        self._unfinished: set[asyncio.Task[Any]] = set()  # of what was asked of it
        self._num_kept = 0  # by how many it is needed for a moment
        self.rematching = asyncio.Lock()
        self.rematch_wanted: set[int] = set()
        self.next_match: str | None = None  # the rematch

    @property
    def is_idle(self) -> bool:
        """Nobody follows it, no clock runs and no computer thinks: it can leave the memory."""
        is_changing = self._unfinished or self.rematching.locked()
        return not (self._watchers or self._alarm or self._thinking or is_changing or self._num_kept)

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """Keep it in memory while somebody waits for something that is worked out of it."""
        self._num_kept += 1
        try:
            yield
        finally:
            self._num_kept -= 1

    @property
    def is_waiting(self) -> bool:
        """The clocks stand still until somebody sits down on the open seat; so nobody may play before."""
        return self.seating.open_seat is not None and self.match.started.pace != NONE

    @property
    def is_challenge(self) -> bool:
        """Somebody sits here and waits for anybody."""
        open_seat = self.seating.open_seat
        is_waiting = self.seating.is_public and open_seat is not None and not self.match.is_over
        return is_waiting and any(map(self.is_here, SEATS))

    def wants_rematch(self, seat: int) -> bool:
        """A person must want it, on any seat of theirs; a computer always does."""
        identity = self.seating.seats[seat].identity
        seats = (seat,) if identity is None else self.seating.seats_of(identity)
        return self.seating.seats[seat].kind == COMPUTER or not self.rematch_wanted.isdisjoint(seats)

    async def do(self, command: co.Command, key: str | None = None, check: Callable[[], None] | None = None) -> int:
        """Do what a command asks, once for each key; returns the version of the match then.

        Args:
            check: refuses what the match itself cannot judge, by an exception.

        Raises:
            ParlourError: it is refused, and nothing has changed.
        """
        return await self._finished(self._do(command, key, check))

    async def _finished(self, work: Coroutine[Any, Any, T]) -> T:
        # Who asked may vanish while the disk works; the memory must follow the disk all the same.
        task = self._services.spawn(work)
        self._unfinished.add(task)
        task.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(task)

    async def _do(self, command: co.Command, key: str | None, check: Callable[[], None] | None) -> int:
        async with self._lock:
            if key is not None and key in self._keys:
                return self._keys[key]
            if check is not None:
                check()
            version = self.match.version
            events = decide(self.match, command, self._services.clock.now_ms())
            await self._save(events, key)
            self._show(events)
        if self.match.is_over and self.match.version > version:
            log.info("match_over", match=self.id, game=self.match.game.id, version=self.match.version)
        self.wake()
        return self.match.version

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

    def _show(self, events: list[ev.AnyEvent]) -> None:
        viewers = set(self._watchers.values())
        told: dict[int, list[wire.EventView]] = {viewer: [] for viewer in viewers}
        for event in events:
            before = self.match.position
            self.match.apply(event)
            for viewer in viewers:
                told[viewer].append(present_event(before, event, self.match, viewer))
        self._send(told, self._watchers)

    def show_table(self) -> None:
        """Send everybody the match as it stands: somebody came or went."""
        self._send({viewer: [] for viewer in set(self._watchers.values())}, self._watchers)

    def _send(self, told: dict[int, list[wire.EventView]], watchers: Mapping[Watcher, int]) -> None:
        updates = {viewer: self._update(viewer, events) for viewer, events in told.items()}
        for watcher, viewer in watchers.items():
            watcher.send(updates[viewer])

    def _table(self, viewer: int) -> wire.Table:
        now_ms = self._services.clock.now_ms()
        return table(self.match, self.seating, self.is_here, now_ms, viewer, self._views, self.rematch_wanted)

    def is_here(self, seat: int) -> bool:
        return seat in self._watchers.values()

    async def catch_up(self, viewer: int, seen: int | None) -> CatchUp:
        """Tell what has happened, to who has seen the match up to a version or, with None, nothing of it."""
        catch_up = CatchUp(viewer, self.match.version, seen)
        with self.kept():  # 200 events take up to 50 ms, in which others shall not wait
            await asyncio.to_thread(catch_up.advance, self.match.events[:], self.match.seed)
        return catch_up

    def watch(self, watcher: Watcher, viewer: int, catch_up: CatchUp | None = None) -> None:
        """Let somebody follow the match from a seat, or as SPECTATOR; begins with what they have missed."""
        catch_up = catch_up or CatchUp(viewer, self.match.version, None)
        catch_up.advance(self.match.events, self.match.seed)  # what happened since it was begun
        comes = viewer != SPECTATOR and not self.is_here(viewer)
        self._watchers.pop(watcher, None)
        others = dict(self._watchers)
        self._watchers[watcher] = viewer
        if comes:
            self._send({seen_from: [] for seen_from in set(others.values())}, others)
        watcher.send(
            self._update(viewer, catch_up.told) if catch_up.is_sequel else self._snapshot(viewer, catch_up.told)
        )

    def _update(self, viewer: int, told: list[wire.EventView]) -> bytes:
        return encode(wire.Update(match=self.id, viewer=viewer, told=told, table=self._table(viewer)))

    def _snapshot(self, viewer: int, told: list[wire.EventView]) -> bytes:
        started = self.match.started
        return encode(
            wire.Snapshot(
                match=self.id, viewer=viewer, game=started.game, options=started.options, pace=started.pace,
                seed_hash=started.seed_hash, is_rated=self.seating.is_rated, chat=[*map(self._said, self._chat)],
                told=told, table=self._table(viewer),
            )
        )  # fmt: skip

    async def say(self, seat: int, identity: str, text: str) -> None:
        """Say something to all who follow the match."""
        line = StoredLine(seat, identity, text, self._services.clock.now_ms())
        await asyncio.wrap_future(self._services.log.say(self.id, line))
        self._chat.append(line)
        self.tell(wire.ChatLine(match=self.id, said=self._said(line)))

    def _said(self, line: StoredLine) -> wire.Said:
        return wire.Said(line.seat, self.seating.seats[line.seat].name, line.text, line.at_ms)

    def tell(self, reply: wire.AnyReply) -> None:
        """Send all who follow the match the same."""
        message = encode(reply)
        for watcher in self._watchers:
            watcher.send(message)

    def unwatch(self, watcher: Watcher) -> None:
        """Let somebody go."""
        viewer = self._watchers.pop(watcher, SPECTATOR)
        if viewer != SPECTATOR and not self.is_here(viewer):
            self._away_since_ms[viewer] = self._services.clock.now_ms()
            self.show_table()

    async def claim(self, seat: int, key: str | None) -> int:
        """End the match because the opponent has been away for too long.

        Raises:
            NotAway: they are here, or have not been away long enough.
        """
        other = 1 - seat
        return await self.do(co.Leave(seat=other), key, lambda: self._check_away(other))

    def _check_away(self, seat: int) -> None:
        away_ms = self._services.clock.now_ms() - self._away_since_ms[seat]
        if self.is_here(seat) or self.seating.seats[seat].kind != PERSON or away_ms < CLAIM_AFTER_MS:
            raise NotAway(f"You can claim the match when the other side has been away for {CLAIM_AFTER_MS // 1000} s.")

    async def sit_down(self, change: Callable[[Seating], Seating]) -> None:
        """Change who sits where, from who sits there when the turn has come to this change."""
        await self._finished(self._sit_down(change))

    async def _sit_down(self, change: Callable[[Seating], Seating]) -> None:
        async with self._seating_down:
            seating = change(self.seating)
            if seating is not self.seating:
                if self.is_waiting and seating.open_seat is None:  # saved first: who is killed between charges nobody
                    await self.do(
                        co.Resume(seat=0, down_ms=self._services.clock.now_ms() - self.match.phase_started_ms)
                    )
                self.reseat(await asyncio.wrap_future(self._services.log.set_seating(self.id, seating)))
        self.wake()

    def reseat(self, seating: Seating) -> None:
        """Take over who sits where by now, as it is on the disk."""
        self.seating = seating
        self.show_table()

    def forget_chat(self, identity: str) -> None:
        """Repeat to nobody what somebody has said."""
        theirs = self.seating.seats_of(identity)
        self._chat = deque((line for line in self._chat if line.seat not in theirs), CHAT_LINES)

    def wake(self) -> None:
        """Set the alarm for the next deadline and let the computers think."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.is_waiting:
            return
        deadlines = [(at_ms, seat) for seat in SEATS if (at_ms := self.match.deadline_ms(seat)) is not None]
        if deadlines:
            at_ms, seat = min(deadlines)
            delay_s = max(0, at_ms - self._services.clock.now_ms()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, self._ring, seat)
        for seat in self.match.position.to_act() if not self.match.is_over else ():
            is_computer = self.seating.seats[seat].kind == COMPUTER
            if is_computer and self._thinking.get(seat) is not self.match.position:
                self._thinking[seat] = self.match.position
                self._services.spawn(self._think(seat))
        self._answer_at_once()

    def _ring(self, seat: int) -> None:
        self._alarm = None
        if not self._services.is_closed:
            self._services.spawn(self._expire(seat))

    async def _expire(self, seat: int) -> None:
        try:
            await self.do(co.Expire(seat=seat))
        except (StorageBusy, StorageFailed):
            self._alarm = asyncio.get_running_loop().call_later(AFTER_FAILURE_S, self._ring, seat)
        except ParlourError:  # somebody was faster, or the alarm early by a rounding
            self.wake()

    async def _think(self, seat: int) -> None:
        """Let a computer choose, unless the position has changed meanwhile: then another task is at it."""
        position, level = self.match.position, self.seating.seats[seat].level
        assert level is not None, "a computer has a level"
        try:
            action = await self._services.thinkers.choose(self.match.game, level, position.seen_by(seat).known, seat)
            text = position.action_to_text(seat, action)
            while self.match.position is position and not self.match.is_over:
                with contextlib.suppress(StaleVersion):
                    await self.do(co.Play(seat=seat, text=text, seen_version=self.match.version))
        finally:  # whatever became of it, the next `wake` may let it think again
            if self._thinking.get(seat) is position:
                del self._thinking[seat]

    def _answer_at_once(self) -> None:
        """A computer lets people take turns back and declines draws; at one screen nobody has to be asked."""
        match, seats = self.match, self.seating.seats
        if match.is_over:
            return
        if (asked := match.undo_asked) is not None and (self.seating.is_hotseat or seats[1 - asked].kind == COMPUTER):
            self._services.spawn(self._answer(co.AnswerUndo(seat=1 - asked, accept=True)))
        if (asked := match.draw_offered) is not None and seats[1 - asked].kind == COMPUTER:
            self._services.spawn(self._answer(co.AnswerDraw(seat=1 - asked, accept=False)))

    async def _answer(self, command: co.Command) -> None:
        try:
            await self.do(command)
        except ParlourError:
            return  # it was withdrawn, or the match went on
