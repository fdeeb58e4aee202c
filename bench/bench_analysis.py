"""How long an analysis takes: of a typical match of each game, and of early Connect Four positions.

python bench/bench_analysis.py matches [GAME]    (Club against Expert, up to 1 s for each action)
python bench/bench_analysis.py early 100         (100 random positions of each number of checkers, 0 to 15)
"""

import random
import sys
import time
from collections.abc import Sequence

import parlour
from bench_solver import random_position
from parlour.analysis.analyser import Analyser
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.games.connect_four import solver
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from parlour.players.player import make_player
from parlour.players.warm import warm_game

LEVELS = ("club", "expert")
SECONDS = 1.0
LAST_EARLY = 15


def play(game: Game, seed: int) -> Match:
    """Let two levels play a match."""
    match = new_match(game, seed=seed, options=game.preset("quick"))
    players = [make_player(level, game, seed) for level in LEVELS]
    while not match.is_over:
        seat = match.position.to_act()[0]
        action = players[seat].choose(match.position.seen_by(seat).known, seat, Stop())
        handle(match, co.Play(seat=seat, action=match.position.action_to_text(seat, action)), 0)
    return match


def matches(game_ids: Sequence[str]) -> None:
    """Analyse a match of each of these games; print a row for each."""
    print("| game | actions | seconds | per action | longest step | accuracy |\n|---|---|---|---|---|---|")
    for game in map(parlour.load, game_ids):
        warm_game(game)
        match = play(game, 1)
        analyser, begin, longest = Analyser(match, SECONDS), time.perf_counter(), 0.0
        while not analyser.is_done:
            started = time.perf_counter()
            with Stop(SECONDS) as stop:
                analyser.step(stop)
            longest = max(longest, time.perf_counter() - started)
        spent, actions = time.perf_counter() - begin, len(match.actions)
        accuracy = " and ".join("none" if each is None else f"{each:.0f} %" for each in analyser.report().accuracy)
        row = (game.name, actions, f"{spent:.1f}", f"{spent / actions:.2f}", f"{longest:.2f}", accuracy)
        print(f"| {' | '.join(map(str, row))} |", flush=True)


def early(positions: int) -> None:
    """Prove all columns of early positions, each from a cold table."""
    choose = random.Random(1)
    solver.results(random_position(choose, 30)[0].state, Stop())
    print("| checkers | positions | median | longest |\n|---|---|---|---|")
    for plies in range(LAST_EARLY + 1):
        spent = []
        for state in [random_position(choose, plies)[0].state for _ in range(positions)]:
            solver.forget()
            begin = time.process_time()
            solver.results(state, Stop())
            spent.append(1000 * (time.process_time() - begin))
        print(f"| {plies} | {positions} | {sorted(spent)[positions // 2]:.1f} ms | {max(spent):.1f} ms |", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "matches":
        matches(sys.argv[2:] or parlour.game_ids())
    else:
        early(int(sys.argv[2]))
