"""Bits of whole numbers, as single machine instructions inside kernels."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from parlour.core.kernel import IS_COMPILED, kernel


@intrinsic
def _count_trailing_zeros(_context: Any, _bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def _count_ones(_context: Any, _bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@kernel
def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit; `bits` must not be 0."""
    if IS_COMPILED:
        return _count_trailing_zeros(bits)  # type: ignore[call-arg]  # an intrinsic is called without its context
    return int(bits & -bits).bit_length() - 1


@kernel
def num_bits(bits: int) -> int:
    """Count the set bits of a number that is not negative."""
    if IS_COMPILED:
        return _count_ones(bits)  # type: ignore[call-arg]  # an intrinsic is called without its context
    return int(bits).bit_count()


@kernel(wraps=True)
def mixed(word: int) -> int:
    """Spread a 64-bit number over all its bits, one to one: equal numbers stay equal, similar ones become unlike."""
    spread = (word ^ word >> 30) * np.int64(-0x40A7B892E31B1A47)
    spread = (spread ^ spread >> 27) * np.int64(-0x6B2FB644ECCEEE15)
    return spread ^ spread >> 31  # type: ignore[return-value]  # signed inside kernels too
