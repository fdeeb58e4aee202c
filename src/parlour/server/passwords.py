"""Passwords, hashed slowly on purpose, in a few threads, behind a bounded queue."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parlour.server.errors import TooBusy

THREADS = 2  # each takes 64 MiB while it works
MOST_WAITING = 32  # or being hashed: the last of them waits a few seconds
T = TypeVar("T")


class Passwords:
    """Hashes and checks passwords with argon2id."""

    def __init__(self, hasher: PasswordHasher, most_waiting: int = MOST_WAITING) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(THREADS, "parlour-password")
        self._most_waiting = most_waiting
        self._nobodys = hasher.hash(secrets.token_urlsafe())  # compared when there is no account of a name
        self.num_waiting = 0

    async def hash(self, password: str) -> str:
        """Return what is kept of a password.

        Raises:
            TooBusy: too many wait.
        """
        return await self._work(lambda: self._hasher.hash(password))

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Compare a password with the stored hash; None takes as long, so that timing does not reveal existing names.

        Raises:
            TooBusy: too many wait.
        """

        def verify() -> bool:
            try:
                return self._hasher.verify(kept or self._nobodys, password) and kept is not None
            except (VerificationError, InvalidHashError):
                return False

        return await self._work(verify)

    async def renewed(self, password: str, kept: str) -> str | None:
        """Hash a password again if it was stored with less work than is asked for today.

        Raises:
            TooBusy: too many wait.
        """
        return await self.hash(password) if self._hasher.check_needs_rehash(kept) else None

    async def _work(self, work: Callable[[], T]) -> T:
        if self.num_waiting >= self._most_waiting:
            raise TooBusy("Too many people sign in at this moment. Try again in a few seconds.")
        self.num_waiting += 1
        loop = asyncio.get_running_loop()
        done: Future[T] = self._pool.submit(work)
        # Even if the request was cancelled, its thread is busy until the work is done.
        done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._finished))
        return await asyncio.wrap_future(done)

    def _finished(self) -> None:
        self.num_waiting -= 1

    def close(self) -> None:
        """Wait for what is being hashed."""
        self._pool.shutdown(wait=True, cancel_futures=True)
