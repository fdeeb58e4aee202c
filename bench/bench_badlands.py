"""How the sides of Raptor fare with every pairing of factions, and on every map: one level against itself.

The standard factions play with two scientists in reserve, the others with what they have. Exits 1 if a pairing of
factions gives the raptor less than 35 % or more than 65 % on the standard map.

    python bench/bench_badlands.py [MATCHES] [LEVEL] [MAP]
"""

import itertools
import sys

from bench_raptor import play
from parlour.games.raptor.factions import NAMES
from parlour.games.raptor.geometry import MAP_NAMES
from parlour.lab.ladder import wilson

MATCHES = 200  # for each row
LOW, HIGH = 0.35, 0.65
STANDARD = ("mother", "scientists")


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    level = sys.argv[2] if len(sys.argv) > 2 else "expert"
    maps = sys.argv[3:4] or MAP_NAMES
    print(f"| map | raptors | scientists | raptor scores, {level} | 95 % interval | rounds | endings | matches |")
    print("|---|---|---|---|---|---|---|---|")
    missed = 0
    for played_on, raptors, scientists in itertools.product(maps, *NAMES):
        options = {"map": played_on, "raptor_faction": raptors, "scientist_faction": scientists}
        options |= {"reserve": "2"} if (raptors, scientists) == STANDARD else {}
        tally = play((level, level), matches, 1, **options)
        low, high = wilson(tally.rate, tally.matches)
        endings = ", ".join(f"{reason} {count}" for reason, count in tally.endings.most_common())
        cells = [played_on, raptors, scientists, f"{tally.rate:.1%}", f"{low:.1%} to {high:.1%}"]
        print(f"| {' | '.join(cells)} | {tally.rounds:.1f} | {endings} | {matches} |", flush=True)
        missed += played_on == MAP_NAMES[0] and not LOW <= tally.rate <= HIGH
    print("every goal is met" if not missed else f"goals missed: {missed}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
