"""`parlour campaign`: the missions of a game, listed and played in the terminal."""

import time

import click
from msgspec import UNSET

from parlour.cli import screen
from parlour.cli.play import HUMAN, run_match
from parlour.cli.settings import seed_option
from parlour.core import registry
from parlour.core.game import Game
from parlour.core.reading import number_in, printable
from parlour.match import events as ev
from parlour.match.campaign import DIFFICULTIES, Campaign, Mission, campaign_of
from parlour.match.errors import UnknownMission
from parlour.match.match import Match, new_match


@click.command()
@click.argument("game_id", metavar="GAME")
@click.argument("wanted", metavar="[MISSION]", required=False)
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), default="normal", show_default=True)
@seed_option
def campaign(game_id: str, wanted: str | None, difficulty: str, seed: int | None) -> None:
    """Play MISSION of the campaign of GAME, by its number or id. Without MISSION, list them."""
    game = registry.load(game_id)
    found = campaign_of(game)
    if not found.mission:
        raise UnknownMission(f"{game.name} has no campaign.")
    if wanted is None:
        _list(found)
    else:
        number = number_in(wanted, 1, len(found.mission))
        _play(game, found.find(wanted) if number is None else found.mission[number - 1], difficulty, seed)


def _list(found: Campaign) -> None:
    console = screen.console()
    console.print(printable(found.title), style="bold")
    for number, mission in enumerate(found.mission, 1):
        console.print(printable(f"{number:3}  {mission.title} ({mission.side}): {mission.task}"))


def _play(game: Game, mission: Mission, difficulty: str, seed: int | None) -> None:
    console = screen.console()
    console.print(printable(mission.title), style="bold")
    console.print(printable(f"{mission.before.words}\n\nYou play the {mission.side}. {mission.task}\n"))
    match = new_match(
        game, seed=seed, position=mission.position_at(difficulty), mission=mission.terms_at(difficulty),
        at_ms=time.time_ns() // 1_000_000,
    )  # fmt: skip
    level = mission.at(difficulty).level
    first, second = (HUMAN if seat == mission.seat else level for seat in (0, 1))
    run_match(match, (first, second), seed)
    if match.is_over:
        stars = _stars(match)
        console.print(printable(mission.won.words if stars else mission.lost.words))
        console.print(f"Stars: {stars}")


def _stars(match: Match) -> int:
    earned = next((event.stars for event in match.events if isinstance(event, ev.Ended)), UNSET)
    return earned if isinstance(earned, int) else 0
