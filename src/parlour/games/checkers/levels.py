"""The five levels of Checkers."""

import math
from dataclasses import replace

from parlour.core.bits import num_bits
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.level import AlphaBeta, Level, OnePly, Random
from parlour.games.checkers import endgames
from parlour.games.checkers.evaluate import POINTS_PER_LOGIT, evaluate, is_quiet, key, repeats
from parlour.games.checkers.rules import can_jump
from parlour.games.checkers.state import BOARD

NOISE = 3  # points, a fortieth of a man: makes matches differ
MEN_PER_LOGIT = 1.5


@kernel
def judge_material(s: Record, seat: int) -> float:
    """Return a beginner's estimate: checkers, kings worth half as much again, and a jump that is due."""
    black, white = s.pieces[0], s.pieces[1]
    lead = num_bits(black) - num_bits(white) + 0.5 * (num_bits(black & s.kings) - num_bits(white & s.kings))
    if can_jump(s, BOARD):  # without this term it loses to Novice: 43.2 % of 200 matches
        lead += 1 if s.side == 0 else -1
    return 1.0 / (1.0 + math.exp(-(lead if s.first == seat else -lead) / MEN_PER_LOGIT))


MASTER = AlphaBeta(
    evaluate, key, 250_000, is_quiet=is_quiet, repeats=repeats, noise=NOISE, points_per_logit=POINTS_PER_LOGIT,
    probe=endgames.probe, tables=endgames.load,
)  # fmt: skip

LEVELS = (
    Level(Random()),
    Level(OnePly(judge_material), blunder_rate=0.4),
    Level(replace(MASTER, nodes=200, tables=None, memory_mb=1)),
    Level(replace(MASTER, nodes=20_000, memory_mb=4)),  # with 4,000 and no tables it lost to OpenSpiel's MCTS once
    Level(MASTER),
)
