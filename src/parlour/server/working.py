"""The process of a worker: what it shares with the nodes, and the matches for which it has jobs."""

import asyncio
import contextlib

from parlour.match.errors import StorageFailed
from parlour.server.analyses import AnalysisQueue
from parlour.server.bus import Bus
from parlour.server.cancelling import end
from parlour.server.clocks import SystemClock
from parlour.server.game_loader import GameLoader
from parlour.server.hub import BEAT_S, Hub
from parlour.server.limits import Limits
from parlour.server.logs import log
from parlour.server.match_services import MatchServices
from parlour.server.metrics import Metrics
from parlour.server.node import SiteClock, held, joined, prepare, shared_place
from parlour.server.projector import Projector
from parlour.server.running import Running
from parlour.server.settings import Settings
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.storage.achievements import SqlAchievements
from parlour.storage.analyses import SqlAnalyses
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.projections import SqlProjection
from parlour.storage.uptime import SharedUptime


async def work(settings: Settings) -> None:
    """Do jobs until cancelled.

    Raises:
        NeedsPostgres, NeedsDriver, InUse, StorageFailed: it cannot begin.
    """
    place = shared_place(settings)
    with held(settings), contextlib.closing(Database(place)) as database:
        prepare(settings)
        with contextlib.closing(SharedUptime(database, beats=False)) as uptime:
            async with joined(settings) as site:
                await _work(settings, database, uptime, site.bus)


async def _work(settings: Settings, database: Database, uptime: SharedUptime, bus: Bus) -> None:
    from parlour.server.worker import Jobs, JobWorker  # noqa: PLC0415  # it needs a package that few have

    metrics = Metrics()
    tasks, thinkers, limits = (
        Tasks(metrics),
        Thinkers(settings.ai_threads),
        Limits(SystemClock(), settings.limit_factor),
    )
    projectors = [Projector(SqlProjection(database), tasks), Projector(SqlAchievements(database), tasks, rest_s=1.0)]

    def after_match() -> None:
        for projector in projectors:
            projector.wake()

    matches = MatchServices(
        SqlLog(database, uptime=uptime), SiteClock(uptime), thinkers, limits, metrics, tasks, GameLoader(), after_match,
        running=Running(bus), bus=bus, thinks=False, rings=False,
    )  # fmt: skip
    hub = Hub(matches)
    analyses = AnalysisQueue(SqlAnalyses(database), thinkers, tasks, limits)
    worker = JobWorker(shared_place(settings), Jobs(hub, analyses), settings.ai_threads, tasks.note_failure)

    async def look_at_the_clock() -> None:
        while True:
            with contextlib.suppress(StorageFailed):
                await asyncio.wrap_future(uptime.beat())
            await asyncio.sleep(BEAT_S)

    jobs = (look_at_the_clock, hub.tidy, hub.in_step.run, worker.run)
    running = [asyncio.create_task(tasks.run_forever(job)) for job in jobs]
    log.info("worker_started")
    try:
        await asyncio.gather(*running)
    finally:
        await end(*running)
        for projector in projectors:
            projector.stop()
        await matches.close()
        log.info("worker_stopped")
