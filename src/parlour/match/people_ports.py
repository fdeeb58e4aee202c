"""What is stored around people: whom they follow, who has challenged them, and what they have reached.

The ports promise what those of `parlour.match.ports` do.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from parlour.match.achievements import Streaks

MOST_FOLLOWED = 200  # people, by one person
MOST_CHALLENGES = 20  # that wait for one person


class Followed(NamedTuple):
    """A person whom another follows."""

    identity: str
    name: str


class Earned(NamedTuple):
    """An achievement, and the match that earned it."""

    id: str
    match: str
    at_ms: int


class RatingPoint(NamedTuple):
    """A rating after the last rated match of a day."""

    game: str
    at_ms: int
    rating: float


class GameAccuracy(NamedTuple):
    """How accurate a person was in the analysed matches of a game."""

    game: str
    mean: float  # in percent
    matches: int


class Following(Protocol):
    """Whom people follow. Only accounts follow and are followed; nobody is told by whom."""

    def by(self, identity: str) -> list[Followed]:
        """List whom a person follows, by name."""
        ...

    def follow(self, identity: str, other: str, at_ms: int) -> "Future[None]":
        """Follow a person; the future fails with TooManyFollowed."""
        ...

    def unfollow(self, identity: str, other: str) -> "Future[None]":
        """Stop following a person."""
        ...


class Challenges(Protocol):
    """Matches whose open seat is offered to one person."""

    def to(self, identity: str) -> list[str]:
        """List the matches that are offered to a person and not over, newest first."""
        ...

    def challenge(self, match_id: str, identity: str, at_ms: int) -> "Future[None]":
        """Offer the open seat of a match to a person, instead of another; the future fails with TooManyChallenges."""
        ...

    def withdraw(self, match_id: str, identity: str) -> "Future[bool]":
        """Forget an offer; returns whether there was one."""
        ...


class Reached(Protocol):
    """What people have reached, besides results."""

    def running(self, identity: str, limit: int) -> list[str]:
        """List a person's matches that are neither over nor parked, those last touched first."""
        ...

    def achievements(self, identity: str) -> list[Earned]:
        """List what a person has earned, oldest first."""
        ...

    def streaks(self, identity: str) -> Streaks:
        """Return what a person has done in a row."""
        ...

    def rating_history(self, identity: str) -> Sequence[RatingPoint]:
        """List a person's ratings by game, one for each day with a rated match, oldest first."""
        ...

    def accuracy(self, identity: str) -> list[GameAccuracy]:
        """List how accurate a person was, by game; only matches that were analysed count."""
        ...
