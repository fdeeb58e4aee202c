"""Alpha-beta finds what plain minimax finds, keeps to its budget and its seed, and stops when told."""

import os
import random
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from parlour.core import registry
from parlour.core.bits import mixed
from parlour.core.contract import Record
from parlour.core.game import Game
from parlour.core.kernel import kernel
from parlour.core.level import AlphaBeta
from parlour.core.position import Position, start
from parlour.core.thinking import Stop, Thought
from parlour.games.checkers.rules import can_jump, occurrences
from parlour.games.checkers.state import BOARD
from parlour.pieces.transposition_table import EXACT, look_up, new_table, store, value_of
from parlour.search.alpha_beta import AlphaBetaThinker
from parlour.search.workspace import NODES_PER_LOOK
from support.matches import positions, seeds

CHECKERS, CONNECT_FOUR = registry.load("checkers"), registry.load("connect_four")
LOGIT = 400.0


@kernel
def count_material(s: Record, seat: int) -> int:
    """A crude evaluation of Checkers, with a little of everything so that few positions are equal."""
    value = 0
    for bit in range(35):
        if s.pieces[0] >> bit & 1:
            value += 100 + bit + 37 * (s.kings >> bit & 1)
        if s.pieces[1] >> bit & 1:
            value -= 100 + 34 - bit + 37 * (s.kings >> bit & 1)
    return value if s.first == seat else -value


@kernel
def is_quiet(s: Record) -> bool:
    return not can_jump(s, BOARD)


@kernel
def repeats(s: Record) -> bool:
    return s.quiet >= 4 and s.jumping < 0 and occurrences(s) > 1


@kernel(wraps=True)
def key(s: Record) -> int:
    """Hash the pieces and the side to move, and the quiet plies when they can soon end the match."""
    rest = np.int64(s.side) | np.int64(s.jumping + 1) << 1
    if s.quiet_limit - s.quiet < 40:
        rest |= np.int64(s.quiet) << 8
    return mixed((s.pieces[0] + (rest << 36)) ^ mixed(s.pieces[1] * np.int64(0x1E3779B97F4A7C15) + s.kings))


@kernel
def count_middle(s: Record, seat: int) -> int:
    """A crude evaluation of Connect Four: the nearer to the middle, the better."""
    value = 0
    for column in range(7):
        for row in range(6):
            bit = 7 * column + row
            weight = 10 - 3 * abs(column - 3) + row
            value += weight * ((s.stones[0] >> bit & 1) - (s.stones[1] >> bit & 1))
    return value if s.first == seat else -value


@kernel
def stones_key(s: Record) -> int:
    return mixed(s.stones[0] ^ mixed(s.stones[1]))


def checkers(**changes: object) -> AlphaBeta:
    chosen = {"is_quiet": is_quiet, "repeats": repeats, "reduces": False, "points_per_logit": LOGIT, **changes}
    return AlphaBeta(count_material, key, **{"nodes": 10**9, **chosen})  # type: ignore[arg-type]  # of any field


def connect_four(**changes: object) -> AlphaBeta:
    chosen = {"nodes": 10**9, "reduces": False, "points_per_logit": LOGIT, **changes}
    return AlphaBeta(count_middle, stones_key, **chosen)  # type: ignore[arg-type]  # of any field


SETTINGS = {CHECKERS.id: checkers, CONNECT_FOUR.id: connect_four}
KINDS = pytest.mark.parametrize("game", [CHECKERS, CONNECT_FOUR], ids=lambda game: game.id)


def think(thinker: AlphaBetaThinker, position: Position, seed: int = 1) -> Thought:
    seat = position.to_act()[0]
    return thinker.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def minimax(position: Position, viewer: int, depth: int, settings: AlphaBeta) -> float:
    """Return the value of a position by trying everything: the same rules as the search, none of its shortcuts."""
    game, state = position.game, position.state
    if not position.to_act():
        return {1.0: 1e6, 0.5: 0.0, 0.0: -1e6}[game.rules.result(state, viewer)]
    if settings.repeats and settings.repeats(state):
        return 0.0
    seat = position.to_act()[0]
    quiet = settings.is_quiet is None or settings.is_quiet(state)
    if depth <= 0 and quiet:
        return settings.evaluate(state, viewer)
    actions = position.legal_actions(seat)
    cost = 0 if len(actions) == 1 and not quiet else 1
    values = []
    for action in actions:
        after = position.play(seat, action)
        rest = depth if game.rules.mid_turn(after.state) else depth - cost
        values.append(minimax(after, viewer, rest, settings))
    return max(values) if seat == viewer else min(values)


