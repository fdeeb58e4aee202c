"""A whole turn of Raptor thought through at once: a beam over its actions, then the reply.

A turn is spent point by point (or unit by unit); positions with equally many points left are kept together, the best
of them only, and alike ones once. Nothing hidden is looked at: within a round both sides know all there is to know.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import GENERATOR
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.raptor.ai.evaluate import CERTAIN, Weights, score
from parlour.games.raptor.ai.layout import FEATURES, SETS, Found
from parlour.games.raptor.ai.weights import HIDDEN
from parlour.games.raptor.rules.contract import apply, legal_actions, seat_of
from parlour.games.raptor.rules.effects import may_stop
from parlour.games.raptor.state import ACTIONS, DONE, EFFECT, NUM_ACTIONS, RAPTOR, RETURN, State

Row = NDArray[np.uint8]  # [State.itemsize], the bytes of a position

ENDS = 9  # the bucket of finished turns; the others are numbered by what is left to spend
BUCKETS = 10
STAGES = 2  # a turn, and its reply
KEY_FROM, KEY_TO = np.dtype([GENERATOR]).itemsize, State.itemsize // 8 * 8  # the bytes that tell positions apart
PRIME = np.uint64(0x9E3779B97F4A7C15)


class Desk(NamedTuple):
    """Memory for planning, by stage and bucket."""

    nodes: NDArray[np.uint8]  # [STAGES, BUCKETS, W, State.itemsize]
    value: NDArray[np.float64]  # [STAGES, BUCKETS, W], for the side whose turn it is
    key: NDArray[np.uint64]  # [STAGES, BUCKETS, W]
    first: NDArray[np.int32]  # [STAGES, BUCKETS, W]: which legal action the turn began with
    num: NDArray[np.int64]  # [STAGES, BUCKETS]: how many are kept
    legal: NDArray[np.int32]  # [STAGES, NUM_ACTIONS]
    child: NDArray[np.uint8]  # [STAGES, State.itemsize]
    table: NDArray[np.uint8]  # [STAGES, State.itemsize]: where a round is played on
    reach: NDArray[np.float64]  # [NUM_ACTIONS]: the best end of the turns that begin with each legal action
    tried: NDArray[np.int64]  # [NUM_ACTIONS]: how many ends of such turns were judged
    weights: Weights
    found: Found
    sets: NDArray[np.int64]  # [SETS, 2]
    flag: Flag


def new_desk(width: int, weights: Weights, flag: Flag) -> Desk:
    """Lay out memory for beams of at most this width."""
    shape = (STAGES, BUCKETS, width)
    return Desk(
        nodes=np.zeros((*shape, State.itemsize), np.uint8),
        value=np.zeros(shape, np.float64),
        key=np.zeros(shape, np.uint64),
        first=np.zeros(shape, np.int32),
        num=np.zeros((STAGES, BUCKETS), np.int64),
        legal=np.zeros((STAGES, NUM_ACTIONS), np.int32),
        child=np.zeros((STAGES, State.itemsize), np.uint8),
        table=np.zeros((STAGES, State.itemsize), np.uint8),
        reach=np.zeros(NUM_ACTIONS, np.float64),
        tried=np.zeros(NUM_ACTIONS, np.int64),
        weights=weights,
        found=np.zeros(FEATURES + HIDDEN, np.float32),
        sets=np.zeros((SETS, 2), np.int64),
        flag=flag,
    )


@kernel
def copy_row(target: Row, source: Row) -> None:
    """Copy a position; an assignment of slices asks for memory, in case they overlap."""
    words, from_words = target.view(np.uint64), source.view(np.uint64)
    for i in range(len(words)):
        words[i] = from_words[i]


@kernel
def left_to_spend(s: Record) -> int:
    return s.points if s.phase == ACTIONS else s.units if s.phase == EFFECT else 1


@kernel
def may_end(s: Record) -> bool:
    """Return whether the turn that goes on here may be stopped."""
    return s.walking == 0 if s.phase == ACTIONS else s.phase == EFFECT and may_stop(s)


@kernel(wraps=True)
def key_of(row: Row) -> np.uint64:
    """Hash all of a position but its generator."""
    key = PRIME
    for word in row[KEY_FROM:KEY_TO].view(np.uint64):
        key = (key ^ word) * PRIME
        key ^= key >> np.uint64(29)
    return key


@kernel
def keep(desk: Desk, stage: int, bucket: int, width: int, row: Row, value: float, first: int) -> None:
    """Put a position among the best of its bucket, unless it is there or all are better."""
    key = key_of(row)
    n = desk.num[stage, bucket]
    worst = 0
    for i in range(n):
        if desk.key[stage, bucket, i] == key:
            return
        if desk.value[stage, bucket, i] < desk.value[stage, bucket, worst]:
            worst = i
    if n < width:
        worst = n
        desk.num[stage, bucket] = n + 1
    elif value <= desk.value[stage, bucket, worst]:
        return
    copy_row(desk.nodes[stage, bucket, worst], row)
    desk.value[stage, bucket, worst] = value
    desk.key[stage, bucket, worst] = key
    desk.first[stage, bucket, worst] = first


@kernel
def plan_turn(desk: Desk, stage: int, start: Row, width: int, ends: int) -> None:
    """Search the turn that begins, or goes on, in a position; leave its best ends in their bucket."""
    s = start.view(State)[0]
    desk.num[stage] = 0
    spend = left_to_spend(s)
    keep(desk, stage, spend, width, start, 0.0, -1)
    for bucket in range(spend, 0, -1):
        for i in range(desk.num[stage, bucket]):
            if desk.flag[0] and desk.num[stage, ENDS]:
                return
            if expand(desk, stage, bucket, i, width, ends):
                return


@kernel
def expand(desk: Desk, stage: int, bucket: int, i: int, width: int, ends: int) -> bool:
    """Try all actions of a position; return whether one of them wins."""
    row, child = desk.nodes[stage, bucket, i], desk.child[stage]
    s, after = row.view(State)[0], child.view(State)[0]
    side, phase, began = int(s.side), int(s.phase), int(desk.first[stage, bucket, i])
    for j in range(legal_actions(s, seat_of(s, side), desk.legal[stage])):
        action = desk.legal[stage, j]
        if action == DONE and began >= 0:
            continue  # kept as an end when it was reached
        copy_row(child, row)
        if action != DONE:
            apply(after, seat_of(s, side), action)
        value = score(after, desk.weights, desk.found, desk.sets)
        value = value if side == RAPTOR else -value
        first = began if began >= 0 else j
        goes_on = after.phase == phase
        if began < 0 and stage == 0:
            desk.reach[j], desk.tried[j] = -CERTAIN, 0
        if not goes_on or may_end(after):
            keep(desk, stage, ENDS, ends, child, value, first)
            if stage == 0:
                desk.reach[first] = max(desk.reach[first], value)
                desk.tried[first] += 1
        if value >= CERTAIN:
            return True
        if goes_on and action != DONE:
            keep(desk, stage, left_to_spend(after), width, child, value, first)
    return False


@kernel
def best_end(desk: Desk, stage: int) -> int:
    best = 0
    for i in range(1, desk.num[stage, ENDS]):
        if desk.value[stage, ENDS, i] > desk.value[stage, ENDS, best]:
            best = i
    return best


@kernel
def end_turn(desk: Desk, stage: int, i: int, phase: int, row: Row) -> None:
    """Return the position after one of the ends of a turn; it is stopped where it could go on."""
    copy_row(row, desk.nodes[stage, ENDS, i])
    s = row.view(State)[0]
    if s.phase == phase:
        apply(s, seat_of(s, s.side), DONE)


@kernel
def finish_round(desk: Desk, stage: int, row: Row, width: int) -> float:
    """Play a round to its end, each turn by its own beam, and judge for the raptor what came out."""
    s = row.view(State)[0]
    while EFFECT <= s.phase <= RETURN:
        phase = int(s.phase)
        plan_turn(desk, stage, row, width, 1)
        end_turn(desk, stage, best_end(desk, stage), phase, row)
    return score(s, desk.weights, desk.found, desk.sets)
