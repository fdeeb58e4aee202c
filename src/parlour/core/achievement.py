"""Achievements of a game: something to try that teaches it, and how a finished match shows that it was done."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from parlour.core.contract import Played, Record


class Playthrough(NamedTuple):
    """A finished match, from the seat of one player."""

    seat: int
    played: Sequence[Played]  # every action that was not taken back, with the position before it
    last: Record  # the position at the end
    winner: int | None  # None: a draw
    reason: str  # of the end: one of the game's endings, or "resigned", "timed_out", ...

    @property
    def has_won(self) -> bool:
        return self.winner == self.seat

    def positions(self) -> Iterator[Record]:
        """Return every position, the last one included."""
        yield from (step.state for step in self.played)
        yield self.last

    def own_steps(self) -> Iterator[tuple[Record, int, Record]]:
        """Return the player's own actions, each with the position before and after it."""
        after = [*self.positions()][1:]
        for step, state in zip(self.played, after, strict=True):
            if step.seat == self.seat:
                yield step.state, step.action, state


class Achievement(NamedTuple):
    """Something to reach in one match."""

    id: str  # one word, never changed: it is stored
    title: str
    task: str  # what to do, in a sentence
    lesson: str  # what it teaches, in a sentence
    is_earned: Callable[[Playthrough], bool]
