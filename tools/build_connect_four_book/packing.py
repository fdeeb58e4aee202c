"""Packs the scores of positions into the book of Connect Four, which holds no keys.

Each key has a slot in each third of the book. A slot that only one key uses can be filled last, whatever the other two
slots of the key hold. Without this key other slots are used by one key only, and so on; with 1.23 slots for each key,
all keys are reached.
"""

import math

import numpy as np
from numpy.typing import NDArray

from parlour.core.kernel import kernel
from parlour.games.connect_four.book import (
    LOWEST_SCORE,
    SLOT_BITS,
    THIRDS,
    Book,
    score_in_book,
    slot_in_third,
)
from tools.build_connect_four_book.layer import boards

Numbers = NDArray[np.int64]
Slots = NDArray[np.uint8]

SLOTS_PER_KEY = 1.23
SLOTS_MORE = 32  # for books of a few keys


def pack(keys: Numbers, scores: Numbers) -> Book:
    """Return a book of these positions, after looking up each of them in it.

    Raises:
        ValueError: the keys cannot be packed, or a score does not fit.
    """
    book = _packed(keys, scores)
    own, occupied = boards(keys)
    if not np.array_equal(_looked_up(own, occupied, book), scores):
        raise ValueError("A position in the book has another score than was packed.")
    return book


def _packed(keys: Numbers, scores: Numbers) -> Book:
    third = math.ceil((len(keys) * SLOTS_PER_KEY + SLOTS_MORE) / THIRDS / 8) * 8  # whole bytes
    order, found = np.zeros((2, len(keys)), np.int64), np.zeros((2, third * THIRDS), np.int64)
    if _peel(keys, third, found, order, np.zeros(THIRDS * (len(keys) + 1), np.int64)) < len(keys):
        raise ValueError("The keys cannot be packed: some of them share all their slots.")
    slots = np.zeros(third * THIRDS, np.uint8)
    _fill(keys, (scores - LOWEST_SCORE).astype(np.uint8), third, order, slots)
    bits = np.unpackbits(slots[:, None], axis=1, bitorder="little", count=SLOT_BITS)
    return np.append(np.packbits(bits, bitorder="little"), np.uint8(0))


@kernel
def _peel(keys: Numbers, third: int, found: Numbers, order: Numbers, waiting: Numbers) -> int:
    """Find an order in which each key has a slot that no later key uses; return how many keys have a place in it.

    Args:
        found: `[2, slots]`, zeros: how many keys use a slot, and the exclusive or of their numbers.
        order: `[2, keys]`, written: the number of a key, and its slot.
        waiting: `[3 * (keys + 1)]`, written: slots to look at again.
    """
    for i in range(len(keys)):
        for number in range(THIRDS):
            slot = number * third + slot_in_third(keys[i], number, third)
            found[0, slot] += 1
            found[1, slot] ^= i
    size = num_waiting = 0
    for first in range(THIRDS * third):
        waiting[0], num_waiting = first, 1
        while num_waiting:
            num_waiting -= 1
            only = waiting[num_waiting]
            if found[0, only] != 1:
                continue
            i = found[1, only]
            order[0, size], order[1, size] = i, only
            size += 1
            for number in range(THIRDS):
                slot = number * third + slot_in_third(keys[i], number, third)
                found[0, slot] -= 1
                found[1, slot] ^= i
                waiting[num_waiting] = slot
                num_waiting += 1
    return size


@kernel
def _fill(keys: Numbers, values: Slots, third: int, order: Numbers, slots: Slots) -> None:
    for place in range(len(keys) - 1, -1, -1):
        i = order[0, place]
        value = values[i]
        for number in range(THIRDS):
            value ^= slots[number * third + slot_in_third(keys[i], number, third)]
        slots[order[1, place]] = value


@kernel
def _looked_up(own: Numbers, occupied: Numbers, book: Book) -> Numbers:
    scores = np.empty_like(own)
    for i in range(len(own)):
        scores[i] = score_in_book(own[i], occupied[i], book)
    return scores
