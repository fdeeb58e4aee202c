"""Players that think as long as the Masters of 62ba7eb did, for `bench_masters.py`."""

from dataclasses import replace

from parlour.core.game import Game
from parlour.core.level import Level, OwnSearch
from parlour.games.checkers.ai.levels import LEVELS
from parlour.players.player import LevelPlayer


class Checkers(LevelPlayer):
    """Master with three fifths of its nodes."""

    def __init__(self, game: Game, seed: int) -> None:
        master = LEVELS[-1].search
        assert isinstance(master, OwnSearch)
        super().__init__(game, Level(replace(master, nodes=300_000)), seed)
