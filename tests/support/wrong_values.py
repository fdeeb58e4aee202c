"""Values of wrong types and sizes, for every function that must refuse what it cannot use."""

from typing import Any

import numpy as np


class Unshowable:
    """An object that cannot even be written into a sentence."""

    def __repr__(self) -> str:
        raise RuntimeError("cannot be shown")


DEEP: list[Any] = []
for _ in range(500):
    DEEP = [DEEP]

WRONG_VALUES: tuple[Any, ...] = (
    None, True, False, 0.0, 1.0, 1.5, -0.0, float("nan"), float("inf"), 1j,
    -1, -2, 2, 3, 64, 2**15, 2**16, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1, 2**128, 10**5000,
    "", " ", "0", "-1", "x", "\0", "\ud800", "٣", "²", "9" * 5000, "x" * 100_000, "{seat:0}", "%s", "nan",
    b"", b"0", b"\xff", bytearray(b"1"), memoryview(b"1"),
    [], [0], [[]], [None], ["x"], DEEP, (), (0,), (0, 1), {}, {"x": 1}, {1: "x"}, set(), frozenset({0}), range(2),
    object(), Unshowable(), int, print, Ellipsis, NotImplemented,
    np.int8(1), np.uint64(2**64 - 1), np.int64(-1), np.float64(1.0), np.float32("nan"), np.bool_(True), np.str_("x"),
    np.array(1), np.array([0, 1]), np.array([], np.int32), np.zeros((2, 2)), np.datetime64("2020-01-01"),
)  # fmt: skip
