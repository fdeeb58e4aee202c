"""Files of whole games: one game per line, its circle and its placement string with a space between them."""

from collections.abc import Mapping, Sequence

from parlour.core.contract import GameRecord, Outcome, Played
from parlour.core.errors import BadNotation
from parlour.games.patchwork.rules.contract import apply, is_over, result
from parlour.games.patchwork.text.board import played as played_actions
from parlour.games.patchwork.text.notation import state_to_text
from parlour.games.patchwork.text.strings import SEAT_NAMES, position_after
from parlour.games.patchwork.text.tokens import action_to_token

TITLE, SUFFIX = "Patchwork string", "txt"


def read(text: str) -> list[GameRecord]:
    """Read all games of a file; each token is checked against the rules.

    Raises:
        BadNotation: with the number of the line that cannot be read.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    return [_read_line(number, words) for number, words in lines]


def _read_line(number: int, words: list[str]) -> GameRecord:
    if len(words) > 2:
        raise BadNotation(f"Line {number} has {len(words)} words; a game is a circle and a placement string.")
    circle, *placement = words
    try:
        s = position_after(circle, "".join(placement))
    except BadNotation as error:
        raise BadNotation(f"Line {number}: {error}") from error
    actions = [(seat, action_to_token(action)) for seat, action in played_actions(s)]
    is_finished = bool(is_over(s))
    winner = (0 if result(s, 0) == 1.0 else 1) if is_finished else None
    return GameRecord(circle, actions, SEAT_NAMES, is_finished, winner, tags={})


def write(played: Sequence[Played], outcome: Outcome | None, names: Sequence[str], tags: Mapping[str, str]) -> str:
    """Write one game; the line holds no names and no result of a match that was given up."""
    if not played:
        return ""
    state, seat, action = played[-1]
    after = state.copy()
    apply(after, seat, action)
    return f"{state_to_text(after)}\n"
