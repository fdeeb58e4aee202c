"""Thinking about one round: the likeliest placements are tried against the same guesses, the worse half is dropped.

A guess is a whole world: the other hand, the deck, what the other seat chooses in secret, and what both will choose in
the rounds looked ahead. Trying every candidate in the same worlds takes most of the chance out of comparing them. The
other seat chooses by what its guessed hand makes look best, blurred, whether or not it has really chosen already: its
choice is a secret, so a seat that chooses second knows nothing more.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core import temper
from parlour.core.contract import BOTH, Actions, Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import Scores
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.matches_and_patches.ai.endgame import LOST, solution, thought_of
from parlour.games.matches_and_patches.ai.evaluate import NOISE, Hopes, choose, rank
from parlour.games.matches_and_patches.ai.judge import WEIGHTS, Weights, judge
from parlour.games.matches_and_patches.rules.contract import apply, guess, legal_actions, result, to_act
from parlour.games.matches_and_patches.state import HAND, LARGE, NONE, NUM_ACTIONS, SECRET, State

# The records: what the seat knows, a guess of the rest, and what follows from a candidate in it.
ROOT, WORLD, LINE = 0, 1, 2
WORLDS_WHEN_FORCED = 64  # to value the only action there is


class Tally(NamedTuple):
    """What the candidates came to, the best first; all of one length."""

    actions: Actions
    scores: Scores
    totals: NDArray[np.float64]
    squares: NDArray[np.float64]
    tries: NDArray[np.int64]


class Work(NamedTuple):
    """The memory of a search."""

    records: NDArray[np.void]  # [3] of State
    tally: Tally
    hopes: Hopes
    random: Words
    weights: Weights


@dataclass(frozen=True)
class RoundSearch:
    """A search over a number of candidates, with a number of simulations in all."""

    candidates: int
    simulations: int
    rounds: tuple[int, int]  # that a simulation goes on beyond the present one, on the small board and on the large
    # By how much it misjudges candidates there: a placement decides more of a short match than of a long one.
    temper: tuple[float, float] = (0.0, 0.0)
    solved: int = 0  # how many rounds are left on the large board when it solves the rest instead

    def think(self, state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        found = solution(state, seat, self.solved, stop) if self.solved else None
        # In a lost position every mixture is an equilibrium; a search sets the other seat more problems.
        if found is not None and found.value > LOST:
            return thought_of(found, random)
        work = make_work(state, random)
        board = int(state.width) // LARGE
        n = search(work, seat, self.candidates, self.simulations, self.rounds[board], stop.flag)
        tally = work.tally
        thought = Thought(int(tally.actions[0]), [_value(tally, i) for i in range(n)])
        return thought._replace(best=temper.choose(thought, self.temper[board], random))


def make_work(state: Record, random: Words, weights: Weights = WEIGHTS) -> Work:
    """Allocate the memory of one search, and put what the seat knows into it."""
    n = NUM_ACTIONS
    tally = Tally(np.empty(n, np.int32), np.empty(n, np.float32), np.zeros(n), np.zeros(n), np.zeros(n, np.int64))
    records = np.zeros(3, State)
    records[ROOT] = state
    return Work(records, tally, np.zeros(HAND), random, weights)


def _value(tally: Tally, i: int) -> ActionValue:
    tries = int(tally.tries[i])
    mean = float(tally.totals[i] / tries)
    return ActionValue(
        int(tally.actions[i]), mean, tries, math.sqrt(max(0.0, float(tally.squares[i]) / tries - mean * mean))
    )


@kernel
def swap(tally: Tally, i: int, j: int) -> None:
    tally.actions[i], tally.actions[j] = tally.actions[j], tally.actions[i]
    tally.scores[i], tally.scores[j] = tally.scores[j], tally.scores[i]
    tally.totals[i], tally.totals[j] = tally.totals[j], tally.totals[i]
    tally.squares[i], tally.squares[j] = tally.squares[j], tally.squares[i]
    tally.tries[i], tally.tries[j] = tally.tries[j], tally.tries[i]


@kernel
def bring_forward(tally: Tally, first: int, n: int) -> None:
    """Put the candidates of the highest scores at the first places, in order."""
    for i in range(first):
        best = i
        for j in range(i + 1, n):
            if tally.scores[j] > tally.scores[best]:
                best = j
        swap(tally, i, best)


@kernel
def shortlist(work: Work, seat: int, most: int) -> int:
    """Begin with the placements that are worth most by themselves; equal ones in any order. Return their number."""
    root, tally = work.records[ROOT], work.tally
    if root.chosen_tile[1 - seat] == SECRET:
        root.chosen_tile[1 - seat] = NONE
    n = legal_actions(root, seat, tally.actions)
    for i in range(n - 1, 0, -1):
        swap(tally, i, random_below(work.random, i + 1))
    rank(root, seat, tally.actions, n, tally.scores)
    first = min(most, n)
    bring_forward(tally, first, n)
    return first


@kernel
def imagine(work: Work, seat: int) -> None:
    """Guess a world, with what the other seat chooses in it."""
    work.records[WORLD] = work.records[ROOT]
    world = work.records[WORLD]
    for word in range(2):
        world.generator[word] = np.uint64(random_below(work.random, 1 << 31) << 31 | random_below(work.random, 1 << 31))
    world.generator[2] = 0
    guess(world, seat)
    if to_act(world) == BOTH:
        apply(world, 1 - seat, choose(world, 1 - seat, NOISE, work.random, work.hopes))


@kernel
def follow(work: Work, seat: int, action: int, rounds: int) -> float:
    """Play a candidate in the guessed world, finish the round and a number of further rounds, and judge."""
    work.records[LINE] = work.records[WORLD]
    line = work.records[LINE]
    until = 2 * (int(line.placed) // 2 + 1 + rounds)
    apply(line, seat, action)
    seats = to_act(line)
    while seats and line.placed < until:
        actor = 0 if seats & 1 else 1
        apply(line, actor, choose(line, actor, NOISE, work.random, work.hopes))
        seats = to_act(line)
    return judge(line, seat, work.weights) if seats else result(line, seat)


@kernel
def try_all(work: Work, seat: int, live: int, rounds: int) -> None:
    """Try the candidates that are left in one more world, each with the same luck."""
    imagine(work, seat)
    tally, luck = work.tally, work.random[0]
    for i in range(live):
        work.random[0] = luck
        value = follow(work, seat, int(tally.actions[i]), rounds)
        tally.totals[i] += value
        tally.squares[i] += value * value
        tally.tries[i] += 1


@kernel
def search(work: Work, seat: int, candidates: int, simulations: int, rounds: int, flag: Flag) -> int:
    """Halve the candidates until one is left, with equal parts of the simulations; returns how many there were."""
    tally, n = work.tally, shortlist(work, seat, candidates)
    stages = 1
    while 1 << stages < n:
        stages += 1
    live = n
    for _ in range(stages):
        worlds = min(simulations, WORLDS_WHEN_FORCED) if live == 1 else max(1, simulations // (stages * live))
        for done in range(worlds):
            # The first world of all is always tried, so that there is an answer.
            if flag[0] != 0 and (live < n or done > 0):
                break
            try_all(work, seat, live, rounds)
        for i in range(live):
            tally.scores[i] = tally.totals[i] / tally.tries[i]
        bring_forward(tally, live, live)
        live = (live + 1) // 2
    return n
