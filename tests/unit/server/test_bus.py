import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from parlour.server.cancelling import end, unless_cancelled
from parlour.server.redis_bus import RedisBus
from parlour.server.redis_link import RedisLink
from support.redis import RedisServer

PATIENCE_S = 60.0


@contextlib.asynccontextmanager
async def node(server: RedisServer) -> AsyncIterator[RedisBus]:
    link = RedisLink(server.url)
    bus = RedisBus(link)
    running = asyncio.create_task(bus.run())
    try:
        await until(lambda: bus.is_up)
        yield bus
    finally:
        await end(running)
        await link.close()


async def until(is_true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_true():
            await asyncio.sleep(0.005)


async def until_heard(speaker: RedisBus, channel: str, heard: list[bytes]) -> None:
    """Publish until somebody hears it: a subscription takes a moment."""
    async with asyncio.timeout(PATIENCE_S):
        while not heard:
            speaker.publish(channel, b"hello")
            await asyncio.sleep(0.01)


def test_a_node_hears_the_others_in_order_and_not_itself(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            heard: list[bytes] = []
            own: list[bytes] = []
            second.listen("match", heard.append)
            first.listen("match", own.append)
            await until_heard(first, "match", heard)

            for number in range(100):
                first.publish("match", b"%d" % number)
            second.publish("match", b"answer")
            await until(lambda: heard[-1] == b"99" and own)

            assert [message for message in heard if message != b"hello"] == [b"%d" % number for number in range(100)]
            assert own == [b"answer"]

    asyncio.run(run())


def test_a_channel_that_is_left_is_not_heard(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            left: list[bytes] = []
            kept: list[bytes] = []
            second.listen("left", left.append)
            second.listen("kept", kept.append)
            await until_heard(first, "left", left)
            await until_heard(first, "kept", kept)

            second.unlisten("left")
            left.clear()
            first.publish("left", b"gone")
            first.publish("kept", b"there")
            await until(lambda: kept[-1] == b"there")

            assert b"gone" not in left

    asyncio.run(run())


def test_after_an_outage_nodes_are_told_to_look_and_hear_again(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            heard: list[bytes] = []
            outages: list[None] = []
            second.listen("match", heard.append)
            second.after_outage(lambda: outages.append(None))
            await until_heard(first, "match", heard)

            redis_server.kill()
            first.publish("match", b"lost")
            await until(lambda: not first.is_up and not second.is_up)
            redis_server.start()
            await until(lambda: first.is_up and second.is_up)
            heard.clear()
            await until_heard(first, "match", heard)

            assert outages
            assert b"lost" not in heard

    asyncio.run(run())


def test_what_cannot_be_published_is_dropped_and_the_others_are_told(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.redis_bus.MOST_WAITING", 10)

    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            outages: list[None] = []
            second.after_outage(lambda: outages.append(None))

            async with asyncio.timeout(PATIENCE_S):
                while not outages:  # the subscription to what was lost takes a moment, too
                    for _ in range(11):
                        first.publish("match", b"more than fits")
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_task_that_is_cancelled_while_it_asks_redis_ends(redis_server: RedisServer) -> None:
    async def ask_forever(link: RedisLink) -> None:
        while True:
            await unless_cancelled(link.client.ping())

    async def run() -> None:
        link = RedisLink(redis_server.url)
        for turns in range(30):  # of the loop, until it is cancelled
            asking = asyncio.create_task(ask_forever(link))
            for _ in range(turns):
                await asyncio.sleep(0)
            asking.cancel()
            _, unfinished = await asyncio.wait([asking], timeout=PATIENCE_S)
            assert not unfinished
        await link.close()

    asyncio.run(run())
