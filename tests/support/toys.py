"""Games of one decision, small enough to know what a search must find in them."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from parlour.core.contract import BOTH, Actions, Record, Seed
from parlour.core.fast_record import record_type
from parlour.core.game import Facts, Game
from parlour.core.generator import GENERATOR, below, seed_generator
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import one_action_turns, reveals_nothing
from parlour.core.option import OptionValues

NOT_YET = -1
State = record_type([GENERATOR, ("chosen", np.int8, 2), ("card", np.int8)])


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    s.chosen[:] = NOT_YET
    s.card = below(s.generator, 4)


@kernel
def two_actions(s: Record, seat: int, out: Actions) -> int:
    out[0], out[1] = 0, 1
    return 2


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    s.chosen[seat] = action


@kernel
def both_choose(s: Record) -> int:
    return (1 if s.chosen[0] == NOT_YET else 0) | (2 if s.chosen[1] == NOT_YET else 0)


@kernel
def match_wins(s: Record, seat: int) -> float:
    """Pennies: seat 0 wants the same side twice, seat 1 does not; heads twice counts only three quarters."""
    gain = 0.0 if s.chosen[0] != s.chosen[1] else 1.0 if s.chosen[0] == 1 else 0.75
    return gain if seat == 0 else 1.0 - gain


@kernel
def fair_match_wins(s: Record, seat: int) -> float:
    """Pennies with both sides worth the same."""
    gain = 1.0 if s.chosen[0] == s.chosen[1] else 0.0
    return gain if seat == 0 else 1.0 - gain


@kernel
def hide_choice(s: Record, seat: int) -> None:
    s.generator[:] = 0
    s.card = 0
    if seat >= 0 and s.chosen[1 - seat] != NOT_YET and s.chosen[seat] == NOT_YET:
        s.chosen[1 - seat] = 0


@kernel
def guess_choice(s: Record, seat: int) -> None:
    if s.chosen[1 - seat] != NOT_YET:
        s.chosen[1 - seat] = below(s.generator, 2)


@kernel
def first_chooses(s: Record) -> int:
    return 1 if s.chosen[0] == NOT_YET else 0


@kernel
def bet_wins(s: Record, seat: int) -> float:
    """Bet: seat 0 can bet (1) that the hidden card is not the fourth, or stay out (0) for a draw."""
    gain = 0.5 if s.chosen[0] == 0 else 1.0 if s.card < 3 else 0.0
    return gain if seat == 0 else 1.0 - gain


@kernel
def hide_card(s: Record, seat: int) -> None:
    s.generator[:] = 0
    s.card = 0


@kernel
def guess_card(s: Record, seat: int) -> None:
    s.card = below(s.generator, 4)


def toy(name: str, **kernels: Any) -> Game:
    rules = SimpleNamespace(
        setup=setup, legal_actions=two_actions, apply=apply, mid_turn=one_action_turns, reveals=reveals_nothing,
        **kernels,
    )  # fmt: skip
    nothing = cast(Any, SimpleNamespace())
    return Game(
    id=name,
    name=name.title(),
    package=__name__,
    facts=Facts(rules_version=1, num_actions=2, max_length=2, hidden=True, summary="",),
    state=State,
    rules=cast(Any, rules),
    notation=nothing,
    view=nothing,
)  # fmt: skip


PENNIES = toy("pennies", to_act=both_choose, result=match_wins, hide=hide_choice, guess=guess_choice)
FAIR_PENNIES = toy("fair_pennies", to_act=both_choose, result=fair_match_wins, hide=hide_choice, guess=guess_choice)
BET = toy("bet", to_act=first_chooses, result=bet_wins, hide=hide_card, guess=guess_card)
assert BOTH == 3  # `both_choose` writes it bit by bit
