"""Fixtures of all tests of the project, made when a test first asks for them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # most tests need none of this
    from parlour.storage.place import Place
    from support.postgres import PostgresServer
    from support.redis import RedisServer


@pytest.fixture(scope="session")
def one_postgres_server() -> "Iterator[PostgresServer]":
    """Return the PostgreSQL server of this process; what it acknowledges need not be on the disk."""
    from support.postgres import CARELESS, PostgresServer

    server = PostgresServer(*CARELESS)
    try:
        server.make_template()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_server(one_postgres_server: "PostgresServer") -> "Iterator[PostgresServer]":
    """Return a PostgreSQL server; the databases that a test makes are emptied after it."""
    yield one_postgres_server
    one_postgres_server.take_back()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> "Place":
    """Return an empty database, of each kind."""
    if request.param == "sqlite":
        from support.sqlite import put_database

        return put_database(tmp_path / "parlour.db")
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.new_database()


@pytest.fixture(scope="session")
def one_redis_server() -> "Iterator[RedisServer]":
    """Return the Redis of this process."""
    from support.redis import RedisServer

    with RedisServer() as server:
        yield server


@pytest.fixture
def redis_server(one_redis_server: "RedisServer") -> "RedisServer":
    """Return a Redis that is running and empty."""
    one_redis_server.empty()
    return one_redis_server


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of the server, so that no bucket fills up again."""
    from parlour.server.clocks import SystemClock

    monkeypatch.setattr(SystemClock, "now_ms", lambda _: 1_800_000_000_000)
