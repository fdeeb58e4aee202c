"""Nim as text: `2x3` takes three stones from heap 2; a position is its heaps and the seat to move, `1,3,4 1`."""

import re

from parlour.core.contract import Known, Record
from parlour.core.errors import BadNotation
from parlour_nim.state import HEAPS, MAX_TAKE


def action_to_text(s: Record, seat: int, action: int) -> str:
    return f"{action // MAX_TAKE + 1}x{action % MAX_TAKE + 1}"


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    match = re.fullmatch(f"([1-{len(HEAPS)}])x([1-{MAX_TAKE}])", text.strip())
    if match is None:
        raise BadNotation(
            f"{text.strip() or 'Nothing'} is not an action. Type the heap, x and the number of stones: 2x3."
        )
    return [MAX_TAKE * (int(match[1]) - 1) + int(match[2]) - 1]


def state_to_text(s: Record) -> str:
    return f"{','.join(str(int(heap)) for heap in s.heaps)} {s.seat + 1}"


def text_to_state(s: Record, text: str) -> None:
    match = re.fullmatch("([0-9]),([0-9]),([0-9]) ([12])", text.strip())
    heaps = [int(number) for number in match.groups()[:3]] if match else []
    if match is None or any(heap > most for heap, most in zip(heaps, HEAPS, strict=True)):
        raise BadNotation(f"A position is three heaps of at most {HEAPS} stones and the seat to move, like 1,3,4 1.")
    s.heaps[:] = heaps
    s.seat = int(match[4]) - 1


def render(s: Known, seat: int) -> str:
    return "\n".join(f"{number}: {'o ' * int(heap)}".rstrip() for number, heap in enumerate(s.heaps, 1))
