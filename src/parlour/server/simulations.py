"""Simulations: many matches of a level against itself, in the background, that show how fair a set-up is."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Literal

from parlour.core.game import Game
from parlour.core.option import Options
from parlour.players.simulation import Simulation, Tally
from parlour.server.errors import TooMany
from parlour.server.limits import MOST, Limits
from parlour.server.payer import Payer
from parlour.server.tasks import Tasks
from parlour.server.thinkers import LONGEST_S, Thinkers

AT_ONCE = 2  # simulations in memory; their steps take turns
KEPT = 1000  # results
Status = Literal["waiting", "running", "done", "failed"]


@dataclass(eq=False)
class Job:
    """A simulation that a person asked for."""

    game: Game
    options: Options
    level: str
    matches: int
    payer: Payer
    status: Status = "waiting"
    tally: Tally = field(default_factory=Tally)
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    @property
    def is_underway(self) -> bool:
        return self.status in ("waiting", "running")


class Simulations:
    """Plays simulations, one at a time for each person, and remembers the last one of each until the server stops."""

    def __init__(self, thinkers: Thinkers, tasks: Tasks, limits: Limits) -> None:
        self._thinkers = thinkers
        self._tasks = tasks
        self._limits = limits
        self._jobs: OrderedDict[str, Job] = OrderedDict()  # by identity
        self._room = asyncio.Semaphore(AT_ONCE)

    def job(self, identity: str) -> Job | None:
        """Return the last simulation of a person."""
        return self._jobs.get(identity)

    async def start(self, game: Game, options: Options, level: str, matches: int, payer: Payer) -> Job:
        """Begin a simulation.

        Raises:
            BadOption: no match can be played with these options.
            TooMany: with a sentence.
        """
        game.options.encode(options)
        self._check_room(payer)
        await self._limits.count(("simulate", payer.person))
        self._check_room(payer)  # again: another may have begun meanwhile
        job = Job(game, options, level, matches, payer)
        self._jobs.pop(payer.person, None)
        self._jobs[payer.person] = job
        job.task = self._tasks.spawn(self._run(job))
        for identity in [identity for identity, each in self._jobs.items() if not each.is_underway][:-KEPT]:
            del self._jobs[identity]
        return job

    def _check_room(self, payer: Payer) -> None:
        jobs = [job for job in self._jobs.values() if job.is_underway]
        if any(job.payer.person == payer.person for job in jobs):
            raise TooMany("Your last simulation is not done yet. Wait for it, or cancel it.")
        nearby = sum(job.payer.address == payer.address for job in jobs)
        if nearby >= self._limits.most("simulations_from") or len(jobs) >= self._limits.most("simulations"):
            raise TooMany("Too many simulations are waiting. Try again in a few minutes.")

    def cancel(self, identity: str) -> None:
        """End the simulation of a person, and forget it."""
        job = self._jobs.pop(identity, None)
        if job is not None and job.task is not None:
            job.task.cancel()

    async def _run(self, job: Job) -> None:
        job.payer.pay()  # its searches take turns with those of other people
        try:
            async with self._room:
                job.status = "running"
                await self._play(job)
                job.status = "done"
        except Exception as error:
            self._tasks.note_failure(error)
            job.status = "failed"

    async def _play(self, job: Job) -> None:
        seeds = range(1, 1 + job.matches)
        simulation = await self._thinkers.work(lambda _: Simulation(job.game, job.level, job.options, seeds), LONGEST_S)
        job.tally = simulation.tally
        while not simulation.is_done and simulation.seconds < MOST["simulation_s"].number:
            await self._thinkers.work(simulation.step, LONGEST_S)
