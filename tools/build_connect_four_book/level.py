"""The positions with a number of checkers, with the bounds of their scores, on disk as well."""

import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.connect_four.rules import has_line
from parlour.games.connect_four.state import CHECKERS
from tools.build_connect_four_book.layer import without_win

Numbers = NDArray[np.int64]

FILE = "bounds.z"


class Level:
    """The positions, and the bounds of their scores that are known so far."""

    def __init__(self, own: Numbers, occupied: Numbers) -> None:
        plies = np.bitwise_count(occupied).astype(np.int64)
        self.own, self.occupied = own, occupied
        self.low, self.high = -((CHECKERS - plies) // 2), (CHECKERS - 1 - plies) // 2

    def __len__(self) -> int:
        return len(self.own)

    def learn(self, low: Numbers, high: Numbers) -> None:
        np.maximum(self.low, low, out=self.low)
        np.minimum(self.high, high, out=self.high)
        if np.any(self.low > self.high):
            raise SystemExit("Two searches contradict each other: the bounds of a position have crossed.")

    def unsolved(self) -> Numbers:
        return np.flatnonzero(self.low < self.high)

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        content = np.stack([self.low, self.high - self.low]).astype(np.int8).tobytes()
        beside = folder / f"{FILE}.new"
        beside.write_bytes(zlib.compress(content, 6))
        beside.replace(folder / FILE)

    def load(self, folder: Path) -> None:
        content = np.frombuffer(zlib.decompress((folder / FILE).read_bytes()), np.int8)
        low, more = content.reshape(2, len(self)).astype(np.int64)
        self.learn(low, low + more)


def random_level(size: int, first: int, last: int, seed: int) -> Level:
    """Return random running positions with some numbers of checkers, in which nobody wins at once."""
    choose = np.random.default_rng(seed)
    found: list[tuple[int, int]] = []
    while len(found) < size:
        own = occupied = 0
        for _ in range(choose.integers(first, last + 1)):
            free = [c for c in range(7) if not occupied >> 7 * c + 5 & 1]
            column = int(choose.choice(free))
            own, occupied = own ^ occupied, occupied | occupied + (1 << 7 * column)
        key = np.array([own + occupied])
        if not has_line(own ^ occupied) and not has_line(own) and len(without_win(key)):
            found.append((own, occupied))
    return Level(*np.array(found, np.int64).T.copy())
