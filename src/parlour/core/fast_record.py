"""Records that kernels take on any device, and that Python reads and hands over quickly.

A record is aligned, each field at a multiple of its size: a GPU refuses others.

NumPy's `record` looks every attribute up in Python code, two microseconds each time, and what a person is shown of one
position takes hundreds of them. Here each field is a property of a class of its own, which is six times as fast.

Numba asks a record for its `data`, and NumPy describes all fields again each time before it returns it: another two
microseconds for each call of a kernel. A record that was made here remembers the bytes that it was made over.
"""

import operator
from collections import namedtuple
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record

T = TypeVar("T")


class _Data:
    """The memory of a record that remembers nothing."""

    def __get__(self, record: Any, owner: type) -> memoryview:
        return memoryview(record)


def record_type(fields: list[Any]) -> "np.dtype[np.void]":
    """Return the dtype of a game's state, from NumPy's descriptions of its fields."""
    aligned = np.dtype(fields, align=True)
    layout, end = [], 0
    for name, (kind, offset, *_) in (aligned.fields or {}).items():
        layout += [*_padding(end, offset), (name, kind)]
        end = offset + kind.itemsize
    return with_fast_fields(np.dtype([*layout, *_padding(end, aligned.itemsize)], align=True))


def _padding(begin: int, end: int) -> list[tuple[str, "np.dtype[Any]"]]:
    """Name the bytes between two fields: NumPy copies only what is named, and equal positions have equal bytes."""
    return [(f"padding_{begin}", np.dtype((np.uint8, end - begin)))] if begin < end else []


def with_fast_fields(state: "np.dtype[np.void]") -> "np.dtype[np.void]":
    """Return the same record as a dtype, for kernels equal to the first one, that Python reads quickly."""
    fields = {name: property(operator.itemgetter(name)) for name in state.names or () if not hasattr(np.record, name)}
    inherited = {"__getattribute__": object.__getattribute__, "__getitem__": np.void.__getitem__, "data": _Data()}
    inherited["Plain"] = namedtuple("Plain", state.names or ())
    return np.dtype((type("FastRecord", (np.record,), {**inherited, **fields}), state))


def plain(record: Record) -> Any:
    """Return what a record holds as a named tuple: to read many of its numbers, which are Python's, takes a tenth."""
    return once(_read, record)


def _read(record: Record) -> Any:
    return record.Plain._make(record.item())


def fixed(record: Record) -> Record:
    """Return a record that nothing changes any more; what is made of it may be kept."""
    object.__setattr__(record, "made", {})
    return record


def once(make: Callable[[Record], T], record: Record) -> T:
    """Return what is made of a record; of a fixed one it is made once."""
    made: dict[Callable[[Record], T], T] | None = record.__dict__.get("made")
    if made is None:
        return make(record)
    if make not in made:
        made[make] = make(record)
    return made[make]


def record_over(data: NDArray[np.uint8], state: "np.dtype[np.void]") -> Record:
    """Return the record in these bytes, of a fast dtype; both change together."""
    record = np.ndarray(1, state, data)[0]
    object.__setattr__(record, "data", data)
    return record