def expected(points: float) -> float:
    return 1 / (1 + np.exp(-points / LOGIT)) if abs(points) < 1e6 else float(points > 0)


def some_position(game: Game, seed: int) -> Position:
    """Return a position from anywhere in a random match."""
    found = positions(game, seed, quick_colours=True)[:-1]
    return random.Random(seed).choice(found)


@KINDS
@given(seed=seeds, depth=st.integers(1, 4))
@settings(max_examples=25)
def test_it_values_every_action_as_plain_minimax_does(game: Game, seed: int, depth: int) -> None:
    position = some_position(game, seed)
    setting = SETTINGS[game.id](depth=depth, every_action=True, memory_mb=0)
    seat = position.to_act()[0]
    thinker = AlphaBetaThinker(game, setting)
    thought = think(thinker, position)

    assert sorted(entry.action for entry in thought.values) == position.legal_actions(seat)
    for entry in thought.values:
        after = position.play(seat, entry.action)
        rest = depth if game.rules.mid_turn(after.state) else depth - 1
        # A proven end may be found before the whole depth is searched, so that is compared at the depth reached.
        rest -= depth - thinker.depth
        assert entry.value == pytest.approx(expected(minimax(after, seat, rest, setting)))


@given(seed=seeds, depth=st.integers(2, 5))
@settings(max_examples=25)
def test_with_its_table_it_finds_the_same_where_each_position_has_one_depth(seed: int, depth: int) -> None:
    """A checker dropped stays, so a position of Connect Four is always met equally deep, and the table is exact."""
    position = some_position(CONNECT_FOUR, seed)
    setting = connect_four(depth=depth, memory_mb=1)
    thinker = AlphaBetaThinker(CONNECT_FOUR, setting)
    best = think(thinker, position).values[0]

    value = minimax(position, position.to_act()[0], thinker.depth, setting)
    assert best.value == pytest.approx(expected(value))


@KINDS
def test_table_order_and_windows_save_most_of_the_work(game: Game) -> None:
    position = start(game, 1, {"quick_colours": True})
    nodes = {}
    for memory_mb, every in ((0, True), (16, False)):
        thinker = AlphaBetaThinker(game, SETTINGS[game.id](depth=7, memory_mb=memory_mb, every_action=every))
        think(thinker, position)
        nodes[every] = thinker.nodes

    assert nodes[False] < nodes[True] / 3


@pytest.mark.parametrize(
    ("game", "reduces", "nodes"), [(CHECKERS, False, 103_969), (CHECKERS, True, 66_430), (CONNECT_FOUR, False, 16_156)]
)
def test_the_number_of_nodes_of_a_fixed_search(game: Game, reduces: bool, nodes: int) -> None:
    """Moves with every change of the search; a smaller number at the same strength is an improvement."""
    position = start(game, 1, {"quick_colours": True})
    thinker = AlphaBetaThinker(game, SETTINGS[game.id](depth=9, reduces=reduces))
    think(thinker, position)

    assert thinker.nodes == nodes


@KINDS
def test_the_same_seeds_and_budget_give_the_same_thoughts(game: Game) -> None:
    setting = SETTINGS[game.id](nodes=20_000, noise=5, reduces=True)
    one, other = AlphaBetaThinker(game, setting), AlphaBetaThinker(game, setting)
    for position in (some_position(game, 5), start(game, 2, {"quick_colours": True}), some_position(game, 5)):
        assert think(one, position, seed=3) == think(other, position, seed=3)


@KINDS
def test_what_was_found_is_used_by_the_next_thought(game: Game) -> None:
    position = start(game, 1, {"quick_colours": True})
    kept, setting = AlphaBetaThinker(game, SETTINGS[game.id](depth=8)), SETTINGS[game.id](depth=6)
    think(kept, position)
    for _ in range(2):
        seat = position.to_act()[0]
        position = position.play(seat, think(AlphaBetaThinker(game, setting), position).best)
    kept.settings, fresh = setting, AlphaBetaThinker(game, setting)

    think(kept, position)
    think(fresh, position)
    assert kept.nodes < fresh.nodes * 0.75


def test_entries_of_earlier_generations_are_found_and_replaced_first() -> None:
    table = new_table(0)  # one bucket
    store(table, 1, 1, 50, 7, 9, EXACT)

    assert value_of(look_up(table, 1)) == 50
    store(table, 2, 2, 60, 7, 1, EXACT)  # less deep
    assert (look_up(table, 1), value_of(look_up(table, 2))) == (0, 60)
    store(table, 3, 2, 70, 7, 0, EXACT)  # less deep than one of its own generation
    assert [value_of(look_up(table, key)) for key in (2, 3)] == [60, 70]


