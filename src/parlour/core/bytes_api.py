"""The rules of a game as kernels over bytes, which are cheap to call from Python.

A record costs half a microsecond to make over bytes and a third of one to pass into a kernel, bytes alone a sixth; so a
`Position` keeps its record as bytes, and each of these kernels views them as the record. They are too short to be worth
letting other threads run.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Actions, Rules, Seed
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues

Bytes = NDArray[np.uint8]  # [state.itemsize], the bytes of one record

NOT_TO_ACT = -1
ILLEGAL = -2


@kernel
def may_act(seats: int, seat: int) -> bool:
    """Return whether a seat is among those to act; any number may be given."""
    return (seat in (0, 1)) and seats >> seat & 1 == 1


class BytesApi(NamedTuple):
    """Kernels over the bytes of a record; see the contract for what each does."""

    setup: Callable[[Bytes, OptionValues, Seed], int]  # returns to_act
    legal_actions: Callable[[Bytes, int, Actions], int]  # 0 when the seat may not act
    play: Callable[[Bytes, int, int], int]  # checks first; returns to_act, or NOT_TO_ACT or ILLEGAL
    hide: Callable[[Bytes, int], None]


def make_bytes_api(rules: Rules, state: "np.dtype[np.void]", num_actions: int) -> BytesApi:
    """Return the kernels of one game; each is compiled on its first call."""
    setup, to_act, legal_actions, apply, hide = (
        rules.setup, rules.to_act, rules.legal_actions, rules.apply, rules.hide,
    )  # fmt: skip

    @kernel(nogil=False)
    def setup_bytes(data: Bytes, options: OptionValues, seed: Seed) -> int:
        s = data.view(state)[0]
        setup(s, options, seed)
        return to_act(s)

    @kernel(nogil=False)
    def legal_actions_bytes(data: Bytes, seat: int, out: Actions) -> int:
        s = data.view(state)[0]
        return legal_actions(s, seat, out) if may_act(to_act(s), seat) else 0

    @kernel(nogil=False)
    def play_bytes(data: Bytes, seat: int, action: int) -> int:
        s = data.view(state)[0]
        if not may_act(to_act(s), seat):
            return NOT_TO_ACT
        out = np.empty(num_actions, np.int32)
        for i in range(legal_actions(s, seat, out)):
            if out[i] == action:
                apply(s, seat, action)
                return to_act(s)
        return ILLEGAL

    @kernel(nogil=False)
    def hide_bytes(data: Bytes, seat: int) -> None:
        hide(data.view(state)[0], seat)

    return BytesApi(setup_bytes, legal_actions_bytes, play_bytes, hide_bytes)
