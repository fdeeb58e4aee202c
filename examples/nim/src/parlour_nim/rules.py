"""The rules of Nim, as kernels in the contract's order."""

from parlour.core.contract import Actions, Record, Seed
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import guess_nothing, hide_generator, one_action_turns, reveals_nothing
from parlour.core.option import OptionValues
from parlour_nim.state import HEAPS, MAX_TAKE


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    for heap in range(len(HEAPS)):
        s.heaps[heap] = HEAPS[heap]


@kernel
def to_act(s: Record) -> int:
    return 1 << s.seat if s.heaps.any() else 0


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    n = 0
    for heap in range(len(HEAPS)):
        for take in range(1, s.heaps[heap] + 1):
            out[n] = MAX_TAKE * heap + take - 1
            n += 1
    return n


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    s.heaps[action // MAX_TAKE] -= action % MAX_TAKE + 1
    s.seat = 1 - s.seat


@kernel
def result(s: Record, seat: int) -> float:
    # The turn has already passed on, so the winner is the other seat.
    return 0.0 if seat == s.seat else 1.0


hide = hide_generator
guess = guess_nothing
mid_turn = one_action_turns
reveals = reveals_nothing
