"""The last rounds of the large board, solved: the deck is empty, so that both seats know both hands.

Only the choices of a round are secrets then. A position between two rounds is worth what the matrix game of its round
is worth, whose payoffs are the values of the positions that follow; mixtures that solve all these matrix games are an
equilibrium of the rest of the match.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Actions, Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.matches_and_patches.ai.evaluate import empty_around
from parlour.games.matches_and_patches.ai.matrix_game import Mixture, solve
from parlour.games.matches_and_patches.rules.captures import holds_tile
from parlour.games.matches_and_patches.rules.contract import apply, guess, legal_actions, num_cells, result, to_act
from parlour.games.matches_and_patches.state import EAGLE, HAND, NONE, RUNNING, SECRET, SNAKE, State

MOST_ACTIONS = 2 * HAND * HAND  # a tile and two cells for each round that is left
MOST_CAPTURED = 5  # cells, by one tile
LINES = 2 * HAND + 1  # a round of the longest line is a position between rounds, and one after a clash
LOST = 1e-9  # a value below is rounded from 0
FINE = 1 << 30  # steps in which an action is drawn


class Desk(NamedTuple):
    """The memory of a solver; each position of the line that is looked at has its own part."""

    lines: NDArray[np.void]  # [LINES] of State
    actions: NDArray[np.int32]  # [LINES, 2, MOST_ACTIONS], by seat
    payoffs: NDArray[np.float64]  # [LINES, MOST_ACTIONS, MOST_ACTIONS], to Eagle, by the actions of both
    mixtures: NDArray[np.float64]  # [LINES, 2, MOST_ACTIONS], by seat


class Solution(NamedTuple):
    """What an equilibrium tells a seat to do."""

    actions: Actions
    mixture: Mixture  # by action
    values: NDArray[np.float64]  # of each action, to the seat, while the other one keeps to its mixture
    value: float  # to the seat


@kernel
def rounds_left(s: Record) -> int:
    """Count the rounds to play, with the present one."""
    return (num_cells(s) - int(s.placed) + 1) // 2


@kernel
def most_gained(s: Record) -> int:
    """Return more cells than a seat can still capture, or as many."""
    within_reach = 0
    for cell in range(num_cells(s)):
        within_reach += holds_tile(s, cell) and empty_around(s, cell) > 0
    empty = num_cells(s) - int(s.placed)
    # The last tile of the other seat is not captured: tiles of one round never match.
    return min(MOST_CAPTURED * rounds_left(s), within_reach + max(1, empty - 1))


@kernel
def list_actions(desk: Desk, at: int, seat: int) -> int:
    """Write the actions of a seat in a position of the line; NONE where only the other one acts."""
    out = desk.actions[at, seat]
    if to_act(desk.lines[at]) >> seat & 1:
        return legal_actions(desk.lines[at], seat, out)
    out[0] = NONE
    return 1


@kernel
def play(desk: Desk, at: int, eagle: int, snake: int) -> None:
    """Make the next position of the line by the actions of both seats."""
    desk.lines[at + 1] = desk.lines[at]
    if eagle != NONE:
        apply(desk.lines[at + 1], EAGLE, eagle)
    if snake != NONE:
        apply(desk.lines[at + 1], SNAKE, snake)


@kernel
def value_of(desk: Desk, at: int, flag: Flag) -> float:
    """Return what a position of the line, in which nobody has chosen, is worth to Eagle; anything when stopped."""
    s = desk.lines[at]
    if s.over != RUNNING:
        return result(s, EAGLE)
    lead = int(s.captured[EAGLE]) - int(s.captured[SNAKE])
    ahead, won = (EAGLE, 1.0) if lead >= 0 else (SNAKE, 0.0)
    if abs(lead) > most_gained(s):
        return won
    m, n = list_actions(desk, at, EAGLE), list_actions(desk, at, SNAKE)
    payoffs = desk.payoffs[at, :m, :n]
    # All answers to one action of the seat that is ahead, then the next: one that always wins is enough.
    for k in range(m * n):
        i, j = (k // n, k % n) if ahead == EAGLE else (k % m, k // m)
        play(desk, at, desk.actions[at, EAGLE, i], desk.actions[at, SNAKE, j])
        payoffs[i, j] = value_of(desk, at + 1, flag)
        if ahead == EAGLE and j == n - 1 and payoffs[i].min() == 1.0:
            return 1.0
        if ahead == SNAKE and i == m - 1 and payoffs[:, j].max() == 0.0:
            return 0.0
        if flag[0] != 0:
            return won
    return solve(payoffs, desk.mixtures[at, EAGLE, :m], desk.mixtures[at, SNAKE, :n])


@kernel
def solve_first(desk: Desk, seat: int, rounds: int, flag: Flag) -> tuple[int, int]:
    """Solve the first position of the line, as a seat knows it; return how many actions both seats have there.

    Args:
        rounds: how many may be left. Where there are more, or when it is stopped, nothing is solved: the numbers are 0.
    """
    s = desk.lines[0]
    if s.deck_size > 0 or rounds_left(s) > rounds:
        return 0, 0
    if s.chosen_tile[1 - seat] == SECRET:
        s.chosen_tile[1 - seat] = NONE
    guess(s, seat)
    m, n = list_actions(desk, 0, EAGLE), list_actions(desk, 0, SNAKE)
    payoffs = desk.payoffs[0, :m, :n]
    for i in range(m):
        for j in range(n):
            play(desk, 0, desk.actions[0, EAGLE, i], desk.actions[0, SNAKE, j])
            payoffs[i, j] = value_of(desk, 1, flag)
            if flag[0] != 0:
                return 0, 0
    solve(payoffs, desk.mixtures[0, EAGLE, :m], desk.mixtures[0, SNAKE, :n])
    return m, n


def make_desk(state: Record) -> Desk:
    """Allocate the memory of a solver, and begin with a position."""
    n = MOST_ACTIONS
    lines = np.zeros(LINES, State)
    lines[0] = state
    return Desk(lines, np.zeros((LINES, 2, n), np.int32), np.zeros((LINES, n, n)), np.zeros((LINES, 2, n)))


def solution(state: Record, seat: int, rounds: int, stop: Stop) -> Solution | None:
    """Solve the rest of a match, when its deck is empty and this number of rounds is left at most."""
    desk = make_desk(state)
    m, n = solve_first(desk, seat, rounds, stop.flag)
    if m == 0:
        return None
    payoffs, eagle, snake = desk.payoffs[0, :m, :n], desk.mixtures[0, EAGLE, :m], desk.mixtures[0, SNAKE, :n]
    value = float(eagle @ payoffs @ snake)
    if seat == EAGLE:
        return Solution(desk.actions[0, EAGLE, :m], eagle, payoffs @ snake, value)
    return Solution(desk.actions[0, SNAKE, :n], snake, 1.0 - eagle @ payoffs, 1.0 - value)


def thought_of(found: Solution, random: Words) -> Thought:
    """Draw an action from the mixture; the values are what each action is worth against that of the other seat."""
    values = [ActionValue(int(found.actions[i]), float(found.values[i]), 0) for i in np.argsort(-found.values)]
    drawn = np.searchsorted(found.mixture.cumsum(), (random_below(random, FINE) + 0.5) / FINE)
    return Thought(int(found.actions[min(int(drawn), len(values) - 1)]), values)
