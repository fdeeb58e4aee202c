"""Checkers (English draughts): jump all enemy checkers off the board, or leave the other side without a move."""

from parlour.core.game import Experience, Extras, Facts, Game, Players, TableRules, Timer
from parlour.core.option import Option, OptionSet, switch
from parlour.games.checkers import hints, notation, pdn, rules, view
from parlour.games.checkers.levels import LEVELS
from parlour.games.checkers.state import CHECKERS, MAX_QUIET, NUM_ACTIONS, State
from parlour.pieces.bag import MAX_CLAIMS

MAN_STEPS = 2 * 4 * (5 + 6 + 7)  # rows that the men of both sides can advance
MAX_LENGTH = MAX_CLAIMS + (MAN_STEPS + CHECKERS) * MAX_QUIET

GAME = Game(
    id="checkers",
    name="Checkers",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_LENGTH,
        hidden=False,
        summary="Jump over all enemy checkers, or leave the other side without a move.",
        perfect_information=True,
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(
        switch("quick_colours", False, "toss a coin for the colours instead of drawing them from the bag"),
        Option("repetition_limit", 3, 0, 9, "draw when a position comes up so many times; 0 for never"),
        Option("quiet_ply_limit", 80, 2, MAX_QUIET, "draw after so many plies without a capture or a man's move"),
    ),
    presets={"quick": {"quick_colours": True}, "perft": {"quick_colours": True, "repetition_limit": 0}},
    table=TableRules(
        timers={"colour draw": Timer(10, counts=False), "turn": Timer(20)},
        experience=Experience(quick=10, long=32, plays=rules.own_plays),
        draw_offers=True,
    ),
    players=Players(
        levels=LEVELS,
        reason=hints.reason,
        opening_actions=4,
        strongest="alpha-beta search with endgame tables",
    ),
    extras=Extras(formats={"pdn": pdn}),
)
