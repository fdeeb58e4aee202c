"""A site of several nodes loses and doubles nothing, whatever part of it is killed."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

import parlour
from parlour.players.warm import warm_game
from parlour.server import in_step
from support.faults import failing
from support.live_server import serving
from support.postgres import PostgresServer
from support.redis import RedisServer
from support.server_process import BEFORE
from support.site import running_site
from support.site_play import PATIENCE_S, SitePlay

IS_LOST = "and is not in the log"


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """Return a PostgreSQL that can be killed, and writes to the disk what it acknowledges."""
    server = PostgresServer()
    try:
        server.make_template()
        yield server
    finally:
        server.remove()


class Size(NamedTuple):
    """How much is played, and how often each part fails."""

    tables: int
    most_actions: int  # of a player in a match
    rounds: int
    acks: int  # between two faults, and while one lasts


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(Size(tables=6, most_actions=8, rounds=1, acks=25), id="short"),
        pytest.param(Size(tables=100, most_actions=40, rounds=8, acks=1000), id="ten minutes", marks=pytest.mark.long),
    ],
)
def test_faults_lose_and_double_nothing(tmp_path: Path, own_postgres: PostgresServer, size: Size) -> None:
    """Three nodes, two workers, Redis and PostgreSQL are killed in turns; each match is played on two nodes."""
    with running_site(tmp_path, own_postgres, 3, 2) as site:
        play = SitePlay(site, size.tables, size.most_actions)
        asyncio.run(play.run(failing(size.rounds, size.acks)))
        site.kill()

        assert not play.violations(), "\n".join(play.violations())
        assert play.charged_outages() == []
        assert all(logged.kinds[-1] == "seed_revealed" for logged in play.logs().values()), "every match is over"
        assert sum(bot.num_repeated for bot in play.bots) > 0, "some commands were cut off"
        # Whether somebody is told that nothing is saved, or only cut off, is chance here; test_kill.py sees to it.
        assert all(bot.breaks for bot in play.bots if bot.num_acked), "everyone was sent to another node"


def test_a_crash_of_postgresql_waits_for_nobody() -> None:
    """PostgreSQL does not stop the processes of clients whom it refuses: they wait for what a client has to say."""
    few = [f"-c {name}" for name in ("max_connections=5", "max_wal_senders=0", "max_worker_processes=0")]
    server = PostgresServer(*few, "-c authentication_timeout=600s")
    try:
        with contextlib.ExitStack() as silent:
            for _ in range(40):
                silent.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            with pytest.raises(psycopg.OperationalError, match="too many clients"):
                psycopg.connect(server.place("postgres").url)
            server.stop()
        server.start()
    finally:
        server.remove()


@pytest.mark.slow
def test_without_redis_matches_go_on_and_everyone_sees_them(tmp_path: Path, postgres_server: PostgresServer) -> None:
    """The players of a match, and those who watch it, are on three nodes."""

    async def fail(play: SitePlay) -> None:
        await play.until_acked(10)
        play.site.redis.kill()
        for _ in range(4):
            await play.until_acked(10)
            await play.until_all_see()

    with running_site(tmp_path, postgres_server, 3) as site:
        play = SitePlay(site, num_tables=3, most_actions=8)
        asyncio.run(play.run(fail))

        assert not play.violations(), "\n".join(play.violations())
        assert [why for bot in play.bots for why in bot.breaks] == []


@pytest.mark.parametrize("is_public", [False, True])
def test_a_player_who_sat_down_on_one_node_is_known_at_all(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch,
    is_public: bool,
) -> None:  # fmt: skip
    """Without Redis, and long before the nodes compare with the database."""
    monkeypatch.setattr(in_step, "COMPARE_ALONE_S", 600.0)
    warm_game(parlour.load("connect_four"))

    async def run() -> None:
        redis_server.kill()
        place = postgres_server.new_database()
        async with (
            serving(tmp_path / "a", database=place, redis=redis_server.url) as here,
            serving(tmp_path / "b", database=place, redis=redis_server.url) as there,
        ):
            ada, bob = here.person(), there.person()
            seats = [{"kind": "me"}, {"kind": "open"}]
            made = await ada.post("/api/matches", game="connect_four", seats=seats, is_public=is_public)
            await bob.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])
            bob.address = here.address
            await bob.dial()
            await bob.send("subscribe", match=made["match"], seat=1)
            first = await bob.receive()

            assert (first["type"], first.get("viewer")) == ("snapshot", 1)

    asyncio.run(run())


@pytest.mark.parametrize("answers_early", [False, True])
def test_the_checker_sees_what_was_shown_before_it_was_saved(
    tmp_path: Path, postgres_server: PostgresServer, answers_early: bool
) -> None:
    async def fail(play: SitePlay) -> None:
        await play.until_acked(20)
        await play.site.nodes[0].stop_in_commit(BEFORE)
        async with asyncio.timeout(PATIENCE_S):
            while answers_early and not any(IS_LOST in wrong for wrong in play.violations()):
                await asyncio.sleep(0.01)
        play.site.kill()

    with running_site(tmp_path, postgres_server, 1, 0, answers_early=answers_early) as site:  # nobody else writes
        play = SitePlay(site, num_tables=3, most_actions=12)
        asyncio.run(play.run(fail, to_the_end=False))
        wrong = play.violations()

    for sentence in (IS_LOST, "and the log ends at"):
        assert any(sentence in each for each in wrong) == answers_early
    assert answers_early or not wrong, "\n".join(wrong)
