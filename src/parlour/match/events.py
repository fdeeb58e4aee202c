"""What happened in a match, in the order it happened. Events are appended and never changed."""

import msgspec

from parlour.core.phrasing import NUMBERED_SEATS
from parlour.match import commands as co
from parlour.match.mission import Terms

FORMAT = 1


class Event(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """Something that happened, at a time of the server's clock."""

    at_ms: int

    def cause(self) -> co.Command | None:
        """Return the command that leads to this event; None when it follows from another event."""
        return None


class Started(Event, frozen=True, tag="started"):
    """The first event: all that decides the match, but of its seed only the hash."""

    game: str
    rules_version: int
    options: dict[str, int | str]
    seed_hash: str
    format: int = FORMAT
    position: str | None = None  # None: the game's usual start
    pace: str = "none"
    names: tuple[str, str] = NUMBERED_SEATS
    mission: Terms | msgspec.UnsetType = msgspec.UNSET  # left out where there is none, as in older logs


class Acted(Event, frozen=True, tag="acted", rename={"action": "text"}):  # logs and match files say "text"
    """A seat played one action; by_clock when its time had run out and a random one was played for it."""

    seat: int
    action: str
    by_clock: bool = False

    def cause(self) -> co.Command | None:
        return None if self.by_clock else co.Play(seat=self.seat, action=self.action)


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    seat: int

    def cause(self) -> co.Command:
        return co.OfferDraw(seat=self.seat)


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    seat: int
    accept: bool

    def cause(self) -> co.Command:
        return co.AnswerDraw(seat=self.seat, accept=self.accept)


class UndoAsked(Event, frozen=True, tag="undo_asked"):
    seat: int

    def cause(self) -> co.Command:
        return co.AskUndo(seat=self.seat)


class UndoAnswered(Event, frozen=True, tag="undo_answered"):
    """With accept, this number of actions was taken back."""

    seat: int
    accept: bool
    actions: int

    def cause(self) -> co.Command:
        return co.AnswerUndo(seat=self.seat, accept=self.accept)


class Expired(Event, frozen=True, tag="expired"):
    """A seat let its time run out, for the n-th time in a row (0: this step does not count)."""

    seat: int
    in_a_row: int

    def cause(self) -> co.Command:
        return co.Expire(seat=self.seat)


class TimeAdded(Event, frozen=True, tag="time_added"):
    """A seat was given time by its opponent."""

    seat: int
    duration_ms: int

    def cause(self) -> co.Command:
        return co.AddTime(seat=1 - self.seat)


class Resumed(Event, frozen=True, tag="resumed"):
    """The server is back; the time in which it was down is not charged."""

    down_ms: int

    def cause(self) -> co.Command:
        return co.Resume(seat=0, down_ms=self.down_ms)


class Opened(Event, frozen=True, tag="opened"):
    """A player has opened a rated match in which both seats are taken; when both have, it counts."""

    seat: int

    def cause(self) -> co.Command:
        return co.Open(seat=self.seat)


class Left(Event, frozen=True, tag="left"):
    """A seat was away for too long, and its opponent claimed the match."""

    seat: int

    def cause(self) -> co.Command:
        return co.Leave(seat=self.seat)


class Aborted(Event, frozen=True, tag="aborted"):
    """A seat aborted the match before it counted."""

    seat: int

    def cause(self) -> co.Command:
        return co.Abort(seat=self.seat)


class Resigned(Event, frozen=True, tag="resigned"):
    seat: int

    def cause(self) -> co.Command:
        return co.Resign(seat=self.seat)


class Ended(Event, frozen=True, tag="ended"):
    """The match is over: who won (None: a draw), why, and the experience points of both seats."""

    winner: int | None
    reason: str
    experience: tuple[int, int]
    stars: int | msgspec.UnsetType = msgspec.UNSET  # of a mission that was won


class SeedRevealed(Event, frozen=True, tag="seed_revealed"):
    """The seed, so that anyone can check the chance of the match; its hash is in the first event."""

    seed: str  # decimal: too large for other languages' numbers


AnyEvent = (
    Started
    | Acted
    | DrawOffered
    | DrawAnswered
    | UndoAsked
    | UndoAnswered
    | Expired
    | TimeAdded
    | Resumed
    | Opened
    | Left
    | Aborted
    | Resigned
    | Ended
    | SeedRevealed
)
