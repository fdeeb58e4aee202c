"""Answers: a whole turn is right or wrong, a part of one goes on, and nothing illegal is judged."""

import msgspec
import pytest

from parlour.core import registry
from parlour.core.errors import IllegalAction, ParlourError
from parlour.puzzles.book import Puzzle
from parlour.puzzles.judge import judge, solution_of

CHECKERS = registry.load("checkers")
DOUBLE = Puzzle(  # either man can jump; only one of them jumps twice
    id="checkers-0001", position="B:W14,15,24,32:B9,10,1", seat=0, solution=("10x19", "19x28"), value=1.0, second=0.5,
    rating=900, proof="search", goal="Find the only move that wins.", consequence="With best play it loses.",
)  # fmt: skip


def test_a_turn_goes_on_until_its_last_action() -> None:
    assert judge(CHECKERS, DOUBLE, []).is_right is None
    assert judge(CHECKERS, DOUBLE, ["10x19"]).is_right is None
    assert judge(CHECKERS, DOUBLE, ["10x19", "19x28"]).is_right is True


def test_a_turn_may_be_written_as_one_word() -> None:
    answer = judge(CHECKERS, DOUBLE, ["10x19x28"])

    assert answer.is_right is True
    assert answer.position == solution_of(CHECKERS, DOUBLE).position
    assert len(answer.steps) == 2


def test_another_turn_is_wrong() -> None:
    other = next(choice.action for choice in solution_of(CHECKERS, DOUBLE).first.seen_by(0).choices()
                 if choice.action != "10x19")  # fmt: skip

    assert judge(CHECKERS, DOUBLE, [other]).is_right is False


@pytest.mark.parametrize("actions", [["1-5"], ["nonsense"], ["10x19", "10x19"]])
def test_what_the_rules_forbid_is_refused(actions: list[str]) -> None:
    with pytest.raises(ParlourError):
        judge(CHECKERS, DOUBLE, actions)


def test_a_puzzle_asks_for_one_turn() -> None:
    with pytest.raises(IllegalAction, match="one turn"):
        judge(CHECKERS, DOUBLE, ["10x19", "19x28", "1-5"])


def test_a_solution_may_leave_the_end_of_the_turn_open() -> None:
    open_ended = msgspec.structs.replace(DOUBLE, solution=("10x19",))

    assert judge(CHECKERS, open_ended, ["10x19"]).is_right is True
    assert judge(CHECKERS, open_ended, ["10x19x28"]).is_right is True
