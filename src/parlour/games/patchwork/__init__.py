"""Patchwork: buy patches with buttons and time, and sew the fuller quilt."""

from parlour.core.game import Extras, Facts, Game, Players
from parlour.core.option import OptionSet
from parlour.games.patchwork import options, rules, view
from parlour.games.patchwork.ai.hint import reason
from parlour.games.patchwork.ai.levels import LEVELS
from parlour.games.patchwork.ai.miss import miss
from parlour.games.patchwork.ai.prover import PROVER
from parlour.games.patchwork.ai.strategies import STRATEGIES, strategy
from parlour.games.patchwork.encoding import ENCODING
from parlour.games.patchwork.state import MAX_LENGTH, NUM_ACTIONS, State
from parlour.games.patchwork.text import lines, notation
from parlour.games.patchwork.text.achievements import ACHIEVEMENTS

GAME = Game(
    id="patchwork",
    name="Patchwork",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_LENGTH,
        hidden=False,
        summary="Buy patches with buttons and time, and cover your quilt while your income grows.",
        endings={"score": "higher score", "first_home": "equal scores, first to the last square"},
        perfect_information=True,
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(*options.OPTIONS, encode=options.encode_options),
    players=Players(
        levels=LEVELS,
        strategies=STRATEGIES,
        strategy=strategy,
        reason=reason,
        miss=miss,
        prover=PROVER,
        strongest="alpha-beta search over patches",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, encoding=ENCODING, formats={"lines": lines}),
)
