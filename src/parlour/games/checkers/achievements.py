"""Achievements of Checkers."""

from parlour.core.achievement import Achievement, Story
from parlour.core.contract import Record
from parlour.games.checkers.state import CLAIM

KINGS = 3
DOUBLE = 2  # captures in one turn
BEHIND = 2  # checkers


def _count(s: Record, seat: int) -> int:
    return int(s.pieces[int(s.first) ^ seat]).bit_count()


def _moves(story: Story) -> list[tuple[Record, Record]]:
    """List the positions before and after each of the player's own actions, without the colour draw."""
    return [(before, after) for before, action, after in story.own_steps() if action < CLAIM]


def _has_jumped_twice(story: Story) -> bool:
    taken = 0
    for before, after in _moves(story):
        taken = 0 if int(before.jumping) < 0 else taken
        taken += _count(before, 1 - story.seat) - _count(after, 1 - story.seat)
        if taken >= DOUBLE:
            return True
    return False


def _has_kings(story: Story) -> bool:
    return any(
        (int(after.kings) & int(after.pieces[int(after.first) ^ story.seat])).bit_count() >= KINGS
        for _, after in _moves(story)
    )


def _has_blocked(story: Story) -> bool:
    return story.has_won and story.reason == "no_move"


def _came_back(story: Story) -> bool:
    return story.has_won and any(
        _count(after, story.seat) + BEHIND <= _count(after, 1 - story.seat) for _, after in _moves(story)
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
