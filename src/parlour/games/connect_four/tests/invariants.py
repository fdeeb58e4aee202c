"""What holds in every position of Connect Four."""

from parlour import Position
from parlour.games.connect_four.rules import has_line
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS, RED, RED_WON, RUNNING, YELLOW, YELLOW_WON


def check(position: Position) -> None:
    """Assert that the checkers were dropped in turn, and that the game ended where it had to."""
    s = position.state
    red, yellow = int(s.stones[RED]), int(s.stones[YELLOW])
    assert not red & yellow
    assert red.bit_count() - yellow.bit_count() == s.plies % 2
    assert red.bit_count() + yellow.bit_count() == s.plies
    for column in range(COLUMNS):
        stack = (red | yellow) >> COLUMN_BITS * column & (1 << COLUMN_BITS) - 1
        assert stack & (stack + 1) == 0, "a checker hangs in the air"
        assert stack < 1 << COLUMN_BITS - 1
    assert has_line(red) == (s.over == RED_WON)
    assert has_line(yellow) == (s.over == YELLOW_WON)
    if s.over == RUNNING and s.plies:
        assert s.first in (0, 1)
