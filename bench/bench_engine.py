"""Our engine beside OpenSpiel and pydraughts, in one run on one core: prints ratios, exits 1 if a goal is missed.

Every pair is measured in alternating slices of CPU time, so that a noisy machine disturbs both alike.

    make bench
"""

import os
import platform
import random
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyspiel
from draughts import Board

import parlour
from parlour.core.playout import perft, play_out

SLICE_S = 1.0
SLICES = 5
GAMES = ("connect_four", "checkers")


class Goal(NamedTuple):
    """What is measured, ours and theirs per CPU second, and the least ratio we want."""

    name: str
    ours: Callable[[], int]  # does some work, gives its amount
    theirs: Callable[[], int]
    at_least: float


def rates(goal: Goal) -> tuple[float, float]:
    """Measure both sides in alternating slices; give work per CPU second."""
    work, spent = [0, 0], [0.0, 0.0]
    sides = (goal.ours, goal.theirs)
    for side in sides:
        side()
    for _ in range(SLICES):
        for i, side in enumerate(sides):
            begin = time.process_time()
            while time.process_time() - begin < SLICE_S:
                work[i] += side()
            spent[i] += time.process_time() - begin
    return work[0] / spent[0], work[1] / spent[1]


def our_playouts(game_id: str) -> Callable[[], int]:
    start = parlour.new(game_id, seed=1, quick_colours=True)
    seeds = iter(range(10**9))

    def play() -> int:
        play_out(start, 500, next(seeds))
        return 500

    return play


def their_playouts(game_id: str) -> Callable[[], int]:
    """Whole random games, driven from Python."""
    game, choose = pyspiel.load_game(game_id), random.Random(1)

    def play() -> int:
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
        return 50

    return play


def their_rollouts(game_id: str) -> Callable[[], int]:
    """Random games inside OpenSpiel's C++: two simulations of its MCTS bot make 2 * ROLLOUTS rollouts and two steps."""
    game, rollouts = pyspiel.load_game(game_id), 500
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 10, False, 1, False, policy)
    start = game.new_initial_state()

    def play() -> int:
        bot.step(start)
        return 2 * rollouts

    return play


def our_steps(game_id: str) -> Callable[[], int]:
    start, choose = parlour.new(game_id, seed=1, quick_colours=True), random.Random(1)

    def play() -> int:
        steps = 0
        for _ in range(20):
            position = start
            while seats := position.to_act():
                seat = seats[0]
                position = position.play(seat, choose.choice(position.legal_actions(seat)))
                steps += 1
        return steps

    return play


def their_steps(game_id: str) -> Callable[[], int]:
    game, choose = pyspiel.load_game(game_id), random.Random(1)

    def play() -> int:
        steps = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def our_perft() -> int:
    return perft(parlour.new("checkers", seed=1, quick_colours=True), 8)


def their_perft() -> int:
    return draughts_nodes(Board(variant="english"), 4)


def draughts_nodes(board: Board, depth: int) -> int:
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += draughts_nodes(board, depth - 1)
        board.pop()
    return nodes


def goals() -> list[Goal]:
    least = {"connect_four": 20.0, "checkers": 10.0}
    found = []
    for game_id in GAMES:
        inside = our_playouts(game_id)
        found += [
            Goal(f"{game_id}: random games, OpenSpiel from Python", inside, their_playouts(game_id), least[game_id]),
            Goal(f"{game_id}: random games, OpenSpiel inside C++", inside, their_rollouts(game_id), 5.0),
            Goal(f"{game_id}: actions one by one from Python", our_steps(game_id), their_steps(game_id), 0.5),
        ]
    return [*found, Goal("checkers: perft nodes, pydraughts", our_perft, their_perft, 300.0)]


def main() -> int:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, one core of {platform.machine()}")
    print(f"{'per CPU second':<52}{'ours':>14}{'theirs':>12}{'ratio':>9}{'goal':>7}")
    missed = 0
    for goal in goals():
        ours, theirs = rates(goal)
        missed += ours / theirs < goal.at_least
        print(f"{goal.name:<52}{ours:>14,.0f}{theirs:>12,.0f}{ours / theirs:>9.2f}{goal.at_least:>7.1f}", flush=True)
    print("every goal is met" if not missed else f"goals missed: {missed}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
