"""Limits that all nodes of a site count together, in Redis."""

import asyncio

import pytest

from parlour.server.clocks import SystemClock
from parlour.server.errors import TooMany
from parlour.server.limits import ACTIONS, Limits
from parlour.server.redis_buckets import BUCKET, RedisBuckets
from support.redis import RedisServer
from support.redis_nodes import Node, node, until

AT_ONCE = ACTIONS["report"].at_once  # one more only after ten minutes


def limits_of(one: Node, factor: float = 1.0) -> Limits:
    return Limits(SystemClock(), factor, RedisBuckets(one.link, one.bus))


async def take_all(limits: Limits, *actions: tuple[str, str]) -> int:
    """Take until it is refused; returns how often it was granted."""
    for number in range(1000):
        try:
            await limits.count(*actions)
        except TooMany:
            return number
    raise AssertionError("there is no limit")


def test_nodes_share_the_bucket_of_a_person_and_a_refusal_names_the_time(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as one, node(redis_server) as two:
            first, second = limits_of(one), limits_of(two)
            for _ in range(2):
                await first.count(("report", "ada"))

            assert await take_all(second, ("report", "ada")) == AT_ONCE - 2
            with pytest.raises(TooMany, match=r"in (600|59\d) s"):
                await first.count(("report", "ada"))
            assert await take_all(first, ("report", "bo")) == AT_ONCE
            await first.count(("sign_up", "ada"))

    asyncio.run(run())


def test_of_several_buckets_all_are_counted_or_none(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as one:
            limits = limits_of(one)
            await take_all(limits, ("report", "ada"))
            for _ in range(20):
                with pytest.raises(TooMany):
                    await limits.count(("sign_up", "home"), ("report", "ada"))

            assert await take_all(limits, ("sign_up", "home")) == ACTIONS["sign_up"].at_once

    asyncio.run(run())


def test_many_at_the_same_time_get_no_more_than_there_is(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as one, node(redis_server) as two:
            both = [limits_of(one), limits_of(two)]
            tries = [both[number % 2].count(("report", "ada")) for number in range(50)]
            answers = await asyncio.gather(*tries, return_exceptions=True)

            assert answers.count(None) == AT_ONCE

    asyncio.run(run())


def test_a_bucket_fills_up_again_and_what_is_full_is_not_kept(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as one:
            quick = limits_of(one, factor=6000)  # one more every 100 ms, and as many more at once
            await quick.count(("report", "a very long name of somebody" * 100))
            (key,) = await one.link.client.keys(BUCKET + "*")
            assert len(key) < 80
            async with asyncio.timeout(60):
                while await one.link.client.keys(BUCKET + "*"):
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_while_redis_is_gone_each_node_counts_for_itself_with_what_it_knows(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as one, node(redis_server) as two:
            first, second = limits_of(one), limits_of(two)
            for _ in range(2):
                await first.count(("report", "ada"))
            redis_server.kill()

            assert await take_all(first, ("report", "ada")) == AT_ONCE - 2
            assert await take_all(second, ("report", "ada")) == AT_ONCE
            await until(lambda: not one.bus.is_up)
            assert await take_all(first, ("report", "bo")) == AT_ONCE

            redis_server.start()
            await until(lambda: one.bus.is_up)
            assert await take_all(first, ("report", "ada")) == AT_ONCE, "Redis has forgotten, too"

    asyncio.run(run())
