"""Computer players, clocks and analyses by workers, which may die."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import procrastinate
import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

import parlour
from parlour.cli.main import run as run_command
from parlour.match import events as ev
from parlour.match.errors import StorageFailed
from parlour.match.seating import OPEN, Seat, Seating
from parlour.players.warm import warm_game
from parlour.server import worker
from parlour.server.computer_seed import recompute
from parlour.server.worker import Jobs, JobWorker, QueueWorker, give_back, owned
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import PostgresPlace
from parlour.storage.queue_schema import prepare_queue
from support.live_server import PATIENCE_S, Person, Served
from support.nodes import follow, live_at, move, nodes, sit, until, working
from support.postgres import PostgresServer
from support.redis import RedisServer

WAITING_JOB = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock) VALUES ('clocks', 'expire', 'a', 'a')
"""
EMPTY_SEATING = Seating((Seat(OPEN, "Open seat"), Seat(OPEN, "Open seat")), "word")


async def start_worker(place: PostgresPlace, redis: RedisServer) -> asyncio.subprocess.Process:
    arguments = ("-m", "parlour", "worker", "--database", place.url, "--redis", redis.url)
    return await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )


def jobs(place: PostgresPlace, status: str) -> list[str]:
    with psycopg.connect(place.url) as connection:
        return [row[0] for row in connection.execute(
            "SELECT queueing_lock FROM procrastinate_jobs WHERE status = %s::procrastinate_job_status", (status,)
        )]  # fmt: skip


