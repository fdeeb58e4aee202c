"""The chances of the sides, measured: matches between two computers of one level, from the start of the game."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.option import Options
from parlour.core.position import Position, start
from parlour.core.thinking import Stop
from parlour.lab.playing import steps
from parlour.players.chances import FILE, Measurement, chances_of, options_that_matter, read_chances
from parlour.players.player import make_player

BEGINNING = 20  # actions of the first match that are kept


class Played(NamedTuple):
    """A match that is over."""

    result: float  # of the side that acted first
    actions: tuple[str, ...]


def measure(
    game: Game, level: str, matches: int, seed: int, jobs: int, options: Options, date: str,
    tick: Callable[[], None] = lambda: None,
) -> Measurement:  # fmt: skip
    """Play matches between two computers of one level, and count the results of the side that acts first.

    Args:
        tick: called after every match.
    """
    played = []
    with ThreadPoolExecutor(jobs) as pool:
        for each in pool.map(lambda number: _play_one(game, level, options, number), range(seed, seed + matches)):
            played.append(each)
            tick()
    results = [each.result for each in played]
    return Measurement(
        level=level,
        options=options_that_matter(game, options),
        matches=matches,
        wins=results.count(1.0),
        draws=results.count(0.5),
        different=len({each.actions for each in played}),
        seed=seed,
        rules_version=game.facts.rules_version,
        date=date,
        begins=" ".join(played[0].actions[:BEGINNING]),
    )


def beginning(game: Game, row: Measurement) -> str:
    """Play the first match of a measurement again, as far as `begins` goes."""
    return " ".join(play(first_position(game, row.options, row.seed), row.level, row.seed, BEGINNING)[1])


def first_position(game: Game, options: Options, seed: int) -> Position:
    """Return the position from which a match is measured; draws for colours and the like are skipped."""
    return start(game, seed, {**game.preset("quick"), **options})


def play(position: Position, level: str, seed: int, most: int | None = None) -> tuple[Position, list[str]]:
    """Let two computers of one level play, to the end or for a number of actions.

    Returns:
        the last position, and all actions in notation.
    """
    players = [make_player(level, position.game, 2 * seed + seat) for seat in SEATS]
    actions: list[str] = []
    with Stop() as stop:
        for step in islice(steps(position, players, stop), most):
            actions.append(step.before.action_to_text(step.seat, step.action))
            position = step.after
    return position, actions


def _play_one(game: Game, level: str, options: Options, seed: int) -> Played:
    first = first_position(game, options, seed)
    last, actions = play(first, level, seed)
    return Played(float(game.rules.result(last.state, first.to_act()[0])), tuple(actions))


def save(game: Game, row: Measurement) -> None:
    """Write a measurement into the folder of its game, in the place of an earlier one of the same level and options."""
    chances = read_chances(game)
    others = [each for each in chances.measured if (each.level, each.options) != (row.level, row.options)]
    rows = sorted([*others, row], key=lambda each: (sorted(each.options.items()), LEVEL_NAMES.index(each.level)))
    content = msgspec.json.encode(replace(chances, measured=tuple(rows)))
    Path(str(resources.files(game.package) / FILE)).write_bytes(msgspec.json.format(content, indent=2) + b"\n")
    chances_of.cache_clear()
