"""Endgame tables of Checkers: how every position with at most four checkers ends when both sides play their best.

A table holds one signed byte per position, for the side to move: it wins in this many turns, loses when negative, and 0
is a draw. White to move equals black to move on the board rotated by half, so only one of them is stored.
Positions are grouped into classes by the numbers of own men, own kings, enemy men and enemy kings; within a class each
of the four sets of squares has a rank among all sets of its size.

The draw rules (repetition, quiet plies) are not part of the tables, because they depend on the past.
"""

import functools
import itertools
import lzma
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.core.level import UNKNOWN, Tables
from parlour.games.checkers.rules import apply, legal_actions, shifted
from parlour.games.checkers.state import BOARD, NUM_ACTIONS, RUNNING, SHIFTS, SQUARES, State, square_to_bit

MOST = 4  # checkers on the board
MAN_SQUARES = SQUARES - 4  # a man is never on its far row
LONGEST = 1000  # turns: more than any win takes; with four checkers it takes 109, which fits into a signed byte
MAX_HOPS = MOST  # a turn captures at most three
FILE = Path(__file__).with_name("endgames.xz")

Sets = NDArray[np.int64]  # [sizes, ranks]: bitboards of sets of squares
Dirty = NDArray[np.uint8]  # one flag per position: to be evaluated again
Notes = NDArray[np.int64]  # [4]: what the turns of a position lead to; see note


class Class(NamedTuple):
    """Numbers of checkers: of the side to move, then of its enemy."""

    men: int
    kings: int
    enemy_men: int
    enemy_kings: int

    @property
    def size(self) -> int:
        sets = (
            (MAN_SQUARES, self.men),
            (MAN_SQUARES, self.enemy_men),
            (SQUARES, self.kings),
            (SQUARES, self.enemy_kings),
        )
        return math.prod(math.comb(squares, number) for squares, number in sets)

    @property
    def turned(self) -> "Class":
        return Class(self.enemy_men, self.enemy_kings, self.men, self.kings)


def _list_classes(least: int, most: int) -> list[Class]:
    """List the classes with at most three checkers of a side, each after those that its turns lead to."""
    numbers = itertools.product(range(MOST), repeat=4)
    classes = [Class(*four) for four in numbers if least <= sum(four) <= most]
    classes = [
        each for each in classes if 0 < each.men + each.kings < MOST and 0 < each.enemy_men + each.enemy_kings < MOST
    ]
    return sorted(classes, key=lambda c: (sum(c), c.men + c.enemy_men, min(c, c.turned), c))


CLASSES = _list_classes(2, MOST)
SIZE = sum(each.size for each in CLASSES)
FIVE = _list_classes(MOST + 1, MOST + 1)  # three checkers against two: see `five`
FIVE_SIZE = sum(each.size for each in FIVE)
OFFSETS = np.full((MOST,) * 4, -1, np.int64)  # by class: where its positions begin
for _class, _end in zip(CLASSES + FIVE, itertools.accumulate(each.size for each in CLASSES + FIVE), strict=True):
    OFFSETS[_class] = _end - _class.size
CHOOSE = np.array([[math.comb(n, k) for k in range(MOST + 1)] for n in range(SQUARES + 1)], np.int64)


def _list_sets(squares: range) -> Sets:
    """List the sets of up to three squares by size, in the order of their ranks."""
    sets = np.zeros((MOST, math.comb(len(squares), MOST - 1)), np.int64)
    for size in range(MOST):
        for chosen in itertools.combinations(range(len(squares)), size):
            rank = sum(math.comb(square, i + 1) for i, square in enumerate(chosen))
            sets[size, rank] = sum(1 << square_to_bit(squares[square]) for square in chosen)
    return sets


MEN_SETS = _list_sets(range(1, MAN_SQUARES + 1))
ENEMY_MEN_SETS = _list_sets(range(SQUARES - MAN_SQUARES + 1, SQUARES + 1))
KING_SETS = _list_sets(range(1, SQUARES + 1))


@kernel
def rank_of(bits: int, number: int, first: int, is_turned: bool) -> int:
    """Rank a set of squares, counted from `first` on the board as its side to move sees it, among those of its size."""
    rank = 0
    for i in range(number):
        bit = lowest_bit(bits)
        bits &= bits - 1
        square = bit - bit // 9
        if is_turned:
            rank += CHOOSE[SQUARES - 1 - square - first, number - i]
        else:
            rank += CHOOSE[square - first, i + 1]
    return rank


