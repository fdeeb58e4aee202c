"""The score of a pattern: the table of twenty rows, the table of tenths, and every pattern that tiles can make."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from parlour.games.matches_and_patches.rules.patterns import SCORES, SHARED, SIGNATURES, pattern_score
from parlour.games.matches_and_patches.state import TILES
from parlour.games.matches_and_patches.text.words import TEXT_TO_TILE, tile_name, tile_to_text

C, N, S = 1, 2, 4

# k, s and m (attributes shared with each neighbour) of rows 1 to 20.
TWENTY_ROWS = [
    (1, 1, 1), (1, 1, 2),
    (2, 2, 1), (2, 1, 1), (2, 2, 2), (2, 1, 2),
    (3, 3, 1), (3, 2, 1), (3, 1, 1), (3, 3, 2), (3, 2, 2), (3, 1, 2),
    (4, 4, 1), (4, 3, 1), (4, 2, 1), (4, 1, 1), (4, 4, 2), (4, 3, 2), (4, 2, 2), (4, 1, 2),
]  # fmt: skip

# k, T, s and tenths of all patterns that can occur, weakest first.
TENTHS_TABLE = [
    (1, 1, 1, 10), (1, 2, 1, 20),
    (2, 2, 2, 30), (2, 2, 1, 40), (2, 3, 2, 45), (2, 4, 2, 50), (2, 4, 1, 60),
    (3, 3, 3, 70), (3, 3, 2, 80), (3, 3, 1, 90), (3, 4, 3, 92), (3, 4, 2, 94), (3, 5, 3, 96), (3, 5, 2, 98),
    (3, 6, 3, 100), (3, 6, 2, 110), (3, 6, 1, 120),
    (4, 4, 3, 140), (4, 4, 2, 150), (4, 4, 1, 160), (4, 5, 4, 161), (4, 5, 3, 162), (4, 5, 2, 163),
    (4, 6, 4, 164), (4, 6, 3, 165), (4, 6, 2, 166), (4, 7, 4, 167), (4, 7, 3, 168), (4, 7, 2, 169),
    (4, 8, 3, 180), (4, 8, 2, 190),
]  # fmt: skip


def tenths(*signatures: int) -> int:
    shared = sum(signature.bit_count() for signature in signatures)
    return int(SCORES[len(signatures), shared, len(set(signatures))])


def test_the_sixty_four_tiles_are_all_different() -> None:
    assert len(TEXT_TO_TILE) == TILES == 64
    assert len({tile_name(tile) for tile in range(TILES)}) == 64
    assert (tile_to_text(TEXT_TO_TILE["R3S"]), tile_name(TEXT_TO_TILE["R3S"])) == ("R3S", "red 3 square")


@pytest.mark.parametrize(("row", "facts"), list(enumerate(TWENTY_ROWS, 1)))
def test_the_uniform_formula_gives_every_row_of_the_table_of_twenty(row: int, facts: tuple[int, int, int]) -> None:
    matches, kinds, each = facts

    assert pattern_score(matches, matches * each, kinds) == row


@pytest.mark.parametrize(("matches", "shared", "kinds", "expected"), TENTHS_TABLE)
def test_the_table_of_tenths(matches: int, shared: int, kinds: int, expected: int) -> None:
    assert SCORES[matches, shared, kinds] == expected


def test_the_table_of_tenths_increases_strictly() -> None:
    scores = [row[-1] for row in TENTHS_TABLE]

    assert all(weaker < stronger for weaker, stronger in itertools.pairwise(scores))
    assert sorted(TENTHS_TABLE, key=lambda row: (row[0], row[1], -row[2])) == TENTHS_TABLE


@pytest.mark.parametrize(
    ("signatures", "expected"),
    [
        ((C,), 10), ((C | N,), 20), ((C, N), 30), ((C, C), 40), ((C, C | N), 45), ((N, C | S), 45),
        ((C | N, C | S), 50), ((C | N, C | N), 60), ((C, N, S), 70), ((C, C, N, S), 140),
        ((C | N, C | N, C | S, N | S), 180), ((), 0),
    ],
)  # fmt: skip
def test_spot_checks(signatures: tuple[int, ...], expected: int) -> None:
    assert tenths(*signatures) == expected


def test_two_tiles_share_at_most_two_attributes() -> None:
    counts = np.bincount([int(SHARED[SIGNATURES[a ^ b]]) for a in range(TILES) for b in range(a)])

    # A tile shares nothing with 27 others, one attribute with 27 and two with 9.
    assert counts.tolist() == [64 * 27 // 2, 64 * 27 // 2, 64 * 9 // 2]


@pytest.mark.parametrize(
    ("a", "b", "shared"), [("R3S", "R1C", C), ("R3S", "B3S", N | S), ("Y2T", "G2T", N | S), ("Y2T", "B1C", 0)]
)
def test_a_signature_is_the_set_of_equal_attributes(a: str, b: str, shared: int) -> None:
    assert SIGNATURES[TEXT_TO_TILE[a] ^ TEXT_TO_TILE[b]] == shared


def test_exactly_the_patterns_of_the_table_can_occur() -> None:
    """A pattern is a choice of up to four other tiles around a tile; only three share a given pair of attributes."""
    room = {signature: 3 if signature.bit_count() == 2 else 9 for signature in (C, N, S, C | N, C | S, N | S)}
    reachable = set()
    for matches in range(1, 5):
        for pattern in itertools.combinations_with_replacement(room, matches):
            if all(pattern.count(signature) <= room[signature] for signature in pattern):
                shared = sum(signature.bit_count() for signature in pattern)
                reachable.add((matches, shared, len(set(pattern)), tenths(*pattern)))

    assert sorted(reachable, key=lambda row: row[-1]) == TENTHS_TABLE


@pytest.mark.parametrize("matches", range(5, 9))
def test_the_formulas_go_on_increasing_for_five_to_eight_neighbours(matches: int) -> None:
    patterns = [
        (shared, -kinds)
        for shared in range(matches, 2 * matches + 1)
        for kinds in range(2 if matches < shared < 2 * matches else 1, matches + 1)
    ]
    scores = [pattern_score(matches, shared, -kinds) for shared, kinds in sorted(patterns)]

    assert all(weaker < stronger for weaker, stronger in itertools.pairwise(scores))
    assert scores[0] > pattern_score(matches - 1, 2 * matches - 2, 1)
    if matches == 8:
        assert (scores[0], scores[-1]) == (Fraction(57), Fraction(72))
