"""Raptor for learners: planes of the map, what stands on it, and both sides' cards.

The two sides are different, so each kind of figurine has its own planes, the same for both, and a plane says which side
looks. The planes are the map as it is drawn, with the exits in their columns. Cards fill a plane for each side: a row
for each of CARD_ROWS, with the cards 1 to 9 in the columns b to j.

There is no symmetry: the code of a call counts the spaces of the mother's tile, and tiles differ in their sizes; also,
not every map has a mirror image.
"""

import numpy as np

from parlour.core.contract import Known
from parlour.core.encoding import Encoding, Observation, fill_plane
from parlour.core.kernel import kernel
from parlour.games.raptor.factions import NAMES as FACTION_NAMES
from parlour.games.raptor.factions import RESERVES, UNITS
from parlour.games.raptor.geometry import (
    ARRIVALS,
    CAMP_TILES,
    CENTRAL_TILES,
    DOWN,
    HEIGHT,
    MAP_NAMES,
    RIGHT,
    SPACES,
    STEPS,
    TILE_OF,
    WIDTH,
)
from parlour.games.raptor.rules.cards import pile
from parlour.games.raptor.rules.contract import to_act
from parlour.games.raptor.state import (
    BABIES_TO_WIN,
    BABY_KIND,
    BARRIER,
    BURNING,
    CARDS,
    EXIT,
    FREE,
    FRESH,
    HIDDEN_CARD,
    HOUND_KIND,
    INACTIVE,
    KIND,
    MAX_TOKENS,
    MOST_HOUNDS,
    MOTHER_KIND,
    RAPTOR,
    ROCK,
    ROUND_CAP,
    SCIENTIST,
    SCIENTIST_KIND,
    SISTER_KIND,
    START_SCIENTISTS,
    USED,
)

PHASES = ("raptors are placed", "scientists are placed", "cards are chosen", "effect", "actions", "return", "over")
CONSTANT_NAMES = (
    "looks as the raptor",
    "to act",
    "the side that looks places, resolves or acts",
    "other side has chosen in secret",
    "action points",
    "units of the effect",
    "sleep tokens",
    "the mother has moved",
    "Observation",
    "babies escaped",
    "babies captured",
    "scientists",
    "scientists in reserve",
    "hounds",
    "hounds in the kennel",
    "rounds",
    "fire limit",
    *(f"faction: {name}" for names in FACTION_NAMES for name in names[1:]),
    *(f"phase: {phase}" for phase in PHASES),
    *(f"map: {name}" for name in MAP_NAMES),
)
NAMES = (
    "rock or beyond the edge",
    "barrier",
    "exit",
    "fire",
    "mother",
    "baby awake",
    "baby asleep",
    "scientist active",
    "scientist frightened",
    "sister awake",
    "sister asleep",
    "hound active",
    "hound frightened",
    "put to sleep or frightened in this round",
    "has attacked, or was moved by this card",
    "tile ends to the right",
    "tile ends below",
    "camp",
    "central tile",
    "reinforcements arrive",
    "tile of the mother",
    "own cards",
    "cards of the other side",
    *CONSTANT_NAMES,
)
CARD_ROWS = ("hand", "played", "at least one is in hand", "at least two are in hand", "chosen", "revealed last")
FIRE_PLANE, MOTHER_PLANE, BABY_PLANE, FRESH_PLANE = 3, 4, 5, 13
GROUND_PLANES = FRESH_PLANE + 2  # of the map alone
MOTHER_TILE = GROUND_PLANES + 5
CARD_PLANES = MOTHER_TILE + 1
CONSTANTS = CARD_PLANES + 2
FACTION_PLANE = CONSTANTS + 17  # those of the raptors, without the standard one, and then those of the scientists
SCIENTIST_FACTION = FACTION_PLANE + len(FACTION_NAMES[0]) - 1
PHASE = CONSTANTS + len(CONSTANT_NAMES) - len(PHASES) - len(MAP_NAMES)
MAP = PHASE + len(PHASES)
SHAPE = (len(NAMES), HEIGHT, WIDTH)
MOST_SCIENTISTS = START_SCIENTISTS + int(RESERVES.max())
MOST_UNITS = int(UNITS.max())

FIGURINE_PLANES = np.zeros(KIND + 1, np.int64)  # by kind: the plane of an active figurine; the next is the inactive one
FIGURINE_PLANES[[BABY_KIND, SCIENTIST_KIND, SISTER_KIND, HOUND_KIND]] = BABY_PLANE + 2 * np.arange(4)


