"""The projector: one at a time, again when the disk refused, and never longer than the server lives."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from parlour.match.errors import StorageBusy
from parlour.match.results import Follow
from parlour.server import projector as module
from parlour.server.metrics import Metrics
from parlour.server.projector import Projector
from parlour.server.tasks import Tasks
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.projections import SqlProjection
from support.stored_matches import dump, finish_many


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "parlour.db")) as database:
        finish_many(SqlLog(database), 120, 1, ["account:1", "account:2", "guest:a"])
        yield database


class Watched(SqlProjection):
    """Notes how often it was asked, and how many asked at once; refuses at first, when told to."""

    def __init__(self, database: Database, num_refusals: int = 0) -> None:
        super().__init__(database)
        self.num_calls = self.num_inside = self.most_inside = 0
        self.num_refusals = num_refusals
        self.gate = threading.Event()  # closed: it waits
        self.gate.set()

    def catch_up(self, follow: Follow = lambda *_: True) -> None:
        self.num_calls += 1
        self.num_inside += 1
        self.most_inside = max(self.most_inside, self.num_inside)
        try:
            self.gate.wait()
            if self.num_calls <= self.num_refusals:
                raise StorageBusy("Too much is waiting.")
            super().catch_up(follow)
        finally:
            self.num_inside -= 1


async def settle(tasks: Tasks) -> None:
    while tasks.running:
        await asyncio.sleep(0.01)


def caught_up(database: Database) -> bool:
    kept = dump(database)
    SqlProjection(database).catch_up()
    return dump(database) == kept


def test_woken_often_it_works_one_at_a_time_until_all_is_taken_in(database: Database) -> None:
    async def scenario() -> Watched:
        records, metrics = Watched(database), Metrics()
        tasks = Tasks(metrics)
        projector = Projector(records, tasks)
        records.gate.clear()
        for _ in range(50):
            projector.wake()
            await asyncio.sleep(0)
        records.gate.set()
        await settle(tasks)
        await tasks.close()
        assert b"parlour_failures_total 0.0" in metrics.to_text()
        return records

    records = asyncio.run(scenario())

    assert records.most_inside == 1
    assert records.num_calls == 2
    assert caught_up(database)


def test_it_rests_and_then_takes_in_what_ended_meanwhile(database: Database) -> None:
    async def scenario(rest_s: float, num_calls: int) -> Watched:
        records, tasks = Watched(database), Tasks(Metrics())
        projector = Projector(records, tasks, rest_s)
        records.gate.clear()
        projector.wake()
        while not records.num_inside:
            await asyncio.sleep(0.001)
        projector.wake()  # a match ends while it works
        records.gate.set()
        while records.num_calls < num_calls or tasks.running:
            await asyncio.sleep(0.001)
        projector.wake()
        assert rest_s < 1 or not tasks.running, "it works while it should rest"
        await tasks.close()
        return records

    assert asyncio.run(scenario(rest_s=3600, num_calls=1)).num_calls == 1
    assert asyncio.run(scenario(rest_s=0.01, num_calls=2)).num_calls >= 2


def test_when_the_disk_refuses_it_tries_again(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN_S", 0.01)

    async def scenario() -> Watched:
        records, tasks = Watched(database, num_refusals=2), Tasks(Metrics())
        Projector(records, tasks).wake()
        while records.num_calls < 3:
            await asyncio.sleep(0.01)
        await settle(tasks)
        await tasks.close()
        return records

    asyncio.run(scenario())

    assert caught_up(database)


def test_a_stop_does_not_wait_for_all_of_it_and_the_next_start_goes_on(database: Database) -> None:
    async def scenario() -> None:
        tasks = Tasks(Metrics())
        projector = Projector(SqlProjection(database), tasks)
        projector.wake()
        await asyncio.sleep(0)
        projector.stop()
        await tasks.close()
        projector.wake()  # a match ended while the server stopped
        assert not tasks.running

    asyncio.run(scenario())

    assert not caught_up(database)
    assert caught_up(database)
