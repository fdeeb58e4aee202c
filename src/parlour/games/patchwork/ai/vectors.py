"""Sums of rows of 32-bit numbers, as vector instructions inside kernels.

The compiler does not find them by itself: it would write every partial sum to memory, at five times the cost.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from parlour.core.kernel import IS_COMPILED, kernel

Numbers = NDArray[np.float32]
FLOAT_BYTES = 4


_alloca: Any = cgutils.alloca_once_value


def _row(builder: Any, data: Any, row: Any, width: int) -> Any:
    """Return the address of a row, as that of a vector."""
    first = builder.gep(data, [builder.mul(row, ir.Constant(ir.IntType(64), width))])
    return builder.bitcast(first, ir.VectorType(ir.FloatType(), width).as_pointer())


def _sum_by(width: int, lanes: int, scaled: bool) -> Any:
    """Make the intrinsic that adds rows of `width` numbers to the first of `sums`: picked ones, or scaled ones.

    Args:
        lanes: sums that are made side by side, so that an addition need not wait for the last one; the number of rows
            is a multiple of it.
    """
    vector = ir.VectorType(ir.FloatType(), width)
    zeros = ir.Constant(vector, [0.0] * width)
    first_lane = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)

    @intrinsic
    def add(_context: Any, rows: Any, chosen: Any, sums: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            arrays = [
                context.make_array(kind)(context, builder, value)
                for kind, value in zip(signature.args, arguments, strict=True)
            ]
            from_rows, from_chosen, to_sums = (array.data for array in arrays)
            target = _row(builder, to_sums, ir.Constant(ir.IntType(64), 0), width)
            totals = [_alloca(builder, zeros) for _ in range(lanes)]
            builder.store(builder.load(target, align=FLOAT_BYTES), totals[0])
            size = builder.extract_value(arrays[1].shape, 0)
            step = ir.Constant(size.type, lanes)
            with cgutils.for_range(builder, builder.udiv(size, step)) as loop:
                for lane, total in enumerate(totals):
                    at = builder.add(builder.mul(loop.index, step), ir.Constant(size.type, lane))
                    picked = builder.load(builder.gep(from_chosen, [at]))
                    row = builder.load(_row(builder, from_rows, at if scaled else picked, width), align=FLOAT_BYTES)
                    if scaled:
                        one = builder.insert_element(zeros, picked, ir.Constant(ir.IntType(32), 0))
                        row = builder.fmul(row, builder.shuffle_vector(one, zeros, first_lane))
                    builder.store(builder.fadd(builder.load(total), row), total)
            whole = builder.load(totals[0])
            for total in totals[1:]:
                whole = builder.fadd(whole, builder.load(total))
            builder.store(whole, target, align=FLOAT_BYTES)
            return context.get_dummy_value()

        return types.void(rows, chosen, sums), generate

    return add


_add_32 = _sum_by(32, lanes=2, scaled=False)
_add_scaled_32 = _sum_by(32, lanes=2, scaled=True)
_add_scaled_16 = _sum_by(16, lanes=4, scaled=True)


@kernel
def add_picked(rows: Numbers, picked: NDArray[np.int64], sums: Numbers) -> None:
    """Add the picked rows, of 32 numbers each, to `sums`."""
    if IS_COMPILED:
        _add_32(rows, picked, sums)
    else:
        sums[:32] += rows[picked].sum(axis=0)


@kernel
def add_scaled_32(rows: Numbers, factors: Numbers, sums: Numbers) -> None:
    """Add each row, of 32 numbers, times its factor to `sums`."""
    if IS_COMPILED:
        _add_scaled_32(rows, factors, sums)
    else:
        sums[:32] += factors @ rows


@kernel
def add_scaled_16(rows: Numbers, factors: Numbers, sums: Numbers) -> None:
    """Add each row, of 16 numbers, times its factor to `sums`."""
    if IS_COMPILED:
        _add_scaled_16(rows, factors, sums)
    else:
        sums[:16] += factors @ rows
