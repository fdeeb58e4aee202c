"""Small parts of sentences that every game needs."""

import re
from collections.abc import Iterable, Sequence

NUMBERED_SEATS = ("Player 1", "Player 2")  # the names of seats that have no others
_PLACEHOLDER = re.compile(r"\{seat:([01])\}")


def listed(things: Iterable[object], last: str = "or") -> str:
    """Join things for a sentence: 9, 13 or 14; nothing gives nothing."""
    words = [str(thing) for thing in things]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def counted(number: int, thing: str) -> str:
    """Return how many there are in words: 1 cell, 2 cells."""
    return f"{signed(number)} {thing}" if number == 1 else f"{signed(number)} {thing}s"


def signed(number: int) -> str:
    """Return a number for a sentence, with a true minus sign: −4."""
    return str(number).replace("-", "−")


def seat_name(seat: int, viewer: int, you: str = "You") -> str:
    """Return how a sentence names a seat: as the viewer's own, or by a placeholder that is filled in later."""
    return you if seat == viewer else f"{{seat:{seat}}}"


def fill_seats(sentence: str, names: Sequence[str]) -> str:
    """Put the names of both seats into a sentence, once: a name that looks like a placeholder stays as it is."""
    if "{seat:" not in sentence:  # most have none
        return sentence
    return _PLACEHOLDER.sub(lambda found: names[int(found[1])], sentence)
