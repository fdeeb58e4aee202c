"""Missions played by computers: a won match of each is kept for the tests, and how hard they are is measured.

`python -m tools.campaign record GAME [MISSION]` plays every mission at the easiest difficulty until it is won, and
writes the actions of both sides into the tests of the game; `python -m tools.campaign rates GAME` prints how often
levels win. The opponent plays as on a server whose matches all have the seed 1, so that the tests can repeat a match.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.lab.entrants import make_entrant
from parlour.match import commands as co
from parlour.match.campaign import DIFFICULTIES, Mission, campaign_of
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from parlour.players.player import Player, make_player
from parlour.server.computer_seed import question
from tools.playthroughs import own_tests

SEED = 1
SCRIPTED = ("expert", "casual", "club", "novice")  # players that try to win, in turns
MOST_TRIES = 400
PLAYERS = ("novice", "casual", "club", "expert")  # whose rates are printed
EASIEST = DIFFICULTIES[0]


class Step(NamedTuple):
    """An action of a recorded match."""

    seat: int
    action: str


def start_mission(game: Game, mission: Mission, difficulty: str, seed: int = SEED) -> Match:
    """Start a mission as a match."""
    return new_match(
        game, seed=seed, position=mission.position_at(difficulty), mission=mission.terms_at(difficulty)
    )  # fmt: skip


def play_mission(game: Game, mission: Mission, difficulty: str, name: str, player_seed: int, seed: int = SEED) -> Match:
    """Let a player, written as in the lab's tournaments, play a mission to its end."""
    match, mine = start_mission(game, mission, difficulty, seed), mission.seat
    player, computer = make_entrant(name, game, player_seed), make_player(mission.at(difficulty).level, game, 0)
    while not match.is_over:
        seats = match.position.to_act()
        if 1 - mine in seats:  # where both choose, the computer is the quicker one
            _answer(match, computer, 1 - mine)
        else:
            _act(match, player, mine)
    return match


def _answer(match: Match, computer: Player, seat: int) -> None:
    asked = question(match, seat)
    computer.reseed(asked.seed)
    _play(match, seat, computer.choose(asked.known, seat, Stop()))


def _act(match: Match, player: Player, seat: int) -> None:
    _play(match, seat, player.choose(match.position.seen_by(seat).known, seat, Stop()))


def _play(match: Match, seat: int, action: int) -> None:
    handle(match, co.Play(seat=seat, action=match.position.action_to_text(seat, action)), 0)


def has_won(match: Match) -> bool:
    """Return whether the mission of a match was won."""
    return match.outcome is not None and match.judge is not None and match.outcome.winner == match.judge.terms.seat


def win_path(game: Game, mission: Mission) -> Path:
    """Return the file of a mission that was won."""
    return own_tests(game) / "missions" / f"{mission.id}.txt"


def read_win(game: Game, mission: Mission) -> list[Step]:
    """Read the actions of both sides with which a mission was won."""
    lines = win_path(game, mission).read_text().splitlines()
    return [Step(int(line[0]), line[2:]) for line in lines]


def replay_win(game: Game, mission: Mission) -> Match:
    """Play a recorded match again, by the rules."""
    match = start_mission(game, mission, EASIEST)
    for step in read_win(game, mission):
        handle(match, co.Play(seat=step.seat, action=step.action), 0)
    return match


def _tries(game: Game, mission: Mission) -> Iterator[Match]:
    for number in range(MOST_TRIES):
        yield play_mission(game, mission, EASIEST, SCRIPTED[number % len(SCRIPTED)], number)


def record(game: Game, wanted: str = "") -> None:
    """Write a won match of each mission, or of one of them."""
    campaign = campaign_of(game)
    for mission in [campaign.find(wanted)] if wanted else campaign.mission:
        won = next(filter(has_won, _tries(game, mission)), None)
        if won is None:
            sys.exit(f"{mission.id} was not won in {MOST_TRIES} tries.")
        position, lines = won.first_position(), []
        for seat, action in won.actions:
            lines.append(f"{seat} {position.action_to_text(seat, action)}\n")
            position = position.play(seat, action)
        path = win_path(game, mission)
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(lines))
        click.echo(f"{mission.id}: won in {len(lines)} actions")


def rates(game: Game, matches: int, wanted: str = "") -> None:
    """Print how often each level wins each mission, or one of them, in percent."""
    campaign = campaign_of(game)
    click.echo(f"| mission | side | {' | '.join(f'{name} {each}' for each in DIFFICULTIES for name in PLAYERS)} |")
    for mission in [campaign.find(wanted)] if wanted else campaign.mission:
        row = [_rate(game, mission, each, name, matches) for each in DIFFICULTIES for name in PLAYERS]
        click.echo(f"| {mission.title} | {mission.side} | {' | '.join(row)} |")


def _rate(game: Game, mission: Mission, difficulty: str, name: str, matches: int) -> str:
    won = [has_won(play_mission(game, mission, difficulty, name, seed, seed)) for seed in range(1, matches + 1)]
    return f"{100 * sum(won) / matches:.0f}"


if __name__ == "__main__":
    command, game_id, *rest = sys.argv[1:]
    if command == "record":
        record(registry.load(game_id), *rest)
    else:
        rates(registry.load(game_id), int(rest[0]) if rest else 20, *rest[1:])
