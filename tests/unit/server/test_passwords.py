"""Passwords in a pool with a bound."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters

from parlour.server.errors import TooBusy
from parlour.server.passwords import Passwords
from parlour.server.settings import Settings
from support.live_server import QUICK


def with_passwords(scenario: Callable[[Passwords], Awaitable[None]], hasher: PasswordHasher = QUICK) -> None:
    async def run() -> None:
        passwords = Passwords(hasher, most_waiting=3)
        try:
            await scenario(passwords)
        finally:
            passwords.close()

    asyncio.run(run())


def test_only_the_right_password_is_right() -> None:
    async def scenario(passwords: Passwords) -> None:
        kept = await passwords.hash("secret word")

        assert kept.startswith("$argon2id$")
        assert await passwords.is_right("secret word", kept)
        assert not await passwords.is_right("other word", kept)
        assert not await passwords.is_right("secret word", None)
        assert not await passwords.is_right("secret word", "no hash at all")

    with_passwords(scenario)


def test_a_password_is_hashed_again_when_more_work_is_asked_for() -> None:
    async def scenario(passwords: Passwords) -> None:
        old = PasswordHasher(time_cost=1, memory_cost=16, parallelism=1).hash("secret word")
        renewed = await passwords.renewed("secret word", old)

        assert renewed is not None
        assert await passwords.is_right("secret word", renewed)
        assert await passwords.renewed("secret word", renewed) is None

    with_passwords(scenario)


def test_a_request_beyond_the_limit_is_refused_and_may_be_repeated() -> None:
    async def scenario(passwords: Passwords) -> None:
        gate = threading.Event()
        waiting = [asyncio.create_task(passwords._work(gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()  # its thread is still taken
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await passwords.hash("secret word")
        gate.set()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.sleep(0.01)

        assert passwords.num_waiting == 0
        assert await passwords.hash("secret word")

    with_passwords(scenario)


@pytest.mark.alone
def test_the_loop_goes_on_while_passwords_are_hashed() -> None:
    async def scenario(passwords: Passwords) -> None:
        task, beats = asyncio.create_task(passwords.hash("secret word")), 0
        while not task.done():
            await asyncio.sleep(0.001)
            beats += 1

        assert beats > 5

    with_passwords(scenario, Settings._field_defaults["hasher"])


class Noting(PasswordHasher):
    """Notes how much work it was given."""

    work: list[tuple[Parameters, str | bytes]]

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.work.append((extract_parameters(str(hash)), password))
        return super().verify(hash, password)


def test_an_unknown_name_is_as_much_work_as_a_wrong_password() -> None:
    hasher = Noting(time_cost=1, memory_cost=8, parallelism=1)
    hasher.work = []

    async def scenario(passwords: Passwords) -> None:
        await passwords.is_right("other word", await passwords.hash("secret word"))
        await passwords.is_right("other word", None)

        assert len(hasher.work) == 2
        assert hasher.work[0] == hasher.work[1]

    with_passwords(scenario, hasher)
