"""A game is one value, `GAME = Game(...)`: facts, the record of a position, and three modules of functions over it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from parlour.core.bytes_api import BytesApi, make_bytes_api
from parlour.core.contract import Format, Notation, OptionValues, Record, Rules, Solver, View
from parlour.core.errors import BadOption, BrokenGame
from parlour.core.fast_record import with_fast_fields
from parlour.core.generator import Words
from parlour.core.level import Level
from parlour.core.option import Option, Options, OptionValue

MAX_ACTIONS = 2**16  # the largest num_actions


@dataclass(frozen=True)
class Timer:
    """A table timer: how long one step may take, and whether letting it expire counts towards a forfeit."""

    seconds: int
    counts: bool = True
    action: str = ""  # what the clock plays then, in notation; a random legal action when empty


@dataclass(frozen=True)
class Experience:
    """When a game of this kind was quick or long, in plays."""

    quick: int  # at most so many plays
    long: int  # at least so many plays
    plays: Callable[[Record, int], int]  # kernel: the number of plays that counts for a seat


Choose = Callable[[Record, int, Words], int]  # a legal action, from the hidden record, the seat and a `pick` state


@dataclass(frozen=True)
class PlayRequest:
    """What a game's own command asks for when it wants a match to be played."""

    options: Options
    players: tuple[str, str]  # by seat: human or the name of a program
    seed: int | None = None


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
    # After its opening ceremony actions alone decide, one seat at a time: a search may trust the positions it reached.
    perfect_information: bool = False
    solver: Solver | None = None  # knows the exact value of positions
    levels: tuple[Level, ...] = ()  # how the computer plays, weakest first; without them as `players` does any game
    # Says in a sentence why an action is good, given the hidden record, the seat and the action; or nothing.
    reason: Callable[[Record, int, int], str] | None = None
    # Checks options against each other and turns them into the numbers that `setup` reads; needed for texts.
    encode_options: Callable[[Mapping[str, OptionValue]], OptionValues] | None = None
    # Makes a named computer player of this game; None when it knows no such name.
    strategy: Callable[[str], Choose | None] | None = None
    strategies: tuple[str, ...] = ()  # the names to choose from; there may be combinations of them
    strongest: str = "tree search over random playouts"  # what its Master is, in a few words
    opening_actions: int = 0  # random actions that make the matches of a tournament differ where chance does not
    # `parlour <id> ARGUMENTS`: given them and a reader of files, gives what to print or which match to play.
    command: Callable[[Sequence[str], Callable[[str], str]], str | PlayRequest] | None = None
    command_help: str = ""  # one line for `parlour --help`

    bytes_api: BytesApi = field(init=False, repr=False)  # the rules, compiled for being called from Python

    def __post_init__(self) -> None:
        if not 0 < self.num_actions <= MAX_ACTIONS:
            raise BrokenGame(f"{self.id}: num_actions must be from 1 to {MAX_ACTIONS}, not {self.num_actions}.")
        object.__setattr__(self, "state", with_fast_fields(self.state))
        object.__setattr__(self, "doors", make_bytes_api(self.rules, self.state, self.num_actions))

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def read_options(self, given: Options) -> dict[str, OptionValue]:
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
        """Turn options into the numbers that `setup` reads.

        Raises:
            BadOption: they are out of range or do not go together.
        """
        options = self.read_options(given)
        return self.encode_options(options) if self.encode_options else np.array(list(options.values()), np.int64)
