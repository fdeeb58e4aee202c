"""Sanguine: place cards on your pawns, spread your influence, and win the rows of the board."""

from parlour.core.game import Game
from parlour.games.sanguine import notation, rules, view
from parlour.games.sanguine.command import HELP, run
from parlour.games.sanguine.hints import reason
from parlour.games.sanguine.levels import LEVELS
from parlour.games.sanguine.settings import OPTIONS, encode_options
from parlour.games.sanguine.state import MAX_DECK, NUM_ACTIONS, PASSES_TO_END, State
from parlour.games.sanguine.strategies import STRATEGIES, strategy

MAX_LENGTH = 2 * (2 * MAX_DECK) + PASSES_TO_END  # every card of both decks after a pass of the other side, then the end

GAME = Game(
    id="sanguine",
    name="Sanguine",
    rules_version=1,
    num_actions=NUM_ACTIONS,
    max_length=MAX_LENGTH,
    hidden=True,
    simultaneous=False,
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    summary="Place cards on your pawns, spread your influence, and win the rows of the board.",
    options=OPTIONS,
    perft_options={"shuffle": False},
    encode_options=encode_options,
    strategy=strategy,
    strategies=tuple(STRATEGIES),
    levels=LEVELS,
    reason=reason,
    strongest="tree search over guesses of the hidden cards",
    command=run,
    command_help=HELP,
)
