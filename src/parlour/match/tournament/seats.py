"""Who of a pair takes the first seat."""

import random

from parlour.match.tournament.tournament import Player


def seated(first: Player, second: Player, seed: str) -> tuple[int, int]:
    """Return two players by seat: the one who had the first seat less often gets it, then the one who had it last not.

    Args:
        seed: decides between players who are alike in this.
    """
    keys = [(player.balance, -player.seats[-1] if player.seats else 0) for player in (first, second)]
    if keys[0] == keys[1]:
        chance = random.Random(f"{seed}/{first.number}/{second.number}")
        is_first = chance.random() < 0.5
    else:
        is_first = keys[0] < keys[1]
    return (first.number, second.number) if is_first else (second.number, first.number)
