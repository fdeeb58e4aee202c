"""The features of a position, beside plain searches for the same numbers."""

from collections import deque
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from parlour import Position
from parlour.core import registry
from parlour.games.raptor.ai import features, layout
from parlour.games.raptor.ai.evaluate import value_fn
from parlour.games.raptor.ai.weights import SIZE, WEIGHTS
from parlour.games.raptor.geometry import ARRIVALS, STEPS, TILE_OF
from parlour.games.raptor.rules.ground import can_shoot, is_near_active_scientist
from parlour.games.raptor.state import BABY_KIND as BABY
from parlour.games.raptor.state import BURNING, CHOOSE, EXIT, FREE, INACTIVE, LASTING
from parlour.games.raptor.state import MOTHER_KIND as MOTHER
from parlour.games.raptor.state import SCIENTIST_KIND as SCIENTIST
from parlour.games.raptor.tests.tables import at
from support.matches import walk

Board = dict[int, int]  # by cell, without the flags of a round


def surveyed(position: Position, block: int, entries: int) -> list[float]:
    found, sets = np.zeros(layout.FEATURES, np.float32), np.zeros((layout.SETS, 2), np.int64)
    features.find_features(position.state, found, sets)
    return [float(value) for value in found[block : block + entries]]


def board_of(position: Position) -> Board:
    return {cell: int(content) & LASTING for cell, content in enumerate(position.state.board)}


def ways(starts: Iterable[int], may_enter: Callable[[int], bool], steps: Callable[[int], Iterable[int]]) -> Board:
    """Count the steps to every cell; cells that may not be entered are reached, but not left."""
    far, queue = dict.fromkeys(starts, 0), deque(starts)
    while queue:
        cell = queue.popleft()
        for target in steps(cell):
            if target not in far:
                far[target] = far[cell] + 1
                if may_enter(target):
                    queue.append(target)
    return far


def neighbours(cell: int) -> list[int]:
    return [cell + step for step in STEPS]


def cells_with(board: Board, *contents: int) -> list[int]:
    return [cell for cell, content in board.items() if content in contents]


def prey_points(board: Board, baby: int) -> list[int]:
    """Return the points of each active scientist until it has attacked a baby, the nearest first."""
    far = ways([baby], lambda cell: board[cell] in (FREE, BURNING), neighbours)
    return sorted(far[cell] for cell in cells_with(board, SCIENTIST) if cell in far)


def hunt(position: Position) -> Board:
    """Count the moves of the mother to every cell."""
    board = board_of(position)

    def slides(cell: int) -> Iterable[int]:
        for step in STEPS:
            target = cell + step
            while board[target] == FREE:
                yield target
                target += step

    return ways([int(position.state.mother)], lambda _: True, slides)


def hunt_points(moves: Board, cell: int, tokens: int) -> int:
    """Return the points after which the mother has done something beside her to the figurine on a cell."""
    near = min((moves[cell] for cell in neighbours(cell) if cell in moves), default=99)
    return 99 if near > features.BITE_MOVES else near + 1 + (int(tokens) if near else 0)


@pytest.fixture(scope="module")
def some_positions() -> list[Position]:
    """Positions before the cards of random matches."""
    return [
        position
        for seed in range(4)
        for i, (position, _, _) in enumerate(walk(registry.load("raptor"), seed))
        if position.state.phase == CHOOSE and position.state.mother and i % 7 == 0
    ][:80]


def test_awake_babies_are_counted_by_their_way_to_an_exit(some_positions: list[Position]) -> None:
    for position in some_positions:
        board = board_of(position)
        walkable = (FREE, BABY, BABY | INACTIVE, MOTHER)
        far = ways(cells_with(board, EXIT), lambda cell: board[cell] in walkable, neighbours)  # noqa: B023  # used at once
        expected = [0.0] * 10
        for cell in cells_with(board, BABY):
            expected[min(far[cell], 9) - 1 if cell in far else 9] += 1

        assert surveyed(position, layout.AWAKE_EXIT, 10) == expected


def test_sleeping_babies_are_counted_by_the_points_that_capture_them(some_positions: list[Position]) -> None:
    for position in some_positions:
        board = board_of(position)
        expected = [0.0] * 7
        for baby in cells_with(board, BABY | INACTIVE):
            points = min(prey_points(board, baby), default=7)
            expected[min(points, 7) - 1] += 1

        assert surveyed(position, layout.ASLEEP_PREY, 7) == expected


def test_scientists_are_counted_by_their_steps_to_a_line_to_the_mother(some_positions: list[Position]) -> None:
    for position in some_positions:
        board = board_of(position)
        expected = [0.0] * 4
        for scientist in cells_with(board, SCIENTIST):
            far = ways([scientist], lambda cell: board[cell] in (FREE, BURNING), neighbours)  # noqa: B023  # used at once
            places = [cell for cell in far if board[cell] in (FREE, BURNING) and can_shoot(position.state, cell)]
            steps = 0 if can_shoot(position.state, scientist) else min((far[cell] for cell in places), default=4)
            if steps < 4:
                expected[steps] += 1

        assert surveyed(position, layout.AIM, 4) == expected


