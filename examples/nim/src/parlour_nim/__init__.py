"""Nim: take stones from heaps; the player who takes the last one wins."""

from parlour.core.game import Facts, Game
from parlour_nim import notation, rules, view
from parlour_nim.state import HEAPS, NUM_ACTIONS, State

GAME = Game(
    id="nim",
    name="Nim",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=sum(HEAPS),
        hidden=False,
        summary="Take stones from three heaps; the player who takes the last one wins.",
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
)
