"""What must hold in a Raptor position that was read from a text, so that play can go on from it."""

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.raptor.factions import UNITS
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.rules.badlands import place_hound, place_sister
from parlour.games.raptor.rules.board_setup import (
    may_place_baby,
    may_place_hound,
    may_place_mother,
    may_place_scientist,
    may_place_sister,
    place_mother,
    place_scientist,
)
from parlour.games.raptor.rules.effects import moves_babies
from parlour.games.raptor.state import (
    ACTIONS,
    BABY_KIND,
    CHOOSE,
    EFFECT,
    FREE,
    FRESH,
    HOUND_KIND,
    MOTHER_KIND,
    OVER,
    ROUND_CAP,
    RUNNING,
    SCIENTIST,
    SCIENTIST_KIND,
    SISTER_KIND,
    USED,
)
from parlour.games.raptor.text.board import cells_of, content, effect, fires, tile_at

# How each figurine is placed, in an order in which all can be
PLACINGS = {
    BABY_KIND: (may_place_baby, None, "A baby"),
    MOTHER_KIND: (may_place_mother, place_mother, "The mother"),
    SISTER_KIND: (may_place_sister, place_sister, "The sister"),
    SCIENTIST_KIND: (may_place_scientist, place_scientist, "A scientist"),
    HOUND_KIND: (may_place_hound, place_hound, "A hound"),
}
# What is 0 before the first round
OF_ROUNDS = ("rounds", "points", "units", "tokens", "wound_paid", "observation", "escaped", "captured")


def check_step(s: Record) -> None:
    """Check that the board and the numbers fit the step.

    Raises:
        BadNotation: with a sentence about the first thing that does not.
    """
    if s.fire_limit and s.fires > s.fire_limit:
        raise BadNotation(f"There are {s.fires} fires, and the fire limit is {s.fire_limit}.")
    if s.begun and s.phase not in (EFFECT, ACTIONS):
        raise BadNotation("Units and actions have begun in the steps effect and actions only.")
    if s.phase < CHOOSE:
        _check_placement(s)
    elif s.phase == CHOOSE:
        _check_between_rounds(s)
    elif s.phase == OVER:
        if s.over == RUNNING and s.rounds < ROUND_CAP:
            raise BadNotation(f"Nobody has won, and the last round is {ROUND_CAP}: the game is not over.")
    else:
        _check_round(s)


def _check_placement(s: Record) -> None:
    """Place all figurines again, by the rules."""
    if any(getattr(s, name) for name in OF_ROUNDS) or s.revealed.any() or s.played.any() or s.two_of.any():
        raise BadNotation("While the figurines are placed, no round has begun.")
    placed = {figure: cells_of(s, figure) for figure in PLACINGS}
    if fires(s) or any(content(s, cell) != figure for figure, cells in placed.items() for cell in cells):
        raise BadNotation("While the figurines are placed, all of them are awake and nothing burns.")
    for cell in [cell for cells in placed.values() for cell in cells]:
        s.board[cell] = FREE
    s.mother, s.reserve, s.scientists = 0, int(s.reserve) + len(placed[SCIENTIST_KIND]), 0
    s.sister, s.kennel, s.hounds = 0, int(s.kennel) + len(placed[HOUND_KIND]), 0
    for figure, cells in placed.items():
        for cell in cells:
            _place(s, figure, cell)


def _place(s: Record, figure: int, cell: int) -> None:
    may_place, put, name = PLACINGS[figure]
    if not may_place(s, tile_at(s, cell)):
        raise BadNotation(f"{name} cannot be placed on the tile of {cell_to_name(cell)}.")
    if put is None:
        s.board[cell] = figure
    else:
        put(s, cell)


def _check_between_rounds(s: Record) -> None:
    if s.wound_paid or s.points or s.units or (s.board & (FRESH | USED)).any():
        raise BadNotation("In the step choose nothing is left of the last round: no points or units, no c, Z, a or F.")


def _check_round(s: Record) -> None:
    most = int(UNITS[int(s.factions[int(s.side)]), int(s.side), int(s.card)])
    difference = abs(int(s.revealed[0]) - int(s.revealed[1]))
    if s.points > difference:
        raise BadNotation(f"There are at most {difference} points after these cards.")
    if s.phase == EFFECT and not (s.units < most if s.begun else s.units == most):
        raise BadNotation(f"This card gives {most} units, fewer are left when its effect has begun.")
    called = [cell for cell in cells_of(s, BABY_KIND) if content(s, cell) & USED]
    if called and not moves_babies(effect(s)):
        raise BadNotation("Babies are marked as moved only while a card moves them.")
    if s.walking and not (s.side == SCIENTIST and s.begun):
        raise BadNotation("A scientist stands in fire only while the scientist side acts, with begun=1.")
    attackers = [cell for kind in (SCIENTIST_KIND, HOUND_KIND, SISTER_KIND) for cell in cells_of(s, kind)]
    if s.phase == EFFECT and any(content(s, cell) & USED for cell in attackers):
        raise BadNotation("Scientists, hounds and the sister attack in the step actions only.")
    if s.sister and s.side == SCIENTIST and content(s, int(s.sister)) & USED:
        raise BadNotation("The sister kills only while the raptor side acts.")
