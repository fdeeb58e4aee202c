"""Jobs for workers: what a change of a match makes necessary, stored together with the change."""

import zlib
from typing import NamedTuple

ACT, EXPIRE, ANALYSE = "act", "expire", "analyse"
NUM_QUEUES = 32  # of computer players: those of a match are in one, and a worker looks after some
CLOCKS, ANALYSES = "clocks", "analyses"  # the other queues
COMPUTERS = tuple(f"computers-{number}" for number in range(NUM_QUEUES))


class Job(NamedTuple):
    """Something to be done for a match, by whichever worker is free; it may be done twice."""

    kind: str
    match: str
    seat: int = 0  # of the computer that is to act
    version: int = 0  # at which the position arose that it is to act in
    after_ms: int = 0  # from now, when a clock runs out

    @property
    def queue(self) -> str:
        """Where it waits."""
        if self.kind == ACT:
            return COMPUTERS[zlib.crc32(self.match.encode()) % NUM_QUEUES]
        return CLOCKS if self.kind == EXPIRE else ANALYSES

    @property
    def name(self) -> str:
        """One job of a name waits at a time."""
        return f"{self.kind} {self.match}" + (f" {self.seat} {self.version}" if self.kind == ACT else "")

    @property
    def lock(self) -> str:
        """One job of a lock is being done at a time: a player thinks in the order in which the positions arose."""
        return f"{self.kind} {self.match}" + (f" {self.seat}" if self.kind == ACT else "")
