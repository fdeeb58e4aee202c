"""The network that judges positions of Sanguine."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.contract import Record
from parlour.core.position import start
from parlour.core.thinking import Stop, Thought
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.evaluate import MAX_ROWS, NUM_FEATURES, mean_value
from parlour.games.sanguine.ai.judge import NETWORK, Sight, SightType, can_judge, judge, look
from parlour.games.sanguine.ai.search import make_think
from parlour.games.sanguine.ai.tree import Settings
from support.matches import walk

FIXED = {"red_deck": "harbor", "blue_deck": "grove"}  # the decks of the rules file, which never change
BIG: dict[str, int | bool | str] = {"rows": 5, "cols": 7, "red_deck": "delta", "blue_deck": "highland"}


def seen_in(s: Record) -> Sight:
    sight = np.zeros(1, SightType)
    look(s, mean_value(s), np.zeros((2, MAX_ROWS), np.int64), np.zeros(NUM_FEATURES), sight[0])
    return sight[0]


def judgement(s: Record) -> float:
    sight, rows, weights = np.zeros(1, SightType)[0], np.zeros((2, MAX_ROWS), np.int64), np.zeros(NUM_FEATURES)
    return float(judge(s, mean_value(s), rows, weights, NETWORK[0], sight))


def swapped(s: Any) -> Any:
    """Return the position with the sides swapped, the board mirrored left to right."""
    other, cells = s.copy(), int(s.rows) * int(s.columns)
    for field in ("pawns", "cards"):
        mirrored = -s[field][:cells].reshape(int(s.rows), -1)[:, ::-1]
        other[field][:cells] = mirrored.ravel()
    for field in ("order", "lists", "hand", "hand_size", "drawn", "deck_size"):
        other[field] = s[field][::-1]
    other.turn = 1 - s.turn
    return other


@pytest.mark.parametrize("seed", range(3))
def test_the_network_sees_the_same_from_both_sides(seed: int) -> None:
    for position, _, _ in walk(GAME, seed, **FIXED):
        seen, seen_by_other = seen_in(position.state), seen_in(swapped(position.state))

        assert sorted(seen["picks"]) == sorted(seen_by_other["picks"])  # each names its cell
        assert (seen["amounts"] == seen_by_other["amounts"]).all()


def test_the_network_is_nearly_sure_of_a_win_by_passing() -> None:
    """Red leads in the one row that counts, and Blue has just passed."""
    board = "R 1 R:7,r1,.,b2,B:10/.,.,.,.,b1/.,.,.,.,b1 7x,1|1,2,2,3,3,4,4,5,6,6,7,8,8,9 "
    position = parlour.new("sanguine", 1, **FIXED, position=board + "10x,18|10,11,11,12,12,13,13,14,15,15,16,16,17,17")

    assert judgement(position.state) > 0.8


def test_the_network_judges_the_standard_board_and_rollouts_the_others() -> None:
    def think(trust: float) -> Thought:
        known = start(GAME, 1, BIG).seen_by(0).known
        return make_think(Settings(60, trust=trust))(known, 0, np.array([1], np.uint64), Stop())

    assert can_judge(start(GAME, 1, {}).state)
    assert not can_judge(start(GAME, 1, {"extended": True}).state)
    assert think(1.0) == think(0.0)
