"""The view of Checkers: what people see and may pick."""

import msgspec

from parlour.core.contract import Known
from parlour.core.phrasing import listed, seat_name
from parlour.games.checkers.board import (
    BIT_TO_SQUARE,
    action_to_squares,
    board_letters,
    moves,
    num_pieces,
    rank_name,
    seat_to_move,
)
from parlour.games.checkers.narrate import narrate as narrate
from parlour.games.checkers.state import CHECKERS, COLOUR_DRAW, NO_CHECKERS, NO_MOVE, QUIET, REPETITION, RUNNING
from parlour.games.checkers.why_not import SQUARE_PICK, is_jump_forced
from parlour.games.checkers.why_not import why_not as why_not
from parlour.pieces.colour_draw import is_drawing
from parlour.pieces.colour_draw_text import PHASE, ColourDraw

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
    sides = (0, 1) if is_drawing(s) else (int(s.first), 1 - int(s.first))
    jumpers = {action_to_squares(s, action)[0] for action in moves(s)} if is_jump_forced(s) else set()
    return CheckersView(
        colour_draw=COLOUR_DRAW.view(s),
        colours=COLOUR_DRAW.colours_by_seat(s),
        board=board_letters(s),
        captured=[CHECKERS // 2 - num_pieces(s, 1 - side) for side in sides],
        plays=[int(s.plays[side]) for side in sides],
        must_jump=sorted(jumpers),
        jumping=BIT_TO_SQUARE[int(s.jumping)] if s.jumping >= 0 else 0,
        quiet=int(s.quiet),
        quiet_limit=int(s.quiet_limit),
    )


def prompt(s: Known, seat: int) -> str:
    if s.over != RUNNING:
        return "The game is over."
    if is_drawing(s):
        return COLOUR_DRAW.prompt(s, seat)
    mover = seat_to_move(s)
    if mover != seat:
        return f"{seat_name(mover, seat)}'s turn."
    if s.jumping >= 0:
        return f"Keep jumping with the checker on {BIT_TO_SQUARE[int(s.jumping)]}."
    colour = COLOUR_DRAW.colours[s.side]
    if is_jump_forced(s):
        jumpers = sorted({action_to_squares(s, action)[0] for action in moves(s)})
        return f"You play {colour}. You must jump with the checker on {listed(jumpers)}."
    return f"You play {colour}. Select a checker and make a move."


def picks(s: Known, seat: int, action: int) -> list[str]:
    if COLOUR_DRAW.is_claim(action):
        return COLOUR_DRAW.picks(action)
    origin, target, _ = action_to_squares(s, action)
    return [f"{SQUARE_PICK}:{origin}", f"{SQUARE_PICK}:{target}"]


def label(s: Known, seat: int, action: int) -> str:
    if COLOUR_DRAW.is_claim(action):
        return COLOUR_DRAW.label(action)
    origin, target, over = action_to_squares(s, action)
    if over:
        return f"jump from {origin} over the {rank_name(s, over)} on {over} to {target}"
    return f"move the {rank_name(s, origin)} on {origin} to {target}"


def phase(s: Known) -> str:
    return PHASE if is_drawing(s) else "turn"


def side_names(s: Known) -> tuple[str, str]:
    return COLOUR_DRAW.side_names(s)


def ending(s: Known) -> str:
    return ENDINGS[int(s.ending)]
