"""Results, experience, ratings, achievements follow from the log alone: rebuilt, the tables are the same byte for byte.

Histories are random: people create, join (also too late), open, play, take back, claim, abort, resign, sign up and
delete their accounts, while the results are taken in now and then.
"""

import contextlib
import random
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.match.seating import OPEN, PERSON, Seat
from parlour.server.identity import is_account
from parlour.server.live_match import LiveMatch
from parlour.storage.achievements import SqlAchievements
from parlour.storage.people import SqlPeople
from parlour.storage.projections import SqlProjection
from support.eye import Eye
from support.fake_clock import Rooms, run, settle
from support.stored_matches import dump

STEPS = 200
PASSWORD = "hash"


@dataclass
class Person:
    """Somebody who may sign up and go."""

    name: str
    identity: str

    @property
    def session(self) -> str:
        return f"session of {self.name}"


class History:
    """Random events on a server of people who play Connect Four."""

    def __init__(self, rooms: Rooms, seed: int) -> None:
        self.rooms = rooms
        self.choose = random.Random(seed)
        self.matches: list[LiveMatch] = []
        self.people = SqlPeople(rooms.database)
        self.projections = SqlProjection(rooms.database), SqlAchievements(rooms.database)
        self._numbers = count()
        self._eyes: dict[tuple[str, int], Eye] = {}  # by match and seat
        self.crowd = [self.newcomer() for _ in range(4)]

    def newcomer(self) -> Person:
        number = next(self._numbers)
        return Person(f"P{number}", f"guest:{number}")

    async def step(self) -> None:
        deeds = {
            self.create: 3, self.join: 6, self.play: 12, self.look: 10, self.undo: 3, self.claim: 4, self.abort: 1,
            self.resign: 1.5, self.wait: 3, self.sign_up: 2, self.delete: 0.2, self.take_in: 2,
        }  # fmt: skip
        (deed,) = self.choose.choices(list(deeds), list(deeds.values())) if self.matches else (self.create,)
        with contextlib.suppress(ParlourError):
            await deed()
        await settle(self.rooms.services)

    def someone(self) -> Person:
        return self.choose.choice(self.crowd)

    def seat(self) -> tuple[LiveMatch, int]:
        """Return a random match, rather one that goes on, and a seat of a person in it."""
        going = [live for live in self.matches if not live.match.is_over]
        live = self.choose.choice(going or self.matches)
        return live, self.choose.choice(live.seating.people)[0]

    async def create(self) -> None:
        host = self.someone()
        mine = Seat(PERSON, host.name, host.identity)
        other = mine if self.choose.random() < 0.1 else Seat(OPEN, "Somebody")
        is_rated = is_account(host.identity) and other is not mine and self.choose.random() < 0.7
        seats = self.choose.choice([(mine, other), (other, mine)])
        pace = self.choose.choice(["none", "5+3", "2d"])
        self.matches.append(
            await self.rooms.hub.create("connect_four", {"quick_colours": 1}, pace, seats, is_rated=is_rated)
        )

    async def join(self) -> None:
        free = [live for live in self.matches if live.seating.open_seat is not None]
        guest, live = self.someone(), self.choose.choice(free or self.matches)
        await self.rooms.hub.join(live.id, live.seating.invitation, guest.identity, guest.name)

    async def look(self) -> None:
        live, seat = self.seat()
        if eye := self._eyes.pop((live.id, seat), None):
            live.unwatch(eye)
        else:
            eye = self._eyes[live.id, seat] = Eye()
            live.watch(eye, seat)

    async def play(self) -> None:
        live, _ = self.seat()
        for _ in range(self.choose.randrange(1, 12)):
            if live.is_waiting or live.match.is_over:
                return
            seat = self.choose.choice(live.match.position.to_act())
            choices = live.match.position.seen_by(seat).choices()
            await live.do(co.Play(seat=seat, action=self.choose.choice(choices).action))

    async def undo(self) -> None:
        live, seat = self.seat()
        await live.do(co.AskUndo(seat=seat))
        await live.do(co.AnswerUndo(seat=1 - seat, accept=self.choose.random() < 0.8))

    async def claim(self) -> None:
        live, seat = self.seat()
        await live.claim(seat, f"claim {next(self._numbers)}")

    async def abort(self) -> None:
        live, seat = self.seat()
        await live.do(co.Abort(seat=seat))

    async def resign(self) -> None:
        live, seat = self.seat()
        await live.do(co.Resign(seat=seat))

    async def wait(self) -> None:
        await self.rooms.pass_s(self.choose.choice([10, 400, 5 * 86_400]))

    async def sign_up(self) -> None:
        person = self.someone()
        if not is_account(person.identity):
            changed = await self.rooms.hub.reassign_identity(
                lambda: self.people.sign_up(person.name, PASSWORD, person.session, 1, person.identity)
            )
            person.identity = f"account:{changed.account}"

    async def delete(self) -> None:
        person = self.someone()
        if is_account(person.identity):
            await self.rooms.hub.reassign_identity(lambda: self.people.delete(person.session, PASSWORD))
            self.crowd[self.crowd.index(person)] = self.newcomer()

    async def take_in(self) -> None:
        for projection in self.projections:
            projection.catch_up()


@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_rebuilt_tables_equal_the_live_ones_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    run(compare(tmp_path_factory.mktemp("history"), seed))


async def compare(folder: Path, seed: int) -> None:
    rooms = Rooms(folder)
    try:
        history = History(rooms, seed)
        for _ in range(STEPS):
            await history.step()
        await history.take_in()
        live = repr(dump(rooms.database)).encode()
        for projection in history.projections:
            projection.rebuild()

        assert repr(dump(rooms.database)).encode() == live
    finally:
        await rooms.close()