def test_scientists_are_counted_by_the_points_after_which_the_mother_has_killed_them(
    some_positions: list[Position],
) -> None:
    for position in some_positions:
        board, state = board_of(position), position.state

        moves = hunt(position)
        expected = [0.0] * 9
        for scientist in cells_with(board, SCIENTIST, SCIENTIST | INACTIVE):
            expected[min(hunt_points(moves, scientist, state.tokens), 9) - 1] += 1

        assert surveyed(position, layout.BITE, 9) == expected


def test_awake_babies_are_counted_by_their_way_out_and_by_what_it_takes_to_catch_them(
    some_positions: list[Position],
) -> None:
    for position in some_positions:
        board = board_of(position)
        runner, race = [0.0] * 24, [0.0] * 20
        for baby in cells_with(board, BABY):
            far = ways([baby], lambda cell: board[cell] == FREE, neighbours)  # noqa: B023  # used at once
            run = min((far[cell] for cell in cells_with(board, EXIT) if cell in far), default=99)
            near, following = [*(min(points, 7) for points in prey_points(board, baby)), 99, 99][:2]
            near = 99 if near == 7 else near
            runner[4 * (min(run, 6) - 1) + min(near, 4) - 1] += 1
            race[5 * (min(run, 4) - 1) + min(near + following, 6) - 2] += 1

        assert surveyed(position, layout.RUNNER, 24) == runner
        assert surveyed(position, layout.RACE, 20) == race


def test_babies_are_counted_by_the_mother_and_the_scientist_who_can_come_to_them(
    some_positions: list[Position],
) -> None:
    for position in some_positions:
        board, moves, tokens = board_of(position), hunt(position), position.state.tokens
        for block, kind in ((layout.ESCORT, BABY), (layout.SLEEPER, BABY | INACTIVE)):
            expected = [0.0] * 20
            for baby in cells_with(board, kind):
                near = min(prey_points(board, baby), default=99)
                expected[4 * (min(hunt_points(moves, baby, tokens), 5) - 1) + min(near, 4) - 1] += 1

            assert surveyed(position, block, 20) == expected


def test_scientists_beside_a_baby_are_counted_by_when_the_mother_can_have_killed_them(
    some_positions: list[Position],
) -> None:
    for position in some_positions:
        board, moves = board_of(position), hunt(position)
        expected = [0.0] * 5
        for scientist in cells_with(board, SCIENTIST):
            if any(board[cell] in (BABY, BABY | INACTIVE) for cell in neighbours(scientist)):
                expected[min(hunt_points(moves, scientist, position.state.tokens), 5) - 1] += 1

        assert surveyed(position, layout.THREAT, 5) == expected


def test_babies_that_reinforcements_and_gas_can_reach_are_counted(some_positions: list[Position]) -> None:
    for position in some_positions:
        board, number = board_of(position), int(position.state.map)
        arrivals = (
            {cell for cell in cells_with(board, FREE) if ARRIVALS[number, cell]} if position.state.reserve else ()
        )
        beside = [
            sum(any(cell in arrivals for cell in neighbours(baby)) for baby in cells_with(board, kind))
            for kind in (BABY, BABY | INACTIVE)
        ]
        gassed = sum(
            is_near_active_scientist(position.state, TILE_OF[number, cell]) for cell in cells_with(board, BABY)
        )

        assert surveyed(position, layout.ARRIVAL, 2) == beside
        assert surveyed(position, layout.GAS_RANGE, 1) == [gassed]


@pytest.mark.parametrize(
    ("block", "points", "position"),
    [
        (layout.ESCAPE, 1, at("escaped=2", babies="b3 h1 i2")),
        (layout.ESCAPE, 1 + 2, at("escaped=1", babies="b3 c3 h1 i2")),
        (layout.CAPTURE, 1, at("captured=2", babies="h1 i2", asleep="b3")),
        (layout.SHOTS, 1, at("tokens=4")),
        (layout.SHOTS, 1 + 2, at("tokens=3", scientists="b5 f6 l3 l6")),
        (layout.MASSACRE, 1, at(scientists="g6")),
        (layout.MASSACRE, 2 + 1, at("tokens=1", scientists="g1")),
    ],
)
def test_the_points_that_end_the_game_are_added_up(block: int, points: int, position: Position) -> None:
    first = 1 if block == layout.CAPTURE else 0

    assert surveyed(position, block, 9).index(1.0) + first == points


def test_the_judge_gives_both_seats_one_result_and_looks_at_nothing_hidden() -> None:
    for position, seat, _ in list(walk(registry.load("raptor"), 3))[::9]:
        state = position.state
        value = value_fn(state, seat)

        assert 0.0 < value < 1.0
        assert value_fn(state, 1 - seat) == pytest.approx(1.0 - value)
        assert value_fn(position.seen_by(seat).known, seat) == value


def test_a_baby_beside_an_exit_is_better_for_the_raptor_than_one_far_away() -> None:
    near, far = at("rounds=3", babies="b3 h1 i2 e6 i5"), at("rounds=3", babies="e2 h1 i2 e6 i5")

    assert value_fn(near.state, 0) > value_fn(far.state, 0)


def test_every_feature_has_its_name_and_the_network_its_size() -> None:
    assert len(set(layout.FEATURE_NAMES)) == layout.FEATURES
    assert WEIGHTS.shape == (SIZE,)
