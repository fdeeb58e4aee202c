"""Our tree search beside OpenSpiel's MCTS bot, in one run on one core: exits 1 if a goal is missed.

Both search from the start of a game with random playouts and a tree that is kept; the simulations per CPU second are
counted in alternating slices, so that a noisy machine disturbs both alike.

    make bench
"""

import os
import sys
from collections.abc import Callable

import numpy as np
import pyspiel

import parlour
from bench_engine import Goal, rates
from parlour.core.level import TreeSearch
from parlour.core.thinking import Stop
from parlour.search.tree import Tree

SIMULATIONS = {"connect_four": 20_000, "checkers": 2_000}
AT_LEAST = 4.0


def ours(game_id: str) -> Callable[[], int]:
    start = parlour.new(game_id, seed=1, quick_colours=True)
    seat, random = start.to_act()[0], np.array([1], np.uint64)
    tree = Tree(start.game, TreeSearch(SIMULATIONS[game_id]))

    def search() -> int:
        tree.think(start.seen_by(seat).known, seat, random, Stop())
        return SIMULATIONS[game_id]

    return search


def theirs(game_id: str) -> Callable[[], int]:
    game = pyspiel.load_game(game_id)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS[game_id], 1000, False, 1, False, policy)
    start = game.new_initial_state()

    def search() -> int:
        bot.step(start)
        return SIMULATIONS[game_id]

    return search


def main() -> int:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    missed = 0
    for game_id in SIMULATIONS:
        goal = Goal(f"{game_id}: simulations", ours(game_id), theirs(game_id), AT_LEAST)
        mine, other = rates(goal)
        missed += mine < goal.at_least * other
        print(f"{goal.name}: ours {mine:,.0f}/s, theirs {other:,.0f}/s, ratio {mine / other:.1f} (goal: {AT_LEAST})")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
