"""The one thread that writes to the database: many changes, one commit.

Changes wait in a bounded queue. The writer takes all that wait, makes them in one transaction, commits once, and only
then completes their futures. When one of them fails, all are made again, each in a savepoint of its own. What is done
is on the disk; what failed has changed nothing.
"""

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from parlour.match.errors import StorageBusy, StorageFailed

T = TypeVar("T")
Change = Callable[[sqlite3.Connection], T]  # reads and writes, neither commits nor waits, and may be made twice
Job = tuple[Change[Any], "Future[Any]"]
Outcome = tuple["Future[Any]", Any, BaseException | None]

MOST_WAITING = 10_000
MOST_AT_ONCE = 500  # changes in one commit
LOCK_WAIT_S = 5.0  # for another process that holds the file


def connect(path: Path) -> sqlite3.Connection:
    """Open a database so that a commit is on the disk when it returns, and readers never wait for the writer."""
    connection = sqlite3.connect(path, timeout=LOCK_WAIT_S, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class Writer:
    """Makes changes one after the other, in a thread of its own."""

    def __init__(self, path: Path, most_waiting: int = MOST_WAITING) -> None:
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

    def submit(self, change: Change[T]) -> "Future[T]":
        """Queue a change; its future is done when the change is on the disk.

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
            self._waiting.put((change, done))
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
            self._commit([job for job in batch if job is not None and job[1].set_running_or_notify_cancel()])

    def _commit(self, batch: list[Job]) -> None:
        outcomes: list[Outcome] = []
        try:
            outcomes = self._make(batch)
            self.connection.execute("COMMIT")
            self.is_failing = False
        except sqlite3.Error as error:
            self.is_failing = True
            with contextlib.suppress(sqlite3.Error):  # if even this fails, the next transaction begins with it
                self.connection.rollback()
            failure = StorageFailed(f"It could not be saved: {error}.")
            outcomes = [(done, None, failure) for _, done in batch]
        for done, result, refusal in outcomes:
            if refusal is None:
                done.set_result(result)
            else:
                done.set_exception(refusal)

    def _make(self, batch: list[Job]) -> list[Outcome]:
        """Begin a transaction and make all changes in it, without savepoints as long as none fails."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            return [(done, change(self.connection), None) for change, done in batch]
        except Exception as refusal:
            _check_disk(refusal)
        self.connection.execute("ROLLBACK")
        self.connection.execute("BEGIN IMMEDIATE")
        return [(done, *self._attempt(change)) for change, done in batch]

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


def _check_disk(refusal: Exception) -> None:
    """Let the whole transaction fail when the disk is at fault, not the change."""
    cause = getattr(refusal, "orig", refusal)  # SQLAlchemy wraps what the database says
    if isinstance(cause, sqlite3.Error) and not isinstance(cause, sqlite3.IntegrityError):
        raise cause from None
