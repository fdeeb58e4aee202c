"""Arguments of public functions, checked: a seat, a viewer, an action code, a text."""

from collections.abc import Sequence

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import BadNotation, BadSeat, IllegalAction
from parlour.core.game import Game
from parlour.core.reading import shown, whole_number

MAX_ACTION_TEXT = 200  # characters of an action, or of one pick
MAX_POSITION_TEXT = 4000  # of a position: below the digits that Python reads as one number


def check_seat(seat: object) -> int:
    """Return a seat as a plain number.

    Raises:
        BadSeat: it is neither 0 nor 1.
    """
    if type(seat) is int and seat in SEATS:  # as nearly always, and asked a dozen times for every action
        return seat
    number = whole_number(seat)
    if number is None or number not in SEATS:
        raise BadSeat(f"The seats are 0 and 1, not {shown(seat)}.")
    return number


def check_viewer(viewer: object) -> int:
    """Return a seat or the SPECTATOR as a plain number.

    Raises:
        BadSeat: it is neither.
    """
    return SPECTATOR if whole_number(viewer) == SPECTATOR else check_seat(viewer)


def check_code(game: Game, action: object) -> int:
    """Return an action code of a game as a plain number.

    Raises:
        IllegalAction: the game has no such code.
    """
    if type(action) is int and 0 <= action < game.facts.num_actions:
        return action
    code = whole_number(action)
    if code is None or not 0 <= code < game.facts.num_actions:
        raise IllegalAction(f"{game.name} has no action with the code {shown(action)}.")
    return code


def check_text(text: object, what: str, most: int = MAX_ACTION_TEXT) -> str:
    """Return a text as it is.

    Args:
        what: the text is, for the sentence: "An action".

    Raises:
        BadNotation: it is no text, or has more than `most` characters.
    """
    if not isinstance(text, str):
        raise BadNotation(f"{what} is a text, not {shown(text)}.")
    if len(text) > most:
        raise BadNotation(f"{what} has at most {most} characters, not {len(text)}.")
    return text


def check_picks(picks: object) -> list[str]:
    """Return picks as a list.

    Raises:
        BadNotation: they are no list of texts.
    """
    if not isinstance(picks, Sequence) or isinstance(picks, str):
        raise BadNotation(f"Picks are a list of texts, not {shown(picks)}.")
    return [check_text(pick, "A pick") for pick in picks]
