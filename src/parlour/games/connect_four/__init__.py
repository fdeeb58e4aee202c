"""Connect Four: drop checkers into seven columns; four in a row win."""

from parlour.core.game import Experience, Game, Timer
from parlour.core.option import switch
from parlour.games.connect_four import book_maker, notation, rules, solver, view
from parlour.games.connect_four.levels import LEVELS
from parlour.games.connect_four.reasons import reason
from parlour.games.connect_four.state import CHECKERS, NUM_ACTIONS, State
from parlour.pieces.bag import MAX_CLAIMS

GAME = Game(
    id="connect_four",
    name="Connect Four",
    rules_version=1,
    num_actions=NUM_ACTIONS,
    max_length=MAX_CLAIMS + CHECKERS,
    hidden=False,
    simultaneous=True,
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    summary="Drop checkers into seven columns; whoever first has four in a row wins.",
    options=(switch("quick_colours", False, "toss a coin for the colours instead of drawing them from the bag"),),
    quick_options={"quick_colours": True},
    perft_options={"quick_colours": True},
    timers={"colour draw": Timer(10, counts=False), "move": Timer(15)},
    perfect_information=True,
    opening_actions=3,
    solver=solver,
    levels=LEVELS,
    reason=reason,
    strongest="perfect play by opening book and exact solver",
    command=book_maker.run,
    command_help=book_maker.HELP,
    experience=Experience(quick=9, long=28, plays=rules.total_plays),
)
