"""Connect Four: drop checkers into seven columns; four in a row win."""

from parlour.core.game import Experience, Facts, Game, Players, TableRules, Timer
from parlour.core.option import OptionSet, switch
from parlour.games.connect_four import notation, rules, solver, view
from parlour.games.connect_four.levels import LEVELS
from parlour.games.connect_four.reasons import reason
from parlour.games.connect_four.state import CHECKERS, NUM_ACTIONS, State
from parlour.pieces.bag import MAX_CLAIMS

GAME = Game(
    id="connect_four",
    name="Connect Four",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_CLAIMS + CHECKERS,
        hidden=False,
        summary="Drop checkers into seven columns; whoever first has four in a row wins.",
        perfect_information=True,
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(
        switch("quick_colours", False, "toss a coin for the colours instead of drawing them from the bag")
    ),
    presets={"quick": {"quick_colours": True}, "perft": {"quick_colours": True}},
    table=TableRules(
        timers={"colour draw": Timer(10, counts=False), "move": Timer(15)},
        experience=Experience(quick=9, long=28, plays=rules.total_plays),
    ),
    players=Players(
        levels=LEVELS,
        reason=reason,
        solver=solver,
        opening_actions=3,
        strongest="perfect play by opening book and exact solver",
    ),
)
