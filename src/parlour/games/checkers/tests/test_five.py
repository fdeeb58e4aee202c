"""The tables for five checkers: their results follow from their neighbours, and Master gives none of them away."""

from collections import Counter
from dataclasses import replace

import numpy as np

import parlour
from parlour.core.level import UNKNOWN, OwnSearch
from parlour.core.thinking import Stop
from parlour.games.checkers import endgames, five
from parlour.games.checkers.ai.levels import MASTER
from parlour.games.checkers.ai.thinker import CheckersThinker
from parlour.games.checkers.ai.turns import MAX_TURNS, after_turn, can_jump, list_turns
from parlour.games.checkers.state import State

SAMPLE = 400  # positions of each class
Board = tuple[int, int, int, int]  # own, enemy, kings, side


def boards_after(board: Board) -> list[Board]:
    out = np.zeros(MAX_TURNS, np.int64)
    n = list_turns(*board, can_jump(*board), out)
    after = [after_turn(*board, 0, turn) for turn in out[:n].tolist()]
    return [(int(theirs), int(mine), int(kings), 1 - board[3]) for mine, theirs, kings, _ in after]


def expected(board: Board) -> int:
    """Return the result by the tables; where a jump is due, by those of what follows."""
    own, enemy, kings, side = board
    if (own | enemy).bit_count() <= endgames.MOST:
        if not boards_after(board):
            return -1
        end = int(five.load()[endgames.index_at(own, enemy, kings, side == 1)])
        return (end > 0) - (end < 0)
    if can_jump(*board):
        return max(-expected(after) for after in boards_after(board))
    return int(five.result_at(own, enemy, kings, side == 1, five.load()))


def at(text: str) -> Board:
    s = parlour.new("checkers", position=text).state
    return int(s.pieces[s.side]), int(s.pieces[1 - s.side]), int(s.kings), int(s.side)


def test_results_follow_from_their_neighbours() -> None:
    choose, found = np.random.default_rng(1), Counter[int]()
    s = endgames.new_scratch()[0][0].view(State)[0]
    for each in endgames.FIVE:
        for place in choose.integers(each.size, size=SAMPLE):
            if not endgames.place(s, *each, int(place)):
                continue
            board = int(s.pieces[0]), int(s.pieces[1]), int(s.kings), 0
            if can_jump(*board):
                continue
            result = expected(board)
            assert result == max((-expected(after) for after in boards_after(board)), default=-1), (each, place)
            found[result] += 1

    assert min(found[result] for result in (-1, 0, 1)) > 200


def test_three_kings_win_against_two_in_the_middle_and_white_to_move_is_black_turned() -> None:
    assert expected(at("B:WK14,K18:BK1,K5,K9")) == 1
    assert expected(at("W:WK32,K28,K24:BK19,K15")) == 1
    assert expected(at("W:WK14,K18:BK1,K5,K9")) == -1


def test_four_against_one_and_six_are_unknown() -> None:
    for text in ("B:WK14:BK1,K5,K9,K2", "W:WK14:BK1,K5,K9,K2"):
        own, enemy, kings, side = at(text)
        assert five.result_at(own, enemy, kings, side == 1, five.load()) == UNKNOWN
    own, enemy, kings, side = at("B:WK14,K18:BK1,K5,K9")
    assert five.result_at(own, enemy, kings, side == 1, endgames.load()) == UNKNOWN


def test_a_win_with_five_checkers_is_not_given_away() -> None:
    """A search of a few nodes would take any step; those that keep the win are left."""
    position = parlour.new("checkers", position="B:WK14,K18:BK1,K5,K9")
    for seed in range(10):
        thinker = CheckersThinker(replace(MASTER, nodes=30, noise=300), has_five=True)
        best = thinker.think(position.seen_by(0).known, 0, np.array([seed], np.uint64), Stop()).best
        s = position.play(0, best).state
        after = int(s.pieces[1]), int(s.pieces[0]), int(s.kings), 1
        assert expected(after) == -1


def test_a_search_from_six_checkers_asks_the_tables() -> None:
    """A few nodes find the win that a search without the tables takes for a good chance; an analysis does without."""
    position = parlour.new("checkers", position="B:WK14,K19,31:BK1,K5,K9")
    settings = replace(MASTER, nodes=3_000, noise=0)

    def value(settings: OwnSearch, has_five: bool) -> float:
        thinker = CheckersThinker(settings, has_five=has_five)
        return thinker.think(position.seen_by(0).known, 0, np.array([1], np.uint64), Stop()).values[0].value

    assert value(settings, True) > 0.999
    assert value(settings, False) < 0.99
    assert value(replace(settings, every_action=True), True) < 0.99
