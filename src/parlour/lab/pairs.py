"""One pair of a tournament, played: what workers on this and other machines do."""

from typing import NamedTuple

from parlour.core.contract import SEATS
from parlour.core.thinking import Stop
from parlour.lab.entrants import close_players, make_entrant
from parlour.lab.errors import Forfeit
from parlour.lab.plan import Pair, Plan, game_of, pair_of, player_seed
from parlour.lab.playing import steps
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from parlour.players.player import Player
from parlour.players.simulation import opening_actions
from parlour.storage.lab_runs import Row

FORFEIT = "forfeit"


class Played(NamedTuple):
    """A match that is over."""

    row: Row
    file: bytes


def play_pair(plan: Plan, number: int, at_ms: int) -> list[Played]:
    """Play both matches of a pair; they follow from the plan and the number, thinking time apart.

    Args:
        at_ms: when the tournament was started, for the match files.
    """
    pair = pair_of(plan, number)
    return [_play(plan, pair, match, at_ms) for match in SEATS]


def _play(plan: Plan, pair: Pair, number: int, at_ms: int) -> Played:
    game, who = game_of(plan), pair.seats(number)
    first, second = (plan.players[each] for each in who)
    match = new_match(game, seed=pair.seed, options=plan.options, names=(first, second), at_ms=at_ms)
    for seat, action in opening_actions(match.position, plan.opening_actions, pair.seed):
        act(match, seat, action, at_ms)
    match_number = 2 * pair.number + number
    players = [
        make_entrant(plan.players[each], game, player_seed(plan.seed, match_number, each), plan.move_s) for each in who
    ]
    try:
        seconds, note = _finish(match, players, at_ms)
    finally:
        close_players(players)
    assert match.outcome is not None
    reason = FORFEIT if note else match.outcome.reason
    row = Row(match_number, who, pair.seed, match.outcome.winner, reason, len(match.actions), seconds, note)
    return Played(row, file.write(match))


def _finish(match: Match, players: list[Player], at_ms: int) -> tuple[tuple[float, float], str]:
    """Play a match to its end; returns the thinking time of both, and why it was forfeited."""
    seconds = [0.0, 0.0]
    with Stop() as stop:
        try:
            for step in steps(match.position, players, stop):
                seconds[step.seat] += step.seconds
                act(match, step.seat, step.action, at_ms)
        except Forfeit as refusal:
            forfeit(match, at_ms)
            return (seconds[0], seconds[1]), str(refusal)
    return (seconds[0], seconds[1]), ""


def act(match: Match, seat: int, action: int, at_ms: int) -> None:
    """Play an action in a match, by its code."""
    handle(match, co.Play(seat=seat, action=match.position.action_to_text(seat, action)), at_ms)


def forfeit(match: Match, at_ms: int) -> None:
    """End a match for the seat to act; a match file knows no other end for it than resigning."""
    handle(match, co.Resign(seat=match.position.to_act()[0]), at_ms)
