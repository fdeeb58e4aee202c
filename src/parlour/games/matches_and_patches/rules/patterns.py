"""How strong a pattern is: what two tiles share, and the score of a set of matching neighbours."""

from fractions import Fraction

import numpy as np

from parlour.games.matches_and_patches.state import EDGES, TILES

ATTRIBUTES = ("colour", "number", "shape")  # by bit of a signature
MAX_MATCHES = len(EDGES)
TENTHS = 10


def signature(difference: int) -> int:
    """Return a bit per attribute in which two tiles are equal, from `a ^ b`."""
    parts = (difference >> 4, difference >> 2 & 3, difference & 3)
    return sum(1 << attribute for attribute, part in enumerate(parts) if part == 0)


def pattern_score(matches: int, shared: int, kinds: int) -> Fraction:
    """Score a pattern: more neighbours first, then more shared attributes, then fewer different signatures.

    Args:
        matches: k, the matching neighbours.
        shared: T, the attributes shared with all of them together, from k to 2k.
        kinds: s, the different signatures among them.
    """
    if matches == 0:
        return Fraction(0)
    if shared in (matches, 2 * matches):
        each = shared // matches
        return Fraction(matches * (matches - 1) + (each - 1) * matches + matches - kinds + 1)
    rank = (shared - matches - 1) * (matches - 1) + matches - kinds
    return matches * matches + Fraction(rank + 1, (matches - 1) ** 2 + 1)


def score_table() -> "np.ndarray[tuple[int, ...], np.dtype[np.int16]]":
    """Return the scores in tenths by k, T and s, `[5, 9, 5]`; combinations that cannot be are 0."""
    table = np.zeros((MAX_MATCHES + 1, 2 * MAX_MATCHES + 1, MAX_MATCHES + 1), np.int16)
    for matches in range(1, MAX_MATCHES + 1):
        for shared in range(matches, 2 * matches + 1):
            mixed = matches < shared < 2 * matches
            for kinds in range(2 if mixed else 1, matches + 1):
                tenths = TENTHS * pattern_score(matches, shared, kinds)
                assert tenths.denominator == 1, "up to four neighbours, every score is a whole number of tenths"
                table[matches, shared, kinds] = tenths.numerator
    return table


SIGNATURES = np.array([signature(difference) for difference in range(TILES)], np.int8)  # by a ^ b
SHARED = np.array([bits.bit_count() for bits in range(1 << len(ATTRIBUTES))], np.int8)  # attributes of a signature
SCORES = score_table()
