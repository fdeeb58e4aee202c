"""What must hold in a Raptor position that was read from a text, so that play can go on from it."""

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.raptor.geometry import TILE_OF, cell_to_name
from parlour.games.raptor.rules.board_setup import (
    may_place_baby,
    may_place_mother,
    may_place_scientist,
    place_mother,
    place_scientist,
)
from parlour.games.raptor.state import (
    ACTIONS,
    BABY_KIND,
    CALL_BABIES,
    CHOOSE,
    EFFECT,
    FREE,
    FRESH,
    MOTHER_KIND,
    OVER,
    ROUND_CAP,
    RUNNING,
    SCIENTIST,
    SCIENTIST_KIND,
    UNITS,
    USED,
)
from parlour.games.raptor.text.board import cells_of, content, effect, fires

FIGURINES = (MOTHER_KIND, BABY_KIND, SCIENTIST_KIND)
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
    placed = {figure: cells_of(s, figure) for figure in FIGURINES}
    if fires(s) or any(content(s, cell) != figure for figure, cells in placed.items() for cell in cells):
        raise BadNotation("While the figurines are placed, all of them are awake and nothing burns.")
    for cell in [cell for cells in placed.values() for cell in cells]:
        s.board[cell] = FREE
    s.mother, s.reserve, s.scientists = 0, int(s.reserve) + len(placed[SCIENTIST_KIND]), 0
    for figure in (BABY_KIND, MOTHER_KIND, SCIENTIST_KIND):
        for cell in placed[figure]:
            _place(s, figure, cell)


def _place(s: Record, figure: int, cell: int) -> None:
    may_place, name = {
        BABY_KIND: (may_place_baby, "A baby"),
        MOTHER_KIND: (may_place_mother, "The mother"),
        SCIENTIST_KIND: (may_place_scientist, "A scientist"),
    }[figure]
    if not may_place(s, int(TILE_OF[cell])):
        raise BadNotation(f"{name} cannot be placed on the tile of {cell_to_name(cell)}.")
    if figure == MOTHER_KIND:
        place_mother(s, cell)
    elif figure == SCIENTIST_KIND:
        place_scientist(s, cell)
    else:
        s.board[cell] = BABY_KIND


def _check_between_rounds(s: Record) -> None:
    if s.wound_paid or s.points or s.units or (s.board & (FRESH | USED)).any():
        raise BadNotation("In the step choose nothing is left of the last round: no points or units, no c, Z, a or F.")


def _check_round(s: Record) -> None:
    most, difference = int(UNITS[int(s.side), int(s.card)]), abs(int(s.revealed[0]) - int(s.revealed[1]))
    if s.points > difference:
        raise BadNotation(f"There are at most {difference} points after these cards.")
    if s.phase == EFFECT and not (s.units < most if s.begun else s.units == most):
        raise BadNotation(f"This card gives {most} units, fewer are left when its effect has begun.")
    called = [cell for cell in cells_of(s, BABY_KIND) if content(s, cell) & USED]
    if called and effect(s) != CALL_BABIES:
        raise BadNotation("Babies are marked as called only while a card calls them.")
    if s.walking and not (s.side == SCIENTIST and s.begun):
        raise BadNotation("A scientist stands in fire only while the scientist side acts, with begun=1.")
    if s.phase == EFFECT and any(content(s, cell) & USED for cell in cells_of(s, SCIENTIST_KIND)):
        raise BadNotation("Scientists attack in the step actions only.")
