"""Who pays for what the server does: CPU time and bytes are charged to the client that caused them."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

from parlour.server.limits import Limits

MESSAGE_MS = 0.2  # of CPU time to receive a message and to decide what to do, which cannot be measured by itself
SHORT = 1024  # bytes of a message whose reading is part of that: some µs, as much as measuring them would take
UNCOUNTED_MS, UNCOUNTED_BYTES = 5.0, 16 * 1024  # that a client may owe before its buckets are looked at again
REST = 3  # times as long as costly work took, nothing more of the kind is done for its address
_paying: ContextVar["Payer | None"] = ContextVar("paying", default=None)


@dataclass(eq=False)
class Payer:
    """The buckets of one client: of its connection, its person and its address."""

    limits: Limits
    person: str
    address: str
    connection: str = ""  # over HTTP there is none
    _turn: asyncio.Lock = field(init=False, repr=False)
    _owed_ms: float = field(default=0.0, init=False)
    _owed_in: int = field(default=0, init=False)  # bytes
    _owed_out: int = field(default=0, init=False)
    _is_counted: bool = field(default=True, init=False)  # something was, since the client has settled

    def __post_init__(self) -> None:
        self._turn = self.limits.turn_of(self.address)

    def pay(self) -> None:
        """Charge all that this task does from now on, and the tasks and threads that it starts."""
        _paying.set(self)

    def spend_cpu(self, ms: float) -> None:
        self._owed_ms += ms
        if self._owed_ms > UNCOUNTED_MS:
            self._count()

    def spend_in(self, num_bytes: int) -> None:
        self._owed_ms += MESSAGE_MS
        self._owed_in += num_bytes
        if self._owed_ms > UNCOUNTED_MS or self._owed_in > UNCOUNTED_BYTES:
            self._count()

    def spend_out(self, num_bytes: int) -> None:
        self._owed_out += num_bytes
        if self._owed_out > UNCOUNTED_BYTES:
            self._count()

    def _count(self) -> None:
        """Take all that is owed from the buckets: for each message it would take as long as to read it."""
        self._is_counted = True
        ms, num_in, num_out = self._owed_ms, self._owed_in, self._owed_out
        self._owed_ms, self._owed_in, self._owed_out = 0.0, 0, 0
        self.limits.spend_all(
            ("cpu", self.person, ms),
            ("cpu_from", self.address, ms),
            ("bytes_in", self.connection, num_in),
            ("bytes_in_from", self.address, num_in),
            ("bytes_out", self.connection, num_out),
            ("bytes_out_from", self.address, num_out),
        )

    async def count_match(self) -> None:
        """Count a match that the client makes, in whichever way.

        Raises:
            TooMany: with the seconds to wait.
        """
        await self.limits.count(("create", self.person), ("create_from", self.address))

    @property
    def wait_s(self) -> float:
        """For how long the client has to wait before more is done for it."""
        self._count()
        person, connection, address = self.person, self.connection, self.address
        return self.limits.longest_wait_s(
            ("cpu", person),
            ("subscribe", person),
            ("bytes_in", connection),
            ("bytes_out", connection),
            ("cpu_from", address),
            ("bytes_in_from", address),
            ("bytes_out_from", address),
            ("subscribe_from", address),
        )

    def has_settled(self) -> bool:
        """Return whether nothing is overdrawn."""
        if self._is_counted and self.wait_s > 0:
            return False
        self._is_counted = False
        return True

    async def settle(self) -> None:
        """Wait until nothing is overdrawn."""
        while (wait_s := self.wait_s) > 0:
            await asyncio.sleep(wait_s)
        self._is_counted = False

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
        self.limits.spend_all(("subscribe", self.person, 1), ("subscribe_from", self.address, 1))


class _Charge:
    """The charge of one block; a class, because a generator takes three times as long to enter and leave."""

    __slots__ = ("_begin_s", "_clock")

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock

    def __enter__(self) -> None:
        self._begin_s = self._clock()

    def __exit__(self, *_: object) -> None:
        if (payer := payer_now()) is not None:
            payer.spend_cpu(1000 * (self._clock() - self._begin_s))


def charged() -> _Charge:
    """Charge the CPU time of the block, in which nothing may be awaited, to the client that pays, if one does."""
    return _Charge()


def charged_by_clock() -> _Charge:
    """Charge the time of a short block: to ask for CPU time is a system call, after which other processes may run."""
    return _Charge(time.perf_counter)


class _RefusalCharge:
    """The charge of deciding a command, which is part of what a message costs; only a refusal may take longer."""

    __slots__ = ("_begin_s",)

    def __enter__(self) -> None:
        self._begin_s = time.perf_counter()  # to ask for the CPU time takes as long as most decisions

    def __exit__(self, error: object, *_: object) -> None:
        if error is not None and (payer := payer_now()) is not None:
            payer.spend_cpu(1000 * (time.perf_counter() - self._begin_s))


def charged_if_refused() -> _RefusalCharge:
    """Charge the time of the block, in which nothing may be awaited, if it ends with a refusal."""
    return _RefusalCharge()


_FREE = contextlib.nullcontext()


def charged_reading(num_bytes: int) -> contextlib.AbstractContextManager[None]:
    """Charge the CPU time of the block, in which a message is read, unless it is a short one."""
    return _Charge() if num_bytes > SHORT else _FREE


def payer_now() -> Payer | None:
    """Return the client for which the present task works; None when it is nobody's."""
    return _paying.get()
