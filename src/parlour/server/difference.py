"""What has changed between two values that a client was sent; `apply` in web/src/lib/match/difference.ts undoes it.

A difference is one of

- `[value]`: the value has been replaced;
- `{name: difference, ...}`: these fields of an object, or these places of a list, have changed;
- `{"": [piece, ...]}`: a list of another length, made of pieces: `[start, end]`, a part of the list before, or
  `[item]`, a new item; or a text that goes on, in the same way.

The values are those that are sent, before they are encoded: structs, lists and what these hold. Comparing them is done
by compiled code, so only what differs costs time.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

Difference = list[Any] | dict[str, Any]
PIECES = ""  # the name under which the pieces of a list are
LONG = 20  # letters of a text that is not sent again when it goes on; only plain ones, which all languages count alike
PLAIN, LISTS = {int, float, bool, type(None)}, {list, tuple}
NESTED = (msgspec.Struct, list, str)  # what the items of a list are where it is worth looking into them


def difference(before: Any, now: Any) -> Difference:
    """Return the difference between two values that are not equal."""
    kind = type(now)
    if kind in PLAIN or kind is not type(before):
        return [now]
    if kind is str:
        is_longer = len(before) >= LONG and now.startswith(before) and before.isascii()
        return {PIECES: [[0, len(before)], [now[len(before) :]]]} if is_longer else [now]
    if kind in LISTS:
        return _items_changed(before, now) if now and before and isinstance(now[0], NESTED) else [now]
    return fields_changed(before, now) if isinstance(now, msgspec.Struct) else [now]


def fields_changed(before: msgspec.Struct, now: msgspec.Struct) -> dict[str, Any]:
    """Return the differences of the fields that are not equal, by name."""
    fields = zip(now.__struct_fields__, astuple(before), astuple(now), strict=True)
    return {name: difference(old, new) for name, old, new in fields if old is not new and old != new}


def _items_changed(before: Sequence[Any], now: Sequence[Any]) -> Difference:
    if len(before) != len(now):
        return {PIECES: _pieces(before, now)}
    pairs = enumerate(zip(before, now, strict=True))
    return {str(place): difference(old, new) for place, (old, new) in pairs if old != new}


def _pieces(before: Sequence[Any], now: Sequence[Any]) -> list[list[Any]]:
    """Make a list of parts of another one and of new items; a part goes on as long as it fits."""
    pieces: list[list[Any]] = []
    end = -1  # of the last part; -1 after a new item
    for item in now:
        if 0 <= end < len(before) and before[end] == item:
            end += 1
            pieces[-1][1] = end
        elif item in before:
            start = before.index(item)
            end = start + 1
            pieces.append([start, end])
        else:
            end = -1
            pieces.append([item])
    return pieces


def apply(before: Any, change: Difference) -> Any:
    """Return the value after a difference, given the one before as it was decoded; for tests and programs that play."""
    if isinstance(change, list):
        return change[0]
    if PIECES in change:
        parts = [before[slice(*piece)] if len(piece) == 2 else piece for piece in change[PIECES]]
        items = [item for part in parts for item in part]
        return "".join(items) if isinstance(before, str) else items
    now = before.copy()
    for name, part in change.items():
        place = int(name) if isinstance(before, list) else name
        now[place] = apply(before[place], part)
    return now
