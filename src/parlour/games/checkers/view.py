"""The view of Checkers: what people see and may pick."""

import functools
from collections.abc import Sequence

import msgspec

from parlour.core.contract import Choice, Known
from parlour.core.fast_record import once, plain
from parlour.core.phrasing import listed, seat_name
from parlour.games.checkers.board import (
    BIT_TO_SQUARE,
    WAYS,
    board_letters,
    num_pieces,
    seat_to_move,
)
from parlour.games.checkers.narrate import narrate as narrate
from parlour.games.checkers.state import (
    CHECKERS,
    COLOUR_DRAW,
    NO_CHECKERS,
    NO_MOVE,
    QUIET,
    REPETITION,
    RUNNING,
    square_to_bit,
)
from parlour.games.checkers.why_not import SQUARE_PICK, jumpers
from parlour.games.checkers.why_not import why_not as why_not
from parlour.pieces.colour_draw_text import PHASE, ColourDraw, is_drawing

ENDINGS = {NO_CHECKERS: "no_checkers", NO_MOVE: "no_move", REPETITION: "repetition", QUIET: "quiet"}


class CheckersView(msgspec.Struct, frozen=True):
    """A Checkers table; squares are counted from 1 at the top left, seen from White's side."""

    colour_draw: ColourDraw
    colours: list[str]  # by seat; empty while they are being drawn
    board: str  # squares 1 to 32: b, w for men, B, W for kings, . for nothing
    captured: list[int]  # by seat: enemy checkers it captured; also its score
    plays: list[int]  # by seat: turns made
    must_jump: list[int]  # squares of the checkers that must jump now
    jumping: int  # square of the checker in the middle of its jumps, or 0
    quiet: int  # plies since the last capture or man's move
    quiet_limit: int


def view(s: Known, seat: int) -> CheckersView:
    p = plain(s)
    sides = (0, 1) if is_drawing(p) else (p.first, 1 - p.first)
    return CheckersView(
        colour_draw=COLOUR_DRAW.view(p),
        colours=COLOUR_DRAW.colours_by_seat(p),
        board=board_letters(p),
        captured=[CHECKERS // 2 - num_pieces(p, 1 - side) for side in sides],
        plays=[int(p.plays[side]) for side in sides],
        must_jump=once(jumpers, s),
        jumping=BIT_TO_SQUARE[p.jumping] if p.jumping >= 0 else 0,
        quiet=p.quiet,
        quiet_limit=p.quiet_limit,
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
    if p.jumping >= 0:
        return f"Keep jumping with the checker on {BIT_TO_SQUARE[p.jumping]}."
    colour = COLOUR_DRAW.colours[p.side]
    if must_jump := once(jumpers, s):
        return f"You play {colour}. You must jump with the checker on {listed(must_jump)}."
    return f"You play {colour}. Select a checker and make a move."


def picks(s: Known, seat: int, action: int) -> list[str]:
    return choices(s, seat, [action])[0].picks


def label(s: Known, seat: int, action: int) -> str:
    return choices(s, seat, [action])[0].label


def choices(s: Known, seat: int, actions: Sequence[int]) -> list[Choice]:
    """Return actions as a person meets them."""
    if actions and COLOUR_DRAW.is_claim(actions[0]):
        return [COLOUR_DRAW.choice(action) for action in actions]
    p = plain(s)
    enemies, kings = p.pieces.tolist()[1 - p.side], p.kings
    return [_move(action, enemies, kings) for action in actions]


def _move(action: int, enemies: int, kings: int) -> Choice:
    _, near, bit, _ = way = WAYS[action]
    is_jump = near > 0 and enemies >> bit & 1 > 0
    return _choice(action, is_jump, kings >> (bit if is_jump else square_to_bit(way.origin)) & 1 > 0)


@functools.cache
def _choice(action: int, is_jump: bool, is_king: bool) -> Choice:
    """Return a move; `is_king` says what is jumped over, or else what moves."""
    (origin, near, _, far), rank = WAYS[action], "king" if is_king else "man"
    sign, target, label = "-", near, f"move the {rank} on {origin} to {near}"
    if is_jump:
        sign, target, label = "x", far, f"jump from {origin} over the {rank} on {near} to {far}"
    return Choice(f"{origin}{sign}{target}", [f"{SQUARE_PICK}:{origin}", f"{SQUARE_PICK}:{target}"], label)


def phase(s: Known) -> str:
    return PHASE if is_drawing(s) else "turn"


def side_names(s: Known) -> tuple[str, str]:
    return COLOUR_DRAW.side_names(plain(s))


def ending(s: Known) -> str:
    return ENDINGS[int(s.ending)]
