"""Raptor's computer players by side: Master against Casual on both sides, and each level against itself.

Prints how the matches ended. Exits 1 if Master wins less than 90 % on either side, or if the round cap ends a match
between equals from Club on.

    python bench/bench_raptor.py [MATCHES]
"""

import collections
import sys
import time
from typing import NamedTuple

from parlour.core import registry
from parlour.core.position import start
from parlour.core.thinking import Stop
from parlour.lab.ladder import wilson
from parlour.players.player import make_player

MATCHES = 100  # for each row
BY_SIDE = (("master", "casual"), ("casual", "master"))  # raptor, scientist
EQUALS = ("novice", "casual", "club", "expert", "master")
GOAL = 0.9


class Tally(NamedTuple):
    """Many matches of two players, the raptor first."""

    wins: int  # of the raptor
    draws: int
    matches: int
    endings: "collections.Counter[str]"
    rounds: float  # of a match
    ms: list[float]  # per action, by side

    @property
    def rate(self) -> float:
        return (self.wins + self.draws / 2) / self.matches


def play(names: tuple[str, str], matches: int, seed: int, **options: str) -> Tally:
    """Let two players play, in turns on either seat."""
    game = registry.load("raptor")
    wins, draws, rounds = 0, 0, 0
    endings: collections.Counter[str] = collections.Counter()
    spent, actions = [0.0, 0.0], [0, 0]
    for i in range(matches):
        position = start(game, seed + i, {**options, "first_side": ("raptor", "scientist")[i % 2]})
        players = [make_player(name, game, 2 * (seed + i) + side) for side, name in enumerate(names)]
        while seats := position.to_act():
            side = seats[0] ^ i % 2
            begin = time.thread_time()
            action = players[side].choose(position.seen_by(seats[0]).known, seats[0], Stop())
            spent[side] += time.thread_time() - begin
            actions[side] += 1
            position = position.play(seats[0], action)
        outcome = position.outcome
        assert outcome is not None
        wins += outcome.winner == i % 2
        draws += outcome.winner is None
        endings[outcome.reason] += 1
        rounds += int(position.state.rounds)
    ms = [1000 * seconds / max(1, acts) for seconds, acts in zip(spent, actions, strict=True)]
    return Tally(wins, draws, matches, endings, rounds / matches, ms)


def row(names: tuple[str, str], tally: Tally) -> str:
    low, high = wilson(tally.rate, tally.matches)
    endings = ", ".join(f"{reason} {count}" for reason, count in tally.endings.most_common())
    ms = " / ".join(f"{value:.1f}" for value in tally.ms)
    cells = [*names, f"{tally.rate:.1%}", f"{low:.1%} to {high:.1%}", f"{tally.rounds:.1f}", endings, ms]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    print("| raptor | scientist | raptor scores | 95 % interval | rounds | endings | ms per action |")
    print("|---|---|---|---|---|---|---|")
    missed = 0
    for names in BY_SIDE:
        tally = play(names, matches, 1)
        missed += (tally.rate if names[0] == "master" else 1 - tally.rate) < GOAL
        print(row(names, tally), flush=True)
    for name in EQUALS:
        tally = play((name, name), matches, 1)
        missed += name not in ("novice", "casual") and tally.endings["rounds"] > 0
        print(row((name, name), tally), flush=True)
    print("every goal is met" if not missed else f"goals missed: {missed}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
