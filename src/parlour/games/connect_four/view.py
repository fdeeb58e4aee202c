"""What people see of Connect Four, may pick, and are told."""

from collections.abc import Sequence

import msgspec

from parlour.core.bits import lowest_bit
from parlour.core.contract import Happening, Record
from parlour.core.phrasing import listed
from parlour.games.connect_four.notation import COLOURS, board_rows, slot
from parlour.games.connect_four.rules import side_of_seat, to_act
from parlour.games.connect_four.state import CHECKERS, CLAIM, COLUMN_BITS, COLUMNS, DRAWN, RED_WON, ROWS, RUNNING
from parlour.pieces.bag import is_drawing
from parlour.pieces.bag_words import (
    ColourDraw,
    bag_view,
    claim_label,
    claim_picks,
    claim_prompt,
    narrate_claim,
    why_not_claim,
)
from parlour.pieces.bag_words import side_names as side_names_of_bag

CHECKER_PICK = "checker"  # of the own pile: which one makes no difference
LINES = {
    1: "a column",
    COLUMN_BITS: "a row",
    COLUMN_BITS + 1: "a rising diagonal",
    COLUMN_BITS - 1: "a falling diagonal",
}


class ConnectFourView(msgspec.Struct, frozen=True):
    """A Connect Four table; columns and rows are counted from 1, row 1 at the bottom."""

    draw: ColourDraw
    colours: list[str]  # by seat; empty while they are being drawn
    board: list[str]  # six rows of r, y and ., top row first
    hands: list[int]  # by seat: checkers not yet dropped
    plays: list[int]  # by seat
    score: list[int]  # by seat: 1 for the winner
    last: list[int]  # column and row of the last checker, or empty
    line: list[list[int]]  # columns and rows of the winning checkers


def view(s: Record, seat: int) -> ConnectFourView:
    drawing = bool(is_drawing(s))
    plays = [0, 0] if drawing else [(int(s.plies) + 1 - int(side_of_seat(s, seat))) // 2 for seat in range(2)]
    won = s.over not in (RUNNING, DRAWN)
    return ConnectFourView(
        draw=bag_view(s, CHECKERS, COLOURS),
        colours=[] if drawing else [name.lower() for name in side_names(s)],
        board=board_rows(s),
        hands=[CHECKERS // 2 - count for count in plays],
        plays=plays,
        score=[int(won and side_of_seat(s, seat) == s.over - RED_WON) for seat in range(2)],
        last=_place(int(s.last)) if s.plies and s.last >= 0 else [],
        line=[_place(bit) for bit in sorted({bit for _, bits in winning_lines(s) for bit in bits})],
    )


def _place(bit: int) -> list[int]:
    return [bit // COLUMN_BITS + 1, bit % COLUMN_BITS + 1]


def winning_lines(s: Record) -> list[tuple[str, list[int]]]:
    """List the lines of the winner: what kind, and the bits of four or more checkers in a row."""
    if s.over in (RUNNING, DRAWN):
        return []
    stones = int(s.stones[s.over - RED_WON])
    lines = []
    for shift, name in LINES.items():
        starts = stones & stones >> shift & stones >> 2 * shift & stones >> 3 * shift
        if starts:
            bits = {bit + k * shift for bit in range(COLUMNS * COLUMN_BITS) if starts >> bit & 1 for k in range(4)}
            lines.append((name, sorted(bits)))
    return lines


def prompt(s: Record, seat: int) -> str:
    if s.over != RUNNING:
        return "The game is over."
    if is_drawing(s):
        return claim_prompt(s, seat, COLOURS)
    mover = int(lowest_bit(to_act(s)))
    name = side_names(s)[mover]
    if mover == seat:
        return f"You play {name.lower()}. Select a checker and drop it into a column."
    return f"{name} is to drop a checker."


def picks(s: Record, seat: int, action: int) -> list[str]:
    return claim_picks(action - CLAIM) if action >= CLAIM else [CHECKER_PICK, f"column:{action + 1}"]


def label(s: Record, seat: int, action: int) -> str:
    return claim_label(action - CLAIM) if action >= CLAIM else f"drop a checker into column {action + 1}"


def why_not(s: Record, seat: int, picks: Sequence[str]) -> str:
    if is_drawing(s):
        return why_not_claim(s, seat, picks, CHECKERS, COLOURS)
    if list(picks) == [CHECKER_PICK]:
        return ""
    columns = picks[1:] if picks and picks[0] == CHECKER_PICK else picks  # a column says enough
    kind, _, number = columns[0].partition(":") if columns else ("", "", "")
    if kind == "bag":
        return "The colours are drawn. Drop a checker into a column."
    if kind != "column" or not number.isdecimal() or not 1 <= int(number) <= COLUMNS:
        return f"Pick one of the columns 1 to {COLUMNS}."
    if slot(s, int(number) - 1, ROWS - 1) != ".":
        free = [str(column + 1) for column in range(COLUMNS) if slot(s, column, ROWS - 1) == "."]
        return f"Column {number} is full. Columns with room: {', '.join(free)}."
    return ""


def narrate(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    if action >= CLAIM:
        return narrate_claim(seat, action - CLAIM, after, viewer, COLOURS)
    who = "You" if viewer == seat else side_names(after)[seat]
    column, row = _place(int(after.last))
    happenings = [
        Happening("drop", f"{who} dropped into column {column}.", {"seat": seat, "column": column, "row": row})
    ]
    if after.over == DRAWN:
        happenings.append(Happening("draw", "The board is full without four in a row: a draw."))
    elif after.over != RUNNING:
        lines = listed((name for name, _ in winning_lines(after)), "and")
        happenings.append(Happening("win", f"{who} won with four in a row: {lines}.", {"seat": seat}))
    return happenings


def phase(s: Record) -> str:
    return "colour draw" if is_drawing(s) else "move"


def side_names(s: Record) -> tuple[str, str]:
    return side_names_of_bag(s, COLOURS)


def ending(s: Record) -> str:
    return "full_board" if s.over == DRAWN else "line"