def _ground(number: int, cell: int) -> list[bool]:
    """Return what a map says about a cell, plane by plane."""
    tile = TILE_OF[number, cell]
    ends = [tile >= 0 and TILE_OF[number, cell + STEPS[direction]] != tile for direction in (RIGHT, DOWN)]
    return [*ends, tile in CAMP_TILES, tile in CENTRAL_TILES, bool(ARRIVALS[number, cell])]


GROUND = np.array(
    [[_ground(number, WIDTH + i) for i in range(HEIGHT * WIDTH)] for number in range(len(MAP_NAMES))]
)  # by map, place in the planes, and plane


@kernel
def encode(s: Known, seat: int, out: Observation) -> None:
    side = seat ^ s.raptor_seat
    for row in range(HEIGHT):
        for column in range(WIDTH):
            encode_space(s, row, column, out)
    for k in range(2):
        encode_cards(s, side ^ k, CARD_PLANES + k, out)
    encode_constants(s, seat, side, out)


@kernel
def encode_space(s: Known, row: int, column: int, out: Observation) -> None:
    place = WIDTH * row + column
    cell = WIDTH + place
    for plane in range(MOTHER_TILE - GROUND_PLANES):
        out[GROUND_PLANES + plane, row, column] = GROUND[s.map, place, plane]
    if s.mother and TILE_OF[s.map, s.mother] == TILE_OF[s.map, cell]:
        out[MOTHER_TILE, row, column] = 1.0
    content = int(s.board[cell])
    plane = ground_plane(content) if content in (ROCK, BARRIER, EXIT) else figurine_plane(content)
    if content & KIND != FREE:
        out[plane, row, column] = 1.0
    if content & BURNING and content != BARRIER:
        out[FIRE_PLANE, row, column] = 1.0
    if content & FRESH:
        out[FRESH_PLANE, row, column] = 1.0
    if content & USED:
        out[FRESH_PLANE + 1, row, column] = 1.0


@kernel
def ground_plane(content: int) -> int:
    return 0 if content == ROCK else 1 if content == BARRIER else 2


@kernel
def figurine_plane(content: int) -> int:
    """Return the plane of a figurine; that of the mother has no second one, as she is never inactive."""
    kind = content & KIND
    return MOTHER_PLANE if kind == MOTHER_KIND else FIGURINE_PLANES[kind] + (1 if content & INACTIVE else 0)


@kernel
def encode_cards(s: Known, side: int, plane: int, out: Observation) -> None:
    for card in range(CARDS):
        column = 1 + card
        out[plane, 0, column] = s.hand[side] >> card & 1
        out[plane, 1, column] = pile(s, side) >> card & 1
        out[plane, 2, column] = s.one_of[side] >> card & 1
        out[plane, 3, column] = s.two_of[side] >> card & 1
        out[plane, 4, column] = 1.0 if s.chosen[side] == card + 1 else 0.0
        out[plane, 5, column] = 1.0 if s.revealed[side] == card + 1 else 0.0


@kernel
def encode_constants(s: Known, seat: int, side: int, out: Observation) -> None:
    n = CONSTANTS
    fill_plane(out, n, 1.0 if side == RAPTOR else 0.0)
    fill_plane(out, n + 1, to_act(s) >> seat & 1)
    fill_plane(out, n + 2, 1.0 if s.side == side else 0.0)
    fill_plane(out, n + 3, 1.0 if s.chosen[1 - side] == HIDDEN_CARD else 0.0)
    fill_plane(out, n + 4, s.points / CARDS)
    fill_plane(out, n + 5, s.units / MOST_UNITS)
    fill_plane(out, n + 6, s.tokens / MAX_TOKENS)
    fill_plane(out, n + 7, s.wound_paid)
    fill_plane(out, n + 8, s.observation)
    fill_plane(out, n + 9, s.escaped / BABIES_TO_WIN)
    fill_plane(out, n + 10, s.captured / BABIES_TO_WIN)
    fill_plane(out, n + 11, s.scientists / MOST_SCIENTISTS)
    fill_plane(out, n + 12, s.reserve / MOST_SCIENTISTS)
    fill_plane(out, n + 13, s.hounds / MOST_HOUNDS)
    fill_plane(out, n + 14, s.kennel / MOST_HOUNDS)
    fill_plane(out, n + 15, s.rounds / ROUND_CAP)
    fill_plane(out, n + 16, s.fire_limit / SPACES)
    if s.factions[RAPTOR]:
        fill_plane(out, FACTION_PLANE + s.factions[RAPTOR] - 1, 1.0)
    if s.factions[SCIENTIST]:
        fill_plane(out, SCIENTIST_FACTION + s.factions[SCIENTIST] - 1, 1.0)
    fill_plane(out, PHASE + s.phase, 1.0)
    fill_plane(out, MAP + s.map, 1.0)


ENCODING = Encoding(SHAPE, encode, NAMES)
