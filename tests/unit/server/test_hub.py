"""Who sits where, when people sit down, sign up and go at the same moment: the memory and the disk agree."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

from parlour.match.accounts import DELETED
from parlour.match.seating import OPEN, PERSON, Seat, Seating, read_seating
from parlour.server.hub import Hub
from parlour.server.live_match import LiveMatch
from parlour.server.reserved import Reserved
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from support.fake_clock import Standing, match_services

GUEST, HOST, ME = "guest:g", "guest:h", "account:1"
ALICE = Seat(PERSON, "Alice", ME)


class Table(NamedTuple):
    """A hub, its people, and a match of the host with an open seat."""

    database: Database
    hub: Hub
    people: SqlPeople
    match: LiveMatch

    @asynccontextmanager
    async def held_up(self) -> AsyncIterator[None]:
        """Let all that is written wait until the block ends, so that it happens together."""
        gate = threading.Event()
        self.database.write(lambda _: gate.wait())
        try:
            yield
        finally:
            gate.set()

    def on_disk(self, live: LiveMatch) -> Seating:
        return read_seating(SqlLog(self.database).read(live.id).seating)


async def begin(hub: Hub, identity: str) -> LiveMatch:
    seats = (Seat(PERSON, "Old name", identity), Seat(OPEN, "Somebody"))
    return await hub.create("connect_four", {}, "none", seats)


class SlowReader(Hub):
    """A hub whose disk answers late, with what it had when it was asked."""

    def _read(self, match_id: str) -> LiveMatch:
        live = super()._read(match_id)
        threading.Event().wait(0.1)
        return live


def at_a_table(tmp_path: Path, scenario: Callable[[Table], Awaitable[None]], kind: type[Hub] = Hub) -> None:
    async def run() -> None:
        database = Database(tmp_path / "parlour.db")
        services = match_services(database, Standing())
        hub = kind(services)
        try:
            await scenario(Table(database, hub, SqlPeople(database), await begin(hub, HOST)))
            assert b"parlour_failures_total 0.0" in services.metrics.to_text()
        finally:
            await services.close()
            database.close()

    asyncio.run(run())


async def together(table: Table, *works: Awaitable[object]) -> list[object]:
    """Have several things asked for in this order, before any of them is on the disk."""
    async with table.held_up():
        tasks = []
        for work in works:
            tasks.append(asyncio.ensure_future(work))
            for _ in range(5):  # until it waits for the disk
                await asyncio.sleep(0)
    return await asyncio.gather(*tasks)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_guest_who_sits_down_and_signs_up_at_once_sits_there_as_the_account(
    order: tuple[int, ...], tmp_path: Path
) -> None:
    async def scenario(table: Table) -> None:
        hub, match = table.hub, table.match
        works: list[Awaitable[object]] = [
            hub.join(match.id, match.seating.invitation, GUEST, "Guest 1234"),
            begin(hub, GUEST),
            hub.reassign_identity(lambda: table.people.sign_up("Alice", "hash", "session", 1, GUEST)),
        ]
        results = await together(table, *(works[number] for number in order))
        made = results[order.index(1)]
        assert isinstance(made, LiveMatch)

        assert match.seating.seats[1] == made.seating.seats[0] == ALICE
        assert [table.on_disk(live) for live in (match, made)] == [match.seating, made.seating]
        assert [row["match"] for row in table.people.export(1)["matches"]] == sorted([match.id, made.id])

    at_a_table(tmp_path, scenario)


@pytest.mark.parametrize("is_host_first", [False, True])
def test_a_guest_can_sit_down_while_the_other_side_signs_up(is_host_first: bool, tmp_path: Path) -> None:
    async def scenario(table: Table) -> None:
        hub, match = table.hub, table.match
        works: list[Awaitable[object]] = [
            hub.join(match.id, match.seating.invitation, GUEST, "Guest 1234"),
            hub.reassign_identity(lambda: table.people.sign_up("Alice", "hash", "session", 1, HOST)),
        ]
        await together(table, *(reversed(works) if is_host_first else works))

        assert match.seating.seats == (ALICE, Seat(PERSON, "Guest 1234", GUEST))
        assert table.on_disk(match) == match.seating

    at_a_table(tmp_path, scenario)


@pytest.mark.parametrize("is_gone_first", [False, True])
def test_deleting_an_account_while_sitting_down_leaves_no_name(is_gone_first: bool, tmp_path: Path) -> None:
    async def scenario(table: Table) -> None:
        hub, match = table.hub, table.match
        await hub.reassign_identity(lambda: table.people.sign_up("Alice", "hash", "session", 1))
        works: list[Awaitable[object]] = [
            hub.join(match.id, match.seating.invitation, ME, "Alice"),
            hub.reassign_identity(lambda: table.people.delete("session", "hash")),
        ]
        await together(table, *(reversed(works) if is_gone_first else works))

        assert match.seating.seats[1] == Seat(PERSON, DELETED, ME)
        assert table.on_disk(match) == match.seating

    at_a_table(tmp_path, scenario)


@pytest.mark.parametrize("is_read_first", [False, True])
def test_a_match_that_is_read_while_a_player_signs_up_has_the_new_name(is_read_first: bool, tmp_path: Path) -> None:
    async def scenario(table: Table) -> None:
        hub, match_id = table.hub, table.match.id
        del hub._live[match_id]  # as after a while without followers
        works: list[Awaitable[object]] = [
            hub.reassign_identity(lambda: table.people.sign_up("Alice", "hash", "session", 1, HOST)),
            hub.find(match_id),
        ]
        await together(table, *(reversed(works) if is_read_first else works))

        assert (await hub.find(match_id)).seating.seats[0] == ALICE

    at_a_table(tmp_path, scenario, SlowReader)


def test_a_match_that_is_loaded_while_it_is_made_is_in_memory_once(tmp_path: Path) -> None:
    async def scenario(table: Table) -> None:
        hub, log = table.hub, SqlLog(table.database)
        seats = (Seat(PERSON, "Ann", HOST), Seat(PERSON, "Ben", GUEST))
        making = asyncio.ensure_future(hub.create("connect_four", {}, "5+3", seats, reserved=Reserved("m1", "secret")))
        await asyncio.sleep(0)  # until it waits for the disk
        while "m1" not in log.due_matches(0):
            pass  # the loop is held up: the match is on the disk, and not in memory yet
        loading = asyncio.ensure_future(hub.find("m1"))

        assert await making is await loading is hub.in_memory("m1")

    at_a_table(tmp_path, scenario, SlowReader)


def test_a_client_that_disconnects_while_sitting_down_keeps_the_seat(tmp_path: Path) -> None:
    async def scenario(table: Table) -> None:
        hub, match = table.hub, table.match
        async with table.held_up():
            joining = asyncio.ensure_future(hub.join(match.id, match.seating.invitation, GUEST, "Guest 1234"))
            await asyncio.sleep(0.01)
            joining.cancel()
            is_idle = match.is_idle
        while not match.is_idle:
            await asyncio.sleep(0.01)

        assert not is_idle  # it must not leave the memory before the disk has answered
        assert match.seating.seats_of(GUEST) == (1,)
        assert table.on_disk(match) == match.seating

    at_a_table(tmp_path, scenario)
