"""A worker: it does the jobs that nodes have queued. Its queue is procrastinate; it needs the extra `nodes`.

Computer players keep what they have found, so the jobs of one match should come to one worker. They are in one of some
queues, and each queue belongs to one of the workers that are alive: to the same one, as long as it lives.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable

import procrastinate
import psycopg
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Status
from procrastinate.worker import Worker

from parlour.core.errors import ParlourError
from parlour.match.errors import StorageBusy, StorageFailed
from parlour.match.jobs import ACT, ANALYSE, ANALYSES, CLOCKS, COMPUTERS, EXPIRE, Job
from parlour.server.analyses import AnalysisQueue
from parlour.server.cancelling import unless_cancelled
from parlour.server.hub import Hub
from parlour.server.logs import log
from parlour.server.tasks import AFTER_FAILURE_S
from parlour.storage.place import PostgresPlace
from parlour.storage.postgres import CONNECTING, PostgresConnection

BEAT_S = 1.0  # between two heartbeats of a worker
STALLED_S = 4.0  # without a heartbeat: the worker is dead, and its jobs are done by others
POLL_S = 0.5  # between two looks for jobs whose time has come
STOP_S = 3.0  # that jobs have to end when the worker stops
MOST_SHORT = 8  # jobs at a time, besides those that think
TRIES = 20  # of a job that fails for a reason of its own
ALIVE = """
    SELECT id FROM procrastinate_workers WHERE last_heartbeat > now() - %(seconds)s * interval '1 second'
"""
# Not procrastinate's own functions: they would also change a job that another worker has given back or begun since.
STILL_BEGUN = "id = %(id)s AND status = 'doing' AND worker_id IS NOT DISTINCT FROM %(worker)s::bigint"
GIVE_BACK = f"""
    UPDATE procrastinate_jobs SET status = 'todo', attempts = attempts + 1, scheduled_at = now() WHERE {STILL_BEGUN}
