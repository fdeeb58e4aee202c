"""Raptor: a mother and her babies against the scientists who came to capture them."""

from parlour.core.game import Extras, Facts, Game, Players
from parlour.core.option import Option, OptionSet, choice
from parlour.games.raptor import rules, view
from parlour.games.raptor.ai.hint import reason
from parlour.games.raptor.ai.levels import LEVELS
from parlour.games.raptor.ai.miss import miss
from parlour.games.raptor.ai.prover import PROVER
from parlour.games.raptor.encoding import ENCODING
from parlour.games.raptor.factions import NAMES
from parlour.games.raptor.geometry import MAP_NAMES, SPACES
from parlour.games.raptor.measures import MEASURES
from parlour.games.raptor.state import MAX_LENGTH, NUM_ACTIONS, State
from parlour.games.raptor.text import notation
from parlour.games.raptor.text.achievements import ACHIEVEMENTS

GAME = Game(
    id="raptor",
    name="Raptor",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_LENGTH,
        hidden=True,
        summary="A mother raptor saves her babies from the scientists; each card is an effect or action points.",
        endings={
            "escaped": "three babies escaped",
            "no_scientist": "no scientist was left",
            "neutralized": "the mother was put to sleep",
            "captured": "three babies were captured",
            "rounds": "round limit",
        },
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(
        choice("board", ("random", "standard"), "tiles of the standard map shuffled, or laid as in the rules"),
        choice("environment", ("jungle", "desert"), "how the board looks", label="Scenery"),
        choice("first_side", ("raptor", "scientist"), "what the first seat plays", label="First seat plays"),
        Option("fire_limit", 0, 0, SPACES, "most fires on the board, 10 in the boxed game; 0 for no limit"),
        choice("map", MAP_NAMES, "where the match is played; the others are the maps of Badlands"),
        choice("raptor_faction", NAMES[0], "the mother alone, or the pack of Badlands", label="Raptors"),
        choice("scientist_faction", NAMES[1], "the scientists, or the trappers of Badlands", label="Scientists"),
        Option(
            "reserve",
            6,
            0,
            6,
            "scientists that wait for reinforcements, 6 in the standard game, fewer with factions of Badlands; "
            "with fewer the raptor has better chances",
            label="Scientists in reserve",
        ),
    ),
    presets={"perft": {"board": "standard"}},
    players=Players(
        levels=LEVELS,
        reason=reason,
        miss=miss,
        prover=PROVER,
        strongest="planned turns, and cards by solving each round as a game",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, face_down=view.face_down, encoding=ENCODING, measures=MEASURES),
)
