"""Pairing as a matching of least cost: exact for few players, by improvement for many."""

from collections.abc import Callable, Sequence

MOST_EXACT = 12  # players: 2^12 sets; one player more doubles the work
Cost = Callable[[int, int], float]
Couple = tuple[int, int]


def match_up(players: Sequence[int], cost: Cost) -> list[Couple]:
    """Pair an even number of players at the least cost; with more than 12, at a cost that no swap of two pairs lowers.

    Where every player may meet at least half of the others, such a swap removes any forbidden pair: so if forbidden
    pairs cost more than all others together, there are none in the answer.
    """
    num = len(players)
    table = [[cost(first, second) for second in players] for first in players]
    found = _exact(table) if num <= MOST_EXACT else _improved(table)
    return [(players[first], players[second]) for first, second in found]


def _exact(table: Sequence[Sequence[float]]) -> list[Couple]:
    num = len(table)
    best: dict[int, tuple[float, list[Couple]]] = {0: (0.0, [])}  # by the set of those who are paired
    for taken in range(1 << num):
        if taken not in best or taken == (1 << num) - 1:
            continue
        so_far, couples = best[taken]
        first = next(each for each in range(num) if not taken >> each & 1)
        for second in range(first + 1, num):
            if not taken >> second & 1:
                after, total = taken | 1 << first | 1 << second, so_far + table[first][second]
                if after not in best or total < best[after][0]:
                    best[after] = (total, [*couples, (first, second)])
    return best[(1 << num) - 1][1]


def _improved(table: Sequence[Sequence[float]]) -> list[Couple]:
    couples = [(first, first + 1) for first in range(0, len(table), 2)]
    while _improve(table, couples):
        pass
    return couples


def _improve(table: Sequence[Sequence[float]], couples: list[Couple]) -> bool:
    """Swap partners between couples where that is cheaper; False when there is nothing to gain."""
    is_better = False
    for one in range(len(couples)):
        for other in range(one + 1, len(couples)):
            (a, b), (c, d) = couples[one], couples[other]
            now, across, along = table[a][b] + table[c][d], table[a][c] + table[b][d], table[a][d] + table[b][c]
            if min(across, along) < now - 1e-9:
                couples[one], couples[other] = ((a, c), (b, d)) if across <= along else ((a, d), (b, c))
                is_better = True
    return is_better
