"""The random generator inside a position: all chance of a game comes from it.

The generator of a record is a field `generator` of three 64-bit words: a 128-bit key and a counter. Its specification,
which never changes, so that a seed always means the same match:

- Seeding with the whole number `seed`, 0 <= seed < 2**128, sets key word 0 to `seed mod 2**64`, key word 1 to
  `seed div 2**64`, and the counter to 0.
- The next word is SipHash-2-4 under that key of the counter written as 8 bytes, little-endian; the counter then grows
  by one. (SipHash is a keyed hash by Aumasson and Bernstein, 2012: seeing some words tells nothing about the others.)
- A number below `n` is `w mod n`, where `w` is the first next word that is not below `2**64 mod n`.
- A shuffle of `n` items goes from i = n - 1 down to 1 and swaps item i with item j, j a number below i + 1.

Playouts and searches choose actions with a second, faster generator, `random_below`, which is not part of any match.
"""

import os

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import BadSeed
from parlour.core.kernel import kernel
from parlour.core.reading import shown, whole_number

Words = NDArray[np.uint64]

GENERATOR = ("generator", np.uint64, 3)  # the field to put into a game's State
SEED_BITS = 128
_MASK = 2**64 - 1


def new_seed() -> int:
    """Draw a seed that cannot be guessed."""
    return int.from_bytes(os.urandom(SEED_BITS // 8), "little")


def seed_to_words(seed: int) -> Words:
    """Split a seed into the two key words, `[2]`, that `setup` is given.

    Raises:
        BadSeed: it is none.
    """
    number = check_seed(seed)
    return np.array([number & _MASK, number >> 64], np.uint64)


def check_seed(seed: object, bits: int = SEED_BITS) -> int:
    """Return a seed as a plain number.

    Raises:
        BadSeed: it is not a whole number of this many bits.
    """
    number = whole_number(seed)
    if number is None or not 0 <= number < 2**bits:
        raise BadSeed(f"A seed is a whole number from 0 to 2^{bits} - 1, not {shown(seed)}.")
    return number


@kernel
def seed_generator(generator: Words, seed: Words) -> None:
    """Start the generator of a record; `seed` holds the two key words."""
    generator[0] = seed[0]
    generator[1] = seed[1]
    generator[2] = 0


@kernel(wraps=True)
def _rotate(word: np.uint64, bits: int) -> np.uint64:
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@kernel(wraps=True)
def _sip_round(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    a += b
    c += d
    b = _rotate(b, 13) ^ a
    d = _rotate(d, 16) ^ c
    a = _rotate(a, 32)
    c += b
    a += d
    b = _rotate(b, 17) ^ c
    d = _rotate(d, 21) ^ a
    c = _rotate(c, 32)
    return a, b, c, d


@kernel(wraps=True)
def sip_hash(key0: np.uint64, key1: np.uint64, word: np.uint64) -> np.uint64:
    """Return SipHash-2-4 of one 8-byte word."""
    a = key0 ^ np.uint64(0x736F6D6570736575)
    b = key1 ^ np.uint64(0x646F72616E646F6D)
    c = key0 ^ np.uint64(0x6C7967656E657261)
    d = key1 ^ np.uint64(0x7465646279746573)
    length = np.uint64(8 << 56)
    for block in (word, length):
        d ^= block
        for _ in range(2):
            a, b, c, d = _sip_round(a, b, c, d)
        a ^= block
    c ^= np.uint64(0xFF)
    for _ in range(4):
        a, b, c, d = _sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@kernel(wraps=True)
def next_word(generator: Words) -> np.uint64:
    """Draw 64 random bits."""
    word = sip_hash(generator[0], generator[1], generator[2])
    generator[2] += np.uint64(1)
    return word


@kernel(wraps=True)
def below(generator: Words, n: int) -> int:
    """Draw a whole number from 0 to n - 1, each equally likely."""
    size = np.uint64(n)
    rejected = (np.uint64(0) - size) % size
    word = next_word(generator)
    while word < rejected:
        word = next_word(generator)
    return np.int64(word % size)  # type: ignore[return-value]  # signed inside kernels too


@kernel
def shuffle(generator: Words, items: NDArray[np.int8], n: int) -> None:
    """Put the first `n` items into random order, each order equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(generator, i + 1)
        items[i], items[j] = items[j], items[i]


@kernel(wraps=True)
def random_below(state: Words, n: int) -> int:
    """Draw a number below `n` for a playout: splitmix64, biased by less than n / 2**32.

    Args:
        state: `[1]`, any value; consumed.
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return np.int64(  # type: ignore[return-value]  # signed inside kernels too
        ((word >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)
    )
