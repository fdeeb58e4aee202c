"""The computer players of one match: they think when it is their turn, and answer offers at once."""

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from parlour.core.contract import SEATS
from parlour.core.errors import ParlourError
from parlour.core.position import Position
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.errors import StaleVersion, StorageBusy, StorageFailed
from parlour.match.match import Match
from parlour.match.seating import COMPUTER, Seating
from parlour.players.pool import Owner
from parlour.server.computer_seed import history, position_version, question
from parlour.server.match_services import MatchServices
from parlour.server.tasks import AFTER_FAILURE_S

Choose = Callable[[], Awaitable[int]]


class Do(Protocol):
    """Carries out a command."""

    def __call__(self, command: co.Command, *, seen_version: int | None = None) -> Awaitable[int]: ...


class ComputerSeats:
    """Makes the computers of a match act."""

    def __init__(self, match_id: str, match: Match, do: Do, services: MatchServices) -> None:
        self._match_id = match_id
        self._match = match
        self._do = do
        self._services = services
        self._thinking: dict[int, Position] = {}  # by seat: the position that its computer thinks about
        self._turns = [asyncio.Lock() for _ in SEATS]  # a player thinks in the order in which the positions arose
        self._asked: dict[int, int] = {}  # by seat: the version of the position that a worker was asked about last

    @property
    def are_thinking(self) -> bool:
        return bool(self._thinking)

    def wake(self, seating: Seating) -> None:
        """Start the computers that are to act, and answer what was offered to them."""
        match = self._match
        for seat in match.position.to_act() if self._services.thinks and not match.is_over else ():
            level = seating.seats[seat].level
            if level is not None and self._thinking.get(seat) is not match.position:
                self._thinking[seat] = match.position
                self._services.tasks.spawn(self._think(seat, match.position, self._choice(seat, level)))
        self._answer_offers(seating)

    async def _think(self, seat: int, position: Position, choose: Choose) -> None:
        """Choose and play an action, unless the position has changed meanwhile: then another task does it.

        A position that was left early is thought about all the same, because later choices may depend on that.
        """
        try:
            async with self._turns[seat]:
                action = await choose()
            await self._play(seat, position, position.action_to_text(seat, action))
        except BaseException:  # the next `wake` lets it think again
            self._forget(seat, position)
            raise

    async def _play(self, seat: int, position: Position, text: str) -> None:
        match = self._match
        try:
            while match.position is position and not match.is_over:
                with contextlib.suppress(StaleVersion):
                    await self._do(co.Play(seat=seat, action=text), seen_version=match.version)
        except (StorageBusy, StorageFailed):
            self._later(lambda: self._play(seat, position, text))
        else:
            self._forget(seat, position)

    async def act(self, seating: Seating, seat: int, version: int) -> None:
        """Let a computer act in the position that arose at a version, unless the match has gone on."""
        match, position = self._match, self._match.position
        level = seating.seats[seat].level
        if match.is_over or position_version(match) != version or seat not in position.to_act() or level is None:
            return
        if not self._has_seen_all(seat, version):
            self._services.thinkers.players.release(self._match_id)
        self._asked[seat] = version
        text = position.action_to_text(seat, await self._choice(seat, level)())
        while match.position is position and not match.is_over:
            with contextlib.suppress(StaleVersion):
                await self._do(co.Play(seat=seat, action=text), seen_version=match.version)

    def _has_seen_all(self, seat: int, version: int) -> bool:
        """Return whether the player of a seat was asked here in all positions; otherwise it must think again.

        It was, if all that happened since the last time is that it acted, and then the other seat.
        """
        since = self._match.events[self._asked[seat] : version] if seat in self._asked else []
        acted = [event.seat for event in since if isinstance(event, ev.Acted) and not event.by_clock]
        is_plain = not any(isinstance(event, ev.UndoAnswered) and event.accept for event in since)
        return is_plain and acted[:1] == [seat] and seat not in acted[1:]

    def _forget(self, seat: int, position: Position) -> None:
        if self._thinking.get(seat) is position:
            del self._thinking[seat]

    def _later(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Try again what the disk has refused."""

        def again() -> None:
            if not self._services.tasks.is_closed:
                self._services.tasks.spawn(work())

        asyncio.get_running_loop().call_later(AFTER_FAILURE_S, again)

    def _choice(self, seat: int, level: str) -> Choose:
        """Return what lets the computer of a seat choose in the present position, even when it is left before that."""
        match = self._match
        earlier = functools.partial(history, match.events[: position_version(match)], match.seed, seat)
        return functools.partial(
            self._services.thinkers.choose,
            Owner(self._match_id, seat), match.game, level, question(match, seat), earlier,
        )  # fmt: skip

    def _answer_offers(self, seating: Seating) -> None:
        """A computer accepts takebacks, except in a tournament, and declines draws; on one device nobody is asked."""
        match, seats = self._match, seating.seats
        if match.is_over:
            return
        if (asked := match.undo_asked) is not None and (seating.is_hotseat or seats[1 - asked].kind == COMPUTER):
            is_fine = seating.tournament is None
            self._services.tasks.spawn(self._answer(co.AnswerUndo(seat=1 - asked, accept=is_fine)))
        if (asked := match.draw_offered) is not None and seats[1 - asked].kind == COMPUTER:
            self._services.tasks.spawn(self._answer(co.AnswerDraw(seat=1 - asked, accept=False)))

    async def _answer(self, command: co.Command) -> None:
        try:
            await self._do(command)
        except (StorageBusy, StorageFailed):
            self._later(lambda: self._answer(command))
        except ParlourError:  # it was withdrawn, or the match went on
            return
