"""Presence over Redis: what nodes state of themselves, also when nodes or Redis die."""

import asyncio
from collections.abc import Mapping

import pytest

from parlour.server import redis_presence
from parlour.server.clocks import SystemClock
from parlour.server.presence import NoPresence
from parlour.server.redis_presence import HASH, NODES, RedisPresence
from parlour.server.watchers import Watchers, read_seat
from support.eye import Eye
from support.redis import RedisServer
from support.redis_nodes import Node, node, until


def seen(by: Node, topic: str = "people") -> dict[str, list[bytes]]:
    return {key: list(values.values()) for key, values in by.presence.elsewhere(topic).items()}


def test_nodes_know_what_the_others_state_and_not_what_they_state_themselves(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first:
            first.presence.put("people", "ada", b"Ada")
            async with node(redis_server) as second:
                await until(lambda: seen(second) == {"ada": [b"Ada"]})
                changed: list[str] = []
                second.presence.listen("people", changed.append)
                first.presence.replace("people", {"ada": b"Ada L.", "bo": b"Bo"})
                first.presence.put("seat", "m/0")
                await until(lambda: seen(second) == {"ada": [b"Ada L."], "bo": [b"Bo"]} and seen(second, "seat"))
                first.presence.drop("people", "bo")
                second.presence.put("people", "ada", b"here too")
                await until(lambda: seen(second) == {"ada": [b"Ada L."]} and seen(first) == {"ada": [b"here too"]})

                assert changed == ["ada", "bo", "bo"]

    asyncio.run(run())


def test_a_change_that_the_bus_loses_is_found_by_the_next_beat(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            second.bus.unlisten(redis_presence.CHANNEL)
            await until(lambda: second.presence.node in first.presence._copies)
            first.presence.put("people", "ada")
            first.presence.put("people", "bo")
            await until(lambda: set(seen(second)) == {"ada", "bo"})

    asyncio.run(run())


def test_many_statements_are_written_in_parts(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_presence, "AT_ONCE", 10)

    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            many: Mapping[str, bytes] = {f"{number}": b"" for number in range(95)}
            first.presence.replace("people", many)
            await until(lambda: set(seen(second)) == set(many))
            first.presence.replace("people", {"5": b""})
            await until(lambda: set(seen(second)) == {"5"})

            assert set(await first.link.client.hkeys(HASH + first.presence.node)) == {b"number", b"people 5"}

    asyncio.run(run())


def test_the_statements_of_a_node_that_dies_disappear_with_its_keys(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            first.presence.put("people", "ada")
            await until(lambda: seen(second))
            await first.die()
            await until(lambda: not seen(second))
            client, only = second.link.client, [(HASH + second.presence.node).encode()]
            async with asyncio.timeout(60):
                # The other node counts from when it heard the last beat, Redis from when it wrote it: a moment later.
                while await client.keys(HASH + "*") != only or await client.zcard(NODES) > 1:
                    await asyncio.sleep(0.05)

    asyncio.run(run())


def test_a_node_that_says_goodbye_is_not_waited_for(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_presence, "BEATS", 100_000)

    async def run() -> None:
        async with node(redis_server, expiry_s=1000.0) as first, node(redis_server, expiry_s=1000.0) as second:
            first.presence.put("people", "ada")
            await until(lambda: seen(second))
            first.tasks[1].cancel()
            await first.presence.close()
            await until(lambda: not seen(second))

    asyncio.run(run())


def test_an_outage_forgets_nobody_and_a_node_that_came_back_states_all_again(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            lost: list[str] = []
            first.presence.put("people", "ada")
            await until(lambda: seen(second))
            second.presence.listen("people", lost.append)
            redis_server.kill()
            first.presence.put("people", "bo")
            await until(lambda: first.presence.up_since_ms is second.presence.up_since_ms is None)
            assert set(seen(second)) == {"ada"}

            redis_server.start()  # empty
            await until(lambda: set(seen(second)) == {"ada", "bo"})
            assert "ada" not in lost
            assert second.presence.up_since_ms is not None

    asyncio.run(run())


def test_a_node_that_dies_during_an_outage_is_forgotten_after_it(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            first.presence.put("people", "ada")
            await until(lambda: seen(second))
            redis_server.kill()
            await first.die()
            redis_server.start()
            await until(lambda: not seen(second))

    asyncio.run(run())


def test_a_player_at_another_node_is_here_and_away_when_that_shows(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first, node(redis_server) as second:
            clock = SystemClock()
            there = Watchers(clock, "m", first.presence)
            here = Watchers(clock, "m", second.presence)
            news: list[bool] = []
            second.presence.listen("seat", lambda name: news.append(here.note_elsewhere(read_seat(name)[1])))
            assert here.away_since_ms(0) is not None

            eye = Eye()
            there.add(eye, 0)
            for _ in range(2):
                there.add(Eye(), -1)
            here.add(Eye(), -1)
            await until(lambda: here.is_here(0) and here.num_spectators == 3)
            assert (here.away_since_ms(0), here.is_at_this_node(0)) == (None, False)

            left_ms = clock.now_ms()
            await first.die()
            await until(lambda: not here.is_here(0))
            away_ms = here.away_since_ms(0)
            assert away_ms is not None
            assert away_ms >= left_ms
            assert (news, here.num_spectators) == ([True, True], 1)

    asyncio.run(run())


def test_while_redis_is_gone_nobody_counts_as_away(redis_server: RedisServer) -> None:
    async def run() -> None:
        async with node(redis_server) as first:
            watchers = Watchers(SystemClock(), "m", first.presence)
            before_ms = watchers.away_since_ms(1)
            redis_server.kill()
            await until(lambda: first.presence.up_since_ms is None)
            assert watchers.away_since_ms(1) is None

            redis_server.start()
            await until(lambda: first.presence.up_since_ms is not None)
            after_ms = watchers.away_since_ms(1)
            assert before_ms is not None
            assert after_ms is not None
            assert after_ms > before_ms

    asyncio.run(run())


def test_one_node_alone_knows_of_no_other() -> None:
    alone = NoPresence()
    alone.put("people", "ada")
    alone.replace("people", {"bo": b""})
    alone.drop("people", "ada")
    alone.listen("people", lambda _: None)

    assert (alone.is_only_node, alone.elsewhere("people")) == (True, {})
    assert RedisPresence.is_only_node is False
