"""Sanguine's Master against the four named strategies, each side by itself; exits 1 where the goal is missed.

    python bench/bench_sanguine.py                 the honest Master
    python bench/bench_sanguine.py --blue          only as Blue against strategies 3 and 4, with and without reading
    python bench/bench_sanguine.py --caps          what knowing more would bring as Blue against strategy 4

The players of `--caps` exist only here. One sees all hidden cards, one knows that its enemy is strategy 4, one knows
that and also sees its enemy's hand.
"""

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below, seed_generator
from parlour.core.position import start
from parlour.core.thinking import Stop
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.levels import MASTER
from parlour.games.sanguine.ai.reading import MINIMAX, deal, read_past
from parlour.games.sanguine.ai.search import make_think, num_simulations, run, thought_of
from parlour.games.sanguine.ai.tree import Settings, new_work
from parlour.games.sanguine.state import SIDES
from parlour.lab.ladder import compare, wilson
from parlour.players.player import make_player

GOAL = 0.95
IMPOSSIBLE = -30.0  # a logarithm
SWEEPS = 400  # until the hand is dealt as it is known
ENEMIES = ("strategy1", "strategy2", "strategy3", "strategy4")

Think = Callable[[Record, int, Words, Stop], int]


def honest(settings: Settings) -> Think:
    think = make_think(settings)
    return lambda state, seat, random, stop: think(hidden(state, seat), seat, random, stop).best


def seeing(settings: Settings) -> Think:
    """Sees all cards: to the search it is a match with unshuffled decks, whose order both sides know."""
    think = make_think(settings)

    def choose(state: Record, seat: int, random: Words, stop: Stop) -> int:
        known = state.copy()
        known.lists, known.shuffled = known.order, 0
        return think(known, seat, random, stop).best

    return choose


def knowing(settings: Settings, sees_hand: bool) -> Think:
    """Knows from the start that its enemy is strategy 4; of its hand what it reads, or all."""

    def choose(state: Record, seat: int, random: Words, stop: Stop) -> int:
        root, enemy = hidden(state, seat), 1 - seat
        seed_generator(
            root.generator, np.array([random_below(random, 1 << 31), random_below(random, 1 << 31)], np.uint64)
        )
        GAME.rules.guess(root, seat)
        simulations = num_simulations(root, seat, settings.simulations)
        work = new_work(settings, root, seat, simulations, random)
        reading = work.reading
        read_past(reading, root, seat, work.boards[1:], work.left, random, stop.flag)
        reading.shares[:], reading.shares[MINIMAX] = 0.0, 1.0
        if sees_hand:
            for at in state.hand[enemy, : state.hand_size[enemy]]:
                reading.fits[MINIMAX, at] = IMPOSSIBLE
                reading.fits[MINIMAX, at, state.order[enemy, at]] = 0.0
            for _ in range(SWEEPS):
                deal(reading, MINIMAX, root, seat, random)
        run(work, seat, simulations, stop.flag)
        return thought_of(work, seat).best

    return choose


def hidden(state: Record, seat: int) -> Record:
    copy = state.copy()
    GAME.rules.hide(copy, seat)
    return copy


def play_blue(think: Think, enemy: str, games: int, first: int) -> tuple[list[float], float]:
    """Play as Blue; returns the results and the CPU seconds per action."""
    results, spent, actions = [], 0.0, 0
    for seed in range(first, first + games):
        position, red, random = start(GAME, seed, {}), make_player(enemy, GAME, seed), np.array([seed], np.uint64)
        with Stop() as stop:
            while seats := position.to_act():
                if seats[0] == 0:
                    action = red.choose(position.seen_by(0).known, 0, stop)
                else:
                    begin = time.thread_time()
                    action = think(position.state, 1, random, stop)
                    spent, actions = spent + time.thread_time() - begin, actions + 1
                position = position.play(seats[0], action)
        results.append(float(GAME.rules.result(position.state, 1)))
    return results, spent / actions


def print_blue(players: dict[str, Think], enemy: str, games: int, first: int) -> None:
    print(f"| as Blue against {enemy} | score | 95 % interval | draws | matches | ms per action |")
    print("|---|---|---|---|---|---|")
    for name, think in players.items():
        results, spent = play_blue(think, enemy, games, first)
        rate = sum(results) / games
        low, high = wilson(rate, games)
        draws = results.count(0.5)
        print(f"| {name} | {rate:.1%} | {low:.1%} to {high:.1%} | {draws} | {games} | {1000 * spent:.0f} |", flush=True)


def blue(games: int, first: int) -> int:
    players = {"Master": honest(MASTER), "Master without reading": honest(MASTER._replace(reads=False))}
    for enemy in ENEMIES[2:]:
        print_blue(players, enemy, games, first)
    return 0


def caps(games: int, first: int, simulations: int) -> int:
    settings = MASTER._replace(simulations=simulations)
    players = {
        "Master": honest(settings),
        "knows the strategy": knowing(settings, sees_hand=False),
        "knows the strategy and sees the hand": knowing(settings, sees_hand=True),
        "sees all cards": seeing(settings),
    }
    print_blue(players, "strategy4", games, first)
    return 0


def strategies(games: int) -> int:
    print("| Master against | as | score | 95 % interval | draws | matches | ms per action |")
    print("|---|---|---|---|---|---|---|")
    missed = 0
    for enemy in ENEMIES:
        score = compare(GAME, ("master", enemy), 2 * games, 1, 1, {})
        for seat, side in enumerate(SIDES):
            results, rate = score.results[seat], score.rate_at(seat)
            low, high = wilson(rate, len(results))
            missed += rate < GOAL
            mean_ms = 1000 * score.seconds[0] / score.actions[0]
            cells = [enemy, side, f"{rate:.1%}", f"{low:.1%} to {high:.1%}", str(results.count(0.5)), str(len(results))]
            print("| " + " | ".join([*cells, f"{mean_ms:.0f}"]) + " |", flush=True)
    print("every goal is met" if not missed else f"goals missed: {missed}")
    return int(missed > 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="matches for each row")
    parser.add_argument("--first", type=int, default=1, help="seed of the first match of --blue and --caps")
    parser.add_argument("--simulations", type=int, default=MASTER.simulations, help="of the players of --caps")
    parser.add_argument("--blue", action="store_true")
    parser.add_argument("--caps", action="store_true")
    given = parser.parse_args()
    if given.blue:
        return blue(given.games, given.first)
    return caps(given.games, given.first, given.simulations) if given.caps else strategies(given.games)


if __name__ == "__main__":
    sys.exit(main())
