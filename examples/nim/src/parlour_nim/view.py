"""The view of Nim: what people see, may pick and are told."""

from collections.abc import Sequence

import msgspec

from parlour.core.contract import Happening, Known
from parlour.core.phrasing import counted, seat_name
from parlour_nim.state import HEAPS, MAX_TAKE

SIDES = ("First", "Second")


class NimView(msgspec.Struct, frozen=True):
    """A Nim table."""

    heaps: list[int]


def view(s: Known, seat: int) -> NimView:
    return NimView([int(heap) for heap in s.heaps])


def prompt(s: Known, seat: int) -> str:
    if not s.heaps.any():
        return "The game is over."
    return "Take stones from one heap." if s.seat == seat else f"{seat_name(int(s.seat), seat)}'s turn."


def picks(s: Known, seat: int, action: int) -> list[str]:
    return [f"heap:{action // MAX_TAKE + 1}", f"stones:{action % MAX_TAKE + 1}"]


def label(s: Known, seat: int, action: int) -> str:
    return f"take {action % MAX_TAKE + 1} from heap {action // MAX_TAKE + 1}"


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    if [pick.partition(":")[0] for pick in picks] != ["heap", "stones"][: len(picks)]:
        return "Pick a heap, and then how many stones to take from it."
    numbers = [int(number) if number.isdigit() else 0 for _, _, number in (pick.partition(":") for pick in picks)]
    if not numbers or not 1 <= numbers[0] <= len(HEAPS):
        return f"Pick one of the heaps 1 to {len(HEAPS)}."
    left = int(s.heaps[numbers[0] - 1])
    if not left:
        return f"Heap {numbers[0]} is empty."
    if len(numbers) > 1 and not 1 <= numbers[1] <= left:
        return f"Heap {numbers[0]} has {counted(left, 'stone')}."
    return ""


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    player = seat_name(seat, viewer)
    taken = Happening("take", f"{player} took {action % MAX_TAKE + 1} from heap {action // MAX_TAKE + 1}.")
    return [taken] if after.heaps.any() else [taken, Happening("win", f"{player} took the last stone and won.")]


def phase(s: Known) -> str:
    return "move"


def side_names(s: Known) -> tuple[str, str]:
    return SIDES


def ending(s: Known) -> str:
    return "last_stone"
