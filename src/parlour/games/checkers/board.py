"""The board in Python, for notation and sentences: squares, pieces, whole turns."""

import operator
from typing import NamedTuple

import numpy as np

from parlour.core.contract import Record
from parlour.games.checkers import rules
from parlour.games.checkers.state import (
    BLACK,
    CLAIM,
    DIRECTIONS,
    NUM_ACTIONS,
    RUNNING,
    SHIFTS,
    SQUARES,
    WHITE,
    square_to_bit,
)
from parlour.pieces.colour_draw_text import is_drawing

ALL_SQUARES = range(1, SQUARES + 1)
BIT_TO_SQUARE = {square_to_bit(square): square for square in ALL_SQUARES}
NUM_BITS = max(BIT_TO_SQUARE) + 1
DIGIT_TO_LETTER = str.maketrans("01234", ".bwBW")
_by_square = operator.itemgetter(*BIT_TO_SQUARE)


class Turn(NamedTuple):
    """A complete turn: its actions, and the squares that the checker touches."""

    actions: list[int]
    squares: list[int]


class Way(NamedTuple):
    """The squares of an action, 0 off the board."""

    origin: int
    near: int  # one step away
    bit: int  # of that one
    far: int  # two steps away


def _way(action: int) -> Way:
    origin, shift = action // DIRECTIONS + 1, SHIFTS[action % DIRECTIONS]
    bit = square_to_bit(origin) + shift
    return Way(origin, BIT_TO_SQUARE.get(bit, 0), bit, BIT_TO_SQUARE.get(bit + shift, 0))


WAYS = [_way(action) for action in range(CLAIM)]
BETWEEN = {(way.origin, square): action for action, way in enumerate(WAYS) for square in (way.near, way.far) if square}


def square_to_place(square: int) -> tuple[int, int]:
    """Return the column 1..8 from the left and the row 1..8 from the bottom, both seen from White's side."""
    row = 8 - (square - 1) // 4
    return 2 * ((square - 1) % 4) + (2 if row % 2 == 0 else 1), row


def place_to_square(column: int, row: int) -> int:
    """Return the square of a column and a row; the inverse of `square_to_place`."""
    return 4 * (8 - row) + (column + 1) // 2


def has_piece(s: Record, side: int, square: int) -> bool:
    return bool(int(s.pieces[side]) >> square_to_bit(square) & 1)


def is_king(s: Record, square: int) -> bool:
    return bool(int(s.kings) >> square_to_bit(square) & 1)


def piece_letter(s: Record, square: int) -> str:
    """Return b or w for a man, B or W for a king, and . for an empty square."""
    for letter, side in (("b", BLACK), ("w", WHITE)):
        if has_piece(s, side, square):
            return letter.upper() if is_king(s, square) else letter
    return "."


def board_letters(s: Record) -> str:
    """Return the letters of all pieces, square by square."""
    pieces = s.pieces.tolist()
    # Of each bit a decimal digit: adding and translating them is done by compiled code.
    black, white, kings = (int(f"{bits:b}") for bits in (pieces[BLACK], pieces[WHITE], int(s.kings)))
    letters = str(black + 2 * white + 2 * kings).zfill(NUM_BITS).translate(DIGIT_TO_LETTER)[::-1]  # by bit
    return "".join(_by_square(letters))


def rank_name(s: Record, square: int) -> str:
    """Return what stands on a square: a king or a man."""
    return "king" if is_king(s, square) else "man"


def num_pieces(s: Record, side: int) -> int:
    return int(s.pieces[side]).bit_count()


def action_to_squares(s: Record, action: int) -> tuple[int, int, int]:
    """Return the squares an action leaves and reaches (0 off the board), and the enemy's square it jumps over or 0."""
    way = WAYS[action]
    if way.near and int(s.pieces[1 - int(s.side)]) >> way.bit & 1:
        return way.origin, way.far, way.near
    return way.origin, way.near, 0


def moves(s: Record) -> list[int]:
    """List the steps or hops of the side to move; none in the colour draw and after the end."""
    if s.over != RUNNING or is_drawing(s):
        return []
    out = np.empty(NUM_ACTIONS, np.int32)
    return out[: rules.legal_actions(s, seat_to_move(s), out)].tolist()


def turns(s: Record) -> list[Turn]:
    """List every complete turn of the side to move."""
    found = []
    for action in moves(s):
        after = s.copy()
        rules.apply(after, seat_to_move(s), action)
        origin, target, _ = action_to_squares(s, action)
        if after.jumping >= 0:
            found += [Turn([action, *rest.actions], [origin, *rest.squares]) for rest in turns(after)]
        else:
            found.append(Turn([action], [origin, target]))
    return found


def seat_to_move(s: Record) -> int:
    """Return the seat whose turn it is; only when the colours are drawn."""
    return int(s.first) ^ int(s.side)
