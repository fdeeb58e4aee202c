"""Analyses of matches that are over: made in the background, one at a time for each person, and kept with the match."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Literal, Protocol
from weakref import WeakValueDictionary

import msgspec

from parlour.analysis.analyser import Analyser
from parlour.analysis.report import Analysis
from parlour.match import events as ev
from parlour.match.analyses_port import Analyses
from parlour.match.jobs import ANALYSE
from parlour.match.jobs import Job as QueuedJob
from parlour.match.match import Match, fold
from parlour.server.errors import TooMany
from parlour.server.limits import Limits
from parlour.server.payer import Payer
from parlour.server.recent_analyses import is_stored
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.server.tracing import traced

SECONDS = 1.0  # for one position, or one try to prove its values
MAKING_S = 10.0  # to fold the log of a match and to allocate the memory of its searches
LOOK_S = 0.5  # between two looks for what a worker has made
AT_ONCE = 4  # analyses in memory; their steps take turns
Status = Literal["waiting", "running", "failed"]


class JobQueue(Protocol):
    """The queue of the workers."""

    def defer(self, jobs: Sequence[QueuedJob]) -> "Future[None]": ...

    def has_job(self, job: QueuedJob) -> bool: ...


@dataclass(eq=False)
class Running:
    """An analysis that is being made."""

    analyser: Analyser | None = None


@dataclass(eq=False, kw_only=True)
class Job(Running):
    """An analysis that is not done."""

    payer: Payer  # of the first of the askers
    askers: set[str]  # identities; it goes on until the last one has cancelled it
    status: Status = "waiting"
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class AnalysisQueue:
    """Makes analyses. What is not done when the server stops begins again when it is asked for."""

    def __init__(self, stored: Analyses, thinkers: Thinkers, tasks: Tasks, limits: Limits,
                 queue: JobQueue | None = None) -> None:  # fmt: skip
        """Make analyses here, or let workers make those of stored matches."""
        self._stored = stored
        self._thinkers = thinkers
        self._tasks = tasks
        self._limits = limits
        self._queue = queue
        self._jobs: dict[str, Job] = {}  # by match
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by identity
        self._room = asyncio.Semaphore(AT_ONCE)

    def job(self, match_id: str) -> Job | None:
        """Return the analysis of a match that is not done; a failed one too, until it is asked for again."""
        return self._jobs.get(match_id)

    async def is_queued(self, match_id: str) -> bool:
        """Return whether a worker is to make an analysis that was asked for at any node."""
        return self._queue is not None and await asyncio.to_thread(self._queue.has_job, QueuedJob(ANALYSE, match_id))

    async def find(self, match_id: str) -> Analysis | None:
        """Return the analysis of a match that is done; None also for one that this version cannot read."""
        return await asyncio.to_thread(self._read, match_id)

    def _read(self, match_id: str) -> Analysis | None:
        data = self._stored.find(match_id)
        try:
            return None if data is None else msgspec.json.decode(data, type=Analysis)
        except msgspec.MsgspecError:
            return None

    async def start(self, match_id: str, match: Match, payer: Payer) -> None:
        """Begin an analysis, or join the people who wait for it; nothing happens when it is done.

        Raises:
            TooMany: with a sentence.
        """
        if (job := self._jobs.get(match_id)) is not None and job.status != "failed":
            job.askers.add(payer.person)
        elif await self.find(match_id) is None and not self._is_going_on(match_id):
            self._check_room(payer)
            await self._limits.count(("analyse", payer.person))
            if self._is_going_on(match_id):
                return
            self._check_room(payer)  # again: another may have begun meanwhile
            self._jobs[match_id] = job = Job(payer=payer, askers={payer.person})
            try:
                await self._queue_up(match_id)
            except BaseException:
                self._jobs.pop(match_id, None)
                raise
            job.task = self._tasks.spawn(self._run(match_id, job, list(match.events), match.seed))

    async def _queue_up(self, match_id: str) -> None:
        """Queue the analysis of a stored match where workers make it; from then on all nodes tell of it."""
        if self._queue is not None and is_stored(match_id):
            await asyncio.wrap_future(self._queue.defer([QueuedJob(ANALYSE, match_id)]))

    def _is_going_on(self, match_id: str) -> bool:
        """Return whether another request has begun it meanwhile."""
        job = self._jobs.get(match_id)
        return job is not None and job.status != "failed"

    def _check_room(self, payer: Payer) -> None:
        jobs = [job for job in self._jobs.values() if job.status != "failed"]
        theirs = sum(job.payer.person == payer.person for job in jobs)
        nearby = sum(job.payer.address == payer.address for job in jobs)
        if theirs >= self._limits.most("analyses_of") or nearby >= self._limits.most("analyses_from"):
            raise TooMany("Your other analyses are not done yet. Wait for one, or cancel it.")
        if len(jobs) >= self._limits.most("analyses"):
            raise TooMany("Too many analyses are waiting. Try again in a few minutes.")

    def cancel(self, match_id: str, identity: str) -> None:
        """Withdraw a person's wish for an analysis; it ends when nobody else waits for it."""
        if (job := self._jobs.get(match_id)) is not None:
            job.askers.discard(identity)
            if not job.askers:
                self._jobs.pop(match_id)
                if job.task is not None:
                    job.task.cancel()

    async def make(self, match_id: str, match: Match) -> None:
        """Make and store an analysis, in a worker; nothing happens when it is there."""
        if match.is_over and await self.find(match_id) is None:
            await self._make(match_id, Running(), list(match.events), match.seed)

    async def _make(self, match_id: str, running: "Running", events: Sequence[ev.AnyEvent], seed: int) -> None:
        analysis = await traced(self._analyse(running, events, seed), "analysis", match=match_id)
        await asyncio.wrap_future(self._stored.store(match_id, msgspec.json.encode(analysis), analysis.accuracy))

    async def _wait_for_worker(self, match_id: str, queue: JobQueue) -> None:
        while await self.find(match_id) is None:
            if not await asyncio.to_thread(queue.has_job, QueuedJob(ANALYSE, match_id)):
                if await self.find(match_id) is None:
                    raise RuntimeError(f"No worker could analyse match {match_id}.")
                return
            await asyncio.sleep(LOOK_S)

    async def _run(self, match_id: str, job: Job, events: Sequence[ev.AnyEvent], seed: int) -> None:
        job.payer.pay()  # its searches take turns with those of other people
        try:
            async with self._turns.setdefault(job.payer.person, asyncio.Lock()), self._room:
                job.status = "running"
                if self._queue is not None and is_stored(match_id):
                    await self._wait_for_worker(match_id, self._queue)
                else:
                    await self._make(match_id, job, events, seed)
        except Exception as error:
            self._tasks.note_failure(error)
            job.status, job.analyser = "failed", None
        else:
            if self._jobs.get(match_id) is job:
                del self._jobs[match_id]

    async def _analyse(self, job: "Running", events: Sequence[ev.AnyEvent], seed: int) -> Analysis:
        analyser = await self._thinkers.work(lambda _: Analyser(fold(events, seed), SECONDS), MAKING_S)
        job.analyser = analyser
        while not analyser.is_done:
            await self._thinkers.work(analyser.step, SECONDS)
        return await asyncio.to_thread(analyser.report)
