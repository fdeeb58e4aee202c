"""Connect Four as text.

- An action is a column, `1` to `7` from the left, or `b1` to `b42` for a checker claimed in the colour draw. Several
  columns in one word are no action, but `4453` read as a position is the board after these drops.
- A position is its six rows from the top, `/` between them, `r`, `y` and `.`, then the seat of red (1 or 2):
  `......./......./......./......./...y.../...r... 1`. Whose turn it is follows from the number of checkers.
"""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.connect_four import rules
from parlour.games.connect_four.board import LETTERS, board_rows, slot
from parlour.games.connect_four.draw import render as render
from parlour.games.connect_four.state import (
    CHECKERS,
    COLOUR_DRAW,
    COLUMN_BITS,
    COLUMNS,
    DRAWN,
    RED,
    RED_WON,
    ROWS,
    RUNNING,
    YELLOW,
    YELLOW_WON,
)
from parlour.pieces.colour_draw_text import is_drawing


def action_to_text(s: Record, seat: int, action: int) -> str:
    return COLOUR_DRAW.action_to_text(action) if COLOUR_DRAW.is_claim(action) else str(action + 1)


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = text.strip().lower()
    if claim := COLOUR_DRAW.text_to_actions(word):
        return claim
    if not re.fullmatch(f"[1-{COLUMNS}]", word):
        raise BadNotation(f"{text.strip() or 'Nothing'} is not a column. Type a number from 1 to {COLUMNS}.")
    return [int(word) - 1]


def state_to_text(s: Record) -> str:
    if is_drawing(s):
        return COLOUR_DRAW.state_to_text(s)
    return f"{'/'.join(board_rows(s))} {s.first + 1}"


def text_to_state(s: Record, text: str) -> None:
    word = text.strip().lower()
    if COLOUR_DRAW.text_to_state(s, word):
        return
    s.first = 0
    s.bag = 0
    if re.fullmatch(f"[1-{COLUMNS}]*", word):
        _drop_all(s, word)
    else:
        _read_rows(s, word)


def _drop_all(s: Record, columns: str) -> None:
    for number, digit in enumerate(columns, 1):
        column = int(digit) - 1
        if s.over != RUNNING:
            raise BadNotation(f"The game is over before checker {number} of {columns}.")
        if slot(s, column, ROWS - 1) != ".":
            raise BadNotation(f"Column {digit} is full before checker {number} of {columns}.")
        rules.apply(s, rules.seat_to_move(s), column)


def _read_rows(s: Record, word: str) -> None:
    match = re.fullmatch(f"((?:[ry.]{{{COLUMNS}}}/){{{ROWS - 1}}}[ry.]{{{COLUMNS}}}) ([12])", word)
    if match is None:
        raise BadNotation(
            "A position is columns like 4453, or six rows of r, y and . with / between them and the seat of red."
        )
    rows = match[1].split("/")
    s.first = int(match[2]) - 1
    for column in range(COLUMNS):
        stack = "".join(row[column] for row in reversed(rows))
        if "." in stack.rstrip("."):
            raise BadNotation(f"A checker in column {column + 1} hangs in the air.")
        for height, letter in enumerate(stack.rstrip(".")):
            s.stones[LETTERS.index(letter)] |= 1 << COLUMN_BITS * column + height
    _check_counts(s, match[1])


def _check_counts(s: Record, board: str) -> None:
    red, yellow = board.count("r"), board.count("y")
    if red - yellow not in (0, 1):
        raise BadNotation(
            f"{red} red and {yellow} yellow checkers are impossible: red begins and the colours alternate."
        )
    s.plies = red + yellow
    s.last = -1
    lines = [bool(rules.has_line(s.stones[side])) for side in (RED, YELLOW)]
    if all(lines):
        raise BadNotation("Both colours cannot have four in a row.")
    if lines[(red + yellow) % 2]:
        raise BadNotation("The colour to move already has four in a row: the game was over before the last checker.")
    s.over = RED_WON if lines[RED] else YELLOW_WON if lines[YELLOW] else DRAWN if s.plies == CHECKERS else RUNNING
