"""The plan of a tournament: who meets whom, with which deal; everything that its result follows from."""

import hashlib
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import msgspec

from parlour.core import registry
from parlour.core.errors import BadOption
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.core.position import start
from parlour.lab.entrants import make_entrant
from parlour.lab.sprt import Test

FEWEST = 2  # players


class Plan(msgspec.Struct, frozen=True):
    """A tournament."""

    game: str
    rules_version: int
    players: list[str]
    matches: int  # of any two who meet, an even number
    seed: int
    options: dict[str, int | str]
    format: Literal["round robin", "gauntlet"] = "round robin"
    opening_actions: int = 0  # random ones, before the players choose
    test: Test | None = None
    move_s: float = 60.0  # that a program may take for one action

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """The players who meet."""
        if self.format == "gauntlet":
            return [(0, other) for other in range(1, len(self.players))]
        return list(combinations(range(len(self.players)), 2))

    @property
    def num_pairs(self) -> int:
        return len(self.meetings) * self.matches // 2

    @property
    def default_name(self) -> str:
        """A name for its folder; the same plan has the same."""
        return f"{self.game}-{hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:8]}"


class Pair(NamedTuple):
    """Two matches with the same deal and the same opening, the seats swapped."""

    number: int
    players: tuple[int, int]
    seed: int  # of the deal and of the opening

    def seats(self, match: int) -> tuple[int, int]:
        """Return the players by seat, in the first (0) or the second (1) match."""
        return self.players if match == 0 else self.players[::-1]


def pair_of(plan: Plan, number: int) -> Pair:
    """Return a pair by its number: all players meet once, then with the next deal again."""
    rounds, meeting = divmod(number, len(plan.meetings))
    return Pair(number, plan.meetings[meeting], plan.seed + rounds)


def player_seed(seed: int, number: int, player: int) -> int:
    """Return the seed of a player in a match, unlike that of any other."""
    digest = hashlib.blake2b(f"{seed} {number} {player}".encode(), digest_size=8).digest()
    return int.from_bytes(digest)


def make_plan(
    game: Game, players: Sequence[str], *, matches: int, seed: int, options: Options, is_gauntlet: bool = False,
    opening_actions: int | None = None, test: Test | None = None, move_s: float = 60.0,
) -> Plan:  # fmt: skip
    """Return a plan whose players can be made.

    Raises:
        BadOption, BadPlayer, UnknownPlayer: with a sentence.
    """
    if len(players) < FEWEST or len(set(players)) < len(players):
        raise BadOption("A tournament needs at least two players, and none of them twice.")
    if test is not None:
        test.check()
        if len(players) != FEWEST:
            raise BadOption("A sequential test compares exactly two players.")
    given = game.options.read({**game.preset("quick"), **options})
    start(game, seed, given)
    for name in players:
        make_entrant(name, game, 0)
    actions = game.players.opening_actions if opening_actions is None else opening_actions
    return Plan(game.id, game.facts.rules_version, list(players), matches + matches % 2, seed, given,
                "gauntlet" if is_gauntlet else "round robin", actions, test, move_s)  # fmt: skip


def game_of(plan: Plan) -> Game:
    """Return the game of a plan."""
    return registry.load(plan.game)
