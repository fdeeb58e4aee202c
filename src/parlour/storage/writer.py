"""The one thread that writes to the database: many changes, one commit.

Changes wait in a bounded queue. The writer takes all that wait, makes them in one transaction, commits once, and only
then completes their futures. When one of them fails, all are made again, each in a savepoint of its own. What is done
is on the disk; what failed has changed nothing.

Changes of one kind that follow each other can be made by few statements: each statement lets the other threads go on,
and then waits for them, which takes longer than the statement itself.
"""

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from parlour.match.errors import StorageBusy, StorageFailed
from parlour.storage.raw import Deadlock, RawConnection

T = TypeVar("T")
Change = Callable[[RawConnection], T]  # reads and writes, neither commits nor waits, and may be made twice
MakeAll = Callable[[RawConnection, Sequence[Any]], None]  # makes changes of one kind, which have no results
Outcome = tuple["Future[Any]", Any, BaseException | None]
FAILURES = (sqlite3.Error, StorageFailed, Deadlock)  # of the database, not of a change

MOST_WAITING = 10_000
MOST_AT_ONCE = 500  # changes in one commit
STATEMENTS = 256  # that are kept prepared; Python's own 128 would hardly suffice for those of the log
LOCK_WAIT_S = 5.0  # for another process that holds the file


class Job(NamedTuple):
    """A change that waits."""

    change: Change[Any]
    done: "Future[Any]"
    make_all: MakeAll | None


def connect(path: Path) -> sqlite3.Connection:
    """Open a database so that a commit is on the disk when it returns, and readers never wait for the writer."""
    connection = sqlite3.connect(
        path, timeout=LOCK_WAIT_S, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class Writer:
    """Makes changes one after the other, in a thread of its own; this one in SQLite."""

    connection: RawConnection

    def __init__(self, path: Path | None, most_waiting: int = MOST_WAITING) -> None:
        """Open a file; None: a writer to another kind of database has its connection already."""
        if path is not None:
            self.connection = connect(path)
        self._waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()  # the quick one; `submit` bounds it
        self._most_waiting = most_waiting
        self.is_failing = False  # the disk refused the last transaction
        self._is_closed = False
        self._closing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="parlour-writer")
        self._thread.start()

    @property
    def num_waiting(self) -> int:
        return self._waiting.qsize()

    def submit(self, change: Change[T], make_all: MakeAll | None = None) -> "Future[T]":
        """Queue a change; its future is done when the change is on the disk.

        Args:
            make_all: makes several changes that were submitted with it at once, or fails.

        Raises:
            StorageBusy: too much is waiting.
            StorageFailed: the writer is closed.
        """
        done: Future[T] = Future()
        with self._closing:
            if self._is_closed:
                raise StorageFailed("The storage is closed.")
            if self._waiting.qsize() >= self._most_waiting:
                raise StorageBusy("Too much is waiting to be saved. Try again in a moment.")
            self._waiting.put(Job(change, done, make_all))
        return done

    def close(self) -> None:
        """Make all changes that wait, then close."""
        with self._closing:
            self._is_closed = True
        if self._thread.is_alive():
            self._waiting.put(None)
            self._thread.join()
            self.connection.close()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = [self._waiting.get()]
            while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            is_open = None not in batch
            # A future can be cancelled until its change is begun.
            self._commit([job for job in batch if job is not None and job.done.set_running_or_notify_cancel()])

    def _commit(self, batch: list[Job]) -> None:
        outcomes: list[Outcome] = []
        try:
            outcomes = self._make(batch)
            self._end()
            self.is_failing = False
        except FAILURES as error:
            self.is_failing = True
            with contextlib.suppress(*FAILURES):  # there may be no transaction, or no connection any more
                self.connection.execute("ROLLBACK")
            failure = StorageFailed(f"It could not be saved: {error}".removesuffix(".") + ".")
            outcomes = [(job.done, None, failure) for job in batch]
        for done, result, refusal in outcomes:
            if refusal is None:
                done.set_result(result)
            else:
                done.set_exception(refusal)

    def _make(self, batch: list[Job]) -> list[Outcome]:
        """Begin a transaction and make all changes in it, without savepoints as long as none fails."""
        self._begin()
        try:
            return [
                outcome for make_all, jobs in groupby(batch, _kind) for outcome in self._make_some(make_all, [*jobs])
            ]
        except Exception as refusal:
            _check_disk(refusal)
        self.connection.execute("ROLLBACK")
        self._begin()
        return [(job.done, *self._attempt(job.change)) for job in batch]

    def _make_some(self, make_all: MakeAll | None, jobs: list[Job]) -> list[Outcome]:
        if make_all is None:
            return [(job.done, job.change(self.connection), None) for job in jobs]
        make_all(self.connection, [job.change for job in jobs])
        return [(job.done, None, None) for job in jobs]

    def _begin(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def _end(self) -> None:
        self.connection.execute("COMMIT")

    def _attempt(self, change: Change[Any]) -> tuple[Any, BaseException | None]:
        """Make one change of a transaction; a failure undoes it alone."""
        self.connection.execute("SAVEPOINT change")
        try:
            result = change(self.connection)
        except Exception as refusal:
            _check_disk(refusal)
            self.connection.execute("ROLLBACK TO change")
            self.connection.execute("RELEASE change")
            return None, refusal
        self.connection.execute("RELEASE change")
        return result, None


def _kind(job: Job) -> MakeAll | None:
    return job.make_all


def _check_disk(refusal: Exception) -> None:
    """Let the whole transaction fail when the database is at fault, not the change."""
    cause = getattr(refusal, "orig", refusal)  # SQLAlchemy wraps what the database says
    if isinstance(cause, FAILURES) and not isinstance(cause, sqlite3.IntegrityError):
        raise cause from None
