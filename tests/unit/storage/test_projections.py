"""What follows from the log: taken in once and in order, however often it is stopped."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match.errors import CorruptLog
from parlour.storage import log_projection as module
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place
from parlour.storage.projections import SqlProjection
from support.stored_matches import EMPTY_SEATING, dump, finish_many, url_of

PEOPLE = ["account:1", "account:2", "account:3", "guest:a", "guest:b"]
STEPS = """
import sys
from parlour.server.settings import read_database
from parlour.storage.database import Database
from parlour.storage.projections import SqlProjection
projections = SqlProjection(Database(read_database(sys.argv[1])))
def follow(done, total):
    print(done, flush=True)
    return True
getattr(projections, sys.argv[2])(follow)
"""


@pytest.fixture
def log(database: Database) -> SqlLog:
    return SqlLog(database)


@pytest.fixture
def projections(database: Database) -> SqlProjection:
    return SqlProjection(database)


def rows(database: Database, table: sa.Table) -> list[sa.RowMapping]:
    return list(database.reader().execute(sa.select(table)).mappings())


@pytest.mark.slow
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32), cuts=st.lists(st.integers(1, 40), max_size=5), size=st.integers(1, 30))
def test_taken_in_bit_by_bit_or_rebuilt_it_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, seed: int, cuts: list[int], size: int
) -> None:
    with (
        closing(Database(tmp_path_factory.mktemp("bits") / "parlour.db")) as database,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(module, "MATCHES_AT_ONCE", size)
        patch.setattr(module, "EVENTS_AT_ONCE", 3 * size)
        patch.setattr(module, "ROWS_AT_ONCE", 2 * size)
        log, projections, written = SqlLog(database), SqlProjection(database), 0
        for cut in [*cuts, 7]:
            finish_many(log, cut, seed, PEOPLE, first=written)
            written += cut
            projections.catch_up()
        bit_by_bit = dump(database)
        projections.rebuild()

        assert dump(database) == bit_by_bit
        assert sum(row[3] for row in bit_by_bit["progress"] if row[1] == "") == sum(
            row[7] != "played" for row in bit_by_bit["results"]
        )


def test_a_rebuild_that_was_stopped_is_finished_by_the_next_catch_up(
    database: Database, log: SqlLog, projections: SqlProjection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MATCHES_AT_ONCE", 10)
    monkeypatch.setattr(module, "ROWS_AT_ONCE", 10)
    finish_many(log, 60, 5, PEOPLE)
    projections.catch_up()
    before = dump(database)
    for steps in (1, 4, 9, 14):
        answers = iter([True] * steps)
        projections.rebuild(lambda *_, answers=answers: next(answers, False))
        assert dump(database) != before
        projections.catch_up()

        assert dump(database) == before


def test_catching_up_ends_however_much_goes_on(database: Database, log: SqlLog, projections: SqlProjection) -> None:
    finish_many(log, 30, 2, PEOPLE)
    log.create("live", 1, EMPTY_SEATING, [b"x"]).result()
    told: list[int] = []

    def play_on(done: int, total: int) -> bool:
        log.append("live", 1 + len(told), [b"x"]).result()
        told.append(done)
        return len(told) < 100

    projections.catch_up(play_on)
    assert len(told) < 20
    assert told[-1] == dump(database)["cursors"][0][1]


def test_two_that_catch_up_at_once_count_everything_once(
    database: Database, log: SqlLog, projections: SqlProjection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both read where the cursor is before either writes: only one of the two batches may count."""
    finish_many(log, 80, 3, PEOPLE)
    take_in, other = SqlProjection._take_in, SqlProjection(database)

    def meet(self: SqlProjection, *batch: Any) -> list[tuple[str, CorruptLog]]:
        take_in(self, *batch)
        return take_in(self, *batch)

    monkeypatch.setattr(SqlProjection, "_take_in", meet)
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(projections.catch_up), pool.submit(other.catch_up)]:
            done.result()
    monkeypatch.undo()
    both = dump(database)
    projections.rebuild()

    assert dump(database) == both


@pytest.mark.slow
@pytest.mark.parametrize("what", ["catch_up", "rebuild"])
def test_kill_9_in_the_middle_loses_nothing_and_counts_nothing_twice(what: str, place: Place) -> None:
    with closing(Database(place)) as database:
        finish_many(SqlLog(database), 400, 11, PEOPLE)
        if what == "rebuild":
            SqlProjection(database).catch_up()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for steps in (1, 2, 3):
        command = [sys.executable, "-c", STEPS, url_of(place), what]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(steps):
                assert process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
    with closing(Database(place)) as database:
        projections = SqlProjection(database)
        projections.catch_up()
        survived = dump(database)
        projections.rebuild()

        assert dump(database) == survived
        assert len(survived["results"]) > 300