def test_noise_makes_matches_differ() -> None:
    thinker = AlphaBetaThinker(CHECKERS, checkers(nodes=500, noise=20))
    position = start(CHECKERS, 1, {"quick_colours": True})

    assert len({think(thinker, position, seed).best for seed in range(20)}) > 1


def test_the_budget_of_nodes_is_kept() -> None:
    thinker = AlphaBetaThinker(CHECKERS, checkers(nodes=5_000))
    think(thinker, start(CHECKERS, 1, {"quick_colours": True}))

    assert 5_000 <= thinker.nodes <= 5_000 + 100


def test_told_before_it_begins_it_looks_at_the_flag_soon_and_gives_a_legal_action() -> None:
    thinker = AlphaBetaThinker(CHECKERS, checkers())
    position = start(CHECKERS, 1, {"quick_colours": True})
    seat, stop = position.to_act()[0], Stop()
    stop.now()
    thought = thinker.think(position.seen_by(seat).known, seat, np.array([1], np.uint64), stop)

    assert thought.best in position.legal_actions(seat)
    assert thinker.nodes <= NODES_PER_LOOK + 2


def tell(stop: Stop, told: NDArray[np.float64]) -> None:
    told[0] = time.perf_counter()
    stop.now()


@pytest.mark.alone
def test_a_search_stopped_while_it_thinks_ends_within_20_ms() -> None:
    """The best of some tries: a busy machine may keep the thread waiting."""
    thinker = AlphaBetaThinker(CHECKERS, checkers())
    position = start(CHECKERS, 1, {"quick_colours": True})
    seat = position.to_act()[0]
    think(AlphaBetaThinker(CHECKERS, checkers(depth=2)), position)  # compiles
    delays = []
    for _ in range(8):
        stop, told = Stop(), np.zeros(1)
        timer = threading.Timer(0.05, tell, (stop, told))
        timer.start()
        thinker.think(position.seen_by(seat).known, seat, np.array([1], np.uint64), stop)
        delays.append(time.perf_counter() - told[0])
        timer.join()

    assert min(delays) < 0.02


def test_a_win_in_sight_is_proven_and_the_quickest_is_played() -> None:
    position = start(CHECKERS, 0, {}, "W:WK22,30:B18,19,26,27")
    thought = think(AlphaBetaThinker(CHECKERS, checkers(every_action=True, depth=8)), position)

    assert thought.values[0].value == 1.0
    assert position.play(1, thought.best).to_act() == (1,)  # the jump over all four, hop by hop


def test_a_lost_seat_prefers_to_repeat() -> None:
    """White, a king down, can step between 32 and 28; coming back there is a draw to it and nothing to black."""
    position = start(CHECKERS, 0, {}, "B:WK32:BK1,K2,9")
    for move in ("1-5", "32-28", "5-1"):
        position = position.play(position.to_act()[0], move)
    thinker = AlphaBetaThinker(CHECKERS, checkers(depth=1))

    assert think(thinker, position).values[0].value == 0.5
    assert position.action_to_text(1, think(thinker, position).best) == "28-32"


def test_one_losing_action_does_not_end_the_analysis_of_the_others() -> None:
    position = start(CHECKERS, 0, {}, "B:W14,29,30:B1,2,5")  # 5-9 gives itself up at once
    thinker = AlphaBetaThinker(CHECKERS, checkers(nodes=50_000, every_action=True))
    think(thinker, position)

    assert thinker.depth > 5


def test_where_something_is_hidden_any_action_will_do() -> None:
    position = start(CHECKERS, 1)
    thinker = AlphaBetaThinker(CHECKERS, checkers())

    assert len({think(thinker, position, seed).best for seed in range(30)}) > 10


PLAIN = """
import sys; sys.path[:0] = ["tests", "tests/unit/search"]
from test_alpha_beta import CHECKERS, CONNECT_FOUR, SETTINGS, AlphaBetaThinker, some_position, think
for game in (CHECKERS, CONNECT_FOUR):
    for seed in range(4):
        thinker = AlphaBetaThinker(game, SETTINGS[game.id](nodes=300, noise=4, reduces=True))
        print(think(thinker, some_position(game, seed)), thinker.nodes, thinker.depth)
"""


@pytest.mark.slow
def test_compiled_and_plain_searches_think_alike() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PLAIN],
            env={**os.environ, "NUMBA_DISABLE_JIT": flag},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for flag in ("0", "1")
    ]

    assert outputs[0] == outputs[1]
