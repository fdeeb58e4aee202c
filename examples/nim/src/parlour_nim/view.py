"""What people see of Nim, may pick, and are told."""

from collections.abc import Sequence

import msgspec

from parlour.core.contract import Happening, Record
from parlour_nim.state import HEAPS, MAX_TAKE

SIDES = ("First", "Second")


class NimView(msgspec.Struct, frozen=True):
    """A Nim table."""

    heaps: list[int]


def view(s: Record, seat: int) -> NimView:
    return NimView([int(heap) for heap in s.heaps])


def prompt(s: Record, seat: int) -> str:
    if not s.heaps.any():
        return "The game is over."
    return "Take stones from one heap." if s.seat == seat else f"{SIDES[s.seat]} is to take stones."


def picks(s: Record, seat: int, action: int) -> list[str]:
    return [f"heap:{action // MAX_TAKE + 1}", f"stones:{action % MAX_TAKE + 1}"]


def label(s: Record, seat: int, action: int) -> str:
    return f"take {action % MAX_TAKE + 1} from heap {action // MAX_TAKE + 1}"


def why_not(s: Record, seat: int, picks: Sequence[str]) -> str:
    numbers = [int(number) if number.isdigit() else 0 for _, _, number in (pick.partition(":") for pick in picks)]
    if not numbers or not 1 <= numbers[0] <= len(HEAPS):
        return f"Pick one of the heaps 1 to {len(HEAPS)}."
    left = int(s.heaps[numbers[0] - 1])
    if not left:
        return f"Heap {numbers[0]} is empty."
    if len(numbers) > 1 and not 1 <= numbers[1] <= left:
        return f"Heap {numbers[0]} has {left} stones."
    return ""


def narrate(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    who = "You" if viewer == seat else SIDES[seat]
    taken = Happening("take", f"{who} took {action % MAX_TAKE + 1} from heap {action // MAX_TAKE + 1}.")
    return [taken] if after.heaps.any() else [taken, Happening("win", f"{who} took the last stone and won.")]


def phase(s: Record) -> str:
    return "move"


def side_names(s: Record) -> tuple[str, str]:
    return SIDES


def ending(s: Record) -> str:
    return "last_stone"
