"""Checkers as text: PDN moves and FEN.

- An action is a step, `9-13`, or one hop, `15x22`, between squares 1..32; or `b1` to `b24` for a checker claimed in the
  colour draw. A whole turn can be written as one word, `10x19x26`, or by its ends where that is clear, `10x26`.
- A position is a PDN FEN: `B:W21-32:B1-12`, K before a king's square. Where it says something, three more fields
  follow: `:H12` plies since the last capture or man's move, `:J19` the checker in the middle of its jumps, `:S2`
  black at seat 2.
"""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation, IllegalAction
from parlour.core.reading import shown
from parlour.games.checkers import rules
from parlour.games.checkers.board import (
    ALL_SQUARES,
    BETWEEN,
    BIT_TO_SQUARE,
    action_to_squares,
    has_piece,
    moves,
    num_pieces,
    piece_letter,
    turns,
)
from parlour.games.checkers.draw import render as render
from parlour.games.checkers.state import (
    BLACK,
    CHECKERS,
    COLOUR_DRAW,
    CROWN_ROWS,
    MAX_QUIET,
    SQUARES,
    WHITE,
    square_to_bit,
)
from parlour.games.checkers.why_not import why_not
from parlour.pieces.colour_draw_text import is_drawing

FORGOTTEN = 0xFFFFFFFF  # kings on all squares: equal to no position
LETTERS = {"B": BLACK, "W": WHITE}


def action_to_text(s: Record, seat: int, action: int) -> str:
    if COLOUR_DRAW.is_claim(action):
        return COLOUR_DRAW.action_to_text(action)
    origin, target, over = action_to_squares(s, action)
    return f"{origin}{'x' if over else '-'}{target}"


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = text.strip().lower()
    if claim := COLOUR_DRAW.text_to_actions(word):
        return claim
    if not re.fullmatch(r"[0-9]{1,2}([-x:][0-9]{1,2})+", word):
        raise BadNotation(f"{shown(text.strip()) or 'Nothing'} is not a move. Type it like 9-13 or 15x22.")
    squares = [int(number) for number in re.split("[-x:]", word)]
    if not set(squares) <= set(ALL_SQUARES):
        raise BadNotation(f"{shown(word)}: the squares are numbered 1 to {SQUARES}.")
    return _find_turn(s, seat, squares, word)


def _find_turn(s: Record, seat: int, squares: list[int], word: str) -> list[int]:
    """Find the actions along these squares: the beginning of a turn, or a whole turn given by its ends."""
    step = BETWEEN.get((squares[0], squares[1])) if len(squares) == 2 else None
    # Most are one step, which needs no whole turns.
    if step is not None and step in moves(s) and action_to_squares(s, step)[1] == squares[1]:
        return [step]
    whole = []
    for turn in turns(s):
        if turn.squares[: len(squares)] == squares:
            return turn.actions[: len(squares) - 1]
        if (turn.squares[0], turn.squares[-1]) == (squares[0], squares[-1]) and _visits(turn.squares, squares):
            whole.append(turn)
    if len(whole) == 1:
        return whole[0].actions
    if whole:
        raise BadNotation(f"{word}: say which way, {' or '.join('x'.join(map(str, t.squares)) for t in whole)}.")
    reason = why_not(s, seat, [f"square:{square}" for square in squares[:2]])
    raise IllegalAction(reason or f"{word}: no checker can go that way.")


def _visits(route: list[int], squares: list[int]) -> bool:
    rest = iter(route)
    return all(square in rest for square in squares)


def state_to_text(s: Record) -> str:
    if is_drawing(s):
        return COLOUR_DRAW.state_to_text(s)
    fields = [
        "BW"[s.side],
        *(f"{letter}{_squares_text(s, letter)}" for letter in "WB"),
        *([f"H{s.quiet}"] if s.quiet else []),
        *([f"J{BIT_TO_SQUARE[int(s.jumping)]}"] if s.jumping >= 0 else []),
        *(["S2"] if s.first == 1 else []),
    ]
    return ":".join(fields)


def _squares_text(s: Record, colour: str) -> str:
    letters = {square: piece_letter(s, square) for square in ALL_SQUARES}
    own = [square for square, letter in letters.items() if letter.upper() == colour]
    return ",".join(f"K{square}" if letters[square].isupper() else str(square) for square in own)


def text_to_state(s: Record, text: str) -> None:
    word = text.strip()
    if COLOUR_DRAW.text_to_state(s, word.lower()):
        return
    fields = word.upper().replace(" ", "").rstrip(".").split(":")
    sides = {field[:1]: field[1:] for field in fields[1:3]}
    if len(fields) < 3 or fields[0] not in LETTERS or set(sides) != set(LETTERS):
        raise BadNotation(f"A position is written like B:W21-32:B1-12; this is not: {shown(word) or 'nothing'}")
    s.bag, s.first, s.kings, s.side = 0, 0, 0, LETTERS[fields[0]]
    s.pieces[:] = 0
    for letter, squares in sides.items():
        _place_all(s, LETTERS[letter], squares, word)
    if not num_pieces(s, 1 - int(s.side)):
        mover = COLOUR_DRAW.colours[1 - s.side].capitalize()
        raise BadNotation(f"{mover} has no checkers but would have moved last, in {shown(word)}")
    for field in fields[3:]:
        _read_extra(s, field, word)
    s.memory[: s.quiet] = FORGOTTEN
    if s.jumping < 0:
        rules.settle(s)


def _place_all(s: Record, side: int, squares: str, word: str) -> None:
    for item in squares.split(",") if squares else []:
        match = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
        numbers = range(int(match[2]), int(match[3] or match[2]) + 1) if match else range(0)
        if match is None or not numbers or not set(numbers) <= set(ALL_SQUARES):
            raise BadNotation(
                f"{shown(item) or 'An empty place'} is not a square from 1 to {SQUARES}, in {shown(word)}"
            )
        for square in numbers:
            _place(s, side, square, bool(match[1]), word)
    if num_pieces(s, side) > CHECKERS // 2:
        raise BadNotation(
            f"{COLOUR_DRAW.colours[side].capitalize()} has more than {CHECKERS // 2} checkers in {shown(word)}"
        )


def _place(s: Record, side: int, square: int, king: bool, word: str) -> None:
    bit = 1 << square_to_bit(square)
    if piece_letter(s, square) != ".":
        raise BadNotation(f"Square {square} is named twice in {shown(word)}")
    if not king and bit & CROWN_ROWS[side]:
        raise BadNotation(f"A {COLOUR_DRAW.colours[side]} man on {square} would have been crowned, in {shown(word)}")
    s.pieces[side] |= bit
    s.kings |= bit if king else 0


def _read_extra(s: Record, field: str, word: str) -> None:
    match = re.fullmatch(r"([HJSF])([0-9]{1,3})", field)
    name, number = (match[1], int(match[2])) if match else ("", 0)
    if name == "H" and number < MAX_QUIET:
        s.quiet = number
    elif name == "S" and number in (1, 2):
        s.first = number - 1
    elif name == "J" and number in ALL_SQUARES and has_piece(s, int(s.side), number):
        s.jumping = square_to_bit(number)
        if not rules.can_jump(s, 1 << int(s.jumping)):
            raise BadNotation(f"The checker on {number} cannot go on jumping, in {shown(word)}")
    elif name != "F":  # the number of the move, which other programs write
        raise BadNotation(f"{shown(field) or 'An empty field'} is not understood, in {shown(word)}")
