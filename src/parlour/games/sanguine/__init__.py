"""Sanguine: place cards on your pawns, spread your influence, and win the rows of the board."""

from parlour.core.game import Extras, Facts, Game, Players
from parlour.core.option import OptionSet
from parlour.games.sanguine import rules, view
from parlour.games.sanguine.ai.hint import reason
from parlour.games.sanguine.ai.levels import ANALYSIS, LEVELS
from parlour.games.sanguine.ai.miss import miss
from parlour.games.sanguine.ai.prover import PROVER
from parlour.games.sanguine.ai.strategies import STRATEGIES, strategy
from parlour.games.sanguine.encoding import ENCODING
from parlour.games.sanguine.state import MAX_DECK, NUM_ACTIONS, PASSES_TO_END, State
from parlour.games.sanguine.text import notation
from parlour.games.sanguine.text.achievements import ACHIEVEMENTS
from parlour.games.sanguine.text.options import OPTIONS, encode_options

MAX_LENGTH = 2 * (2 * MAX_DECK) + PASSES_TO_END  # every card of both decks after a pass of the other side, then the end

GAME = Game(
    id="sanguine",
    name="Sanguine",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_LENGTH,
        hidden=True,
        summary="Place cards on your pawns, spread your influence, and win the rows of the board.",
        endings={"both_passed": "both players passed"},
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(*OPTIONS, encode=encode_options),
    presets={"perft": {"shuffle": False, "red_deck": "harbor", "blue_deck": "grove"}},
    players=Players(
        levels=LEVELS,
        strategies=tuple(STRATEGIES),
        strategy=strategy,
        reason=reason,
        miss=miss,
        prover=PROVER,
        analysis=ANALYSIS,
        strongest="tree search over guesses of the hidden cards",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, face_down=view.face_down, encoding=ENCODING),
)
