"""What the socket tells besides the matches that a client follows: running matches, challenges, opponents.

`messages` puts them into the wire.
"""

import msgspec


class RunningMatch(msgspec.Struct, frozen=True):
    """A match of mine that goes on, or has just ended."""

    match: str
    game: str
    pace: str
    is_rated: bool
    names: tuple[str, str]
    seat: int  # mine; 0 where both are
    opponent: str  # "person", "computer", "self" on one device, or "open" while the seat is free
    is_your_turn: bool
    is_over: bool
    num_turns: int
    deadline_ms: int | None  # when the time of the player to act runs out, by the server's clock


class WatchableMatch(msgspec.Struct, frozen=True):
    """A public match that is being played."""

    match: str
    game: str
    pace: str
    is_rated: bool
    names: tuple[str, str]
    ratings: tuple[int | None, int | None]  # in this game; None for computers, guests and provisional ones
    num_turns: int
    num_spectators: int


class MatchChanged(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="match_changed"):
    """A match of mine has begun or ended, or it became or was my turn; only for sockets with `?running=1`."""

    match: RunningMatch


class ChallengesChanged(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="challenges_changed"):
    """Another player challenged me, or a challenge of mine was declined; only for sockets with `?running=1`."""

    message: str  # what happened, in a sentence


class Watchable(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="watchable"):
    """The public matches that are being played, for those in the lobby."""

    matches: list[WatchableMatch]  # most watched first


class Seeking(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="seeking"):
    """Still waiting to be paired."""

    waited_ms: int
    computer_level: str | None  # an opponent to play with at once instead, after a while


class Paired(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="paired"):
    """An opponent was found."""

    match: str
    seat: int
