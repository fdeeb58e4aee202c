"""What happened in a tournament, in the order it happened. Players are numbers here: the log holds nobody's name."""

from typing import Literal

import msgspec

ARENA, SWISS = "arena", "swiss"
VOID = "void"  # the reason of a match that could not be played
Format = Literal["arena", "swiss"]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host has chosen; it never changes."""

    format: Format
    game: str
    options: dict[str, int | str]
    pace: str
    is_rated: bool = False  # only accounts can join; matches against computers are not rated
    is_public: bool = True  # listed for everyone; otherwise known by its link only
    minutes: int = 0  # of an arena
    rounds: int = 0  # of a Swiss tournament
    starts_ms: int | None = None
    start_when: int | None = None  # as soon as this many people have joined; without both, the host starts it
    level: str | None = None  # of the computers that take part
    num_computers: int = 0  # 0 with a level: one stands in when the number of players is odd


class Event(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """Something that happened, at a time of day."""

    at_ms: int


class Created(Event, frozen=True, tag="created"):
    """The first event."""

    plan: Plan
    seed: int  # decides seats where nothing else does


class Joined(Event, frozen=True, tag="joined"):
    """A player has joined; players are numbered from 0 in this order."""

    player: int
    rating: float  # by which they are paired
    level: str | None = None  # of a computer
    is_stand_in: bool = False  # it plays only when the number of players is odd


class Paused(Event, frozen=True, tag="paused"):
    """A player gets no more matches: they left, or did not come to their match."""

    player: int
    is_absent: bool = False


class Returned(Event, frozen=True, tag="returned"):
    """A player who had paused is back."""

    player: int


class Started(Event, frozen=True, tag="started"):
    """The tournament has begun."""

    rounds: int = 0  # of a Swiss tournament: as planned, or as many as the number of players allows


class Pair(msgspec.Struct, frozen=True):
    """Two players, and the match that they play: its id and the secret in its link are drawn with the pairing."""

    match: str
    invitation: str
    players: tuple[int, int]  # by seat


class Paired(Event, frozen=True, tag="paired"):
    """Players were paired. Their matches are made after this is stored."""

    pairs: tuple[Pair, ...]
    round: int = 0  # of a Swiss tournament, counted from 1
    bye: int | None = None  # who has no opponent in this round, and gets the points of a win


class Finished(Event, frozen=True, tag="finished"):
    """A match is over."""

    match: str
    winner: int | None  # a seat
    reason: str
    absent: tuple[int, ...] = ()  # seats whose players did not come; they are paused


class Resumed(Event, frozen=True, tag="resumed"):
    """The server is back; an arena lasts longer by the time in which it was down."""

    down_ms: int


class Ended(Event, frozen=True, tag="ended"):
    """The tournament is over."""


class Cancelled(Event, frozen=True, tag="cancelled"):
    """The tournament does not take place."""


AnyEvent = (
    Created | Joined | Paused | Returned | Started | Paired | Finished | Resumed | Ended | Cancelled
)  # fmt: skip

read_event = msgspec.json.Decoder(AnyEvent).decode
write_event = msgspec.json.Encoder().encode
