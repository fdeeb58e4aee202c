"""A game is one value, `GAME = Game(...)`: facts, the record of a position, and three modules of functions over it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from parlour.core.contract import Format, Notation, OptionValues, Record, Rules, View
from parlour.core.doors import Doors, make_doors
from parlour.core.errors import BadOption, BrokenGame

MAX_ACTIONS = 2**16  # the largest num_actions


@dataclass(frozen=True)
class Option:
    """A setting of a game: a whole number from `low` to `high`, or yes and no when these are 0 and 1."""

    name: str
    default: int
    low: int
    high: int
    help: str

    @property
    def is_switch(self) -> bool:
        return (self.low, self.high) == (0, 1)

    def read(self, value: int | bool | str) -> int:
        """Check a value given by a person."""
        words = {"yes": 1, "true": 1, "on": 1, "no": 0, "false": 0, "off": 0} if self.is_switch else {}
        text = str(value).strip().lower()
        number = words.get(text, int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else None)
        if number is None or not self.low <= number <= self.high:
            allowed = "yes or no" if self.is_switch else f"a whole number from {self.low} to {self.high}"
            raise BadOption(f"The option {self.name} takes {allowed}, not {text or 'nothing'}.")
        return number


def switch(name: str, default: bool, help: str) -> Option:
    """Make an option that is on or off."""
    return Option(name, int(default), 0, 1, help)


@dataclass(frozen=True)
class Timer:
    """A table timer: how long one step may take, and whether letting it expire counts towards a forfeit."""

    seconds: int
    counts: bool = True


@dataclass(frozen=True)
class Experience:
    """When a game of this kind was quick or long, in plays."""

    quick: int  # at most so many plays
    long: int  # at least so many plays
    plays: Callable[[Record, int], int]  # kernel: the number of plays that counts for a seat


Options = Mapping[str, int | bool | str]


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game: facts and modules, no code."""

    id: str
    name: str
    rules_version: int  # moves when any legal action or result changes, never for speed
    num_actions: int  # action codes are in range(num_actions)
    max_length: int  # no match has more actions
    hidden: bool  # seats know different things
    simultaneous: bool  # both seats may have to act at the same time
    state: np.dtype[np.void]
    rules: Rules
    notation: Notation
    view: View
    summary: str  # one sentence for those who choose a game
    options: tuple[Option, ...] = ()
    quick_options: Options = field(default_factory=dict)  # go straight to the play: benchmarks, self-play
    perft_options: Options = field(default_factory=dict)  # for counting: no ceremony, no draw rules
    timers: Mapping[str, Timer] = field(default_factory=dict)
    experience: Experience | None = None
    draw_offers: bool = False  # the rules know draws by agreement
    formats: Mapping[str, Format] = field(default_factory=dict)  # other file formats of its matches

    doors: Doors = field(init=False, repr=False)  # the rules, compiled for being called from Python

    def __post_init__(self) -> None:
        if not 0 < self.num_actions <= MAX_ACTIONS:
            raise BrokenGame(f"{self.id}: num_actions must be from 1 to {MAX_ACTIONS}, not {self.num_actions}.")
        object.__setattr__(self, "doors", make_doors(self.rules, self.state, self.num_actions))

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def read_options(self, given: Options) -> dict[str, int]:
        """Complete and check options.

        Raises:
            BadOption: an option is unknown or its value is out of range.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.name} has no option {name}. Its options: {names}.")
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def option_values(self, given: Options) -> OptionValues:
        """Turn options into the numbers that `setup` reads."""
        return np.array(list(self.read_options(given).values()), np.int64)
