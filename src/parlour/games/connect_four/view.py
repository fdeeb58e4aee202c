"""The view of Connect Four: what people see and may pick."""

from collections.abc import Sequence

import msgspec

from parlour.core.contract import SEATS, Choice, Known
from parlour.core.fast_record import plain
from parlour.core.kernel import in_python
from parlour.core.phrasing import seat_name
from parlour.games.connect_four import rules
from parlour.games.connect_four.board import board_rows, place, winning_lines
from parlour.games.connect_four.narrate import narrate as narrate
from parlour.games.connect_four.state import CHECKERS, COLOUR_DRAW, COLUMNS, DRAWN, RUNNING
from parlour.games.connect_four.why_not import CHECKER_PICK, COLUMN_PICK
from parlour.games.connect_four.why_not import why_not as why_not
from parlour.pieces.colour_draw_text import PHASE, ColourDraw, is_drawing

seat_to_move, side_of_seat = in_python(rules.seat_to_move), in_python(rules.side_of_seat)
DROPS = [
    Choice(str(column), [CHECKER_PICK, f"{COLUMN_PICK}:{column}"], f"drop a checker into column {column}")
    for column in range(1, COLUMNS + 1)
]


class ConnectFourView(msgspec.Struct, frozen=True):
    """A Connect Four table; columns and rows are counted from 1, row 1 at the bottom."""

    colour_draw: ColourDraw
    colours: list[str]  # by seat; empty while they are being drawn
    board: list[str]  # six rows of r, y and ., top row first
    hands: list[int]  # by seat: checkers not yet dropped
    plays: list[int]  # by seat: checkers dropped
    last: list[int]  # column and row of the last checker, or empty
    line: list[list[int]]  # columns and rows of the winning checkers


def view(s: Known, seat: int) -> ConnectFourView:
    p = plain(s)
    plays = [0, 0] if is_drawing(p) else [(p.plies + 1 - side_of_seat(p, seat)) // 2 for seat in SEATS]
    return ConnectFourView(
        colour_draw=COLOUR_DRAW.view(p),
        colours=COLOUR_DRAW.colours_by_seat(p),
        board=board_rows(p),
        hands=[CHECKERS // 2 - count for count in plays],
        plays=plays,
        last=place(p.last) if p.plies and p.last >= 0 else [],
        line=[place(bit) for bit in sorted({bit for _, bits in winning_lines(p) for bit in bits})],
    )


def prompt(s: Known, seat: int) -> str:
    p = plain(s)
    if p.over != RUNNING:
        return "The game is over."
    if is_drawing(p):
        return COLOUR_DRAW.prompt(p, seat)
    mover = seat_to_move(p)
    if mover != seat:
        return f"{seat_name(mover, seat)}'s turn."
    return f"You play {COLOUR_DRAW.colours_by_seat(p)[seat]}. Select a checker and drop it into a column."


def picks(s: Known, seat: int, action: int) -> list[str]:
    return choices(s, seat, [action])[0].picks


def label(s: Known, seat: int, action: int) -> str:
    return choices(s, seat, [action])[0].label


def choices(s: Known, seat: int, actions: Sequence[int]) -> list[Choice]:
    """Return actions as a person meets them."""
    return [COLOUR_DRAW.choice(action) if COLOUR_DRAW.is_claim(action) else DROPS[action] for action in actions]


def phase(s: Known) -> str:
    return PHASE if is_drawing(s) else "move"


def side_names(s: Known) -> tuple[str, str]:
    return COLOUR_DRAW.side_names(plain(s))


def ending(s: Known) -> str:
    return "full_board" if s.over == DRAWN else "line"
