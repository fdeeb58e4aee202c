"""What one node does for the whole site: it is taken over when the node is gone."""

import asyncio
import time
from pathlib import Path

import psycopg
import pytest

import parlour
from parlour.players.warm import warm_game
from parlour.storage.duty import ON_DUTY, SiteDuty
from parlour.storage.errors import InUse
from parlour.storage.lock import exclusive_lock
from support.clients import until
from support.live_server import PATIENCE_S
from support.nodes import nodes
from support.postgres import PostgresServer
from support.redis import RedisServer

SWISS = {"format": "swiss", "game": "connect_four", "options": {"quick_colours": 1}, "pace": "5+3", "rounds": 1}


def test_one_node_is_on_duty_and_another_takes_over(postgres_server: PostgresServer) -> None:
    place = postgres_server.new_database()
    first, second = SiteDuty(place), SiteDuty(place)
    for duty in (first, second, first):
        duty.look()
    assert (first.is_held, second.is_held) == (True, False)

    with psycopg.connect(place.url, autocommit=True) as connection:  # as when the node dies
        connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s",
            (ON_DUTY,),
        )
    second.look()
    first.look()
    assert (first.is_held, second.is_held) == (False, True)
    second.close()
    give_up_s = time.monotonic() + PATIENCE_S
    while not first.is_held and time.monotonic() < give_up_s:  # PostgreSQL takes a moment to notice
        first.look()
    assert first.is_held
    with pytest.raises(InUse), exclusive_lock(place):  # which nodes hold after a restart of PostgreSQL, too
        raise AssertionError
    first.close()


def test_a_tournament_is_played_at_several_nodes(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("connect_four"))

    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 2) as served:
            host, *players = served[0].person(), *(each.person() for each in served)
            await host.sign_up("Hanna")
            path = f"/api/tournaments/{(await host.post('/api/tournaments', **SWISS))['id']}"
            for player in players:
                await player.post(f"{path}/join")
            await until(host, path, lambda now: len(now["tournament"]["standings"]) == 2)
            await host.post(f"{path}/start")
            seats = []
            for player in players:
                now = await until(player, path, lambda now: now["me"]["match"] is not None)
                (pairing,) = now["tournament"]["running"]
                seats.append((pairing["match"], pairing["players"].index(now["me"]["player"])))
                await player.dial()
                await player.send("subscribe", match=pairing["match"], seat=seats[-1][1])
            for player in players:
                table = (await player.receive("snapshot"))["table"]
                while table["view"] is None:
                    table = (await player.receive("update"))["table"]
            await players[0].request("resign", *seats[0], 0)
            ended = [
                (await until(player, path, lambda now: now["tournament"]["summary"]["state"] == "over"))["tournament"]
                for player in players
            ]

            assert [[line["points"] for line in each["standings"]] for each in ended] == [[2, 0]] * 2
            assert all("failures_total 0.0" in each.metrics() for each in served)

    asyncio.run(run())
