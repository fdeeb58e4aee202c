"""Achievements of Connect Four."""

from parlour.core.achievement import Achievement, Playthrough
from parlour.core.contract import Record
from parlour.games.connect_four.state import CLAIM, COLUMN_BITS, COLUMNS, ROWS

LONG_GAME = 28  # checkers on the board
DIAGONALS = (COLUMN_BITS - 1, COLUMN_BITS + 1)
DIRECTIONS = (1, COLUMN_BITS, *DIAGONALS)


def _has_four(stones: int, directions: tuple[int, ...]) -> bool:
    for step in directions:
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def _stones(s: Record, seat: int) -> int:
    return int(s.stones[int(s.first) ^ seat])


def _winning_columns(s: Record, seat: int) -> list[int]:
    """List the columns in which a seat would make four at once, if it were to move."""
    own, other = _stones(s, seat), _stones(s, 1 - seat)
    found = []
    for column in range(COLUMNS):
        height = ((own | other) >> COLUMN_BITS * column & (1 << ROWS) - 1).bit_count()
        if height < ROWS and _has_four(own | 1 << COLUMN_BITS * column + height, DIRECTIONS):
            found.append(column)
    return found


def _won_on_board(play: Playthrough) -> bool:
    return play.has_won and play.reason == "line"


def _by_diagonal(play: Playthrough) -> bool:
    return _won_on_board(play) and _has_four(_stones(play.last, play.seat), DIAGONALS)


def _by_two_threats(play: Playthrough) -> bool:
    return _won_on_board(play) and len(_winning_columns(play.played[-1].state, play.seat)) > 1


def _has_blocked(play: Playthrough) -> bool:
    drops = ((before, action) for before, action, _ in play.own_steps() if action < CLAIM)
    return any(_winning_columns(before, 1 - play.seat) == [column] for before, column in drops)


def _long_win(play: Playthrough) -> bool:
    return _won_on_board(play) and int(play.last.plies) >= LONG_GAME


ACHIEVEMENTS = (
    Achievement(
        "block", "Not so fast", "Block a line of three before it becomes four.",
        "Before your own plan, look at what the other side threatens.", _has_blocked,
    ),
    Achievement(
        "diagonal", "Slanted", "Win with a diagonal line.",
        "Diagonals are the lines that opponents overlook most often.", _by_diagonal,
    ),
    Achievement(
        "two_threats", "Two at once", "Win when two columns would both have made four.",
        "One threat is blocked. Two threats at once win.", _by_two_threats,
    ),
    Achievement(
        "long_game", "Patience", f"Win with at least {LONG_GAME} checkers on the board.",
        "In a full board the last free slots decide: count whose turn it will be when they open.", _long_win,
    ),
)  # fmt: skip
