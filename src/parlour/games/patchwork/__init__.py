"""Patchwork: buy patches with buttons and time, and sew the fuller quilt."""

from parlour.core.game import Game
from parlour.games.patchwork import command, lines, notation, options, rules, view
from parlour.games.patchwork.hints import reason
from parlour.games.patchwork.levels import LEVELS
from parlour.games.patchwork.state import MAX_LENGTH, NUM_ACTIONS, State
from parlour.games.patchwork.strategies import STRATEGIES, strategy

GAME = Game(
    id="patchwork",
    name="Patchwork",
    rules_version=1,
    num_actions=NUM_ACTIONS,
    max_length=MAX_LENGTH,
    hidden=False,
    simultaneous=False,
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    summary="Buy patches with buttons and time, and cover your quilt while your income grows.",
    perfect_information=True,
    options=options.OPTIONS,
    formats={"lines": lines},
    levels=LEVELS,
    reason=reason,
    strategy=strategy,
    strategies=STRATEGIES,
    strongest="alpha-beta search over patches",
    encode_options=options.encode_options,
    command=command.run,
    command_help=command.HELP,
)
