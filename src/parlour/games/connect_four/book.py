"""The book: the exact score of every position with 12 checkers, in 3.2 MB.

`book.npy` holds no keys. A position has three slots, one in each third of the book, and its score is the exclusive or
of what they hold. For a key that was not packed the answer means nothing, so a position that is won at once, which the
book leaves out, must be tested before. Of two mirror images one was packed; both find it.

`python -m tools.build_connect_four_book` makes the book.
"""

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.core.generator import sip_hash
from parlour.core.kernel import kernel
from parlour.games.connect_four.board import mirrored
from parlour.games.connect_four.state import CHECKERS

Book = NDArray[np.uint8]  # slots of SLOT_BITS, one after the other

FILE = Path(__file__).with_name("book.npy")
BOOK_PLIES = 12  # checkers in each of its positions
LOWEST_SCORE = -((CHECKERS - BOOK_PLIES) // 2)  # a score is kept as its distance from the lowest
SLOT_BITS = 5
THIRDS = 3
BOOK_BYTES = 3_229_471


@functools.cache
def the_book() -> Book:
    """Return the book of this process, read when it is first asked for."""
    return np.asarray(np.load(FILE))


@kernel
def third_of(num_bytes: int) -> int:
    """Return the number of slots in a third of a book; one byte behind them lets a slot be read as two."""
    return (num_bytes - 1) * 8 // (SLOT_BITS * THIRDS)


@kernel(wraps=True)
def slot_in_third(key: int, number: int, third: int) -> int:
    """Return the slot of a key within one third: each takes other bits of one hash, from its top."""
    word = sip_hash(np.uint64(0), np.uint64(0), np.uint64(key)) << np.uint64(21 * number)
    return int((word >> np.uint64(32)) * np.uint64(third) >> np.uint64(32))


@kernel
def score_in_book(own: int, occupied: int, book: Book) -> int:
    """Return the score of a position with 12 checkers in which the side to move cannot win at once."""
    key = own + occupied
    key = min(key, mirrored(key))
    third = third_of(len(book))
    packed = 0
    for number in range(THIRDS):
        bit = (number * third + slot_in_third(key, number, third)) * SLOT_BITS
        packed ^= (int(book[bit >> 3]) | int(book[(bit >> 3) + 1]) << 8) >> (bit & 7)
    return LOWEST_SCORE + (packed & (1 << SLOT_BITS) - 1)
