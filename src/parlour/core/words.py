"""Small parts of sentences that every game needs."""

from collections.abc import Iterable


def listed(things: Iterable[object], last: str = "or") -> str:
    """Join things for a sentence: 9, 13 or 14."""
    *most, end = map(str, things)
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, thing: str) -> str:
    """Say how many there are: 1 cell, 2 cells."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