@kernel
def index_at(own: int, enemy: int, all_kings: int, is_turned: bool) -> int:
    """Return the place of a position in the tables.

    It must have at most MOST checkers, or three against two, and no jump half done.

    Args:
        own: checkers of the side to move.
        is_turned: whether that side is white.
    """
    men, kings, enemy_men, enemy_kings = own & ~all_kings, own & all_kings, enemy & ~all_kings, enemy & all_kings
    a, b, c, d = num_bits(men), num_bits(kings), num_bits(enemy_men), num_bits(enemy_kings)
    index = rank_of(men, a, 0, is_turned)
    index = index * CHOOSE[MAN_SQUARES, c] + rank_of(enemy_men, c, SQUARES - MAN_SQUARES, is_turned)
    index = index * CHOOSE[SQUARES, b] + rank_of(kings, b, 0, is_turned)
    index = index * CHOOSE[SQUARES, d] + rank_of(enemy_kings, d, 0, is_turned)
    return OFFSETS[a, b, c, d] + index


@kernel
def index_of(s: Record) -> int:
    return index_at(s.pieces[s.side], s.pieces[1 - s.side], s.kings, s.side == 1)


@kernel
def probe(s: Record, tables: Tables) -> int:
    """Return how a position ends, see `core.level.Probe`; UNKNOWN without tables."""
    if len(tables) < SIZE or s.jumping >= 0 or num_bits(s.pieces[0] | s.pieces[1]) > MOST:
        return UNKNOWN
    return np.int64(tables[index_of(s)])  # type: ignore[return-value]  # not a small number inside kernels


