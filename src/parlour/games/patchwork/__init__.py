"""Patchwork: buy patches with buttons and time, and sew the fuller quilt."""

from parlour.core.game import Game
from parlour.games.patchwork import command, lines, notation, options, rules, view
from parlour.games.patchwork.state import MAX_LENGTH, NUM_ACTIONS, State

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
    encode_options=options.encode_options,
    command=command.run,
    command_help=command.HELP,
)
