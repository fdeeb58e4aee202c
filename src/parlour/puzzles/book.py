"""The puzzles of a game: data in its folder, `puzzles.jsonl`, one JSON object in each line.

All cards are open in a puzzle: what both seats know is shown, and what it is worth was proven that way.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core import registry
from parlour.core.contract import SEATS
from parlour.core.errors import BrokenGame
from parlour.core.game import Game
from parlour.core.reading import shown
from parlour.puzzles.errors import UnknownPuzzle

FILE = "puzzles.jsonl"
Chance = Annotated[float, Meta(ge=0, le=1)]  # of a win; 0.5 is also a draw


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position, and the one turn that keeps its value."""

    id: str  # "checkers-0001"
    options: Mapping[str, bool | int | str] = {}
    position: str  # in notation, with all that is hidden
    seat: Annotated[int, Meta(ge=SEATS[0], le=SEATS[-1])]  # that is to find the turn
    solution: Annotated[tuple[str, ...], Meta(min_length=1)]  # the actions of the turn, in notation
    value: Chance  # of the solution, with best play after it
    second: Chance  # of the best other action
    rating: int  # how difficult it is
    proof: Literal["solver", "search"]
    goal: str  # what to find, in a sentence
    consequence: str  # what every other turn leads to, in a sentence


@cache
def puzzles_of(game: Game) -> Mapping[str, Puzzle]:
    """Return the puzzles of a game by their ids; a game without a file has none.

    Raises:
        BrokenGame: with the line that is wrong.
    """
    path = resources.files(game.package) / FILE
    lines = path.read_bytes().splitlines() if path.is_file() else []
    return _by_id(game, [_read(game, number, line) for number, line in enumerate(lines, 1)])


def _read(game: Game, number: int, line: bytes) -> Puzzle:
    try:
        return msgspec.json.decode(line, type=Puzzle)
    except msgspec.DecodeError as error:
        raise BrokenGame(f"{game.id}: line {number} of {FILE} is no puzzle: {error}.") from None


def _by_id(game: Game, puzzles: Sequence[Puzzle]) -> Mapping[str, Puzzle]:
    found: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        if game_of(puzzle.id) != game.id or puzzle.id in found or puzzle.second >= puzzle.value:
            raise BrokenGame(f"{game.id}: {shown(puzzle.id)} in {FILE} has a bad id, or more than one solution.")
        found[puzzle.id] = puzzle
    return found


def game_of(puzzle_id: str) -> str:
    """Return the id of the game that a puzzle belongs to."""
    return puzzle_id.rpartition("-")[0]


def find_puzzle(puzzle_id: str) -> tuple[Game, Puzzle]:
    """Return a puzzle and its game.

    Raises:
        UnknownPuzzle: there is none of this id.
    """
    game_id = game_of(puzzle_id)
    if game_id in registry.game_ids():
        game = registry.load(game_id)
        if puzzle_id in puzzles_of(game):
            return game, puzzles_of(game)[puzzle_id]
    raise UnknownPuzzle(f"There is no puzzle {shown(puzzle_id)}.")


def games_with_puzzles() -> list[Game]:
    """List the installed games that have puzzles."""
    return [game for game in map(registry.load, registry.game_ids()) if puzzles_of(game)]


def check_has_puzzles(game: Game) -> None:
    """Refuse a game without puzzles.

    Raises:
        UnknownPuzzle
    """
    if not puzzles_of(game):
        raise UnknownPuzzle(f"{game.name} has no puzzles yet.")
