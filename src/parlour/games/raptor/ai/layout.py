"""How the features of a Raptor position lie in memory: sets of cells, and a block for each kind of feature."""

import numpy as np
from numpy.typing import NDArray

from parlour.games.raptor.geometry import ARRIVALS, LOWER, TILE_OF, TILES, UPPER
from parlour.games.raptor.state import (
    BABY_KIND,
    BURNING,
    CARDS,
    EXIT,
    FREE,
    HOUND_KIND,
    INACTIVE,
    KIND,
    MOTHER_KIND,
    SCIENTIST_KIND,
    SISTER_KIND,
)

# Sets of cells, each a pair of bitboards
AT_FREE, AT_FIRE, AT_AWAKE, AT_ASLEEP, AT_ACTIVE, AT_FRIGHTENED, AT_EXIT, AT_MOTHER, AT_ROCK = range(9)
AT_SISTER, AT_HOUND = 9, 10  # awake, active
SETS = 11
HALF = LOWER - UPPER  # cells
SET_OF = np.full((KIND | BURNING | INACTIVE) + 1, AT_ROCK, np.int64)  # by content without the flags of a round
for _content, _set in (
    (FREE, AT_FREE), (BURNING, AT_FIRE), (BABY_KIND, AT_AWAKE), (BABY_KIND | INACTIVE, AT_ASLEEP),
    (SCIENTIST_KIND, AT_ACTIVE), (SCIENTIST_KIND | BURNING, AT_ACTIVE), (SCIENTIST_KIND | INACTIVE, AT_FRIGHTENED),
    (EXIT, AT_EXIT), (MOTHER_KIND, AT_MOTHER), (SISTER_KIND, AT_SISTER), (HOUND_KIND, AT_HOUND),
):  # fmt: skip
    SET_OF[_content] = _set


def to_set(cells: "NDArray[np.bool_]") -> list[int]:
    """Return cells as a pair of bitboards."""
    return [sum(1 << i for i in range(HALF) if cells[first + i]) for first in (UPPER, LOWER)]


ARRIVAL_SETS = np.array([to_set(arrivals) for arrivals in ARRIVALS], np.int64)  # by map
TILE_SETS = np.array([[to_set(tile_of == tile) for tile in range(TILES)] for tile_of in TILE_OF], np.int64)

# Features: a block each, with the number of its entries
BLOCKS = (
    ("progress", 9),  # 3 * escaped + captured
    ("tokens", 5),
    ("scientists", 9),  # on the board, 8 or more last
    ("frightened", 4),
    ("reserve", 1),
    ("fires", 1),
    ("away", 1),  # the mother is
    ("observation", 1),
    ("awake_exit", 10),  # awake babies by their way to an exit, 1 to 9 or none
    ("asleep_exit", 4),  # sleeping ones: 1 to 2, 3 to 4, 5 to 9, none
    ("escape", 14),  # steps until enough babies have escaped: 0 to 12, more; or nothing when too few are awake
    ("asleep_prey", 7),  # sleeping babies by the points that capture one, 1 to 6 or more
    ("awake_prey", 7),  # awake babies by the points that put one to sleep, 1 to 6 or more
    ("awake_catch", 8),  # awake babies by the points that capture one at once, 2 to 8 or more
    ("capture", 13),  # points that capture enough babies: 1 to 12; or nothing
    ("aim", 4),  # active scientists by the steps to a line to the mother, 0 to 3
    ("shots", 9),  # points that neutralize the mother: 1 to 8; or nothing
    ("bite", 9),  # scientists by the points after which they are dead, 1 to 8 or more
    ("massacre", 9),  # points after which all are dead: 1 to 8; or nothing
    ("wake", 5),  # sleeping babies by the points after which the mother has woken them, 1 to 4 or more
    ("raptor_pile", CARDS),  # cards that are played
    ("scientist_pile", CARDS),
    ("runner", 24),  # awake babies by their way to an exit, 1 to 6, and the points that put one to sleep, 1 to 4
    ("sleeper", 20),  # sleeping babies by the points that wake them, 1 to 5, and those that capture one, 1 to 4
    ("threat", 5),  # active scientists beside a baby, by the points after which they are dead, 1 to 5
    ("escort", 20),  # awake babies by the points that bring the mother beside them, and those that put one to sleep
    ("race", 20),  # awake babies by their way to an exit, 1 to 4, and the points that capture one at once, 2 to 6
    ("arrival", 2),  # awake, sleeping babies beside a free space where reinforcements may arrive
    ("gas", 1),  # awake babies that sleeping gas reaches
)
FEATURE_NAMES = tuple(f"{name} {i}" for name, entries in BLOCKS for i in range(entries))
FEATURES = len(FEATURE_NAMES)
(
    PROGRESS, TOKENS, SCIENTISTS, FRIGHTENED, RESERVE_LEFT, FIRES, AWAY, OBSERVATION, AWAKE_EXIT, ASLEEP_EXIT, ESCAPE,
    ASLEEP_PREY, AWAKE_PREY, AWAKE_CATCH, CAPTURE, AIM, SHOTS, BITE, MASSACRE, WAKING, PILE, _, RUNNER,
    SLEEPER, THREAT, ESCORT, RACE, ARRIVAL, GAS_RANGE,
) = np.cumsum([0, *(entries for _, entries in BLOCKS)]).tolist()[:-1]  # fmt: skip

Found = NDArray[np.float32]  # [FEATURES + HIDDEN]: the features, then the hidden units of the network
Sets = NDArray[np.int64]  # [SETS, 2]
