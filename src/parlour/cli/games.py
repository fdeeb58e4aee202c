"""`parlour games`: what can be played."""

import click
from rich.console import Console
from rich.table import Column, Table

from parlour.core import registry
from parlour.players.chances import chances_of, describe


@click.command()
@click.argument("game_id", metavar="[GAME]", required=False)
def games(game_id: str | None) -> None:
    """List the games, or the options of one GAME and the chances of its sides."""
    if game_id is None:
        _list_games()
    else:
        _list_options(game_id)


def _list_games() -> None:
    table = Table(Column("id", no_wrap=True), Column("name", no_wrap=True), "what it is about")
    for game_id in registry.game_ids():
        game = registry.load(game_id)
        table.add_row(game.id, game.name, game.facts.summary)
    Console().print(table)


def _list_options(game_id: str) -> None:
    game = registry.load(game_id)
    title = f"{game.name}: {game.facts.summary}"
    table = Table(Column("option", no_wrap=True), "values", "default", "what it does", title=title)
    for option in game.options:
        table.add_row(option.name, option.allowed, option.show(option.default), option.help)
    Console().print(table)
    chances = chances_of(game)
    for row in chances.measured:
        if not row.options:
            Console().print(describe(chances, row), highlight=False)
