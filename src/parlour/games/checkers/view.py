"""What people see of Checkers, may pick, and are told."""

import msgspec

from parlour.core.contract import Happening, Record
from parlour.core.phrasing import listed
from parlour.games.checkers.board import (
    ALL_SQUARES,
    BIT_TO_SQUARE,
    COLOURS,
    action_to_squares,
    is_claim,
    is_king,
    moves,
    num_pieces,
    piece_letter,
    seat_to_move,
)
from parlour.games.checkers.reasons import SQUARE_PICK, is_jump_forced
from parlour.games.checkers.reasons import why_not as why_not
from parlour.games.checkers.state import (
    CHECKERS,
    CLAIM,
    DRAWN,
    NO_CHECKERS,
    NO_MOVE,
    QUIET,
    REPETITION,
    RUNNING,
)
from parlour.pieces.bag import is_drawing
from parlour.pieces.bag_words import (
    ColourDraw,
    bag_view,
    claim_label,
    claim_picks,
    claim_prompt,
    narrate_claim,
)
from parlour.pieces.bag_words import side_names as side_names_of_bag

ENDINGS = {
    NO_CHECKERS: ("no_checkers", "captured the last checker and won"),
    NO_MOVE: ("no_move", "left the other side without a move and won"),
    REPETITION: ("repetition", "The same position has come up often enough: a draw."),
    QUIET: ("quiet", "Too many turns without a capture or a man's move: a draw."),
}


class CheckersView(msgspec.Struct, frozen=True):
    """A Checkers table; squares are counted from 1 at the top left, seen from White's side."""

    draw: ColourDraw
    colours: list[str]  # by seat; empty while they are being drawn
    board: str  # squares 1 to 32: b, w for men, B, W for kings, . for nothing
    spoils: list[int]  # by seat: enemy checkers captured; also its score
    plays: list[int]  # by seat: turns made
    must_jump: list[int]  # squares of the checkers that must jump now
    jumping: int  # square of the checker in the middle of its jumps, or 0
    quiet: int  # plies since the last capture or man's move
    quiet_limit: int


def view(s: Record, seat: int) -> CheckersView:
    drawing = bool(is_drawing(s))
    sides = (0, 1) if drawing else (int(s.first), 1 - int(s.first))
    jumps = {origin for origin, _, over in (action_to_squares(s, action) for action in moves(s)) if over}
    return CheckersView(
        draw=bag_view(s, CHECKERS, COLOURS),
        colours=[] if drawing else [name.lower() for name in side_names(s)],
        board="".join(piece_letter(s, square) for square in ALL_SQUARES),
        spoils=[CHECKERS // 2 - num_pieces(s, 1 - side) for side in sides],
        plays=[int(s.plays[side]) for side in sides],
        must_jump=sorted(jumps),
        jumping=BIT_TO_SQUARE[int(s.jumping)] if s.jumping >= 0 else 0,
        quiet=int(s.quiet),
        quiet_limit=int(s.quiet_limit),
    )


def prompt(s: Record, seat: int) -> str:
    if s.over != RUNNING:
        return "The game is over."
    if is_drawing(s):
        return claim_prompt(s, seat, COLOURS)
    name = COLOURS[s.side]
    if seat_to_move(s) != seat:
        return f"{name.capitalize()} is to move."
    if s.jumping >= 0:
        return f"Go on jumping with the checker on {BIT_TO_SQUARE[int(s.jumping)]}."
    if is_jump_forced(s):
        jumpers = sorted({action_to_squares(s, action)[0] for action in moves(s)})
        return f"You play {name}. You must jump with the checker on {listed(jumpers)}."
    return f"You play {name}. Select a checker and make a move."


def picks(s: Record, seat: int, action: int) -> list[str]:
    if is_claim(action):
        return claim_picks(action - CLAIM)
    origin, target, _ = action_to_squares(s, action)
    return [f"{SQUARE_PICK}:{origin}", f"{SQUARE_PICK}:{target}"]


def label(s: Record, seat: int, action: int) -> str:
    if is_claim(action):
        return claim_label(action - CLAIM)
    origin, target, over = action_to_squares(s, action)
    if over:
        return f"jump from {origin} over the {_rank(s, over)} on {over} to {target}"
    return f"move the {_rank(s, origin)} on {origin} to {target}"


def _rank(s: Record, square: int) -> str:
    return "king" if is_king(s, square) else "man"


def narrate(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    if is_claim(action):
        return narrate_claim(seat, action - CLAIM, after, viewer, COLOURS)
    who = "You" if viewer == seat else side_names(after)[seat]
    origin, target, over = action_to_squares(before, action)
    data = {"seat": seat, "from": origin, "to": target}
    happenings = []
    if over:
        words = f"{who} jumped from {origin} to {target} and captured the {_rank(before, over)} on {over}."
        happenings.append(Happening("capture", words, {**data, "captured": over}))
    else:
        happenings.append(Happening("move", f"{who} moved from {origin} to {target}.", dict(data)))
    if is_king(after, target) and not is_king(before, origin):
        happenings.append(Happening("crown", f"The man on {target} was crowned.", {"square": target}))
    if after.over != RUNNING:
        _, words = ENDINGS[int(after.ending)]
        happenings.append(
            Happening("draw", words) if after.over == DRAWN else Happening("win", f"{who} {words}.", {"seat": seat})
        )
    return happenings


def phase(s: Record) -> str:
    return "colour draw" if is_drawing(s) else "turn"


def side_names(s: Record) -> tuple[str, str]:
    return side_names_of_bag(s, COLOURS)


def ending(s: Record) -> str:
    return ENDINGS[int(s.ending)][0]
