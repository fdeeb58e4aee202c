"""What a game may add to the terminal, in a module `terminal.py` of its folder: colours and its own command."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from parlour.core.option import Options

ReadFile = Callable[[str], str]  # the text of a file, by its path


@dataclass(frozen=True)
class PlayRequest:
    """The match that a game's command asks to be played."""

    options: Options
    players: tuple[str, str]  # by seat: human or the name of a program
    seed: int | None = None


class GameCommand(NamedTuple):
    """`parlour <game> ARGUMENTS`."""

    run: Callable[[Sequence[str], ReadFile], str | PlayRequest]  # returns the text to print, or the match to play
    help: str  # one line for `parlour --help`
    usage: str  # how it is written, for its own --help
