"""What changes is sent, and leads to the same table as everything sent at once: whatever happens, to every viewer.

Mutants that it caught on 2026-11-18: the last table of another viewer as the base; a number that rises when nothing is
sent; choices that are not sent when there are none any more.
"""

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import parlour
from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.match.seating import PERSON, Seat
from parlour.server.live_match import LiveMatch
from support.eye import Eye
from support.fake_clock import Rooms, run
from support.followers import Follower

VIEWERS = (*SEATS, SPECTATOR)
PEOPLE = Seat(PERSON, "Ada", "guest:a"), Seat(PERSON, "Bo", "guest:b")
NUM_STEPS = 60


class Table:
    """A match, and clients of every viewer that come and go."""

    def __init__(self, rooms: Rooms, live: LiveMatch, chance: random.Random) -> None:
        self.rooms = rooms
        self.live = live
        self.chance = chance
        self.clients: list[tuple[Follower, int]] = []

    async def come(self, viewer: int, since: int | None = None) -> None:
        follower = Follower()
        self.clients.append((follower, viewer))
        self.live.watch(follower, viewer, await self.live.catch_up(viewer, since), changes=True)

    async def come_back(self) -> None:
        follower, viewer = self.clients.pop(self.chance.randrange(len(self.clients)))
        self.live.unwatch(follower)
        await self.come(viewer, self.chance.choice([None, follower.table["version"]]))

    async def play(self) -> None:
        position = self.live.match.position
        seat = self.chance.choice(position.to_act())
        await self.live.do(co.Play(seat=seat, action=self.chance.choice(position.seen_by(seat).choices()).action))

    async def ask(self) -> None:
        kind = self.chance.choice([co.OfferDraw, co.AskUndo])
        await self.live.do(kind(seat=self.chance.choice(SEATS)))

    async def answer(self) -> None:
        match, accept = self.live.match, self.chance.random() < 0.7
        if match.undo_asked is not None:
            await self.live.do(co.AnswerUndo(seat=1 - match.undo_asked, accept=accept))
        if match.draw_offered is not None:
            await self.live.do(co.AnswerDraw(seat=1 - match.draw_offered, accept=False))

    async def rename(self) -> None:
        seating, seat = self.live.seating, self.chance.choice(SEATS)
        name = self.chance.choice(["Ada", "Bo", "{}", "Zoë {0}"])
        self.live.reseat(seating.sit_down(seat, replace(seating.seats[seat], name=name)))

    async def wait(self) -> None:
        await self.rooms.pass_s(self.chance.randint(1, 50))

    async def step(self) -> None:
        play, ask, answer = self.play, self.ask, self.answer
        doing = self.chance.choice([play, play, play, play, ask, answer, self.come_back, self.rename, self.wait])
        with contextlib.suppress(*([ParlourError] if doing in (ask, answer) else [])):
            await doing()

    def check(self) -> None:
        """Compare what the clients have put together with what a new client is sent."""
        for viewer in VIEWERS:
            eye = Eye()
            self.live.watch(eye, viewer)
            for follower, followed in self.clients:
                if followed == viewer:
                    assert apart_from_time(follower.table) == apart_from_time(eye.table)
            self.live.unwatch(eye)


def apart_from_time(table: dict[str, Any]) -> str:
    """Return a table as text, without the time of the server, which is that of the message."""
    return json.dumps({name: value for name, value in table.items() if name != "now_ms"})


@pytest.mark.parametrize("pace", ["none", "5+3"])
@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_what_changes_leads_to_the_same_table_as_everything_at_once(game_id: str, pace: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms, chance = Rooms(tmp_path), random.Random(f"{game_id} {pace}")
        try:
            table = Table(rooms, await rooms.hub.create(game_id, {}, pace, PEOPLE), chance)
            for viewer in (*VIEWERS, 0, SPECTATOR):
                await table.come(viewer)
            for _ in range(NUM_STEPS):
                await table.step()
                table.check()
                if table.live.match.is_over:
                    break
            if not table.live.match.is_over:
                await table.live.do(co.Resign(seat=1))
            table.check()
            kinds = [json.loads(message)["type"] for follower, _ in table.clients for message in follower.received]
        finally:
            await rooms.close()
        assert kinds.count("change") > 3 * kinds.count("update")

    run(scenario())


def test_a_tab_that_opens_resends_nothing_to_those_who_are_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        try:
            live = await rooms.hub.create("patchwork", {}, "none", PEOPLE)
            first, watching = Follower(), Follower()
            live.watch(first, 0, changes=True)
            live.watch(watching, SPECTATOR, changes=True)
            num_received = len(first.received)
            live.watch(Follower(), 0, changes=True)
            live.watch(Follower(), SPECTATOR, changes=True)
            assert len(first.received) == num_received, "nothing has changed for anybody"

            live.watch(Follower(), 1, changes=True)
            told = json.loads(first.received[-1])
            assert told["table"] == {"seats": {"1": {"is_here": [True]}}}
            assert "choices" not in told
            assert len(first.received[-1]) < 200
        finally:
            await rooms.close()

    run(scenario())


def test_a_client_that_asks_for_whole_tables_is_sent_no_change(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        try:
            live = await rooms.hub.create("checkers", {"quick_colours": 1}, "none", PEOPLE)
            whole, follower = Eye(), Follower()
            live.watch(whole, 0)
            live.watch(follower, 0, changes=True)
            await Table(rooms, live, random.Random(1)).play()
            assert [reply["type"] for reply in whole.received] == ["snapshot", "update"]
            assert whole.table == follower.table

            live.watch(follower, 0)  # it subscribes again, and now wants whole tables
            await Table(rooms, live, random.Random(1)).play()
            assert json.loads(follower.received[-1])["type"] == "update"
        finally:
            await rooms.close()

    run(scenario())
