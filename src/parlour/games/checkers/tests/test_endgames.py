"""The endgame tables are true: each value follows from its neighbours, and a search without them agrees."""

import lzma
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.errors import BadOption
from parlour.core.kernel import kernel
from parlour.core.level import UNKNOWN
from parlour.games.checkers import command, endgames
from parlour.games.checkers.rules import apply, legal_actions
from parlour.games.checkers.state import NUM_ACTIONS, RUNNING, State

TURNS = 6  # of the plain search
SAMPLE = 60  # positions of each class


def value(text: str) -> int:
    return int(endgames.probe(parlour.new("checkers", position=text).state, endgames.load()))


def test_every_value_of_every_table_follows_from_its_neighbours() -> None:
    """Complete: a wrong value nearest to the end of the game would contradict the right ones it leads to."""
    assert len(endgames.load()) == endgames.SIZE
    assert endgames.num_wrong(endgames.load()) == 0


def test_a_wrong_value_would_be_noticed() -> None:
    tables = endgames.load().copy()
    place = int(endgames.index_of(parlour.new("checkers", position="B:WK32:BK1,K10").state))
    tables[place] += 2

    assert endgames.num_wrong(tables) > 0


@kernel
def is_forced(stack: Any, actions: Any, level: int, turns: int, wins: bool) -> bool:
    """Try everything to find whether the side to move can force a win (or must lose) within this number of turns."""
    s = stack[level].view(State)[0]
    if s.over != RUNNING:  # it has just been left without a checker or a move
        return not wins
    if turns == 0:
        return False
    for i in range(legal_actions(s, s.first ^ s.side, actions[level])):
        stack[level + 1] = stack[level]
        after = stack[level + 1].view(State)[0]
        apply(after, s.first ^ s.side, actions[level, i])
        if after.jumping >= 0:
            found = is_forced(stack, actions, level + 1, turns, wins)
        else:
            found = is_forced(stack, actions, level + 1, turns - 1, not wins)
        if found == wins:
            return wins
    return not wins


@pytest.mark.slow
def test_a_plain_search_finds_the_same_ends() -> None:
    """Of a sample of each class: what is won or lost within some turns is exactly what the tables say."""
    choose, tables = np.random.default_rng(1), endgames.load()
    stack = np.zeros((20, State.itemsize), np.uint8)
    actions = np.zeros((20, NUM_ACTIONS), np.int32)
    s = stack[0].view(State)[0]
    s.quiet_limit = 100
    ends: Counter[int] = Counter()
    for each in endgames.CLASSES:
        for place in choose.integers(each.size, size=SAMPLE):
            if not endgames.place(s, *each, int(place)) or not legal_actions(s, 0, actions[0]):
                continue
            known = int(endgames.probe(s, tables))
            ends[known] += 1
            for turns in range(1, TURNS + 1):
                assert is_forced(stack, actions, 0, turns, True) == (0 < known <= turns), (each, place)
                assert is_forced(stack, actions, 0, turns, False) == (-turns <= known < 0), (each, place)

    assert all(ends[turns] for turns in (0, 1, 3, 5, -2, -4, -6))  # a win takes an odd number of turns


def test_two_kings_win_against_one_outside_the_double_corner() -> None:
    assert value("B:WK4:BK18,K19") > 0
    assert value("W:WK4:BK18,K19") < 0
    assert value("B:WK15:BK1,K32") > 0


def test_one_king_holds_the_double_corner_against_one() -> None:
    assert value("B:WK1:BK18") == 0


def test_white_to_move_is_black_to_move_turned() -> None:
    assert value("B:WK32,25:BK1,9") == value("W:WK32,24:BK1,8")


def test_more_than_four_checkers_and_unfinished_jumps_are_unknown() -> None:
    assert value("B:W21-32:B1-12") == UNKNOWN
    assert value("B:W15,23,32:B19:J19") == UNKNOWN


@pytest.mark.long
def test_the_command_makes_the_tables_that_come_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = endgames.FILE.read_bytes()
    monkeypatch.setattr(endgames, "FILE", tmp_path / "endgames.xz")
    answer = command.run(["tables"], str)

    assert "the longest in 109 turns" in answer
    assert lzma.decompress(endgames.FILE.read_bytes()) == lzma.decompress(shipped)


@pytest.mark.parametrize("arguments", [[], ["table"], ["tables", "now"]])
def test_the_command_refuses_other_arguments(arguments: list[str]) -> None:
    with pytest.raises(BadOption, match="parlour checkers tables"):
        command.run(arguments, str)
