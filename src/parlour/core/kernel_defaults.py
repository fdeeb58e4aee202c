"""Kernels of the contract that a game without secrets, or with one action per turn, takes as they are."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel


@kernel
def hide_generator(s: Record, seat: int) -> None:
    """Erase only the generator: nothing else of the position is hidden."""
    s.generator[:] = 0


@kernel
def guess_nothing(s: Record, seat: int) -> None:
    """Leave the position as it is: nothing was hidden."""


@kernel
def one_action_turns(s: Record) -> bool:
    """Return False: every action is a whole turn."""
    return False


@kernel
def reveals_nothing(s: Record, seat: int, action: int) -> bool:
    """Return False: no action shows anything new."""
    return False
