"""The computer players of all matches in memory: each is kept for its seat, within a budget for the whole process."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.players.player import Player, make_player

BUDGET_BYTES = 512 * 2**20  # of all players


class Owner(NamedTuple):
    """The seat that a player plays."""

    match_id: str
    seat: int


class Question(NamedTuple):
    """A position that a player was asked about, as its seat knew it, and the seed it was given."""

    seed: int
    known: Known


History = Callable[[], Sequence[Question]]  # what an owner's player was asked before, in order


class PlayerPool:
    """The players of a process by owner. Beyond the budget those used longest ago go, unless they are thinking."""

    def __init__(self, budget_bytes: int = BUDGET_BYTES) -> None:
        self._budget_bytes = budget_bytes
        self._players: dict[Owner, Player] = {}  # in the order of their last use
        self._borrowed: set[Owner] = set()
        self._lock = threading.Lock()

    @property
    def num_bytes(self) -> int:
        """The memory of all players."""
        with self._lock:
            return self._count_bytes()

    @contextlib.contextmanager
    def borrow(self, owner: Owner, name: str, game: Game, history: History, stop: Stop) -> Iterator[Player]:
        """Return the player of an owner, who may not borrow it twice at once.

        A player that is missing is made, and first chooses again in all positions that it was asked about before, so
        that it goes on as if it had been kept all along. A player that fails is dropped.

        Args:
            stop: cuts these earlier choices short.
        """
        with self._lock:
            player = self._players.get(owner)
        is_new = player is None
        player = player or make_player(name, game, 0)  # not under the lock: it may load tables
        self._lend(owner, player)
        try:
            if is_new and player.keeps_results:
                for seed, known in history():
                    player.reseed(seed)
                    player.choose(known, owner.seat, stop)
            yield player
        except BaseException:
            with self._lock:
                self._players.pop(owner, None)
            raise
        finally:
            with self._lock:
                self._borrowed.discard(owner)
                self._evict()

    def release(self, match_id: str) -> None:
        """Drop the players of a match; a borrowed one stays with its borrower until the end of the thought."""
        with self._lock:
            for owner in [owner for owner in self._players if owner.match_id == match_id]:
                del self._players[owner]

    def _lend(self, owner: Owner, player: Player) -> None:
        with self._lock:
            self._players.pop(owner, None)
            self._players[owner] = player  # as the one used last
            self._borrowed.add(owner)
            self._evict()

    def _evict(self) -> None:
        for owner in [owner for owner in self._players if owner not in self._borrowed]:
            if self._count_bytes() <= self._budget_bytes:
                return
            del self._players[owner]

    def _count_bytes(self) -> int:
        return sum(player.num_bytes for player in self._players.values())
