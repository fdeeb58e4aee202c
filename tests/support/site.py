"""A site of several nodes and workers on one PostgreSQL and one Redis: all of them are processes, and can be killed."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour.storage.place import PostgresPlace
from support.postgres import PostgresServer
from support.redis import RedisServer
from support.server_process import Forked, forking, run_worker


class Site:
    """What runs."""

    def __init__(self, nodes: list[Forked], workers: list[Forked], postgres: PostgresServer, place: PostgresPlace,
                 redis: RedisServer) -> None:  # fmt: skip
        self.nodes = nodes
        self.workers = workers
        self.postgres = postgres
        self.redis = redis
        self.place = place
        self.addresses = [node.address for node in nodes]

    def start(self) -> None:
        """Start everything, and wait until it is there."""
        for process in (*self.nodes, *self.workers):
            process.start()
        for process in self.nodes:
            process.wait_until_ready()

    def kill(self) -> None:
        """Kill what is not dead already."""
        for process in (*self.nodes, *self.workers):
            if process.is_alive:
                process.kill()


@contextlib.contextmanager
def running_site(
    folder: Path, postgres: PostgresServer, num_nodes: int, num_workers: int = 1, **settings: Any
) -> Iterator[Site]:
    """Start a site with a database and a Redis of its own, and kill it in the end."""
    place = postgres.new_database()
    with RedisServer() as redis, contextlib.ExitStack() as stack:
        shared: dict[str, Any] = {"database": place, "redis": redis.url}
        nodes = [
            stack.enter_context(forking(folder / f"node{number}", **shared, **settings)) for number in range(num_nodes)
        ]
        workers = [
            stack.enter_context(forking(folder / f"worker{number}", run_worker, **shared))
            for number in range(num_workers)
        ]
        site = Site(nodes, workers, postgres, place, redis)
        site.start()
        yield site
