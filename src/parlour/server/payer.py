"""Who pays for what the server does: CPU time and bytes are charged to the client that caused them."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, field

from parlour.server.limits import Limits

MESSAGE_MS = 0.2  # of CPU time to receive a message and to start its work, which cannot be measured by itself
REST = 3  # times as long as costly work took, nothing more of the kind is done for its address
BY_ADDRESS = ("cpu_from", "bytes_in_from", "bytes_out_from", "subscribe_from")
_paying: ContextVar["Payer | None"] = ContextVar("paying", default=None)


@dataclass(eq=False)
class Payer:
    """The buckets of one client: of its connection, its person and its address."""

    limits: Limits
    person: str
    address: str
    connection: str = ""  # over HTTP there is none
    _turn: asyncio.Lock = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._turn = self.limits.turn_of(self.address)

    def pay(self) -> None:
        """Charge all that this task does from now on, and the tasks and threads that it starts."""
        _paying.set(self)

    def spend_cpu(self, ms: float) -> None:
        self.limits.spend("cpu", self.person, ms)
        self.limits.spend("cpu_from", self.address, ms)

    def spend_in(self, num_bytes: int) -> None:
        self.limits.spend("bytes_in", self.connection, num_bytes)
        self.limits.spend("bytes_in_from", self.address, num_bytes)
        self.spend_cpu(MESSAGE_MS)

    def spend_out(self, num_bytes: int) -> None:
        self.limits.spend("bytes_out", self.connection, num_bytes)
        self.limits.spend("bytes_out_from", self.address, num_bytes)

    def consume_match(self) -> None:
        """Count a match that the client makes, in whichever way.

        Raises:
            TooMany: with the seconds to wait.
        """
        self.limits.consume("create", self.person)
        self.limits.consume("create_from", self.address)

    @property
    def wait_s(self) -> float:
        """For how long the client has to wait before more is done for it."""
        wait_s = self.limits.wait_s
        return max(
            *(wait_s(kind, self.person) for kind in ("cpu", "subscribe")),
            *(wait_s(kind, self.connection) for kind in ("bytes_in", "bytes_out")),
            *(wait_s(kind, self.address) for kind in BY_ADDRESS),
        )

    async def settle(self) -> None:
        """Wait until nothing is overdrawn."""
        while (wait_s := self.wait_s) > 0:
            await asyncio.sleep(wait_s)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Do costly work: one at a time for an address, each when the one before is paid for, with rests between."""
        while True:
            await self.settle()  # without the lock: others of the address may owe nothing
            async with self._turn:
                if not self.wait_s:
                    begin_s = asyncio.get_running_loop().time()
                    yield
                    self._count_turn()
                    await asyncio.sleep(REST * (asyncio.get_running_loop().time() - begin_s))
                    return

    def _count_turn(self) -> None:
        self.limits.spend("subscribe", self.person)
        self.limits.spend("subscribe_from", self.address)


class _Charge:
    """The charge of one block; a class, because a generator takes three times as long to enter and leave."""

    __slots__ = ("_begin_s",)

    def __enter__(self) -> None:
        self._begin_s = time.thread_time()

    def __exit__(self, *_: object) -> None:
        if (payer := payer_now()) is not None:
            payer.spend_cpu(1000 * (time.thread_time() - self._begin_s))


def charged() -> _Charge:
    """Charge the CPU time of the block, in which nothing may be awaited, to the client that pays, if one does."""
    return _Charge()


def payer_now() -> Payer | None:
    """Return the client for which the present task works; None when it is nobody's."""
    return _paying.get()