"""
DROP = f"DELETE FROM procrastinate_jobs WHERE {STILL_BEGUN}"


class QueueWorker(Worker):
    """A worker that takes jobs from those queues that are its own at the moment."""

    own: frozenset[str] = frozenset()
    num_analyses = 0

    @property
    def queues(self) -> list[str] | None:
        """From where the next job is taken; None while it begins to listen: to all queues."""
        if self.worker_id is None:
            return None
        return [*sorted(self.own), CLOCKS, *(() if self.num_analyses else (ANALYSES,))]

    @queues.setter
    def queues(self, _: Iterable[str] | None) -> None:
        return

    @property
    def running(self) -> set[int | None]:
        """The numbers of the jobs that it does now."""
        return {context.job.id for context in self._running_jobs.values()}


def owned(workers: Iterable[int], worker: int) -> frozenset[str]:
    """Return the queues of computer players that belong to one of the workers that are alive."""

    def rank(queue: str, number: int) -> bytes:
        return hashlib.sha256(f"{queue} {number}".encode()).digest()

    alive = {*workers, worker}
    return frozenset(queue for queue in COMPUTERS if max(alive, key=lambda each: rank(queue, each)) == worker)


class Jobs:
    """Does jobs."""

    def __init__(self, hub: Hub, analyses: AnalysisQueue) -> None:
        self._hub = hub
        self._analyses = analyses

    async def act(self, job: Job) -> None:
        """Let a computer act."""
        live = await self._hub.find(job.match)
        with live.in_use():
            await live.follower.catch_up()
            if not live.is_waiting:
                await live.computers.act(live.seating, job.seat, job.version)

    async def expire(self, job: Job) -> None:
        """Let a clock run out, and come back when the next one may."""
        live = await self._hub.find(job.match)
        with live.in_use():
            await live.follower.catch_up()
            rings_in_ms = await live.expire()
            if rings_in_ms is not None:
                again = Job(EXPIRE, job.match, after_ms=max(0, rings_in_ms))
                await asyncio.wrap_future(self._hub.services.log.defer([again]))

    async def analyse(self, job: Job) -> None:
        """Make the analysis of a match that is over."""
        live = await self._hub.find(job.match)
        await live.follower.catch_up()
        await self._analyses.make(job.match, live.match)


class JobWorker:
    """Runs jobs until it is cancelled, whatever happens to PostgreSQL meanwhile."""

    def __init__(self, place: PostgresPlace, jobs: Jobs, thinkers: int, note_failure: Callable[[BaseException], None]):
        self._place = place
        self._jobs = jobs
        self._thinkers = thinkers
        self._note_failure = note_failure

    async def run(self) -> None:
        """Work; after an outage of the database, begin again."""
        while True:
            app = self._app()
            try:
                await asyncio.to_thread(lambda: PostgresConnection(self._place).close())  # a pool would try more rarely
                async with app.open_async():
                    await self._work(app)
            except* (ConnectorException, StorageFailed, psycopg.OperationalError, OSError) as outage:
                log.warning("worker_cut_off", reason=type(outage.exceptions[0]).__name__)
            await asyncio.sleep(AFTER_FAILURE_S)

    def _app(self) -> procrastinate.App:
        connector = procrastinate.PsycopgConnector(
            conninfo=self._place.url, kwargs={**CONNECTING}, min_size=1, max_size=4, timeout=5.0
        )
        app = procrastinate.App(connector=connector)
        again = procrastinate.RetryStrategy(max_attempts=TRIES, wait=1)
        for name, work in ((ACT, self._jobs.act), (EXPIRE, self._jobs.expire), (ANALYSE, self._analyse)):
            app.task(name=name, retry=again)(self._task(work))
        return app

    def _task(self, work: Callable[[Job], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def task(**fields: object) -> None:
            try:
                await work(Job(**fields))  # type: ignore[arg-type]  # as they were queued
            except (StorageBusy, StorageFailed):
                raise  # it is tried again
            except ParlourError as refusal:  # the match is gone or parked, or has gone on
                log.info("job_refused", code=refusal.code, **fields)
            except Exception as failure:
                self._note_failure(failure)
                raise

        return task

    async def _analyse(self, job: Job) -> None:
        worker = self._worker
        worker.num_analyses += 1
        try:
            await self._jobs.analyse(job)
        finally:
            worker.num_analyses -= 1

    async def _work(self, app: procrastinate.App) -> None:
        self._worker = worker = QueueWorker(
            app, concurrency=self._thinkers + MOST_SHORT, delete_jobs="successful", install_signal_handlers=False,
            fetch_job_polling_interval=POLL_S, update_heartbeat_interval=BEAT_S, stalled_worker_timeout=STALLED_S,
            shutdown_graceful_timeout=STOP_S,
        )  # fmt: skip
        async with asyncio.TaskGroup() as tasks:
            looking = tasks.create_task(self._look_around(app, worker))
            await worker.run()  # type: ignore[no-untyped-call]  # it returns when its connection is lost
            looking.cancel()

    async def _look_around(self, app: procrastinate.App, worker: QueueWorker) -> None:
        """Find out who else is alive, and give the jobs of the dead to others.

        It also gives back its own jobs that ended during an outage: the database still counts them as begun, and would
        let no other job of their match begin. A job that is just being fetched does not run yet: it has until the
        next look.
        """
        idle: set[int | None] = set()
        while True:
            if worker.worker_id is not None:
                rows = await unless_cancelled(app.connector.execute_query_all_async(ALIVE, seconds=STALLED_S))
                worker.own = owned((row["id"] for row in rows), worker.worker_id)
                stalled = app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_S)
                for job in await unless_cancelled(stalled):
                    await unless_cancelled(give_back(app, job))
                own = app.job_manager.list_jobs_async(status=Status.DOING.value, worker_id=worker.worker_id)
                not_running = [job for job in await unless_cancelled(own) if job.id not in worker.running]
                for job in not_running:
                    if job.id in idle:
                        await unless_cancelled(give_back(app, job))
                idle = {job.id for job in not_running}
            await asyncio.sleep(POLL_S)


async def give_back(app: procrastinate.App, job: procrastinate.jobs.Job) -> None:
    """Let a job be done that its worker has begun and does not do any more, unless the same one waits already."""
    log.info("job_stalled", kind=job.task_name, lock=job.lock)
    try:
        await app.connector.execute_query_async(GIVE_BACK, id=job.id, worker=job.worker_id)
    except UniqueViolation:
        await app.connector.execute_query_async(DROP, id=job.id, worker=job.worker_id)
