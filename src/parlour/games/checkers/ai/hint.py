"""Why an action of Checkers is good, in a sentence."""

from collections.abc import Sequence

from parlour.core.contract import Known, Record
from parlour.core.phrasing import listed
from parlour.games.checkers import endgames, rules
from parlour.games.checkers.board import action_to_squares, is_king, moves, num_pieces, seat_to_move, turns
from parlour.games.checkers.state import COLOUR_DRAW, DRAWN, NO_CHECKERS, RUNNING

NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def reason(s: Known, seat: int, action: int) -> str:
    """Describe what an action achieves; return nothing where only a search can tell."""
    if COLOUR_DRAW.is_claim(action):
        return ""
    men, kings, after = _play_turn(s, seat, action)
    if after.over not in (RUNNING, DRAWN):
        how = "captures the last checker" if after.ending == NO_CHECKERS else "leaves the other side without a move"
        return f"It {how} and wins."
    gains = []
    if men or kings:
        gains.append(f"captures {_captured(men, kings)}")
    if int(after.kings & after.pieces[s.side]).bit_count() > int(s.kings & s.pieces[s.side]).bit_count():
        gains.append("makes a king")
    if len(moves(s)) == 1:
        gains.append("is the only move")
    elif _is_threatened(s) and not _can_capture(after):
        gains.append("saves a checker from being captured")
    if after.over == RUNNING and not _can_capture(after):
        gains += _known_end(after)
    return f"It {listed(gains, 'and')}." if gains else ""


def _play_turn(s: Record, seat: int, action: int) -> tuple[int, int, Record]:
    """Play the turn that begins with an action and captures most; return the men and kings it captures, and its end."""
    turn = max((turn for turn in turns(s) if turn.actions[0] == action), key=lambda turn: len(turn.actions))
    return _play(s, seat, turn.actions)


def _play(s: Record, seat: int, actions: Sequence[int]) -> tuple[int, int, Record]:
    after, men, kings = s.copy(), 0, 0
    for each in actions:
        _, _, over = action_to_squares(after, each)
        kings += bool(over) and is_king(after, over)
        men += bool(over) and not is_king(after, over)
        rules.apply(after, seat, each)
    return men, kings, after


def captured_words(s: Record, actions: Sequence[int]) -> str:
    """Return what a turn of the side to move captures: two men."""
    men, kings, _ = _play(s, seat_to_move(s), actions)
    return _captured(men, kings)


def _captured(men: int, kings: int) -> str:
    parts = [(kings, "king", "kings"), (men, "man", "men")]
    return " and ".join(f"{NUMBERS[n]} {one if n == 1 else many}" for n, one, many in parts if n)


def _can_capture(s: Record) -> bool:
    return bool(rules.can_jump(s, int(s.pieces[s.side])))


def _is_threatened(s: Record) -> bool:
    """Return whether the other side could capture if it were to move."""
    other = s.copy()
    other.side, other.jumping = 1 - int(s.side), -1
    return _can_capture(other)


def _known_end(after: Record) -> list[str]:
    """Describe how the match ends with best play, where the endgame tables know it and the action is not a mistake."""
    if num_pieces(after, 0) + num_pieces(after, 1) > endgames.MOST:
        return []
    value = int(endgames.probe(after, endgames.load()))
    if value < 0:
        return [f"wins in {1 - value} turns"]
    return ["keeps the draw"] if value == 0 else []
