"""Achievements of Checkers."""

from parlour.core.achievement import Achievement, Playthrough
from parlour.core.contract import Record
from parlour.games.checkers.state import CLAIM

KINGS = 3
DOUBLE = 2  # captures in one turn
BEHIND = 2  # checkers


def _count(s: Record, seat: int) -> int:
    return int(s.pieces[int(s.first) ^ seat]).bit_count()


def _moves(play: Playthrough) -> list[tuple[Record, Record]]:
    """List the positions before and after each of the player's own actions, without the colour draw."""
    return [(before, after) for before, action, after in play.own_steps() if action < CLAIM]


def _has_jumped_twice(play: Playthrough) -> bool:
    taken = 0
    for before, after in _moves(play):
        taken = 0 if int(before.jumping) < 0 else taken
        taken += _count(before, 1 - play.seat) - _count(after, 1 - play.seat)
        if taken >= DOUBLE:
            return True
    return False


def _has_kings(play: Playthrough) -> bool:
    return any(
        (int(after.kings) & int(after.pieces[int(after.first) ^ play.seat])).bit_count() >= KINGS
        for _, after in _moves(play)
    )


def _has_blocked(play: Playthrough) -> bool:
    return play.has_won and play.reason == "no_move"


def _came_back(play: Playthrough) -> bool:
    return play.has_won and any(
        _count(after, play.seat) + BEHIND <= _count(after, 1 - play.seat) for _, after in _moves(play)
    )


ACHIEVEMENTS = (
    Achievement(
        "double_jump", "Double jump", "Capture two checkers in one turn.",
        "A jump goes on while there is another: look where your checker would land.", _has_jumped_twice,
    ),
    Achievement(
        "three_kings", "Three kings", "Have three kings on the board at the same time.",
        "Kings move both ways. Get a man through before you chase the last checkers.", _has_kings,
    ),
    Achievement(
        "no_move", "Locked in", "Win by leaving the other side without a move.",
        "A side that cannot move has lost, however many checkers it has.", _has_blocked,
    ),
    Achievement(
        "comeback", "Comeback", "Win after being two checkers behind.",
        "Give up a checker when the jump back takes two.", _came_back,
    ),
)  # fmt: skip
