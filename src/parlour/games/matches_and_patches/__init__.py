"""Matches and Patches: both players place tiles at the same time and capture cells by matching neighbours."""

from parlour.core.game import Extras, Facts, Game, Players
from parlour.core.option import OptionSet, choice
from parlour.games.matches_and_patches import rules, view
from parlour.games.matches_and_patches.ai.hint import reason
from parlour.games.matches_and_patches.ai.levels import LEVELS
from parlour.games.matches_and_patches.ai.miss import miss
from parlour.games.matches_and_patches.ai.prover import PROVER
from parlour.games.matches_and_patches.encoding import ENCODING
from parlour.games.matches_and_patches.state import MAX_LENGTH, NUM_ACTIONS, State
from parlour.games.matches_and_patches.text import notation
from parlour.games.matches_and_patches.text.achievements import ACHIEVEMENTS

GAME = Game(
    id="matches_and_patches",
    name="Matches and Patches",
    package=__name__,
    facts=Facts(
        rules_version=1,
        num_actions=NUM_ACTIONS,
        max_length=MAX_LENGTH,
        hidden=True,
        summary="Both place a tile at the same time; the player who captures more cells by matching neighbours wins.",
        endings={
            "more_than_half": "more than half of the board",
            "more_cells": "more cells on a full board",
            "more_points": "equal cells, more points",
            "equal_cells_and_points": "equal cells and points",
        },
    ),
    state=State,
    rules=rules,
    notation=notation,
    view=view,
    options=OptionSet(
        choice("board", ("large", "small"), "8 by 8 cells, or 4 by 4 for a short game", label="Board size")
    ),
    presets={"perft": {"board": "small"}},
    players=Players(
        levels=LEVELS,
        reason=reason,
        miss=miss,
        prover=PROVER,
        strongest="search of a round over guesses of hands and choices",
    ),
    extras=Extras(achievements=ACHIEVEMENTS, face_down=view.face_down, encoding=ENCODING, choices=view.choices),
)
