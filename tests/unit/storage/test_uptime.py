"""The time that several nodes have been up, by the clock of their database."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from parlour.match.errors import StorageFailed
from parlour.storage.database import Database
from parlour.storage.place import PostgresPlace
from parlour.storage.uptime import BEAT, LONGEST_MS, SharedUptime
from support.postgres import PostgresServer

HOUR_MS = 3_600_000


@pytest.fixture(autouse=True)
def _patient_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the database wait half an hour for a heartbeat, so that no test depends on the speed of a machine."""
    assert str(LONGEST_MS) in BEAT
    monkeypatch.setattr("parlour.storage.uptime.BEAT", BEAT.replace(str(LONGEST_MS), str(HOUR_MS // 2)))


class Hand:
    """The clock of a machine, moved by hand."""

    now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture
def place(postgres_server: PostgresServer) -> PostgresPlace:
    return postgres_server.new_database()


@pytest.fixture
def database(place: PostgresPlace) -> Iterator[Database]:
    with closing(Database(place)) as opened:
        yield opened


def move_beat(database: Database, by_ms: int) -> None:
    """Let the last heartbeat have been earlier, as if time had passed since."""
    database.writer.submit(lambda raw: raw.execute("UPDATE heartbeat SET beat_ms = beat_ms - ?", (by_ms,))).result()


def counted_ms(database: Database) -> int:
    return int(database.raw_reader().execute("SELECT up_ms FROM heartbeat").fetchone()[0])


def test_it_grows_while_one_of_several_nodes_beats(database: Database) -> None:
    with closing(SharedUptime(database)) as first, closing(SharedUptime(database)) as second:
        first.beat().result()
        for node in (second, first, second):
            before_ms = counted_ms(database)
            move_beat(database, 60_000)
            node.beat().result()
            first.beat().result()
            assert 60_000 <= counted_ms(database) - before_ms < 120_000, "together, not each by itself"
            assert node.up_ms >= before_ms + 60_000


def test_an_outage_is_not_counted(database: Database) -> None:
    with closing(SharedUptime(database)) as node:
        node.beat().result()
        before_ms = counted_ms(database)
    move_beat(database, HOUR_MS)
    with closing(SharedUptime(database)) as later:
        assert later.up_ms == before_ms, "it has not begun"
        later.beat().result()
        assert counted_ms(database) == before_ms


def test_a_clock_of_the_database_that_is_set_back_counts_nothing_twice(database: Database) -> None:
    with closing(SharedUptime(database)) as node:
        node.beat().result()
        before_ms = counted_ms(database)
        move_beat(database, -HOUR_MS)
        node.beat().result()
        assert counted_ms(database) == before_ms
        move_beat(database, 1_000)
        node.beat().result()
        assert counted_ms(database) >= before_ms + 1_000


def test_without_the_database_time_stands_still_and_a_restart_counts_nothing() -> None:
    server, hand = PostgresServer(), Hand()
    try:
        server.make_template()
        with closing(Database(server.new_database())) as database, closing(SharedUptime(database, hand)) as node:
            node.beat().result()
            before_ms = node.up_ms
            server.stop()
            hand.now_ms += HOUR_MS
            with pytest.raises(StorageFailed):
                node.beat().result()
            assert node.up_ms == before_ms + LONGEST_MS
            server.start()
            node.beat().result()
            assert node.up_ms == before_ms
    finally:
        server.remove()


def test_a_process_that_only_looks_counts_nothing(database: Database) -> None:
    with closing(SharedUptime(database)) as node, closing(SharedUptime(database, beats=False)) as worker:
        node.beat().result()
        move_beat(database, 1_000)
        before_ms = counted_ms(database)
        worker.beat().result()
        worker.beat().result()
        assert counted_ms(database) == before_ms
        node.beat().result()
        worker.beat().result()
        assert worker.up_ms >= before_ms + 1_000


def test_the_time_of_day_is_that_of_the_database(database: Database) -> None:
    hand = Hand()
    with closing(SharedUptime(database, hand)) as node:
        begin_ms = node.wall_ms
        hand.now_ms += 500
        assert node.wall_ms == begin_ms + 500
