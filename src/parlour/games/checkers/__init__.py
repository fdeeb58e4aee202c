"""Checkers (English draughts): jump all enemy checkers off the board, or leave the other side without a move."""

from parlour.core.game import Experience, Extras, Facts, Game, Players, TableRules, Timer
from parlour.core.option import Option, OptionSet
from parlour.games.checkers import notation, pdn, rules, view
from parlour.games.checkers.achievements import ACHIEVEMENTS
from parlour.games.checkers.ai.hint import reason
from parlour.games.checkers.ai.levels import LEVELS
from parlour.games.checkers.ai.miss import miss
from parlour.games.checkers.ai.prover import PROVER
from parlour.games.checkers.encoding import ENCODING
from parlour.games.checkers.state import CHECKERS, CLAIM, MAX_QUIET, NUM_ACTIONS, State
from parlour.pieces.colour_draw import MAX_CLAIMS, QUICK_COLOURS, with_colour_draw
from parlour.pieces.colour_draw_text import PHASE

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
        endings={
            "no_checkers": "all checkers captured",
            "no_move": "no move left",
            "repetition": "repeated position",
            "quiet": "too many quiet moves",
        },
        perfect_information=True,
    ),
    state=State,
    rules=with_colour_draw(rules, CHECKERS, CLAIM),
    notation=notation,
    view=view,
    options=OptionSet(
        QUICK_COLOURS,
        Option(
            "repetition_limit",
            3,
            0,
            9,
            "draw when the same position comes up this many times; 0 for never",
            label="Draw by repetition",
        ),
        Option(
            "quiet_ply_limit",
            80,
            2,
            MAX_QUIET,
            "draw after this many moves of both sides together without a capture or a man's move",
            label="Draw after quiet moves",
        ),
    ),
    presets={"quick": {QUICK_COLOURS.name: True}, "perft": {QUICK_COLOURS.name: True, "repetition_limit": 0}},
    table=TableRules(
        timers={PHASE: Timer(10, counts=False), "turn": Timer(20)},
        experience=Experience(quick=10, long=32, plays=rules.own_plays),
        draw_offers=True,
    ),
    players=Players(
        levels=LEVELS,
        reason=reason,
        miss=miss,
        prover=PROVER,
        opening_actions=4,
        strongest="alpha-beta with a learned evaluation",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, encoding=ENCODING, formats={"pdn": pdn}, choices=view.choices),
)
