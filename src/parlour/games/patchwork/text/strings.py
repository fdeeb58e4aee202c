"""Games as strings: a circle and a placement string are checked, scored and continued."""

from collections import Counter

import numpy as np

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.core.phrasing import NUMBERED_SEATS
from parlour.games.patchwork.patches import LETTERS, SPECIAL
from parlour.games.patchwork.rules.contract import apply, is_over, lay_out, score, seat_to_act
from parlour.games.patchwork.state import SPECIAL_SQUARES, State
from parlour.games.patchwork.text.board import legal
from parlour.games.patchwork.text.tokens import (
    action_to_place,
    action_to_token,
    split_placement,
    text_to_circle,
    token_to_action,
)
from parlour.games.patchwork.text.why_not import why_not_place

SEAT_NAMES = NUMBERED_SEATS


def is_placement_well_formed(placement: str | None) -> bool:
    """Return whether a string is a sequence of well-formed tokens, no patch twice and h at most five times."""
    return placement is not None and placement != "" and why_not_well_formed(placement) == ""


def is_placement_valid(circle: str | None, placement: str | None) -> bool:
    """Return whether every token of a well-formed placement string is a legal action in its turn."""
    if not circle or not placement or why_not_well_formed(placement):
        return False
    try:
        position_after(circle, placement)
    except BadNotation:
        return False
    return True


def score_for_placement(circle: str, placement: str, first_player: bool) -> int:
    """Return the score of one of the players after a placement string, which can be empty, without the 7x7 bonus.

    Raises:
        BadNotation: the circle cannot be read or the placement string is not valid.
    """
    return int(score(position_after(circle, placement), 0 if first_player else 1))


def generate_patch_placement(circle: str, placement: str) -> str | None:
    """Return a legal token to go on with, rather a purchase than an advance; None when the game is finished.

    Raises:
        BadNotation: the circle cannot be read or the placement string is not valid.
    """
    actions = legal(position_after(circle, placement))
    return action_to_token(actions[-1]) if actions else None


def position_after(circle: str, placement: str) -> Record:
    """Return the position after a placement string, without the 7x7 bonus.

    Raises:
        BadNotation: the circle cannot be read or a token is not possible.
    """
    s: Record = np.zeros(1, State)[0]
    lay_out_and_play(s, circle, placement)
    return s


def lay_out_and_play(s: Record, circle: str, placement: str) -> None:
    """Turn a position into the one after a placement string.

    Raises:
        BadNotation: the circle cannot be read, or a token is not possible: the sentence names the first and says why.
    """
    s.circle[:] = text_to_circle(circle)
    lay_out(s)
    for number, token in enumerate(split_placement(placement), 1):
        reason = _why_not_token(s, token)
        if reason:
            raise BadNotation(_at_token(number, token, reason))
        apply(s, seat_to_act(s), token_to_action(token))


def _at_token(number: int, token: str, reason: str) -> str:
    return f"Token {number}, {token}: {reason}"


def _why_not_token(s: Record, token: str) -> str:
    try:
        action = token_to_action(token)
    except BadNotation as error:
        return str(error)
    if is_over(s):
        return "The game is already over."
    seat = int(seat_to_act(s))
    return why_not_place(s, seat, action_to_place(action), SEAT_NAMES[seat])


def why_not_well_formed(placement: str) -> str:
    """Explain what makes a placement string malformed, whatever the circle; empty when it is well-formed."""
    tokens = split_placement(placement)
    for number, token in enumerate(tokens, 1):
        try:
            token_to_action(token)
        except BadNotation as error:
            return _at_token(number, token, str(error))
    counts = Counter(token[0] for token in tokens if len(token) > 1)
    for letter, count in counts.items():
        most = len(SPECIAL_SQUARES) if letter == LETTERS[SPECIAL] else 1
        if count > most:
            return f"Patch {letter} comes {count} times; there {'is' if most == 1 else 'are'} only {most}."
    return ""
