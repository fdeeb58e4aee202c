"""Computer players that wait to be used again, so that their memory is not allocated for every action."""

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from parlour.core.game import Game
from parlour.players.player import Player, make_player

BUDGET_BYTES = 512 * 2**20  # of all players that wait


class Idle(NamedTuple):
    """A player that nobody uses now."""

    game: Game
    name: str
    player: Player


class PlayerPool:
    """The idle computer players of a process. When their memory exceeds the budget, those used longest ago go."""

    def __init__(self, budget_bytes: int = BUDGET_BYTES) -> None:
        self._budget_bytes = budget_bytes
        self._idle: OrderedDict[int, Idle] = OrderedDict()  # in the order of their last use
        self._numbers = count()
        self._lock = threading.Lock()

    @property
    def num_bytes(self) -> int:
        """The memory of all idle players."""
        with self._lock:
            return self._count_bytes()

    @contextlib.contextmanager
    def borrow(self, name: str, game: Game, seed: int) -> Iterator[Player]:
        """Return a player that chooses as a new one does; nobody else has it meanwhile."""
        player = self._take(name, game) or make_player(name, game, seed)
        player.reseed(seed)
        try:
            yield player
        finally:
            self._give_back(Idle(game, name, player))

    def _take(self, name: str, game: Game) -> Player | None:
        with self._lock:
            for number, idle in reversed(self._idle.items()):
                if idle.name == name and idle.game is game:
                    return self._idle.pop(number).player
        return None

    def _give_back(self, idle: Idle) -> None:
        with self._lock:
            self._idle[next(self._numbers)] = idle
            while self._count_bytes() > self._budget_bytes:
                self._idle.popitem(last=False)

    def _count_bytes(self) -> int:
        return sum(idle.player.num_bytes for idle in self._idle.values())
