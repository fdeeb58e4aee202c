"""Small parts of sentences that every game needs."""

from collections.abc import Iterable


def listed(things: Iterable[object], last: str = "or") -> str:
    """Join things for a sentence: 9, 13 or 14; nothing gives nothing."""
    words = [str(thing) for thing in things]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def counted(number: int, thing: str) -> str:
    """Say how many there are: 1 cell, 2 cells."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
