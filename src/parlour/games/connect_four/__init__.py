"""Connect Four: drop checkers into seven columns; four in a row win."""

from parlour.core.game import Experience, Extras, Facts, Game, Players, TableRules, Timer
from parlour.core.option import OptionSet
from parlour.games.connect_four import notation, rules, solver, view
from parlour.games.connect_four.achievements import ACHIEVEMENTS
from parlour.games.connect_four.encoding import ENCODING
from parlour.games.connect_four.hint import miss, reason
from parlour.games.connect_four.levels import LEVELS
from parlour.games.connect_four.state import CHECKERS, CLAIM, NUM_ACTIONS, State
from parlour.pieces.colour_draw import MAX_CLAIMS, QUICK_COLOURS, with_colour_draw
from parlour.pieces.colour_draw_text import PHASE

GAME = Game(
    id="connect_four",
    name="Connect Four",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_CLAIMS + CHECKERS,
        hidden=False,
        summary="Drop checkers into seven columns; the first to get four in a row wins.",
        endings={"line": "four in a row", "full_board": "the board was full"},
        perfect_information=True,
    ),
    state=State,
    rules=with_colour_draw(rules, CHECKERS, CLAIM),
    notation=notation,
    view=view,
    options=OptionSet(QUICK_COLOURS),
    presets={"quick": {QUICK_COLOURS.name: True}, "perft": {QUICK_COLOURS.name: True}},
    table=TableRules(
        timers={PHASE: Timer(10, counts=False), "move": Timer(15)},
        experience=Experience(quick=9, long=28, plays=rules.total_plays),
    ),
    players=Players(
        levels=LEVELS,
        reason=reason,
        miss=miss,
        prover=solver.PROVER,
        solver=solver,
        opening_actions=3,
        strongest="perfect play by exact solver and book",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, encoding=ENCODING, choices=view.choices),
)
