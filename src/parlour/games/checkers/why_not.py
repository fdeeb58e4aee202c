"""Why a move of Checkers is impossible, in a sentence."""

from collections.abc import Sequence

from parlour.core.contract import Record
from parlour.core.phrasing import listed
from parlour.games.checkers.board import (
    BIT_TO_SQUARE,
    WAYS,
    action_to_squares,
    has_piece,
    is_king,
    moves,
    place_to_square,
    square_to_place,
)
from parlour.games.checkers.state import COLOUR_DRAW, SQUARES
from parlour.pieces.colour_draw_text import is_drawing

SQUARE_PICK = "square"


def why_not(s: Record, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    if is_drawing(s):
        return COLOUR_DRAW.why_not(s, seat, picks)
    squares = _read_picks(picks)
    if not squares:
        return f"Pick a checker, then the square it goes to: squares 1 to {SQUARES}."
    routes: dict[int, list[int]] = {}
    for action in moves(s):
        origin, target, _ = action_to_squares(s, action)
        routes.setdefault(origin, []).append(target)
    if squares[0] not in routes:
        return _why_not_from(s, squares[0], routes)
    if len(squares) == 1:
        return ""
    if squares[1] in routes[squares[0]]:
        return "" if len(squares) == 2 else "Make one step or one jump at a time."
    return _why_not_to(s, squares[0], squares[1], routes[squares[0]])


def _read_picks(picks: Sequence[str]) -> list[int]:
    squares = []
    for pick in picks:
        kind, _, number = pick.partition(":")
        if kind != SQUARE_PICK or not number.isdecimal() or not 1 <= int(number) <= SQUARES:
            return []
        squares.append(int(number))
    return squares


def _why_not_from(s: Record, origin: int, routes: dict[int, list[int]]) -> str:
    side = int(s.side)
    if has_piece(s, 1 - side, origin):
        return f"The checker on {origin} is {COLOUR_DRAW.colours[1 - side]}. You play {COLOUR_DRAW.colours[side]}."
    if not has_piece(s, side, origin):
        return f"There is no checker on {origin}."
    if s.jumping >= 0:
        return f"You must keep jumping with the checker on {BIT_TO_SQUARE[int(s.jumping)]}."
    if jumpers(s):
        return f"You must jump with the checker on {listed(sorted(routes))}."
    ahead = "" if is_king(s, origin) else " ahead"
    return f"The checker on {origin} has no free square{ahead}. You can move the one on {listed(sorted(routes))}."


def _why_not_to(s: Record, origin: int, target: int, targets: list[int]) -> str:
    (x0, y0), (x1, y1) = square_to_place(origin), square_to_place(target)
    allowed = f"From {origin} you can go to {listed(sorted(targets))}."
    if jumpers(s):
        return f"You must jump: from {origin} to {listed(sorted(targets))}."
    if has_piece(s, 0, target) or has_piece(s, 1, target):
        return f"Square {target} is taken. {allowed}"
    if abs(x1 - x0) == abs(y1 - y0) <= 2 and (y1 > y0) != (s.side == 1) and not is_king(s, origin):
        return f"A man never goes backwards; only a king does. {allowed}"
    if abs(x1 - x0) == abs(y1 - y0) == 2:
        if has_piece(s, int(s.side), place_to_square((x0 + x1) // 2, (y0 + y1) // 2)):
            return f"A checker never jumps over one of its own colour. {allowed}"
        return f"There is nothing to jump over between {origin} and {target}. {allowed}"
    return f"{target} is not the next square on a diagonal from {origin}. {allowed}"


def jumpers(s: Record) -> list[int]:
    """List the squares of the checkers that must jump: who can jump can do nothing else, so one action tells."""
    actions = moves(s)
    must_jump = any(action_to_squares(s, action)[2] for action in actions[:1])
    return sorted({WAYS[action].origin for action in actions}) if must_jump else []
