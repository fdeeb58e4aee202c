"""What holds in every position of Checkers."""

from parlour import Position
from parlour.games.checkers.rules import can_jump
from parlour.games.checkers.state import BOARD, CHECKERS, CROWN_ROWS, RUNNING
from parlour.pieces.colour_draw import is_drawing


def check(position: Position) -> None:
    """Assert that the checkers can stand as they do."""
    s = position.state
    black, white, kings = int(s.pieces[0]), int(s.pieces[1]), int(s.kings)
    assert not black & white
    assert not (black | white) & ~BOARD
    assert not kings & ~(black | white)
    for side, pieces in enumerate((black, white)):
        assert pieces.bit_count() <= CHECKERS // 2
        assert not pieces & ~kings & CROWN_ROWS[side]
    if s.over == RUNNING and not is_drawing(s):
        assert black
        assert white
        assert 0 <= s.quiet < s.quiet_limit
    if s.jumping >= 0:
        jumper = 1 << int(s.jumping)
        assert jumper & int(s.pieces[s.side])
        assert can_jump(s, jumper)
        assert s.quiet == 0
