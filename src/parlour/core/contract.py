"""The contract of a game: the functions that its modules `rules`, `notation` and `view` must provide.

Everything else, from the terminal to the search, is written once against this page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NewType, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.core.option import OptionValues
from parlour.core.thinking import Stop

if TYPE_CHECKING:

    class Record:
        """One position, a NumPy record: its attributes are the fields of the game's State."""

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def copy(self) -> "Record": ...

else:
    Record = np.record

# A record that has gone through `hide` for the seat that looks at it; made by `Position.seen_by` alone, so that the
# type checker refuses a full record where only a seat's knowledge may go.
Known = NewType("Known", Record)

Actions = NDArray[np.int32]  # action codes, ascending
Seed = NDArray[np.uint64]  # the two key words of the generator, see core.generator

SEATS = (0, 1)
SPECTATOR = -1  # a viewer without a seat: hide(s, SPECTATOR) leaves what both seats may know
BOTH = 3  # to_act: both seats may act


class Rules(Protocol):
    """The kernels of a game, in this order in its `rules.py`. They trust their callers; `Position.play` checks."""

    def setup(self, s: Record, options: OptionValues, seed: Seed, /) -> None:
        """Fill a new position; all chance of the match comes from the generator inside the record."""

    def to_act(self, s: Record, /) -> int:
        """Return a bit per seat that may act now; 3 when both choose, each for itself; 0 when the game is over."""
        ...

    def legal_actions(self, s: Record, seat: int, out: Actions, /) -> int:
        """Write the codes a seat that may act can play, ascending, and return their number.

        Args:
            out: `[num_actions]`, only the first entries are written.
        """
        ...

    def apply(self, s: Record, seat: int, action: int, /) -> None:
        """Play a legal action."""

    def result(self, s: Record, seat: int, /) -> float:
        """Return 1 for a win, 0.5 for a draw, 0 for a loss; only when the game is over."""
        ...

    def hide(self, s: Record, seat: int, /) -> None:
        """Erase everything that a seat (or SPECTATOR) may not know, the generator included."""

    def guess(self, s: Record, seat: int, /) -> None:
        """Fill what `hide` erased at random, with a freshly seeded generator, consistent with all the seat has seen."""

    def mid_turn(self, s: Record, /) -> bool:
        """Return whether the last action left its turn unfinished: the same seat goes on."""
        ...

    def reveals(self, s: Record, seat: int, action: int, /) -> bool:
        """Return whether this legal action shows anyone something they did not know, besides the action itself."""
        ...


class Choice(msgspec.Struct, frozen=True):
    """One legal action as a person meets it."""

    action: str  # notation
    picks: list[str]  # what a person picks for it, in order: ["square:9", "square:13"]
    label: str  # in words


class Happening(msgspec.Struct, frozen=True):
    """One thing that an action made happen: a line for the console, data for an animation."""

    kind: str  # a word of the game: "drop", "capture", "crown"
    message: str  # one sentence
    data: dict[str, int | str | list[int] | list[str]] = {}


class Pile(msgspec.Struct, frozen=True):
    """Things that lay face down, as they are shown when a match is over."""

    name: str  # "Draw pile"
    things: list[str]  # in words
    is_ordered: bool = True  # from the top; otherwise the order is not decided before they are drawn


class Notation(Protocol):
    """Text of a game."""

    def action_to_text(self, s: Record, seat: int, action: int, /) -> str:
        """Write an action of this position."""
        ...

    def text_to_actions(self, s: Record, seat: int, text: str, /) -> Sequence[int]:
        """Read an action, or a whole turn of several actions where the game writes it as one word.

        Raises:
            BadNotation: the text is no action of this game.
            IllegalAction: it can be read, but no code stands for it because the rules forbid it here.
        """
        ...

    def state_to_text(self, s: Record, /) -> str:
        """Write the whole position, without its past."""
        ...

    def text_to_state(self, s: Record, text: str, /) -> None:
        """Turn a fresh position into the one that a text describes.

        Raises:
            BadNotation: the text is no position of this game.
        """

    def render(self, s: Known, seat: int, /) -> str:
        """Draw the position in plain text, as a seat or the SPECTATOR sees it."""
        ...


class View(Protocol):
    """What a seat sees, may pick and is told.

    Sentences name the seats as `{seat:0}` and `{seat:1}` (see `core.phrasing.seat_name`); the caller who shows them
    fills in the names.
    """

    def view(self, s: Known, seat: int, /) -> msgspec.Struct:
        """Return everything that a board shows to a seat or the SPECTATOR."""
        ...

    def prompt(self, s: Known, seat: int, /) -> str:
        """Return in a sentence what is asked of a seat now, or what it waits for."""
        ...

    def picks(self, s: Known, seat: int, action: int, /) -> list[str]:
        """List the things a person picks for an action, legal or not."""
        ...

    def label(self, s: Known, seat: int, action: int, /) -> str:
        """Return a legal action in words."""
        ...

    def why_not(self, s: Known, seat: int, picks: Sequence[str], /) -> str:
        """Explain why these picks lead to no legal action; empty when they do."""
        ...

    def narrate(self, before: Known, seat: int, action: int, after: Known, viewer: int, /) -> list[Happening]:
        """Narrate what an action did, to a seat or the SPECTATOR."""
        ...

    def phase(self, s: Known, /) -> str:
        """Name what the seats are doing now; the table timers are keyed by it."""
        ...

    def side_names(self, s: Known, /) -> tuple[str, str]:
        """Name the two seats by what they play: ("Red", "Yellow")."""
        ...

    def ending(self, s: Known, /) -> str:
        """Name how a finished game ended, in one stable word: "line", "no_move"."""
        ...


@dataclass(frozen=True)
class Outcome:
    """How a match ended: the seat that won, or None for a draw, and the reason in one stable word."""

    winner: int | None
    reason: str


class Played(NamedTuple):
    """An action with the position before it."""

    state: Record
    seat: int
    action: int


@dataclass(frozen=True)
class GameRecord:
    """A whole game read from a file of another program."""

    position: str  # where it starts, in notation
    actions: list[tuple[int, str]]  # seat and notation
    names: tuple[str, str]  # of the players, by seat
    is_finished: bool
    winner: int | None
    tags: dict[str, str]


class Solver(Protocol):
    """An exact solver of a game without secrets."""

    def solve(self, s: Record, stop: Stop, /) -> dict[int, int]:
        """Return the exact score of every legal action for the side to move: above 0 wins, 0 draws, below 0 loses.

        When it is stopped before the end it returns the scores that it has.
        """
        ...

    def results(self, s: Record, stop: Stop, /) -> dict[int, float]:
        """Return the exact result of legal actions for the side to move: 1 wins, 0.5 draws, 0 loses.

        It is quicker than `solve`. When it is stopped before the end it returns the results that it has; asked again
        it goes on from there.
        """
        ...

    def explain(self, s: Record, score: int, /) -> str:
        """Describe what a score means for the side to move."""
        ...


class Format(Protocol):
    """A file format of other programs for whole games."""

    TITLE: str  # what people call it: "PDN"
    SUFFIX: str  # of its files: "pdn"

    def read(self, text: str, /) -> list[GameRecord]:
        """Read all games of a file; raises BadNotation."""
        ...

    def write(
        self, played: Sequence[Played], outcome: Outcome | None, names: Sequence[str], tags: Mapping[str, str], /
    ) -> str:
        """Write one game; `names` of the players by seat, `tags` such as Date."""
        ...
