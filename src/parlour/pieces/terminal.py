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


@dataclass(frozen=True)
class SimulationRequest:
    """The matches between equal players that a game's command asks for."""

    options: Options
    player: str
    matches: int
    seed: int
    jobs: int | None = None  # at a time; as many as there are cores when not given


class GameCommand(NamedTuple):
    """`parlour <game> ARGUMENTS`."""

    # Returns the text to print, the match to play, or the matches to simulate.
    run: Callable[[Sequence[str], ReadFile], str | PlayRequest | SimulationRequest]
    help: str  # one line for `parlour --help`
    usage: str  # how it is written, for its own --help