async def until_job(place: PostgresPlace, status: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not await asyncio.to_thread(jobs, place, status):
            await asyncio.sleep(0.01)


async def against_computer(person: Person, level: str, game: str = "connect_four", **request: Any) -> str:
    made = await person.post("/api/matches", game=game, options=request.pop("options", {"quick_colours": 1}),
                             seats=[{"kind": "me"}, {"kind": "computer", "level": level}], **request)  # fmt: skip
    return str(made["match"])


async def play_on(person: Person, match: str, is_enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Play the first choice whenever it is one's turn."""
    table = (await follow(person, match, 0))["table"]
    while not is_enough(table):
        if 0 in table["to_act"]:
            await person.request("play", match, 0, table["version"], action=table["choices"][0]["action"])
        table = (await person.receive("update"))["table"]
    return dict(table)


def is_past(version: int) -> Callable[[dict[str, Any]], bool]:
    return lambda table: int(table["version"]) > version


def is_over(table: dict[str, Any]) -> bool:
    return table["outcome"] is not None


def test_a_worker_plays_against_people_at_any_node(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("connect_four"))
    place = postgres_server.new_database()

    async def scenario(served: list[Served]) -> None:
        ada = served[0].person()
        match = await against_computer(ada, "novice")
        await play_on(ada, match, is_over)
        live = await live_at(served[1], match)

        assert live.match.is_over
        acted = [event.seat for event in live.match.events if isinstance(event, ev.Acted)]
        assert acted.count(1) >= 3

    async def run() -> None:
        async with nodes(tmp_path, place, redis_server, 2) as served, working(place, redis_server):
            await scenario(served)

    asyncio.run(run())


def test_another_worker_goes_on_as_the_first_would_have(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("checkers"))
    place = postgres_server.new_database()

    async def run() -> None:
        async with nodes(tmp_path, place, redis_server, 1) as (served,):
            ada = served.person()
            match = await against_computer(ada, "club", "checkers", options={})
            for version in (4, 9, 15):
                async with working(place, redis_server):
                    await play_on(ada, match, is_past(version))
            live = await live_at(served, match)
            again = await asyncio.to_thread(list, recompute(live.match, (None, "club")))

            assert len(again) >= 5
            assert [each.played for each in again] == [each.chosen for each in again]

    asyncio.run(run())


def test_a_clock_of_a_match_from_a_single_server_gets_its_job(postgres_server: PostgresServer) -> None:
    place = postgres_server.new_database()
    with contextlib.closing(Database(place)) as database:
        log = SqlLog(database)
        for match_id, due_ms in (("clock", 0), ("later", 10**9), ("none", None)):
            log.create(match_id, 1, EMPTY_SEATING, [b"x"], due_ms).result()
    for _ in range(2):
        prepare_queue(place)

    assert sorted(jobs(place, "todo")) == ["expire clock", "expire later"]


def test_what_a_dead_worker_thought_about_is_played_by_another(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("checkers"))
    place = postgres_server.new_database()

    async def run() -> None:
        async with nodes(tmp_path, place, redis_server, 1) as (served,):
            ada = served.person()
            first = await start_worker(place, redis_server)
            match = await against_computer(ada, "master", "checkers", options={})
            table = (await follow(ada, match, 0))["table"]
            if 0 in table["to_act"]:
                await ada.request("play", match, 0, table["version"], action=table["choices"][0]["action"])
            await until_job(place, "doing")
            first.kill()
            await first.wait()
            version = (await live_at(served, match)).match.version
            assert jobs(place, "doing"), "it was killed while it thought"
            second = await start_worker(place, redis_server)
            try:
                live = await live_at(served, match)
                await until(lambda: live.match.version > version)
            finally:
                second.send_signal(signal.SIGTERM)
                async with asyncio.timeout(PATIENCE_S):
                    assert await second.wait() == 0

            acted = [event.seat for event in live.match.events if isinstance(event, ev.Acted)]
            assert acted[-1] == 1

    asyncio.run(run())


def test_a_job_whose_end_could_not_be_stored_keeps_no_other_from_being_done(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_game(parlour.load("connect_four"))
    place = postgres_server.new_database()
    store = QueueWorker._persist_job_status
    failed: list[int | None] = []

    async def fail_first(self: QueueWorker, job: procrastinate.jobs.Job, **more: Any) -> None:
        if not failed:
            failed.append(job.id)
            raise ConnectorException
        await store(self, job=job, **more)

    monkeypatch.setattr(QueueWorker, "_persist_job_status", fail_first)

    async def run() -> None:
        async with nodes(tmp_path, place, redis_server, 1) as (served,), working(place, redis_server):
            ada = served.person()
            await play_on(ada, await against_computer(ada, "novice"), is_over)

    asyncio.run(run())

    assert failed


@pytest.mark.parametrize(
    ("meanwhile", "left"),
    [
        ("SELECT 1", "todo"),
        ("UPDATE procrastinate_jobs SET status = 'todo'", "todo"),  # another worker has given it back
        ("UPDATE procrastinate_jobs SET worker_id = 2", "doing"),  # and has begun it
        (WAITING_JOB, "todo"),  # the same one waits already
    ],
)
def test_of_all_who_see_a_stalled_job_one_gives_it_back(
    postgres_server: PostgresServer, meanwhile: str, left: str
) -> None:
    place = postgres_server.new_database()
    prepare_queue(place)

    async def run() -> None:
        connector = procrastinate.PsycopgConnector(conninfo=place.url)
        async with procrastinate.App(connector=connector).open_async() as app:
            await connector.execute_query_async(WAITING_JOB)
            await connector.execute_query_async("INSERT INTO procrastinate_workers DEFAULT VALUES")
            await connector.execute_query_async("INSERT INTO procrastinate_workers DEFAULT VALUES")
            await connector.execute_query_async("UPDATE procrastinate_jobs SET status = 'doing', worker_id = 1")
            (stalled,) = await app.job_manager.list_jobs_async()
            await connector.execute_query_async(meanwhile)
            await give_back(app, stalled)
            found = await app.job_manager.list_jobs_async()

            assert [job.status for job in found] == [left]

    asyncio.run(run())


def test_a_worker_opens_its_pool_when_postgresql_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool makes its next attempt later and later, up to half a minute after PostgreSQL is back."""
    asked = list[str]()

    def refuse(_: PostgresPlace) -> None:
        asked.append("worker")
        raise StorageFailed("It is gone.")

    async def open_pool(*_: object, **__: object) -> None:
        asked.append("pool")

    async def pause(_: float) -> None:
        if len(asked) >= 3:
            raise EOFError

    monkeypatch.setattr(worker, "PostgresConnection", refuse)
    monkeypatch.setattr(procrastinate.PsycopgConnector, "open_async", open_pool)
    monkeypatch.setattr(asyncio, "sleep", pause)
    any_jobs: Any = Jobs
    with pytest.raises(EOFError):
        asyncio.run(JobWorker(PostgresPlace("postgresql://127.0.0.1:1/x"), any_jobs, 1, print).run())

    assert asked == ["worker"] * 3


def test_an_analysis_is_made_by_a_worker_and_seen_at_every_node(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("connect_four"))
    place = postgres_server.new_database()

    async def run() -> None:
        async with nodes(tmp_path, place, redis_server, 2) as served, working(place, redis_server):
            ada, bob = (each.person() for each in served)
            match = await sit(ada, bob, "connect_four", is_public=True)
            await follow(ada, match, 0)
            await ada.request("resign", match, 0, 1)
            await ada.receive("done")
            there = await live_at(served[1], match)
            await until(lambda: there.match.is_over)
            path = f"/api/matches/{match}/analysis"
            states = [(await ada.post(path))["status"]]
            async with asyncio.timeout(PATIENCE_S):
                while states[-1] != "done":
                    states.append((await bob.http.get(path)).json()["status"])
                    await asyncio.sleep(0.02)

            assert set(states) <= {"waiting", "running", "done"}

    asyncio.run(run())


def test_each_queue_belongs_to_one_worker_and_few_move_when_one_dies() -> None:
    before = {worker: owned({1, 2, 3}, worker) for worker in (1, 2, 3)}
    after = {worker: owned({1, 3}, worker) for worker in (1, 3)}

    assert sum(map(len, before.values())) == len(frozenset().union(*before.values())) == 32
    assert all(before[worker] <= after[worker] for worker in after)
    assert owned(set(), 7) == frozenset().union(*before.values())


def test_nodes_on_sqlite_are_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run_command(["serve", "--redis", "redis://127.0.0.1:1/0", "--data", str(tmp_path)])
    told = capsys.readouterr().err
    worker = run_command(["worker", "--database", f"sqlite:///{tmp_path}/a.db", "--redis", "redis://127.0.0.1:1/0"])

    assert (status, worker) == (2, 2)
    assert told == "Nodes and workers meet at --redis redis://… and share --database postgresql://…\n"
    assert capsys.readouterr().err == told


def test_nodes_and_workers_go_on_when_postgresql_was_gone(tmp_path: Path, redis_server: RedisServer) -> None:
    warm_game(parlour.load("connect_four"))
    server = PostgresServer()

    async def run(place: PostgresPlace) -> None:
        async with nodes(tmp_path, place, redis_server, 2) as served, working(place, redis_server):
            ada = served[0].person()
            match = await against_computer(ada, "novice", pace="5+3")
            await play_on(ada, match, lambda table: 0 in table["to_act"] and table["version"] > 2)
            live = await live_at(served[0], match)
            await asyncio.to_thread(server.stop)
            await ada.request("play", match, 0, live.match.version, action="4")
            refused = await ada.receive("done", "refused")
            await asyncio.to_thread(server.start)
            async with asyncio.timeout(PATIENCE_S):
                while (await ada.http.get("/readyz")).status_code != 200:
                    await asyncio.sleep(0.05)
            table = await play_on(move(ada, served[1]), match, is_over)

            assert refused["code"] == "storage/failed"
            assert table["outcome"]["reason"] != "timed_out"
            assert all("failures_total 0.0" in each.metrics() for each in served)

    try:
        server.make_template()
        asyncio.run(run(server.new_database()))
    finally:
        server.remove()
