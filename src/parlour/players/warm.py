"""What has to be compiled before a game can be played without waiting.

`python -m parlour.players.warm` compiles the games whose ids it reads, a line each, and writes each id when it is done.
"""

import os
import random
import sys
from collections.abc import Iterator

from parlour.core import playout, registry
from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.position import Position, start
from parlour.core.thinking import Stop
from parlour.players.player import make_player

NICE = 10  # of a process that compiles; a server has 0


def warm_game(game: Game) -> None:
    """Compile what the terminal, matches, computer players and benchmarks of a game call, or load it compiled."""
    for _ in warm_steps(game):
        pass


def warm_steps(game: Game) -> Iterator[None]:
    """Do what `warm_game` does in steps, so that other threads get a turn between them."""
    position = start(game, 1)
    seat = position.to_act()[0]
    action = position.legal_actions(seat)[0]
    after = position.play(seat, action)
    position.is_irrevocable(seat, action, after)
    yield
    game.rules.mid_turn(after.state)
    game.rules.result(after.state, seat)
    yield
    for viewer in (*SEATS, SPECTATOR):
        position.seen_by(viewer).view()
    position.seen_by(seat).choices()
    yield
    playout.play_out(position, 1, seed=1)
    yield
    playout.perft(start(game, 1, game.preset("perft")), 1)
    yield
    for position in first_of_phases(game):
        for name in LEVEL_NAMES:
            _think(game, name, position)
            yield


def first_of_phases(game: Game) -> Iterator[Position]:
    """Return the first position of each phase of a random match: in another phase a level may call other kernels."""
    choose, position, phases = random.Random(1), start(game, 1, game.preset("quick")), set[str]()
    while seats := position.to_act():
        if (phase := position.seen_by(seats[0]).phase()) not in phases:
            phases.add(phase)
            yield position
        position = position.play(seats[0], choose.choice(position.legal_actions(seats[0])))


def _think(game: Game, level: str, position: Position) -> None:
    stop, seat = Stop(), position.to_act()[0]
    stop.now()  # compiled anyway
    make_player(level, game, seed=1).choose(position.seen_by(seat).known, seat, stop)


def main() -> None:
    """Compile the games whose ids come in; the work of other processes goes first."""
    os.nice(NICE)
    for line in sys.stdin:
        warm_game(registry.load(line.strip()))
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
