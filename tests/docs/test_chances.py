"""What players are told about the chances of the sides was measured with the game as it is."""

import pytest

from parlour.core import registry
from parlour.core.game import Game
from parlour.lab.chances import beginning
from parlour.players.chances import Measurement, options_that_matter, read_chances
from tools.pages import own_games

GAMES = [registry.load(game_id) for game_id in own_games()]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=own_games())
ROWS = [
    pytest.param(game, row, id="-".join([game.id, row.level, *row.options.values()]))
    for game in GAMES
    for row in read_chances(game).measured
]
AGAIN = "run `parlour chances {} --level {} --save`"


@EVERY_GAME
def test_a_level_is_measured_once_with_the_same_options(game: Game) -> None:
    keys = [(row.level, sorted(row.options.items())) for row in read_chances(game).measured]

    assert len(keys) == len({str(key) for key in keys})


@EVERY_GAME
def test_options_that_do_not_matter_are_options_of_the_game(game: Game) -> None:
    assert set(read_chances(game).neutral) <= {option.name for option in game.options}


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_a_measurement_was_made_with_the_present_rules_and_levels(game: Game, row: Measurement) -> None:
    again = AGAIN.format(game.id, row.level)

    assert row.rules_version == game.facts.rules_version, again
    assert row.options == options_that_matter(game, row.options), again
    assert row.begins == beginning(game, row), again
