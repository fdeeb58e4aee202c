"""A search through every line finds what minimax finds, and says when a position is too much for it."""

import random
from collections.abc import Callable, Iterator

import pytest

from parlour.core.contract import Record
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


def late_positions(game: str, is_late: Callable[[Record], bool], seed: int, wanted: int) -> Iterator[Position]:
    """Play matches at random until each is late, and return those that get there."""
    choose = random.Random(seed)
    while wanted:
        position = start(load(game), choose.getrandbits(60), load(game).preset("quick"))
        while position.to_act() and not is_late(position.state):
            seat = position.to_act()[0]
            position = position.play(seat, choose.choice(position.legal_actions(seat)))
        if position.to_act():
            wanted -= 1
            yield position


LATE: dict[str, Callable[[Record], bool]] = {
    "connect_four": lambda s: s.plies >= 36,
    "sanguine": lambda s: (s.cards[:15] == 0).sum() <= 2,
}


@pytest.mark.parametrize("game", LATE)
def test_a_late_position_is_worth_what_minimax_says(game: str) -> None:
    exhauster = new_exhauster(load(game), None)
    found = []
    for position in late_positions(game, LATE[game], 7, 12):
        for seat in (0, 1):
            value = exhauster.value(position.data, seat, PLENTY)
            assert value == minimax(position, seat)
            found.append(value)

    assert {0.0, 1.0} <= set(found)


def test_a_choice_in_secret_is_worth_what_it_is_sure_of() -> None:
    game = load("matches_and_patches")
    exhauster = new_exhauster(game, None)
    for position in late_positions(game.id, lambda s: s.width**2 - s.placed == 2, 3, 2):
        assert position.to_act() == (0, 1)
        for seat in (0, 1):
            assert exhauster.value(position.data, seat, PLENTY) == minimax(position, seat)


def test_what_takes_too_long_is_given_up_and_tried_again_with_more() -> None:
    exhauster = new_exhauster(load("connect_four"), None)
    (position,) = late_positions("connect_four", lambda s: s.plies >= 34, 1, 1)

    assert exhauster.value(position.data, 0, 3) is None
    assert exhauster.value(position.data, 0, PLENTY) == minimax(position, 0)
