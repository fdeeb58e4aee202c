"""A game is one value, `GAME = Game(...)`: facts, the record of a position, and three modules of functions over it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from parlour.core.achievement import Achievement
from parlour.core.bytes_api import BytesApi, make_bytes_api
from parlour.core.contract import Choice, Format, Known, Notation, Pile, Record, Rules, Solver, View
from parlour.core.encoding import Encoding
from parlour.core.errors import BrokenGame
from parlour.core.generator import Words
from parlour.core.level import Level, Search
from parlour.core.mission import Measure
from parlour.core.option import Options, OptionSet
from parlour.core.prover import Prover

MAX_ACTIONS = 2**16  # the largest num_actions

# Chooses a legal action, given what the seat knows, the seat, and the state of a `random_below` generator.
Choose = Callable[[Known, int, Words], int]


@dataclass(frozen=True)
class Facts:
    """What is true of every match of a game."""

    rules_version: int  # raised when any legal action or result changes, never for speed
    num_actions: int  # action codes are in range(num_actions)
    max_length: int  # no match has more actions
    hidden: bool  # seats know different things
    summary: str  # one sentence for people who choose a game
    # After its opening draw actions alone decide, one seat at a time: a search may trust the positions it reached.
    perfect_information: bool = False
    endings: Mapping[str, str] = field(default_factory=dict)  # how it can end, by `view.ending`, as histories say it


@dataclass(frozen=True)
class Timer:
    """A table timer: how long one phase may take, and whether letting it expire counts towards a forfeit."""

    seconds: int
    counts: bool = True
    action: str = ""  # what is played on expiry, in notation; a random legal action when empty


@dataclass(frozen=True)
class Experience:
    """When a match of this game was quick or long, in plays."""

    quick: int  # a match of at most this many plays is quick
    long: int  # a match of at least this many plays is long
    plays: Callable[[Record, int], int]  # kernel: the number of plays that counts for a seat


@dataclass(frozen=True)
class TableRules:
    """What the table adds to the rules: timers, experience, agreements."""

    timers: Mapping[str, Timer] = field(default_factory=dict)  # by phase
    experience: Experience | None = None
    draw_offers: bool = False  # the rules know draws by agreement


@dataclass(frozen=True)
class Players:
    """How the computer plays a game, and explains it."""

    levels: tuple[Level, ...] = ()  # weakest first; without them as `players` does for any game
    strategies: tuple[str, ...] = ()  # names of other computer players; there may be combinations of them
    strategy: Callable[[str], Choose | None] | None = None  # makes one by name; None when it knows no such name
    reason: Callable[[Known, int, int], str] | None = None  # why an action of a seat is good, in a sentence, or nothing
    # What a seat that played the first action instead of the second has missed or allowed, in a sentence, or nothing.
    miss: Callable[[Known, int, int, int], str] | None = None
    analysis: Search | None = None  # how an analysis thinks, where Master counts on mistakes; without it as Master does
    solver: Solver | None = None  # knows the exact value of positions
    prover: Prover | None = None  # proves what is right, for puzzles
    opening_actions: int = 0  # random actions that make the matches of a tournament differ where chance does not
    strongest: str = "tree search over random playouts"  # what its Master is, in a few words


@dataclass(frozen=True)
class Extras:
    """What only some games have."""

    formats: Mapping[str, Format] = field(default_factory=dict)  # file formats of other programs, by name
    face_down: Callable[[Record], list[Pile]] | None = None  # what neither seat sees, for when the match is over
    achievements: tuple[Achievement, ...] = ()  # that teach the game
    measures: Mapping[str, Measure] = field(default_factory=dict)  # what the missions of its campaign count, by name
    encoding: Encoding | None = None  # positions as learners see them; without it all fields of the record
    # All legal actions of a seat as choices, at once, where that is much quicker than one by one.
    choices: Callable[[Known, int, Sequence[int]], list[Choice]] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game: facts and modules, no code."""

    id: str
    name: str
    package: str  # that holds its modules and data files: `__name__` of the package that defines it
    facts: Facts
    state: "np.dtype[np.void]"  # made by `record_type`
    rules: Rules
    notation: Notation
    view: View
    options: OptionSet = OptionSet()  # noqa: RUF009  # never changes
    presets: Mapping[str, Options] = field(default_factory=dict)  # "quick": straight to the play; "perft": for counting
    table: TableRules = TableRules()  # never changes
    players: Players = Players()  # never changes
    extras: Extras = Extras()  # never changes

    bytes_api: BytesApi = field(init=False)  # the rules, compiled for being called from Python

    def __post_init__(self) -> None:
        if not 0 < self.facts.num_actions <= MAX_ACTIONS:
            raise BrokenGame(f"{self.id}: num_actions must be from 1 to {MAX_ACTIONS}, not {self.facts.num_actions}.")
        if not self.state.isalignedstruct:
            raise BrokenGame(f"{self.id}: its state must be made by record_type.")
        object.__setattr__(self, "bytes_api", make_bytes_api(self.rules, self.state, self.facts.num_actions))

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def preset(self, name: str) -> Options:
        """Return the options of a preset; the defaults where the game has none of this name."""
        return self.presets.get(name, {})
