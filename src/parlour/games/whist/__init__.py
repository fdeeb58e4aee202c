"""Whist for two: win good cards in the draft, then win tricks with them in the duel; six points win."""

from parlour.core.game import Experience, Extras, Facts, Game, Players, TableRules, Timer
from parlour.core.option import OptionSet, choice, switch
from parlour.games.whist import rules, view
from parlour.games.whist.ai.hint import reason
from parlour.games.whist.ai.levels import LEVELS
from parlour.games.whist.ai.miss import miss
from parlour.games.whist.ai.prover import PROVER
from parlour.games.whist.encoding import ENCODING
from parlour.games.whist.rules.round import rounds_begun
from parlour.games.whist.state import DEALT, DRAFT_TRICKS, MAX_ROUNDS, MAX_TIES, NUM_ACTIONS, SHUFFLES, TRICKS, State
from parlour.games.whist.text import notation
from parlour.games.whist.text.achievements import ACHIEVEMENTS

CEREMONY = 2 * MAX_TIES + SHUFFLES + DEALT + 1  # picks, shuffles, cards dealt one by one, the trump
MAX_LENGTH = MAX_ROUNDS * (CEREMONY + 2 * TRICKS + 3 * DRAFT_TRICKS - 1)  # two cards and a prize per draft trick

GAME = Game(
    id="whist",
    name="Whist",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_LENGTH,
        hidden=True,
        summary="Win good cards in the draft, then tricks in the duel; the first to six points wins.",
        endings={"points": "six points reached"},
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(
        choice(
            "ceremony",
            ("full", "quick"),
            "quick skips drawing, shuffling and dealing: straight to the first lead",
            label="Dealing",
        ),
        switch(
            "literal_trick_rule",
            False,
            "the higher rank wins even in another suit; ties go to the lead",
            label="Highest rank wins",
        ),
        switch("clamp_score", False, "a round with fewer than six pairs costs no points", label="No negative scores"),
        switch(
            "alternate_deal",
            False,
            "the players take turns to deal instead of drawing for it every round",
            label="Take turns to deal",
        ),
    ),
    presets={"quick": {"ceremony": "quick"}, "perft": {"ceremony": "quick"}},
    table=TableRules(
        timers={
            "dealer draw": Timer(10, counts=False),
            "shuffle": Timer(7, counts=False, action="scramble"),
            "deal": Timer(7, counts=False, action="deal_all"),
            "trump": Timer(5, counts=False),
            "lead": Timer(15),
            "follow": Timer(15),
            "take": Timer(5, counts=False),
        },
        experience=Experience(quick=3, long=10, plays=rounds_begun),
    ),
    players=Players(
        levels=LEVELS,
        reason=reason,
        miss=miss,
        prover=PROVER,
        strongest="search over guesses in the draft, exact play in the duel",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, face_down=view.face_down, encoding=ENCODING, choices=view.choices),
)
