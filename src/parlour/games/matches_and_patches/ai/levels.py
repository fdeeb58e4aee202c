"""How the computer plays Matches and Patches."""

from parlour.core.level import Custom, Level, Random
from parlour.games.matches_and_patches.ai.round_search import RoundSearch

# Rounds beyond the present one. Large board, one and two with 6,400 simulations: 61 and 47 % against one with 400 (100
# games each). Small board, one, three and seven with 2,400: 58, 68 and 65 % against a glimpse (200 games each).
AHEAD = (3, 1)
SOLVED = 3  # rounds: 6 ms on average and 71 at worst, between Experts; four take up to 10 s

LEVELS = (
    Level(Custom(RoundSearch(candidates=24, simulations=24, rounds=(0, 0), temper=(5.0, 0.29)).think, Random())),
    Level(Custom(RoundSearch(candidates=12, simulations=12, rounds=(0, 0), temper=(3.0, 0.19)).think, Random())),
    Level(Custom(RoundSearch(candidates=6, simulations=12, rounds=(0, 0), temper=(2.6, 0.04)).think, Random())),
    Level(Custom(RoundSearch(candidates=12, simulations=160, rounds=AHEAD, temper=(0.55, 0.0)).think, Random())),
    Level(Custom(RoundSearch(candidates=24, simulations=3_200, rounds=AHEAD, solved=SOLVED).think, Random())),
)
