"""Servers in processes of their own, to be killed; forked from one that has loaded everything, they start at once."""

import asyncio
import contextlib
import mmap
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from parlour.match.errors import StorageFailed
from parlour.server import logs
from parlour.server.run import Server
from parlour.server.settings import Settings
from parlour.server.working import work
from parlour.storage.appending import Append
from parlour.storage.writer import Job, Writer
from support.live_server import QUICK, take_app
from support.seeds import SEED, fixed_seeds

STOPS = "stops"  # in the data folder: two bytes, the moment of a commit to stop at, and the one that was reached
WANTED, REACHED = 0, 1
Run = Callable[[Path, int, dict[str, Any]], None]  # what a process does, with its folder, its port and its settings
BEFORE, AFTER = 1, 2  # moments: nothing of a commit is on the disk; all of it is, and no client has been told


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def run_server(data: Path, port: int, settings: dict[str, Any]) -> None:
    """Serve until killed; stop in a commit where the parent wants it."""
    stop_in_commits(data / STOPS, answers_early=settings.pop("answers_early", False))
    with fixed_seeds(settings.pop("seed", SEED)):  # every match is dealt alike, in whatever order they are started
        Server(take_app(Settings(data, (), hasher=QUICK, **settings)), port=port).run()


def run_worker(data: Path, port: int, settings: dict[str, Any]) -> None:
    """Work until killed; without a database it begins again, as under systemd."""
    logs.configure()
    while True:
        try:
            asyncio.run(work(Settings(data, **settings)))
        except StorageFailed:
            time.sleep(0.1)


def stop_in_commits(path: Path, *, answers_early: bool = False) -> None:
    """Let the writer of this process stop before or after a commit when it is asked to.

    Args:
        answers_early: events are said to be stored before they are, and it stops only in their commits: a mistake for
            tests that must notice it.
    """
    stops, commit = shared_bytes(path), Writer._commit

    def stop_at(moment: int) -> None:
        if stops[WANTED] == moment:
            stops[REACHED] = moment
            threading.Event().wait()  # until killed

    def commit_or_stop(self: Writer, batch: list[Job]) -> None:
        if answers_early:
            early = [job for job in batch if isinstance(job.change, Append)]
            for job in early:
                job.done.set_result(None)
            batch = [job._replace(done=Future()) if job in early else job for job in batch]
        if not answers_early or early:
            stop_at(BEFORE)
        commit(self, [job._replace(done=Answer(job.done, stop_at)) for job in batch])  # type: ignore[arg-type]  # stands in

    Writer._commit = commit_or_stop  # type: ignore[method-assign]  # only in the child


class Answer:
    """A future that may stop before it is told its result."""

    def __init__(self, done: "Future[Any]", stop_at: Callable[[int], None]) -> None:
        self._done = done
        self._stop_at = stop_at

    def set_result(self, result: Any) -> None:
        self._stop_at(AFTER)
        self._done.set_result(result)

    def set_exception(self, refusal: BaseException) -> None:
        self._done.set_exception(refusal)


def shared_bytes(path: Path) -> mmap.mmap:
    """Map the two bytes of a file, made on first use."""
    if not path.exists():
        path.write_bytes(bytes(2))
    with path.open("r+b") as opened:
        return mmap.mmap(opened.fileno(), 2)


class Forked:
    """A server that can be killed and started again on the same data and port."""

    def __init__(self, data: Path, run: Run = run_server, **settings: Any) -> None:
        self.data = data
        self._run = run
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._settings = settings
        self._process: BaseProcess | None = None
        data.mkdir(parents=True, exist_ok=True)
        self._stops = shared_bytes(data / STOPS)

    def start(self) -> None:
        """Start it; clients try until it listens."""
        self._stops[WANTED] = self._stops[REACHED] = 0
        context = multiprocessing.get_context("forkserver")
        self._process = context.Process(target=self._run, args=(self.data, self.port, self._settings))
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

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        assert self._process is not None
        assert self._process.is_alive(), f"the server died by itself: {self._process.exitcode}"
        self._process.kill()
        self._process.join()
        self._process = None

    async def kill_in_commit(self, moment: int, patience_s: float = 60.0) -> None:
        """Kill it at this moment of its next commit."""
        await self.stop_in_commit(moment, patience_s)
        self.kill()

    async def stop_in_commit(self, moment: int, patience_s: float = 60.0) -> None:
        """Let it stop at this moment of its next commit, and wait for that."""
        self._stops[WANTED] = moment
        async with asyncio.timeout(patience_s):
            while self._stops[REACHED] != moment:
                await asyncio.sleep(0.001)

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid


@contextlib.contextmanager
def forking(data: Path, run: Run = run_server, **settings: Any) -> Iterator[Forked]:
    """Return a server, or a worker, to be started and killed, at the end at the latest; its limits are loose."""
    settings.setdefault("limit_factor", 1000.0)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["support.preload"])
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)  # the preloader knows no other way
    forked = Forked(data, run, **settings)
    try:
        yield forked
    finally:
        if forked.is_alive:
            forked.kill()


@contextlib.contextmanager
def serve_command(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command in a process of its own; returns the process and the address."""
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--data", str(data), *options]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split("//")[1].strip()
        finally:
            process.kill()
