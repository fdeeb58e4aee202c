"""Analyses of matches that are over: made in the background, one at a time for each person, and kept with the match."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from weakref import WeakValueDictionary

import msgspec

from parlour.analysis.analyser import Analyser
from parlour.analysis.report import Analysis
from parlour.match import events as ev
from parlour.match.analyses_port import Analyses
from parlour.match.match import Match, fold
from parlour.server.errors import TooMany
from parlour.server.limits import Limits
from parlour.server.payer import Payer
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers

SECONDS = 1.0  # for one position, or one try to prove its values
MAKING_S = 10.0  # to fold the log of a match and to allocate the memory of its searches
AT_ONCE = 4  # analyses in memory; their steps take turns
Status = Literal["waiting", "running", "failed"]


@dataclass(eq=False)
class Job:
    """An analysis that is not done."""

    payer: Payer  # of the first of the askers
    askers: set[str]  # identities; it goes on until the last one has cancelled it
    status: Status = "waiting"
    analyser: Analyser | None = None
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class AnalysisQueue:
    """Makes analyses. What is not done when the server stops begins again when it is asked for."""

    def __init__(self, stored: Analyses, thinkers: Thinkers, tasks: Tasks, limits: Limits) -> None:
        self._stored = stored
        self._thinkers = thinkers
        self._tasks = tasks
        self._limits = limits
        self._jobs: dict[str, Job] = {}  # by match
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by identity
        self._room = asyncio.Semaphore(AT_ONCE)

    def job(self, match_id: str) -> Job | None:
        """Return the analysis of a match that is not done; a failed one too, until it is asked for again."""
        return self._jobs.get(match_id)

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
            self._jobs[match_id] = job = Job(payer, {payer.person})
            job.task = self._tasks.spawn(self._run(match_id, job, list(match.events), match.seed))

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
        self._limits.consume("analyse", payer.person)

    def cancel(self, match_id: str, identity: str) -> None:
        """Withdraw a person's wish for an analysis; it ends when nobody else waits for it."""
        if (job := self._jobs.get(match_id)) is not None:
            job.askers.discard(identity)
            if not job.askers:
                self._jobs.pop(match_id)
                if job.task is not None:
                    job.task.cancel()

    async def _run(self, match_id: str, job: Job, events: Sequence[ev.AnyEvent], seed: int) -> None:
        job.payer.pay()  # its searches take turns with those of other people
        try:
            async with self._turns.setdefault(job.payer.person, asyncio.Lock()), self._room:
                job.status = "running"
                analysis = await self._analyse(job, events, seed)
                await asyncio.wrap_future(
                    self._stored.store(match_id, msgspec.json.encode(analysis), analysis.accuracy)
                )
        except Exception as error:
            self._tasks.note_failure(error)
            job.status, job.analyser = "failed", None
        else:
            if self._jobs.get(match_id) is job:
                del self._jobs[match_id]

    async def _analyse(self, job: Job, events: Sequence[ev.AnyEvent], seed: int) -> Analysis:
        analyser = await self._thinkers.work(lambda _: Analyser(fold(events, seed), SECONDS), MAKING_S)
        job.analyser = analyser
        while not analyser.is_done:
            await self._thinkers.work(analyser.step, SECONDS)
        return await asyncio.to_thread(analyser.report)
