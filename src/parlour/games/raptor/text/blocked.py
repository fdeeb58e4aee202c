"""What is in the way on the board of Raptor, in words."""

from parlour.core.contract import Known
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.state import BURNING, EXIT, FREE, ROCK
from parlour.games.raptor.text.board import between, content, describe, is_on_board, kind, terrain_word
from parlour.games.raptor.text.words import FIGURES

KINDS = {name: figure for figure, name in FIGURES.items()}
UNCOUNTED = ("water",)


def walker_words(s: Known) -> str:
    """Return the refusal for a scientist who stands in fire and must walk on."""
    return f"The scientist on {cell_to_name(int(s.walking))} stands in fire and must walk on until it is out."


def why_not_free(s: Known, cell: int) -> str:
    """Explain why nothing can be put on a cell; empty when it is a free space."""
    name = cell_to_name(cell)
    if not is_on_board(s, cell):
        return f"{name} is an exit: only a baby's own step leads there." if kind(s, cell) == EXIT else _off_board(name)
    if content(s, cell) == FREE:
        return ""
    if kind(s, cell) == ROCK:
        word = terrain_word(s, cell)
        return f"There is {'' if word in UNCOUNTED else 'a '}{word} on {name}."
    if content(s, cell) == BURNING:
        return f"There is a fire on {name}."
    return f"T{describe(s, cell)[1:]} is in the way."


def _off_board(name: str) -> str:
    return f"{name} is not a space of this board."


def blocked_words(s: Known, origin: int, target: int, passing: tuple[int, ...]) -> str:
    """Name what is in the way between two cells in line, or on the second; empty when nothing is."""
    for cell in between(origin, target):
        if content(s, cell) not in passing:
            return f"The way from {cell_to_name(origin)} to {cell_to_name(target)} is blocked by {describe(s, cell)}."
    return "" if content(s, target) in passing else why_not_free(s, target)
