"""Pairing in a Swiss tournament: equal points first, then by rating, and no pair twice while that is possible."""

from collections.abc import Sequence

from parlour.match.tournament.matching import match_up
from parlour.match.tournament.tournament import Player, Tournament

BYE = -1  # in the place of a player
SMALL = 4  # players, who can always all meet
# What a pairing costs, the worst first: a second meeting weighs more than everything else together.
AGAIN = 1e9  # two players meet twice, or a player has a second bye
COMPUTERS = 1e7  # two computers meet
SEATS = 1e6  # both had the same seat two times more often than the other
POINTS = 1e3  # for each point between two players, squared
NO_BYE = 1e4  # for each point by which another player is behind the one who gets the bye
LEAN = 2.0  # both had the same seat once more often


def most_rounds(num_players: int) -> int:
    """Return how many rounds can always be played without pairing two players twice, whatever the pairs before.

    While each may still meet at least half of the others there is a pairing (Dirac); with six players and four rounds
    there may be none.
    """
    with_bye = num_players + num_players % 2
    return with_bye - 1 if with_bye <= SMALL else with_bye // 2


def swiss_pairs(tournament: Tournament) -> tuple[list[tuple[Player, Player]], Player | None]:
    """Return who plays whom in the next round, and who has no opponent."""
    ranked = sorted(tournament.active, key=lambda player: (-player.points, -player.rating, player.number))
    places = list(range(len(ranked))) + ([BYE] if len(ranked) % 2 else [])
    groups = _groups(ranked)

    def cost(one: int, other: int) -> float:
        if BYE in (one, other):
            return _bye_cost(ranked, max(one, other))
        return _cost(ranked[one], ranked[other]) + _distance(groups, one, other)

    pairs, alone = [], None
    for one, other in match_up(places, cost):
        if BYE in (one, other):
            alone = ranked[max(one, other)]
        else:
            pairs.append((ranked[one], ranked[other]))
    return pairs, alone


def _bye_cost(ranked: Sequence[Player], place: int) -> float:
    player = ranked[place]
    behind = player.points - ranked[-1].points
    return player.byes * AGAIN + behind * NO_BYE + (len(ranked) - 1 - place) + (COMPUTERS if player.level else 0)


def _cost(first: Player, second: Player) -> float:
    cost = first.opponents.count(second.number) * AGAIN
    cost += COMPUTERS if first.level and second.level else 0
    if first.balance * second.balance > 0:
        cost += SEATS if min(abs(first.balance), abs(second.balance)) > 1 else LEAN
    return cost + (first.points - second.points) ** 2 * POINTS


def _groups(ranked: Sequence[Player]) -> list[tuple[int, int]]:
    """Return for each player where the group of the same points begins, and how large it is."""
    points = [player.points for player in ranked]
    return [(points.index(each), points.count(each)) for each in points]


def _distance(groups: Sequence[tuple[int, int]], one: int, other: int) -> float:
    """Return how far two players are from the rule that the upper half of a group meets the lower half, in order."""
    (begin, size), (other_begin, _) = groups[one], groups[other]
    wanted = size // 2 if begin == other_begin else 1
    return abs(abs(one - other) - wanted) / (1 + size)
