"""How often each side of a game wins between two computers of one level: data in its folder, `chances.json`.

`parlour chances GAME --save` measures it. A game without a file has no chances, and nothing is said about them.
"""

from functools import cache
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from parlour.core.errors import BadOption, BrokenGame
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.option import Options
from parlour.players.simulation import wilson

FILE = "chances.json"
Count = Annotated[int, Meta(ge=0)]


class Measurement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The results of matches between two computers of one level, from the start of the game."""

    level: str
    options: dict[str, str] = {}  # that matter and differ from their defaults, as people give them
    matches: Annotated[int, Meta(ge=1)]
    wins: Count  # of the side that acts first
    draws: Count
    different: Count  # how many of the matches differ in their actions: two perfect players may repeat one match
    seed: Count  # of the first match; each of the others has the next one
    rules_version: int
    date: str
    begins: str  # the first actions of the first match; if the level begins otherwise now, it has changed since

    @property
    def losses(self) -> int:
        """The wins of the side that acts second."""
        return self.matches - self.wins - self.draws

    @property
    def of_100(self) -> tuple[int, int, int]:
        """The wins of the side that acts first, those of the other, and the draws, out of 100 matches."""
        parts = [divmod(100 * number, self.matches) for number in (self.wins, self.losses, self.draws)]
        by_rest = sorted(range(3), key=lambda i: -parts[i][1])
        raised = by_rest[: 100 - sum(whole for whole, _ in parts)]  # so that they add up
        wins, losses, draws = (whole + (i in raised) for i, (whole, _) in enumerate(parts))
        return wins, losses, draws

    @property
    def score(self) -> float:
        """The score of the side that acts first, from 0 to 1; a draw counts half."""
        return (self.wins + self.draws / 2) / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score; one match that is always repeated counts once."""
        return wilson(self.score, 1 if self.different == 1 else self.matches)


class Chances(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known about the sides of a game."""

    # The side that acts first, then the other; a small letter at the beginning asks for an article: "the raptor".
    sides: tuple[str, str] = ("first player", "second player")
    neutral: tuple[str, ...] = ()  # options that do not change the chances, besides those of the preset "quick"
    measured: tuple[Measurement, ...] = ()


def read_chances(game: Game) -> Chances:
    """Read and check the file of a game.

    Raises:
        BrokenGame: with what is wrong.
    """
    path = resources.files(game.package) / FILE
    if not path.is_file():
        return Chances()
    try:
        chances = msgspec.json.decode(path.read_bytes(), type=Chances)
        for row in chances.measured:
            _check(game, row)
    except (msgspec.DecodeError, BadOption, ValueError) as error:
        raise BrokenGame(f"{game.id}: {FILE} cannot be used: {error}") from None
    return chances


def _check(game: Game, row: Measurement) -> None:
    game.options.encode(row.options)
    if row.level not in LEVEL_NAMES or row.losses < 0 or not 1 <= row.different <= row.matches:
        raise ValueError(f"the numbers of {row.level} do not fit together.")


@cache
def chances_of(game: Game) -> Chances:
    """Return the chances of a game by its present rules.

    Raises:
        BrokenGame: its file is wrong.
    """
    chances = read_chances(game)
    current = (row for row in chances.measured if row.rules_version == game.facts.rules_version)
    return replace(chances, neutral=neutral_options(game, chances), measured=tuple(current))


def neutral_options(game: Game, chances: Chances) -> tuple[str, ...]:
    """List the options that do not change the chances."""
    return tuple(sorted({*game.preset("quick"), *chances.neutral}))


def options_that_matter(game: Game, options: Options) -> dict[str, str]:
    """Return the options that may change the chances and differ from their defaults, as people give them.

    Raises:
        BadOption: they cannot be read.
    """
    neutral, values = neutral_options(game, read_chances(game)), game.options.read(options)
    matter = [option for option in game.options if option.name not in neutral]
    return {option.name: option.show(values[option.name]) for option in matter if values[option.name] != option.default}


def describe(chances: Chances, row: Measurement) -> str:
    """Return a measurement in plain words."""
    first, second = (side if side[0].isupper() else f"the {side}" for side in chances.sides)
    if row.different == 1:
        ending = "ends in a draw" if row.draws else f"is won by {first if row.wins else second}"
        return f"Two computers at {row.level.capitalize()} level always play the same match, which {ending}."
    wins, losses, draws = row.of_100
    drawn = f"; {draws} {'was a draw' if draws == 1 else 'were draws'}" if draws else ""
    return (
        f"Between two computers at {row.level.capitalize()} level, {first} won {wins} of 100 matches and {second} "
        f"{losses}{drawn}. Measured in {row.matches} matches."
    )
