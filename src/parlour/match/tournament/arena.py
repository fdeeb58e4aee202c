"""Pairing in an arena: players who are free meet others of a similar standing and rating, within seconds."""

from collections.abc import Mapping
from typing import NamedTuple

from parlour.match.tournament.matching import match_up
from parlour.match.tournament.tournament import Player, Tournament

WAVE_MS = 3_000  # after which free players are paired even if more may come free soon
REMATCH_MS = 6_000  # after which two players may meet twice in a row
STAND_IN_MS = 5_000  # after which a player who is alone gets the stand-in
FORBIDDEN = 1e9
RATING_STEP = 100.0  # of ratings, counts as much as one place in the standings
AGAIN = 10.0  # what a recent meeting costs
RECENT = 4  # matches


class Waiting(NamedTuple):
    """A free player, and for how long."""

    player: Player
    waited_ms: int


def arena_pairs(
    tournament: Tournament, here_since_ms: Mapping[int, int], now_ms: int
) -> list[tuple[Player, Player]]:  # fmt: skip
    """Return who is to play whom now.

    Args:
        here_since_ms: of the people who wait on the page of the tournament; only they are paired.
    """
    free = _free(tournament, here_since_ms, now_ms)
    people = [each for each in free if each.player.level is None]
    longest_ms = max((each.waited_ms for each in people), default=0)
    is_everyone = len(free) == len(tournament.active)
    pairs = _couples(tournament, free) if people and (is_everyone or longest_ms >= WAVE_MS) else []
    return pairs + _with_stand_in(tournament, people, pairs)


def _free(tournament: Tournament, here_since_ms: Mapping[int, int], now_ms: int) -> list[Waiting]:
    busy = {number for pairing in tournament.running.values() for number in pairing.pair.players}
    free = []
    for player in tournament.active:
        if player.number not in busy and (player.level is not None or player.number in here_since_ms):
            since_ms = max(player.free_since_ms, here_since_ms.get(player.number, 0), tournament.started_ms or 0)
            free.append(Waiting(player, now_ms - since_ms))
    return free


def _couples(tournament: Tournament, free: list[Waiting]) -> list[tuple[Player, Player]]:
    """Pair the free players; computers meet people only, and one player is left over where the number is odd."""
    people = [each for each in free if each.player.level is None]
    computers = [each for each in free if each.player.level is not None][: len(people)]
    if (len(people) + len(computers)) % 2:
        if computers:
            computers.pop()
        else:
            people.remove(min(people, key=lambda each: each.waited_ms))
    ranked = sorted([*people, *computers], key=lambda each: (-each.player.points, -each.player.rating))
    by_place = dict(enumerate(ranked))
    are_few = len(tournament.active) <= 2

    def cost(one: int, other: int) -> float:
        return _cost(by_place[one], by_place[other], abs(one - other), are_few)

    return [
        (by_place[one].player, by_place[other].player)
        for one, other in match_up(list(by_place), cost)
        if cost(one, other) < FORBIDDEN
    ]


def _cost(one: Waiting, other: Waiting, places: int, are_few: bool) -> float:
    first, second = one.player, other.player
    is_again = bool(first.opponents) and first.opponents[-1] == second.number
    is_again |= bool(second.opponents) and second.opponents[-1] == first.number
    has_waited = max(one.waited_ms, other.waited_ms) >= REMATCH_MS
    if (first.level and second.level) or (is_again and not has_waited and not are_few):
        return FORBIDDEN
    met = first.opponents[-RECENT:].count(second.number) + second.opponents[-RECENT:].count(first.number)
    return float(places**2 + (abs(first.rating - second.rating) / RATING_STEP) ** 2 + AGAIN * met)


def _with_stand_in(
    tournament: Tournament, people: list[Waiting], pairs: list[tuple[Player, Player]]
) -> list[tuple[Player, Player]]:
    stand_in = tournament.stand_in
    paired = {player.number for pair in pairs for player in pair}
    alone = [each for each in people if each.player.number not in paired]
    if stand_in is None or len(alone) != 1 or alone[0].waited_ms < STAND_IN_MS:
        return []
    return [(alone[0].player, stand_in)]
