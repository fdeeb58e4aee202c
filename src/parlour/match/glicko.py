"""Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system", 2013), match by match.

The system was made for rating periods with several matches each. Here a rating follows every match at once: the time
since a player's last rated match raises the deviation by its share of a period, then the match is rated.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
SCALE = 173.7178  # points of a rating in one unit of the formulas
TAU = 0.5  # how fast the volatility may change; Glickman's example
LEAST_DEVIATION = 45.0  # so that the rating of a frequent player can still move
PROVISIONAL = 110.0  # above this deviation a rating says little

# The deviation of a regular player, 60, reaches PROVISIONAL after a year without a match: a player who stops for a year
# is rated provisionally again. Lichess does the same. It makes a period of 4.7 days.
REGULAR_DEVIATION = 60.0
YEAR_MS = 365 * 86_400_000
PERIOD_MS = YEAR_MS * (START_VOLATILITY * SCALE) ** 2 / (PROVISIONAL**2 - REGULAR_DEVIATION**2)

CLOSE = 1e-6  # where the search for the volatility ends


class Rating(NamedTuple):
    """The strength of a player, how certain it is, and how much it moves."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


def aged(rating: Rating, idle_ms: float) -> Rating:
    """Return a rating after some time without a match: the same but less certain, at most as uncertain as a new one."""
    drift = (rating.volatility * SCALE) ** 2 * max(0.0, idle_ms) / PERIOD_MS
    deviation = max(rating.deviation, min(START_DEVIATION, math.sqrt(rating.deviation**2 + drift)))
    return rating._replace(deviation=deviation)


def after_match(first: Rating, second: Rating, score: float) -> tuple[Rating, Rating]:
    """Return the ratings of two players, both aged until now, after a match.

    Args:
        score: of the first: 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    return _settled(update(first, [(second, score)], 0.0)), _settled(update(second, [(first, 1.0 - score)], 0.0))


def _settled(rating: Rating) -> Rating:
    return rating._replace(deviation=max(LEAST_DEVIATION, rating.deviation))


def update(own: Rating, matches: Sequence[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return a rating after the matches of a period: the opponents as they were at its start, and the scores.

    Args:
        periods: how many have passed; Glickman's steps have one.
    """
    mu, phi = (own.rating - START) / SCALE, own.deviation / SCALE
    information = surprise = 0.0
    for other, score in matches:
        g = 1.0 / math.sqrt(1.0 + 3.0 * (other.deviation / SCALE / math.pi) ** 2)
        expected = 1.0 / (1.0 + math.exp(-g * (mu - (other.rating - START) / SCALE)))
        information += g * g * expected * (1.0 - expected)
        surprise += g * (score - expected)
    volatility = _volatility(own.volatility, phi, 1.0 / information, surprise / information)
    phi = 1.0 / math.sqrt(1.0 / (phi * phi + volatility * volatility * periods) + information)
    mu += phi * phi * surprise
    return Rating(START + SCALE * mu, SCALE * phi, volatility)


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """Find the new volatility: step 5 of the paper, with its names, by the Illinois variant of regula falsi."""
    a, spread = math.log(before * before), phi * phi + variance

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta * delta - spread - e) / (2.0 * (spread + e) ** 2) - (x - a) / (TAU * TAU)

    left, right = a, a - TAU
    if delta * delta > spread:
        right = math.log(delta * delta - spread)
    else:
        while f(right) < 0.0:
            right -= TAU
    f_left, f_right = f(left), f(right)
    while abs(right - left) > CLOSE:
        middle = left + (left - right) * f_left / (f_right - f_left)
        f_middle = f(middle)
        if f_middle * f_right <= 0.0:
            left, f_left = right, f_right
        else:
            f_left /= 2.0
        right, f_right = middle, f_middle
    return math.exp(left / 2.0)
