"""The options of Patchwork: a circle, the beginning of a game, and the 7x7 bonus."""

from collections.abc import Mapping

import numpy as np

from parlour.core.errors import BadNotation, BadOption
from parlour.core.option import OptionValue, OptionValues, switch, text
from parlour.games.patchwork.rules.contract import BONUS_OPTION, CIRCLE_OPTION, GIVEN_OPTION, MOVES_OPTION
from parlour.games.patchwork.text.board import played
from parlour.games.patchwork.text.strings import position_after

OPTIONS = (
    switch("bonus_7x7", False, "7 points for the first player to cover a square of 7x7 cells", label="7x7 bonus"),
    text(
        "circle",
        "",
        "the 33 letters of the patches in their order; empty for a random circle",
        label="Order of patches",
    ),
    text(
        "placement",
        "",
        "a game string to go on from, which needs its order of patches; empty for a new game",
        label="Game string",
    ),
)


def encode_options(options: Mapping[str, OptionValue]) -> OptionValues:
    """Turn options into the numbers that `setup` reads: the bonus, whether a circle is given, the circle, the actions.

    Raises:
        BadOption: the circle cannot be read, or the placement string is not valid with it.
    """
    circle, placement = str(options["circle"]).strip(), str(options["placement"]).strip()
    values = np.zeros(MOVES_OPTION, np.int64)
    values[BONUS_OPTION] = options["bonus_7x7"]
    if not circle:
        if placement:
            raise BadOption("A placement string can only be played with its circle: give the option circle too.")
        return values
    try:
        s = position_after(circle, placement)
    except BadNotation as error:
        raise BadOption(str(error)) from error
    values[GIVEN_OPTION] = 1
    values[CIRCLE_OPTION:] = s.circle
    return np.array([*values, *(action for _, action in played(s))], np.int64)
