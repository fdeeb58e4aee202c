"""The generator: its published test vector, its specification in plain Python, its fairness."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import BadSeed
from parlour.core.generator import (
    below,
    new_seed,
    next_word,
    random_below,
    seed_generator,
    seed_to_words,
    shuffle,
    sip_hash,
)

MASK = 2**64 - 1


def generator(seed: int) -> np.ndarray:
    words = np.zeros(3, np.uint64)
    seed_generator(words, seed_to_words(seed))
    return words


def plain_sip_hash(seed: int, counter: int) -> int:
    """SipHash-2-4 with Python's own numbers, as its authors describe it."""

    def rotate(x: int, b: int) -> int:
        return (x << b | x >> 64 - b) & MASK

    def rounds(v: list[int], n: int) -> None:
        for _ in range(n):
            v[0] = v[0] + v[1] & MASK
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = v[2] + v[3] & MASK
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = v[0] + v[3] & MASK
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = v[2] + v[1] & MASK
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    k0, k1 = seed & MASK, seed >> 64
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]
    for block in (counter, 8 << 56):
        v[3] ^= block
        rounds(v, 2)
        v[0] ^= block
    v[2] ^= 0xFF
    rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_sip_hash_gives_the_vector_its_authors_published() -> None:
    """Key 00 01 ... 0f, message 00 01 ... 07."""
    key = np.frombuffer(bytes(range(16)), np.uint64)
    word = np.frombuffer(bytes(range(8)), np.uint64)[0]

    assert int(sip_hash(key[0], key[1], word)) == 0x93F5F5799A932462


@given(st.integers(0, 2**128 - 1))
def test_words_are_the_hashes_of_the_counter_under_the_seed(seed: int) -> None:
    words = generator(seed)

    assert [int(next_word(words)) for _ in range(4)] == [plain_sip_hash(seed, counter) for counter in range(4)]


@given(st.integers(0, 2**128 - 1), st.integers(1, 2**62))
def test_a_number_below_n_follows_the_specification(seed: int, n: int) -> None:
    accepted = (w for c in range(1000) if (w := plain_sip_hash(seed, c)) >= 2**64 % n)

    assert below(generator(seed), n) == next(accepted) % n


def test_a_seed_means_the_same_forever() -> None:
    """These numbers were written down when the generator was; they must never change."""
    words = generator(1)
    drawn = ",".join(str(below(words, 52)) for _ in range(1000))

    assert drawn.startswith("11,46,35,4,46,20,8,38,47,12,1")
    assert (
        hashlib.sha256(drawn.encode()).hexdigest() == "441b6cfdb6e5b182e795648c771a96ea6aff87da7893078e3c2c1f41630715c1"
    )


def test_numbers_below_n_are_equally_likely() -> None:
    """Chi-square with 51 degrees of freedom; the 1e-4 tail begins at 95."""
    words = generator(2)
    counts = np.bincount([below(words, 52) for _ in range(52_000)], minlength=52)

    assert ((counts - 1000) ** 2 / 1000).sum() < 95


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    """Chi-square over the 24 orders of four items; the 1e-4 tail of 23 degrees of freedom begins at 56."""
    words = generator(3)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        items = np.arange(4, dtype=np.int8)
        shuffle(words, items, 4)
        orders[tuple(items)] = orders.get(tuple(items), 0) + 1

    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 56


def test_picks_of_a_playout_are_equally_likely() -> None:
    state = np.array([4], np.uint64)
    counts = np.bincount([random_below(state, 52) for _ in range(52_000)], minlength=52)

    assert ((counts - 1000) ** 2 / 1000).sum() < 95


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "1"])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(BadSeed, match="A seed is a whole number"):
        seed_to_words(seed)  # type: ignore[arg-type]  # that is the point


def test_new_seeds_differ() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
