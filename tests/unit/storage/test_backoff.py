"""While a database is gone, it is asked now and then, not whenever somebody needs it."""

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import psycopg
import pytest

from parlour.match.errors import StorageFailed
from parlour.storage import backoff
from parlour.storage.backoff import Backoff
from parlour.storage.place import PostgresPlace
from parlour.storage.postgres import PostgresConnection

MANY = 20


def test_attempts_become_rarer_but_never_rare() -> None:
    now_ms, attempts_ms, outage = 0, list[int](), Backoff(lambda: now_ms / 1000)

    def fail() -> None:
        attempts_ms.append(now_ms)
        raise StorageFailed("It is gone.")

    for now_ms in range(30_000):  # noqa: B007  # the clock
        with pytest.raises(StorageFailed, match="It is gone"):
            outage.attempt(fail)
    pauses_ms = [after - before for before, after in pairwise(attempts_ms)]
    longest_ms = [50, 100, 200, 400, 800, 1600, *[2000] * len(pauses_ms)]

    assert len(pauses_ms) > 15
    assert all(most / 2 <= pause <= most + 1 for pause, most in zip(pauses_ms, longest_ms, strict=False))
    assert len({*pauses_ms[6:]}) > 5, "nodes do not ask all at the same time"


def test_after_a_success_nobody_is_refused() -> None:
    now_s, outage = 0.0, Backoff(lambda: now_s)

    def fail() -> None:
        raise StorageFailed("It is gone.")

    for _ in range(2):
        with pytest.raises(StorageFailed):
            outage.attempt(fail)
        now_s += 0.05

        assert [outage.attempt(lambda: "there") for _ in range(3)] == ["there"] * 3


def test_of_many_who_ask_at_once_one_tries() -> None:
    outage, attempts, everyone = Backoff(lambda: 0.0), list[int](), threading.Barrier(MANY)

    def fail() -> None:
        attempts.append(1)
        raise StorageFailed("It is gone.")

    def ask() -> None:
        everyone.wait()
        with pytest.raises(StorageFailed):
            outage.attempt(fail)

    with ThreadPoolExecutor(MANY) as threads:
        for asked in [threads.submit(ask) for _ in range(MANY)]:
            asked.result()

    assert len(attempts) == 1


def test_all_connections_of_a_process_wait_together(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = []
    monkeypatch.setattr(backoff, "FIRST_S", 3600.0)

    def refuse(*_: object, **__: object) -> None:
        attempts.append(1)
        raise psycopg.OperationalError("connection refused")

    monkeypatch.setattr(psycopg, "connect", refuse)
    for _ in range(MANY):
        with contextlib.suppress(StorageFailed):
            PostgresConnection(PostgresPlace("postgresql://127.0.0.1:1/wait_together"))

    assert len(attempts) == 1
