"""What a thought costs at every level: CPU time per action, and the memory that a player takes.

    python bench/bench_levels.py MATCHES [GAME ...]

Each level plays MATCHES matches against itself, by default options, and one more in which memory is traced: what a
player keeps, and the most that is allocated for a thought. Tables that a process loads once for all players do not
count.
"""

import sys
import tracemalloc
from statistics import median

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.thinking import Stop
from parlour.lab.playing import steps
from parlour.players.player import Player, make_player
from parlour.players.simulation import opening


def times(game: Game, players: list[Player], seed: int) -> list[float]:
    """Play a match; return the milliseconds of every thought."""
    return [1000 * step.seconds for step in steps(opening(game, {}, seed), players, Stop())]


def pair(game: Game, level: str, seed: int) -> list[Player]:
    return [make_player(level, game, 2 * seed + seat) for seat in range(2)]


def memory_mb(game: Game, level: str) -> float:
    """Return what one player keeps, and the most that a thought of either takes beyond that."""
    other = make_player(level, game, 1)  # what it keeps is not traced
    tracemalloc.start()
    times(game, [make_player(level, game, 0), other], 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def main() -> None:
    matches, names = int(sys.argv[1]), sys.argv[2:] or registry.game_ids()
    print("| game | level | ms per action, median | worst | MB | actions |\n|---|---|---|---|---|---|")
    for name in names:
        game = registry.load(name)
        for level in LEVEL_NAMES:
            times(game, pair(game, level, 0), 0)  # compiles
            spent = [ms for seed in range(1, matches + 1) for ms in times(game, pair(game, level, seed), seed)]
            cells = (f"{median(spent):.2f}", f"{max(spent):.1f}", f"{memory_mb(game, level):.1f}", f"{len(spent):,}")
            print(f"| {game.name} | {level} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
