"""Every game: its achievements teach something, and each has a match that earns it.

`tests/achievements.txt` in the folder of a game has a line for each: its id, the seat that earns it, and the seed of a
random match.
"""

from pathlib import Path
from typing import Any

import pytest

from parlour.core.achievement import Playthrough
from parlour.core.contract import Played
from parlour.core.game import Game
from parlour.core.position import Position
from support.matches import walk
from tools.pages import ROOT

LEAST = 3
PLAIN_SEED = 3  # of a match that does not earn everything


def examples(game: Game) -> dict[str, tuple[int, int]]:
    """Return the seat and the seed of the match that earn each achievement, by id."""
    path: Path = ROOT / "src/parlour/games" / game.id / "tests/achievements.txt"
    if not game.extras.achievements:
        pytest.skip(f"{game.name} has no achievements")
    lines = map(str.split, path.read_text().splitlines())
    return {name: (int(seat), int(seed)) for name, seat, seed in lines}


def random_match(game: Game, seed: int) -> list[tuple[Position, int, int]]:
    options: dict[str, Any] = dict(game.preset("quick"))
    return list(walk(game, seed, **options))


def playthrough(steps: list[tuple[Position, int, int]], seat: int) -> Playthrough:
    position, actor, action = steps[-1]
    last = position.play(actor, action)
    assert last.outcome is not None
    played = [Played(position.state, actor, action) for position, actor, action in steps]
    return Playthrough(seat, played, last.state, last.outcome.winner, last.outcome.reason)


def test_achievements_have_words_and_ids_of_their_own(game: Game) -> None:
    found = game.extras.achievements
    if not found:
        pytest.skip(f"{game.name} has no achievements")

    assert len({each.id for each in found}) == len({each.title for each in found}) == len(found) >= LEAST
    for each in found:
        assert each.id.isidentifier()
        assert each.task.endswith(".")
        assert each.lesson.endswith(".")


def test_each_achievement_has_a_match_that_earns_it(game: Game) -> None:
    matches = examples(game)

    assert set(matches) == {each.id for each in game.extras.achievements}
    for each in game.extras.achievements:
        seat, seed = matches[each.id]
        assert each.is_earned(playthrough(random_match(game, seed), seat)), each.id


def test_no_achievement_is_earned_by_every_match(game: Game) -> None:
    plays = [playthrough(random_match(game, PLAIN_SEED), seat) for seat in (0, 1)]
    plays += [play._replace(played=(), last=play.played[0].state, winner=None, reason="agreed") for play in plays]

    for each in game.extras.achievements:
        assert not all(map(each.is_earned, plays)), each.id
