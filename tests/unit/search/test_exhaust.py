"""A search through every line finds what minimax finds, and says when a position is too much for it."""

import random

import pytest

from parlour.core.position import Position, start
from parlour.core.registry import load
from parlour.search.exhaust import new_exhauster

PLENTY = 1_000_000


def minimax(position: Position, seat: int) -> float:
    """Return what a seat is sure of, in plain Python; where both choose, the other side knows the seat's choice."""
    seats = position.to_act()
    if not seats:
        return float(position.game.rules.result(position.state, seat))
    mover = seat if seat in seats else 1 - seat
    values = [minimax(position.play(mover, action), seat) for action in position.legal_actions(mover)]
    return max(values) if mover == seat else min(values)


def late_position(game: str, left: int, seed: int) -> Position:
    """Play a match at random and return it so many actions before its end."""
    choose, position, positions = random.Random(seed), start(load(game), seed, load(game).preset("quick")), []
    while seats := position.to_act():
        positions.append(position)
        position = position.play(seats[0], choose.choice(position.legal_actions(seats[0])))
    return positions[-left]


@pytest.mark.parametrize(
    ("game", "left"), [("connect_four", 6), ("sanguine", 3), ("patchwork", 2), ("whist", 8), ("checkers", 2)]
)
def test_a_late_position_is_worth_what_minimax_says(game: str, left: int) -> None:
    exhauster = new_exhauster(load(game), None)
    found = []
    for seed in range(12):
        position = late_position(game, left, seed)
        for seat in (0, 1):
            value = exhauster.value(position.data, seat, PLENTY)
            assert value == minimax(position, seat)
            found.append(value)

    assert {0.0, 1.0} <= set(found)


def test_a_choice_in_secret_is_worth_what_it_is_sure_of() -> None:
    exhauster = new_exhauster(load("matches_and_patches"), None)
    for seed in range(6):
        position = start(load("matches_and_patches"), seed, {"board": "small"})
        choose = random.Random(seed)
        while position.state.placed < 14 or len(position.to_act()) < 2:
            seat = position.to_act()[0]
            position = position.play(seat, choose.choice(position.legal_actions(seat)))
            if not position.to_act():
                break
        if position.to_act():
            assert exhauster.value(position.data, 0, PLENTY) == minimax(position, 0)


def test_what_takes_too_long_is_given_up_and_tried_again_with_more() -> None:
    exhauster, position = new_exhauster(load("connect_four"), None), late_position("connect_four", 8, 3)

    assert exhauster.value(position.data, 0, 5) is None
    assert exhauster.value(position.data, 0, PLENTY) == minimax(position, 0)
