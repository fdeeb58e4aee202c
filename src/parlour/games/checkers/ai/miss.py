"""What a bad move has missed or allowed, in a sentence."""

from parlour.core.contract import Known, Record
from parlour.games.checkers import rules
from parlour.games.checkers.ai.hint import captured_words
from parlour.games.checkers.board import Turn, action_to_squares, num_pieces, seat_to_move, turns
from parlour.games.checkers.state import COLOUR_DRAW, DRAWN, RUNNING

JUMPS = {1: "a jump", 2: "a double jump", 3: "a triple jump"}  # by checkers captured; more are a long jump


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Name a longer jump, a win that was not taken, or what the other side can capture now."""
    if COLOUR_DRAW.is_claim(played):
        return ""
    mine, better = _longest(s, played), _longest(s, best)
    after, after_best = _play(s, mine), _play(s, better)
    if after_best.over not in (RUNNING, DRAWN):
        return f"Misses the win: {_text(s, better)}."
    if _num_captured(s, after_best) > _num_captured(s, after):
        return f"Misses {JUMPS.get(_num_captured(s, after_best), 'a long jump')}: {_text(s, better)}."
    reply, usual = _threat(after), _threat(after_best)
    if reply and len(reply.actions) > (len(usual.actions) if usual else 0):
        return f"Lets {{seat:{1 - seat}}} capture {captured_words(after, reply.actions)}: {_text(after, reply)}."
    return ""


def _longest(s: Record, action: int) -> Turn:
    """Return the turn that begins with an action and captures most."""
    return max((turn for turn in turns(s) if turn.actions[0] == action), key=lambda turn: len(turn.actions))


def _play(s: Record, turn: Turn) -> Record:
    after, seat = s.copy(), seat_to_move(s)
    for action in turn.actions:
        rules.apply(after, seat, action)
    return after


def _num_captured(s: Record, after: Record) -> int:
    side = 1 - int(s.side)
    return num_pieces(s, side) - num_pieces(after, side)


def _threat(s: Record) -> Turn | None:
    """Return the longest jump of the side to move; None when it has none."""
    jumps = [turn for turn in turns(s) if action_to_squares(s, turn.actions[0])[2]]
    return max(jumps, key=lambda turn: len(turn.actions), default=None)


def _text(s: Record, turn: Turn) -> str:
    return ("x" if action_to_squares(s, turn.actions[0])[2] else "-").join(map(str, turn.squares))