@kernel
def place(s: Record, men: int, kings: int, enemy_men: int, enemy_kings: int, index: int) -> bool:
    """Set up the position of a class at an index within it, black to move; False when checkers share a square."""
    size = CHOOSE[SQUARES, enemy_kings]
    fourth, index = KING_SETS[enemy_kings, index % size], index // size
    size = CHOOSE[SQUARES, kings]
    third, index = KING_SETS[kings, index % size], index // size
    size = CHOOSE[MAN_SQUARES, enemy_men]
    first, second = MEN_SETS[men, index // size], ENEMY_MEN_SETS[enemy_men, index % size]
    s.pieces[0], s.pieces[1], s.kings = first | third, second | fourth, third | fourth
    s.side, s.jumping, s.quiet, s.over = 0, -1, 0, RUNNING
    return num_bits(first | second | third | fourth) == men + kings + enemy_men + enemy_kings


@kernel
def note(notes: Notes, value: int, turns: int) -> None:
    """Note what one turn leads to, counting only what is known to end within `turns` turns.

    Args:
        notes: turns of the quickest win; of the slowest loss; whether something else is possible; whether something
            is known to end later.
    """
    if value != 0 and abs(value) > turns:
        notes[3] = 1
    if value < 0 and -value <= turns:
        notes[0] = min(notes[0], -value)
    elif 0 < value <= turns:
        notes[1] = max(notes[1], value)
    else:
        notes[2] = 1


@kernel
def look_ahead(
    stack: NDArray[np.uint8], actions: Actions, level: int, turns: int, tables: Tables, notes: Notes
) -> None:
    """Note what every turn of the position in row `level` leads to; a jump goes on in the rows below."""
    s = stack[level].view(State)[0]
    for i in range(legal_actions(s, s.first ^ s.side, actions[level])):
        stack[level + 1] = stack[level]
        after = stack[level + 1].view(State)[0]
        apply(after, s.first ^ s.side, actions[level, i])
        if after.jumping >= 0:
            look_ahead(stack, actions, level + 1, turns, tables, notes)
        elif after.over != RUNNING:  # it leaves the enemy without a checker or a move
            notes[0] = 0
        else:
            note(notes, int(tables[index_of(after)]), turns)


@kernel
def value_within(stack: NDArray[np.uint8], actions: Actions, turns: int, tables: Tables, notes: Notes) -> int:
    """Return the value of the position in row 0 if it ends within `turns` turns, otherwise 0."""
    notes[0], notes[1], notes[2], notes[3] = LONGEST + 1, -1, 0, 0
    # Numba gives a literal 0 a type of its own, and a recursive kernel of two types cannot be cached on disk.
    level: int = np.int64(0)  # type: ignore[assignment]  # no literal
    look_ahead(stack, actions, level, turns - 1, tables, notes)
    if notes[0] <= LONGEST:
        return notes[0] + 1
    return -(notes[1] + 1) if notes[2] == 0 and notes[1] >= 0 else 0


@kernel
def mark_before(s: Record, dirty: Dirty) -> None:
    """Mark the positions from which the enemy can have stepped into this one."""
    side = 1 - int(s.side)
    pieces = s.pieces[side]
    empty = BOARD & ~(s.pieces[0] | s.pieces[1])
    s.side = side
    for direction in range(4):
        is_forward = (direction < 2) == (side == 0)
        shift = SHIFTS[direction]
        rest = (pieces if is_forward else pieces & s.kings) & shifted(empty, shift)
        while rest:
            target = rest & -rest
            rest &= rest - 1
            move = target | shifted(target, -shift)
            kings = move if s.kings & target else 0
            s.pieces[side] ^= move
            s.kings ^= kings
            dirty[index_of(s)] = 1
            s.pieces[side] ^= move
            s.kings ^= kings
    s.side = 1 - side


@kernel
def sweep(
    men: int, kings: int, enemy_men: int, enemy_kings: int, size: int, turns: int, tables: Tables, dirty: Dirty,
    stack: NDArray[np.uint8], actions: Actions, notes: Notes,
) -> int:  # fmt: skip
    """Find the positions of a class that end in exactly `turns` turns; return how many must be evaluated again."""
    waiting = 0
    offset = OFFSETS[men, kings, enemy_men, enemy_kings]
    s = stack[0].view(State)[0]
    for i in range(size):
        if dirty[offset + i] == 0:
            continue
        dirty[offset + i] = 0
        if tables[offset + i] != 0 or not place(s, men, kings, enemy_men, enemy_kings, i):
            continue
        value = value_within(stack, actions, turns, tables, notes)
        if value != 0:
            tables[offset + i] = value
            mark_before(s, dirty)
            waiting += 1
        elif notes[3]:
            dirty[offset + i] = 1
            waiting += 1
    return waiting


@kernel
def count_wrong(
    men: int, kings: int, enemy_men: int, enemy_kings: int, size: int, tables: Tables,
    stack: NDArray[np.uint8], actions: Actions, notes: Notes,
) -> int:  # fmt: skip
    """Count the positions of a class whose value does not follow from those that its turns lead to.

    Wins and losses have a turn towards their end that shortens it by one, so none of them can be a draw; a draw has a
    turn to a draw and none to a win. Together that proves every value.
    """
    wrong = 0
    offset = OFFSETS[men, kings, enemy_men, enemy_kings]
    s = stack[0].view(State)[0]
    for i in range(size):
        if place(s, men, kings, enemy_men, enemy_kings, i):
            wrong += index_of(s) != offset + i
            wrong += tables[offset + i] != value_within(stack, actions, LONGEST, tables, notes)
        else:
            wrong += tables[offset + i] != 0
    return wrong


def new_scratch() -> tuple[NDArray[np.uint8], Actions, Notes]:
    stack = np.zeros((MAX_HOPS + 1, State.itemsize), np.uint8)
    stack[0].view(State)[0].quiet_limit = 100
    return stack, np.zeros((MAX_HOPS + 1, NUM_ACTIONS), np.int32), np.zeros(4, np.int64)


def make_tables(report: Callable[[int], None]) -> Tables:
    """Compute all tables by retrograde analysis.

    Args:
        report: called with the number of positions finished since its last call.
    """
    tables = np.zeros(SIZE, np.int8)
    work_out(CLASSES, tables, report)
    return tables


def work_out(classes: list[Class], tables: NDArray[Any], report: Callable[[int], None]) -> None:
    """Fill in the values of some classes."""
    dirty, scratch = np.ones(len(tables), np.uint8), new_scratch()
    for first in classes:
        pair = sorted({first, first.turned})
        if first != pair[0]:
            continue
        for turns in range(1, LONGEST + 1):
            if not sum([sweep(*each, each.size, turns, tables, dirty, *scratch) for each in pair]):
                break
        report(sum(each.size for each in pair))


def num_wrong(tables: NDArray[Any], classes: list[Class] = CLASSES) -> int:
    """Count the positions that contradict their neighbours; 0 proves the tables."""
    scratch = new_scratch()
    return sum(int(count_wrong(*each, each.size, tables, *scratch)) for each in classes)


def save(tables: Tables) -> None:
    FILE.write_bytes(lzma.compress(tables.tobytes(), preset=9))


@functools.cache
def load() -> Tables:
    """Return the tables that come with the game; every search of this process shares them."""
    return np.frombuffer(lzma.decompress(FILE.read_bytes()), np.int8)
