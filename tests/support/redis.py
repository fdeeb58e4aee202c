"""A Redis server of its own for the tests."""

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from types import TracebackType
from typing import Self

from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

PATIENCE_S = 60.0


class RedisServer:
    """A server on a free port that keeps nothing; it can be killed and started again."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port: int = listening.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, or start it again, empty."""
        program = shutil.which("redis-server")
        assert program, "These tests need Redis: run `make redis`, or install it from your distribution."
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [program, *options, "--dir", tempfile.gettempdir()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        give_up_s = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert time.monotonic() < give_up_s, "Redis did not start"
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def empty(self) -> None:
        """Forget everything; start it if it was killed."""
        if self._process is None:
            self.start()
        with contextlib.closing(Redis.from_url(self.url)) as client:
            client.flushall()

    def _answers(self) -> bool:
        with contextlib.closing(Redis.from_url(self.url)) as client:
            try:
                return bool(client.ping())
            except NoConnection:
                return False
