"""What the past of a match tells about the enemy of a seat: by which habit it chooses, and so what it may hold.

Each named strategy takes the placement that it ranks first, and the rank of a placement does not depend on the other
cards of the hand. So under such a habit every action tells which cards were not in the hand: those with a placement
that ranks before the one made. An enemy with other habits, or with none, tells nothing about its hand.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.sanguine.ai.answers import Boards, num_pairs
from parlour.games.sanguine.ai.strategies import WORST, can_place, copy_board, num_owned, worth_after_answer
from parlour.games.sanguine.rules import apply
from parlour.games.sanguine.rules.board import num_cells, place
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.rules.scoring import row_score
from parlour.games.sanguine.rules.secrets import Counts, count_left, num_copies, num_unseen, unseen_place
from parlour.games.sanguine.rules.start import begin
from parlour.games.sanguine.state import MAX_CELLS, MAX_DECK, MAX_KINDS, MAX_PAST, PASS

FILL, ROWS, CONTROL, MINIMAX, ANY, NUM_HABITS = range(6)  # strategies 1 to 4, and whatever else
# As Blue against strategies 3 and 4 (the same 60 matches each): 95.0 % and 82.5 %; with 0.15 for each habit and CHANCE
# 0.1, which is sooner convinced, 91.7 % and 80.8 %.
PRIOR = (0.1, 0.1, 0.1, 0.1, 0.6)
CHANCE = 0.2  # how likely an enemy without one of the habits acts just as seen
DOUBT = math.log(0.01)  # how likely an enemy with a habit acts against it
SAMPLES = 1000  # deals sampled to find how well a habit fits the past
SWEEPS = 50  # to forget where the guesses under a habit started
READ_LIMIT = 20_000  # pairs of a placement and an answer; a turn with more, on large boards, tells nothing
FINE = 1 << 32  # steps of a random share
NEVER, LAST = 1 << 62, 1 << 61  # ranks of what a habit never does, and of a pass
RANKS = 1 << 14  # different places and cells at most


class Reading(NamedTuple):
    """What a seat has read out of the past."""

    shares: NDArray[np.float64]  # [NUM_HABITS], how likely the enemy has each habit; they add up to 1
    # [NUM_HABITS, MAX_DECK, MAX_KINDS], how well a kind at a place of the enemy's order fits the past: a logarithm
    fits: NDArray[np.float64]
    orders: NDArray[np.int8]  # [NUM_HABITS, MAX_DECK], the enemy's order as each habit lets us guess it at the moment
    evidence: NDArray[np.float64]  # [NUM_HABITS], how well the cards that are known fit the past: a logarithm


@kernel
def worth_to(habit: int, s: Record, seat: int, kind: int, cell: int, tries: Boards, left: Counts) -> int:
    """Return the worth of a possible placement under a habit; WORST where it never makes it."""
    if habit == FILL:
        return 0
    if habit == ROWS:
        row = cell // int(s.columns)
        own, enemy = row_score(s, seat, row), row_score(s, 1 - seat, row)
        return -row if own <= enemy < own + int(s.values[kind]) + int(s.modifiers[cell]) else WORST
    copy_board(s, tries[0])
    place(tries[0], seat, kind, cell)
    return num_owned(tries[0], seat) if habit == CONTROL else worth_after_answer(tries[0], seat, tries[1], left)


@kernel
def rank(habit: int, worth: int, i: int, cell: int) -> int:
    """Return the rank of a placement under a habit; the smallest is made first."""
    if worth == WORST:
        return NEVER
    return -worth * RANKS + (i * MAX_CELLS + cell if habit <= ROWS else cell * MAX_DECK + i)


@kernel
def find_best(habit: int, s: Record, seat: int, kind: int, tries: Boards, left: Counts) -> tuple[int, int]:
    """Return the cell to which a habit would take a card, and what it thinks of that; WORST where it never would."""
    best_cell, best = 0, WORST
    for cell in range(num_cells(s)):
        if can_place(s, seat, kind, cell):
            worth = worth_to(habit, s, seat, kind, cell, tries, left)
            if worth > best:
                best_cell, best = cell, worth
    return best_cell, best


@kernel
def is_held(s: Record, seat: int, at: int) -> bool:
    """Return whether the card from a place of the order is still in the hand."""
    held = False
    for i in range(s.hand_size[seat]):
        held |= s.hand[seat, i] == at
    return bool(held)


@kernel
def weigh_turn(reading: Reading, habit: int, now: Record, s: Record, action: int, tries: Boards, left: Counts) -> None:
    """Note what an action means under a habit: which cards the hand of that turn, `s`, did not hold."""
    enemy = int(s.turn)
    played = LAST
    if action != PASS:
        i, cell = action // MAX_CELLS, action % MAX_CELLS
        played = rank(habit, worth_to(habit, s, enemy, hand_card(s, enemy, i), cell, tries, left), i, cell)
    is_odd = played > LAST
    for kind in range(s.num_kinds):
        if num_copies(s.lists[enemy], s.deck_size[enemy], kind) == 0:
            continue
        best_cell, best = find_best(habit, s, enemy, kind, tries, left)
        for i in range(s.hand_size[enemy]):
            at = s.hand[enemy, i]
            if rank(habit, best, i, best_cell) < played:
                if is_held(now, enemy, at):
                    reading.fits[habit, at, kind] += DOUBT
                elif s.order[enemy, at] == kind:
                    is_odd = True
    if is_odd:
        reading.evidence[habit] += DOUBT


@kernel
def replay(reading: Reading, now: Record, seat: int, boards: Boards, left: Counts, flag: Flag) -> None:
    """Go through the past of a match and weigh each action of the enemy."""
    s = boards[0]
    begin(s)
    for at in range(min(now.played, MAX_PAST)):
        if flag[0] != 0:
            return
        turn, action = int(s.turn), int(now.past[at])
        if turn != seat and num_pairs(s, turn, int(s.num_kinds)) <= READ_LIMIT:
            count_left(s, seat, left)
            for habit in range(ANY):
                weigh_turn(reading, habit, now, s, action, boards[1:], left)
            reading.evidence[ANY] += math.log(CHANCE)
        apply(s, turn, action)


@kernel
def fit_of(reading: Reading, habit: int, s: Record, enemy: int, order: NDArray[np.int8]) -> float:
    """Return how well the hand of an order fits the past, under a habit."""
    fit = 0.0
    for i in range(s.hand_size[enemy]):
        at = s.hand[enemy, i]
        fit += reading.fits[habit, at, order[at]]
    return fit


@kernel
def share_out(reading: Reading, now: Record, seat: int, random: Words) -> None:
    """Find how likely each habit is: by how well the past fits it, over all hands that the enemy may hold."""
    reading.shares[:] = 0.0
    for _ in range(SAMPLES):
        deal(reading, ANY, now, seat, random)
        for habit in range(NUM_HABITS):
            reading.shares[habit] += math.exp(fit_of(reading, habit, now, 1 - seat, reading.orders[ANY]))
    for habit in range(NUM_HABITS):
        reading.shares[habit] *= PRIOR[habit] * math.exp(reading.evidence[habit])
    reading.shares[:] /= reading.shares.sum()


@kernel
def deal(reading: Reading, habit: int, now: Record, seat: int, random: Words) -> None:
    """Deal the enemy's unseen cards again, each way as likely as it fits the past under a habit.

    It is a shuffle that refuses some of its swaps (Metropolis steps), the more the worse they fit. Where everything
    fits alike, each way is equally likely.
    """
    enemy, order, fits = 1 - seat, reading.orders[habit], reading.fits[habit]
    for i in range(num_unseen(now, enemy, seat) - 1, 0, -1):
        here, there = unseen_place(now, enemy, seat, i), unseen_place(now, enemy, seat, random_below(random, i + 1))
        one, other = order[here], order[there]
        change = fits[here, other] + fits[there, one] - fits[here, one] - fits[there, other]
        if change >= 0 or random_below(random, FINE) < FINE * math.exp(change):
            order[here], order[there] = other, one


@kernel
def pick_habit(reading: Reading, random: Words) -> int:
    """Draw a habit, as likely as it is."""
    rest = random_below(random, FINE) / FINE
    for habit in range(ANY):
        rest -= reading.shares[habit]
        if rest < 0:
            return habit
    return ANY


@kernel
def read_past(
    reading: Reading, now: Record, seat: int, boards: Boards, left: Counts, random: Words, flag: Flag
) -> None:
    """Read the past of a match from the point of view of a seat.

    Args:
        now: the position, with a guess of what the seat does not see.
        boards: `[3]`, copies of it to try things on.
    """
    replay(reading, now, seat, boards, left, flag)
    share_out(reading, now, seat, random)
    for habit in range(NUM_HABITS):
        for _ in range(SWEEPS):
            deal(reading, habit, now, seat, random)


def new_reading(now: Record, seat: int) -> Reading:
    """Make a reading for a seat that knows nothing of the past: nothing is more likely than anything else."""
    shares = np.zeros(NUM_HABITS)
    shares[ANY] = 1.0
    fits, orders = np.zeros((NUM_HABITS, MAX_DECK, MAX_KINDS)), np.tile(now.order[1 - seat], (NUM_HABITS, 1))
    return Reading(shares, fits, orders, np.zeros(NUM_HABITS))
