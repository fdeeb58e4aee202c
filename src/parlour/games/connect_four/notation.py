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
from parlour.games.connect_four.state import (
    CHECKERS,
    CLAIM,
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
from parlour.pieces.bag import is_drawing
from parlour.pieces.bag_words import Colours, claim_to_text, draw_bag, draw_to_text, text_to_claim, text_to_draw

COLOURS = Colours("red", "yellow")
LETTERS = ("r", "y")
DISCS = ("●", "○")


def action_to_text(s: Record, seat: int, action: int) -> str:
    return claim_to_text(action - CLAIM) if action >= CLAIM else str(action + 1)


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = text.strip().lower()
    checker = text_to_claim(word, CHECKERS)
    if checker is not None:
        return [CLAIM + checker]
    if not re.fullmatch(f"[1-{COLUMNS}]", word):
        raise BadNotation(f"{text.strip() or 'Nothing'} is not a column. Type a number from 1 to {COLUMNS}.")
    return [int(word) - 1]


def board_rows(s: Record) -> list[str]:
    """Return the rows of the board as letters, top row first."""
    red, yellow = (int(stones) for stones in s.stones)  # read once: a field of a record is slow to read

    def letter(bit: int) -> str:
        return LETTERS[RED] if red >> bit & 1 else LETTERS[YELLOW] if yellow >> bit & 1 else "."

    heights, columns = reversed(range(ROWS)), range(COLUMNS)
    return ["".join(letter(COLUMN_BITS * column + height) for column in columns) for height in heights]


def slot(s: Record, column: int, height: int) -> str:
    """Return the letter of a slot, height counted from 0 at the bottom."""
    return board_rows(s)[ROWS - 1 - height][column]


def state_to_text(s: Record) -> str:
    if is_drawing(s):
        return draw_to_text(s, CHECKERS, COLOURS)
    return f"{'/'.join(board_rows(s))} {s.first + 1}"


def text_to_state(s: Record, text: str) -> None:
    word = text.strip().lower()
    if text_to_draw(s, word, CHECKERS, COLOURS):
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
        rules.drop(s, column)


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
        raise BadNotation(f"{red} red and {yellow} yellow checkers cannot be: red begins and the colours alternate.")
    s.plies = red + yellow
    s.last = -1
    lines = [bool(rules.has_line(s.stones[side])) for side in (RED, YELLOW)]
    if all(lines):
        raise BadNotation("Both colours cannot have four in a row.")
    if lines[(red + yellow) % 2]:
        raise BadNotation("The colour to move already has four in a row: the game was over before the last checker.")
    s.over = RED_WON if lines[RED] else YELLOW_WON if lines[YELLOW] else DRAWN if s.plies == CHECKERS else RUNNING


def render(s: Record, seat: int) -> str:
    if is_drawing(s):
        return draw_bag(s, CHECKERS)
    discs = str.maketrans("ry.", f"{DISCS[RED]}{DISCS[YELLOW]}·")
    rows = [f"│ {' '.join(row.translate(discs))} │" for row in board_rows(s)]
    numbers = " ".join(str(column + 1) for column in range(COLUMNS))
    return "\n".join([f"  {numbers}", *rows, f"└{'─' * (2 * COLUMNS + 1)}┘"])
