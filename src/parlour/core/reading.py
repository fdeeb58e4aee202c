"""Values that come from outside: read without surprises, and shown in sentences."""

import operator
import re
from typing import Any

SHOWN = 40  # characters of a value in a sentence


def shown(value: object) -> str:
    """Return a value as a sentence can show it: no control characters, not too long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception:  # a number with thousands of digits, or an object that cannot show itself
        text = f"a value of type {type(value).__name__}"
    text = printable(text[: SHOWN + 1]).replace("\n", "\ufffd")
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def printable(text: str) -> str:
    """Return a text with a mark in place of each character that no screen can show; line breaks stay."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def whole_number(value: Any) -> int | None:
    """Return a whole number of Python or NumPy as an int; None for anything else."""
    try:
        return operator.index(value)
    except Exception:  # whatever an object does when it is asked
        return None


def number_in(text: str, low: int, high: int) -> int | None:
    """Return the number that digits stand for, if it is in a range; None for any other text."""
    number = int(text) if re.fullmatch("-?[0-9]{1,9}", text) else None
    return number if number is not None and low <= number <= high else None
