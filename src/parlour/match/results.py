"""What finished matches leave behind: results, experience, ratings and leaderboards.

- A match that was aborted, that ended before an opponent sat down, or that began with a finished game leaves nothing.
- A match of one person at both seats is stored as "played", once: it is no win and earns nothing, or a person could
  reach any level alone. So is a match that began from a position, for each of its people. Matches against the computer
  count like others; strength is what ratings are for, and those come from rated matches between two accounts only.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from parlour.match import events as ev
from parlour.match.errors import CorruptLog
from parlour.match.experience import ABORTED, Level
from parlour.match.glicko import PROVISIONAL, Rating, after_match, aged
from parlour.match.seating import ACCOUNT, OPEN, Seating

WON, DRAWN, LOST, PLAYED = "won", "drawn", "lost", "played"
OVERALL = ""  # in the place of a game: all games together
PAGE = 20  # entries of a history, unless the caller asks for more or fewer

Opponent = Literal["person", "computer", "self"]
Order = Literal["level", "wins", "rating"]
Follow = Callable[[int, int], bool]  # called with how far it is and how far it goes; returns whether to continue


class Finished(NamedTuple):
    """What the log says about a match that is over."""

    match: str
    started: ev.Started
    ended: ev.Ended
    num_actions: int  # without those taken back


class Result(NamedTuple):
    """What a finished match is for one person."""

    match: str
    seat: int
    identity: str
    other: str | None  # the identity of the opponent; None for a computer
    level: str | None  # of the computer opponent
    game: str
    pace: str
    result: str  # WON, DRAWN, LOST or PLAYED
    reason: str
    experience: int
    num_actions: int
    started_ms: int
    ended_ms: int
    rating_change: float | None = None  # of a rated match


def summarise(match_id: str, log: Iterable[ev.AnyEvent]) -> Finished:
    """Return what counts of the events of a finished match. The rules of the game are not needed for it.

    Raises:
        CorruptLog: the match has no start, no end, or more than one.
    """
    started: ev.Started | None = None
    ended: ev.Ended | None = None
    num_actions = num_ends = 0
    for event in log:
        match event:
            case ev.Started():
                started = event
            case ev.Acted():
                num_actions += 1
            case ev.UndoAnswered(accept=True, actions=count):
                num_actions -= count
            case ev.Ended():
                ended = event
                num_ends += 1
    if started is None or ended is None or num_ends > 1:
        raise CorruptLog(f"The log of match {match_id} does not have one start and one end.")
    return Finished(match_id, started, ended, num_actions)


def results_of(match: Finished, seating: Seating) -> list[Result]:
    """Return the results that a match leaves: one for each seat of a person, or one for both seats of the same."""
    was_over = match.num_actions == 0 and match.ended.at_ms == match.started.at_ms
    if match.ended.reason == ABORTED or was_over or any(seat.kind == OPEN for seat in seating.seats):
        return []
    results = [_result(match, seating, number, identity) for number, identity in seating.people]
    if seating.is_hotseat or seating.is_practice:
        results = [result._replace(result=PLAYED) for result in results]
    return results[:1] if seating.is_hotseat else results


def _result(match: Finished, seating: Seating, number: int, identity: str) -> Result:
    other, ended = seating.seats[1 - number], match.ended
    return Result(
        match=match.match,
        seat=number,
        identity=identity,
        other=other.identity,
        level=other.level,
        game=match.started.game,
        pace=match.started.pace,
        result=DRAWN if ended.winner is None else WON if ended.winner == number else LOST,
        reason=ended.reason,
        experience=seating.credited(ended.experience)[number],
        num_actions=match.num_actions,
        started_ms=match.started.at_ms,
        ended_ms=ended.at_ms,
    )


def is_rated(results: Sequence[Result], seating: Seating) -> bool:
    """Return whether a match changes ratings: it was meant to, and two different accounts played it."""
    return seating.is_rated and len(results) == 2 and all(one.identity.startswith(ACCOUNT) for one in results)


class RatingNow(NamedTuple):
    """A rating today; `num` counts the rated matches behind it."""

    rating: float
    deviation: float
    num: int

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


class StoredRating(NamedTuple):
    """A rating in a game, as it was after the last rated match; the defaults are a newcomer's."""

    rating: Rating = Rating()
    matches: int = 0
    at_ms: int = 0

    def aged(self, now_ms: int) -> Rating:
        """Return the rating today: less certain the longer its owner was away."""
        return aged(self.rating, now_ms - self.at_ms)

    def now(self, now_ms: int) -> RatingNow:
        """Return what is shown of the rating today."""
        today = self.aged(now_ms)
        return RatingNow(today.rating, today.deviation, self.matches)


def rate(pair: Sequence[Result], before: Sequence[StoredRating]) -> tuple[list[Result], list[StoredRating]]:
    """Return the two results of a rated match with their rating changes, and the ratings after it."""
    first, second = (old.aged(result.ended_ms) for old, result in zip(before, pair, strict=True))
    after = after_match(first, second, {WON: 1.0, DRAWN: 0.5, LOST: 0.0}[pair[0].result])
    changed = [
        result._replace(rating_change=new.rating - old.rating.rating)
        for result, new, old in zip(pair, after, before, strict=True)
    ]
    ratings = [
        StoredRating(new, old.matches + 1, result.ended_ms)
        for result, new, old in zip(pair, after, before, strict=True)
    ]
    return changed, ratings


class Standing(NamedTuple):
    """What a person has reached in a game, or overall."""

    game: str  # OVERALL: all together
    level: Level
    matches: int
    wins: int
    rating: RatingNow | None = None


class PrivateRecord(NamedTuple):
    """What only the person concerned is shown."""

    drawn: int
    lost: int


class Filters(NamedTuple):
    """Which matches of a history are wanted; None: all."""

    game: str | None = None
    result: str | None = None
    opponent: Opponent | None = None
    level: str | None = None  # of the computer opponent
    other: str | None = None  # the identity of the opponent
    from_ms: int | None = None
    to_ms: int | None = None  # not included
    is_rated: bool | None = None


EVERYTHING = Filters()


class Entry(NamedTuple):
    """A match in a person's history."""

    match: str
    seat: int
    game: str
    pace: str
    other: str | None  # the identity of the opponent; None for a computer
    other_name: str | None  # None for guests, computers and deleted accounts
    level: str | None
    result: str
    reason: str
    experience: int
    num_actions: int
    started_ms: int
    ended_ms: int
    rating_change: float | None


class Page(NamedTuple):
    """Some entries, newest first, and where the next page begins; None: this is the last."""

    entries: list[Entry]
    after: tuple[int, str] | None


class Leader(NamedTuple):
    """A line of a leaderboard."""

    name: str
    level: int
    wins: int
    rating: RatingNow | None  # None also while it is provisional
