"""Ratings of the players of a tournament: Bradley and Terry's model by maximum likelihood, on the scale of Elo."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.players.simulation import Z

Matrix = NDArray[np.float64]
ELO = 400 / np.log(10)  # points for a factor e of the odds
PRIOR = 1.0  # drawn matches that are added between any two who met: who won all of them gets a finite rating
ROUNDS = 100  # of Newton's method, which needs some ten
CLOSE = 1e-9


class Rated(NamedTuple):
    """Ratings in Elo with the half widths of their 95 % intervals; the mean of the ratings is 0."""

    ratings: list[float]
    margins: list[float]


def rate(points: Matrix, matches: Matrix, prior: float = PRIOR) -> Rated:
    """Return the ratings that explain the results best.

    The intervals follow from Fisher's information with a draw counted as half a win, which makes them a little too
    wide where draws are common. Groups of players who never met each other are not comparable.

    Args:
        points: `[P, P]`, of the row's player against the column's.
        matches: `[P, P]`, symmetric.
    """
    added = prior * (matches > 0)
    points, matches = points + added / 2, matches + added
    strength = np.zeros(len(points))
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (points - matches * expected).sum(axis=1)
        step = np.linalg.pinv(_information(matches, expected)) @ gradient
        strength += np.clip(step, -2, 2)  # far from the maximum a full step goes too far
        strength -= strength.mean()
        if np.abs(step).max(initial=0) < CLOSE:
            break
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    deviations = np.sqrt(np.clip(np.diag(np.linalg.pinv(_information(matches, expected))), 0, None))
    return Rated((ELO * strength).tolist(), (Z * ELO * deviations).tolist())


def _information(matches: Matrix, expected: Matrix) -> Matrix:
    """Return Fisher's information of the strengths: how sharply the likelihood falls off around its maximum."""
    weight = matches * expected * (1 - expected)
    return np.diag(weight.sum(axis=1)) - weight


def expected_score(elo: float) -> float:
    """Return the share of the points that a player with this advantage gets."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def tables(num_players: int, results: Sequence[tuple[int, int, float]]) -> tuple[Matrix, Matrix]:
    """Return points and matches, both `[P, P]`, from results: the two players, and the points of the first."""
    points, matches = np.zeros((num_players, num_players)), np.zeros((num_players, num_players))
    for first, second, score in results:
        points[first, second] += score
        points[second, first] += 1 - score
        matches[first, second] += 1
        matches[second, first] += 1
    return points, matches
