"""All positions with a number of checkers, and the search that scores them."""

import random

import numpy as np
import pytest

from parlour.core.thinking import Stop
from parlour.games.connect_four.board import EMPTY, Board, after_drop
from parlour.games.connect_four.negamax import MIN_SCORE, new_memory, score_of
from parlour.games.connect_four.reach import narrow, next_question
from parlour.games.connect_four.solver import drops, score_at_end
from parlour.games.connect_four.state import CHECKERS
from tools.build_connect_four_book.layer import boards, folded, layer, without_win


def random_board(choose: random.Random, plies: int) -> Board:
    """Return a running position in which the side to move cannot win at once."""
    board = EMPTY
    while board.plies < plies:
        slot = choose.choice([slot for _, slot in drops(board)])
        board = EMPTY if score_at_end(board, slot) is not None else after_drop(board, slot)
    if any(score_at_end(board, slot) for _, slot in drops(board)):
        return random_board(choose, plies)
    return board


@pytest.mark.parametrize(("plies", "positions", "open_ones"), [(0, 1, 1), (4, 568, 568), (7, 27109, 25718)])
def test_a_layer_has_every_position_or_its_mirror_image_once(plies: int, positions: int, open_ones: int) -> None:
    keys = layer(plies)

    assert len(np.unique(folded(keys))) == len(keys) == positions
    assert len(without_win(keys)) == open_ones


def test_a_key_tells_the_checkers_of_both_sides() -> None:
    own, occupied = boards(layer(7))

    assert np.all(own & ~occupied == 0)
    assert np.all(np.bitwise_count(occupied) == 7)
    assert np.all(np.bitwise_count(own) == 3)
    assert np.array_equal(own + occupied, layer(7))


def test_the_search_without_recursion_finds_the_scores_of_the_solver() -> None:
    choose, flag = random.Random(1), Stop().flag
    table, stacks, memory = np.zeros(1 << 16, np.int64), np.zeros((CHECKERS, 1), np.int64), new_memory(has_book=False)
    for number in range(300):
        board = random_board(choose, 16 + number % 25)
        low, high = -((CHECKERS - board.plies) // 2), (CHECKERS - 1 - board.plies) // 2
        found = narrow(board.own, board.occupied, low, high, table, stacks, 1 << 40)

        assert found[:2] == (score_of(*board, MIN_SCORE, memory, flag),) * 2


def test_a_search_that_is_cut_short_leaves_bounds_and_goes_on_from_them() -> None:
    board = random_board(random.Random(2), 18)
    table, stacks = np.zeros(1 << 16, np.int64), np.zeros((CHECKERS, 1), np.int64)
    low, high, rounds = -((CHECKERS - board.plies) // 2), (CHECKERS - 1 - board.plies) // 2, 0
    while low < high:
        low, high, nodes = narrow(board.own, board.occupied, low, high, table, stacks, 1000)
        rounds += 1
        assert nodes <= 1000

    assert rounds > 1
    assert low == score_of(*board, MIN_SCORE, new_memory(has_book=False), Stop().flag)


@pytest.mark.parametrize("low", range(-21, 22))
def test_a_question_always_narrows_the_bounds(low: int) -> None:
    assert all(low < next_question(low, high) <= high for high in range(low + 1, 22))
