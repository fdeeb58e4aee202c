"""Servers in processes of their own, to be killed; forked from one that has loaded everything, they start at once."""

import contextlib
import mmap
import multiprocessing
import os
import socket
import sys
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from parlour.server.app import make_app
from parlour.server.run import Server
from parlour.server.settings import Settings
from parlour.storage.writer import Writer
from support.live_server import QUICK
from support.seeds import SEED, fixed_seeds

COMMITTING = "committing"  # in the data folder: one byte, not zero while a commit is being made


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def run_server(data: Path, port: int, settings: dict[str, Any]) -> None:
    """Serve until killed; tells in a byte of shared memory when a commit is under way."""
    tell_commits(data / COMMITTING)
    with fixed_seeds(settings.pop("seed", SEED)):  # every match is dealt alike, in whatever order they are started
        Server(make_app(Settings(data, (), hasher=QUICK, **settings)), port=port).run()


def tell_commits(path: Path) -> None:
    """Let the writer tell when it commits."""
    flag, commit = shared_byte(path), Writer._commit

    def presenter(self: Writer, batch: list[tuple[Any, Any]]) -> None:
        flag[0] = 1
        commit(self, batch)
        flag[0] = 0

    Writer._commit = presenter  # type: ignore[method-assign]  # only in the child


def shared_byte(path: Path) -> mmap.mmap:
    """Map the one byte of a file, made on first use."""
    if not path.exists():
        path.write_bytes(b"\0")
    with path.open("r+b") as opened:
        return mmap.mmap(opened.fileno(), 1)


class Forked:
    """A server that can be killed and started again on the same data and port."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data = data
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._settings = settings
        self._process: BaseProcess | None = None
        data.mkdir(parents=True, exist_ok=True)
        self._committing = shared_byte(data / COMMITTING)

    def start(self) -> None:
        """Start it; who wants to talk to it tries until it listens."""
        self._committing[0] = 0
        context = multiprocessing.get_context("forkserver")
        self._process = context.Process(target=run_server, args=(self.data, self.port, self._settings))
        self._process.start()

    def wait_until_ready(self, patience_s: float = 60.0) -> None:
        """Return when it listens."""
        end = time.monotonic() + patience_s
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self.is_alive, "the server died by itself"
                assert time.monotonic() < end, "the server does not listen"
                time.sleep(0.05)

    def kill(self) -> bool:
        """Kill it as `kill -9` does; tells whether a commit was under way."""
        assert self._process is not None
        assert self._process.is_alive(), f"the server died by itself: {self._process.exitcode}"
        self._process.kill()
        self._process.join()
        self._process = None
        return self._committing[0] != 0

    def wait_for_commit(self, patience_s: float = 1.0) -> None:
        """Return while a commit is under way, if there is one in time."""
        end = time.monotonic() + patience_s
        while not self._committing[0] and time.monotonic() < end:
            pass  # a commit takes a millisecond or two: whoever sleeps has missed it

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid


@contextlib.contextmanager
def forking(data: Path, **settings: Any) -> Iterator[Forked]:
    """Return a server that is started and killed by who uses it, and killed at the end; its limits are loose."""
    settings.setdefault("limit_factor", 1000.0)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["support.preload"])
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # the preloader knows no other way
    forked = Forked(data, **settings)
    try:
        yield forked
    finally:
        if forked.is_alive:
            forked.kill()
