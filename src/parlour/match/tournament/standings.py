"""The standings of a tournament: who is where, and by what."""

from typing import NamedTuple

from parlour.match.tournament.tournament import Player, Tournament


class Line(NamedTuple):
    """A line of the standings; players who are equal in everything that counts share a place."""

    place: int
    player: Player
    tie_break: int  # Swiss: the points of all opponents together; arena: wins


def standings(tournament: Tournament) -> list[Line]:
    """Return the players in order, without the stand-in and without those who left before they played."""
    shown = [player for player in tournament.players if is_listed(player)]
    keys = {player.number: (player.points, tie_break(tournament, player)) for player in shown}
    shown.sort(key=lambda player: (*keys[player.number], player.rating, -player.number), reverse=True)
    ordered = [keys[player.number] for player in shown]
    return [
        Line(1 + ordered.index(keys[player.number]), player, keys[player.number][1])
        for player in shown
    ]  # fmt: skip


def is_listed(player: Player) -> bool:
    """Return whether a player is in the standings."""
    return not player.is_stand_in and (not player.is_paused or bool(player.opponents))


def tie_break(tournament: Tournament, player: Player) -> int:
    """Return what decides between players of the same points."""
    if tournament.is_arena:
        return player.wins
    return sum(tournament.players[number].points for number in player.opponents)
