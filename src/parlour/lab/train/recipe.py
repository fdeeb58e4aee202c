"""Recipes of trainings: data in a game's folder, `recipe.toml`, a table for each; by default the one of the device.

A recipe has either a part `search`, for games of open information: self-play with tree search, as in "Policy
improvement by planning with Gumbel"; or a part `mirror`, for all games: policy gradients that a reference holds back.
"""

import math
import tomllib
from functools import cache
from importlib import resources
from typing import Annotated

import msgspec

from parlour.core.errors import BrokenGame
from parlour.core.game import Game
from parlour.core.option import OptionValue
from parlour.core.reading import shown
from parlour.lab.errors import BadRun
from parlour.lab.sprt import Test

FILE = "recipe.toml"
LONGEST_PIECE = 25.0  # minutes

Count = Annotated[int, msgspec.Meta(ge=1, le=2**27)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Factor = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Minutes = Annotated[float, msgspec.Meta(gt=0, le=LONGEST_PIECE)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a recipe: what it does not know is refused."""


class SearchPart(Part, frozen=True):
    """Self-play with tree search, which the network learns to foresee."""

    simulations: Count
    buffer: Count  # positions that are kept, and learned from in a random order
    updates: Count  # steps of the optimizer in an iteration
    considered: Count = 16  # actions at the root
    width: Count = 64  # actions that a node keeps
    explore: Share = 0.0  # how often any legal action is played instead of the best
    openings: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0  # most random actions at the beginning of a match
    smooth: Share = 0.0  # of what the policy learns: all legal actions alike, so that a search never overlooks one


class MirrorPart(Part, frozen=True):
    """Policy gradients with a penalty for leaving a reference, which follows slowly."""

    epochs: Count = 1  # how often each position is learned from
    clip: Factor = 0.2  # of the ratio of new and old policy, as in PPO
    magnet: Factor = 0.05  # weight of the divergence from the reference
    entropy: Factor = 0.01  # weight of the entropy: a pull towards playing anything
    follow: Share = 0.01  # how far the reference moves towards the network in an iteration


class GatePart(Part, frozen=True):
    """When a checkpoint replaces the best one: after a sequential test of pairs, seats swapped."""

    every: Count  # iterations between two checkpoints
    pairs: Count = 100  # that are played side by side
    rounds: Count = 4  # of these pairs, until the test is decided
    simulations: Count = 16  # of both, where a search is trained
    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def test(self) -> Test:
        return Test(self.elo0, self.elo1, self.alpha, self.beta)


class Recipe(Part, frozen=True):
    """Everything that a training follows from, but its seed."""

    hidden: list[Count]  # units of the layers
    rows: Count  # matches side by side
    steps: Count  # actions in each of them, in an iteration
    iterations: Count  # in all
    minibatch: Count
    rate: Annotated[float, msgspec.Meta(gt=0, le=1)]  # of learning, after `warmup` iterations
    gate: GatePart
    search: SearchPart | None = None
    mirror: MirrorPart | None = None
    options: dict[str, int | bool | str] = {}  # of the game, on top of its preset "quick"
    pieces: Count = 1  # runs of the command that it takes, about
    minutes: Minutes = LONGEST_PIECE  # of a piece
    last_rate: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0  # of learning, at the end
    warmup: Annotated[int, msgspec.Meta(ge=0)] = 0
    decay: Share = 0.0  # of the weights, in a step of the optimizer at rate 1
    trace: Share = 0.95  # how much of a value is what happened later, rather than what was expected next

    def rate_at(self, iteration: int) -> float:
        """Return the learning rate: it rises during the warm-up, and falls as a cosine to the last one."""
        if iteration < self.warmup:
            return self.rate * (iteration + 1) / (self.warmup + 1)
        way = min(1.0, (iteration - self.warmup) / max(1, self.iterations - self.warmup))
        return self.last_rate + (self.rate - self.last_rate) * (1 + math.cos(math.pi * way)) / 2

    def options_of(self, game: Game) -> dict[str, OptionValue]:
        """Return the options of its matches."""
        return game.options.read({**game.preset("quick"), **self.options})

    def check(self, game: Game) -> None:
        """Refuse what cannot be trained.

        Raises:
            BadRun, BadOption: with a sentence.
        """
        if (self.search is None) == (self.mirror is None):
            raise BadRun("A recipe has either a part search or a part mirror.")
        if self.search is not None and not game.facts.perfect_information:
            raise BadRun(f"A search would see what is hidden in {game.name}: its recipe needs a part mirror.")
        if self.search is not None and self.search.buffer < self.rows * self.steps:
            raise BadRun("The buffer must hold the positions of an iteration, rows times steps.")
        self.gate.test.check()
        self.options_of(game)


@cache
def recipes_of(game: Game) -> dict[str, Recipe]:
    """Read the recipes of a game by name; a game without a file has none.

    Raises:
        BrokenGame: the file cannot be read; the sentence says where.
    """
    path = resources.files(game.package) / FILE
    if not path.is_file():
        return {}
    try:
        recipes = msgspec.convert(tomllib.loads(path.read_text("utf8")), dict[str, Recipe])
        for name, recipe in recipes.items():
            where = name
            recipe.check(game)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BrokenGame(f"{game.id}: {FILE} cannot be read: {error}.") from None
    except ValueError as error:
        raise BrokenGame(f"{game.id}: {FILE}, recipe {where}: {error}") from None
    return recipes


def recipe_of(game: Game, name: str, iterations: int | None = None) -> Recipe:
    """Return a recipe of a game, with another number of iterations if one is given.

    Raises:
        BadRun: there is none of this name.
    """
    recipes = recipes_of(game)
    if name not in recipes:
        known = f"Its recipes: {', '.join(recipes)}." if recipes else f"Its folder has no {FILE}."
        raise BadRun(f"{game.name} has no recipe {shown(name)}. {known}")
    found = recipes[name]
    return found if iterations is None else msgspec.structs.replace(found, iterations=iterations)
