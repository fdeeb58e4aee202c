"""`MatchServices`: what all matches of a server share."""

from collections.abc import Callable
from dataclasses import dataclass, field

from parlour.match.clock import Clock
from parlour.match.ports import MatchLog
from parlour.server.conduct import Conduct
from parlour.server.future_batcher import FutureBatcher
from parlour.server.game_loader import GameLoader
from parlour.server.limits import Limits
from parlour.server.metrics import Metrics
from parlour.server.running import Running
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers


def _do_nothing() -> None:
    return


@dataclass(frozen=True)
class MatchServices:
    """What a match needs besides itself."""

    log: MatchLog
    clock: Clock
    thinkers: Thinkers
    limits: Limits
    metrics: Metrics
    tasks: Tasks
    games: GameLoader
    after_match: Callable[[], None] = _do_nothing  # called when the end of a match is on the disk
    future_batcher: FutureBatcher = field(default_factory=FutureBatcher)
    conduct: Conduct = field(default_factory=Conduct)
    running: Running = field(default_factory=Running)

    async def close(self) -> None:
        """Stop all thinking and wait for what is being saved."""
        self.tasks.is_closed = True
        self.thinkers.close()
        await self.tasks.close()
