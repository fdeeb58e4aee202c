"""The port through which tournaments are stored; see `parlour.match.ports` for what reads and writes promise."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol


class StoredPlayer(NamedTuple):
    """Who a player of a tournament is."""

    identity: str | None  # None: a computer
    name: str


class Roster(NamedTuple):
    """Who takes part in a tournament; people sign up, and accounts are deleted."""

    title: str
    host: StoredPlayer
    players: list[StoredPlayer]  # by number


class StoredTournament(NamedTuple):
    """A tournament as it is stored."""

    id: str
    roster: Roster
    lines: list[bytes]  # the events
    up_ms: int  # for how long a server has been running since the last event


class Place(NamedTuple):
    """Where a player ended."""

    player: int
    place: int
    points: int


class PersonalResult(NamedTuple):
    """A tournament in a profile."""

    tournament: str
    title: str
    plan: str  # as JSON
    place: int | None  # None: it is not over, or the player never played
    points: int
    num_players: int
    ended_ms: int | None
    is_cancelled: bool


class TournamentLog(Protocol):
    """The logs of all tournaments: appended, never changed."""

    def create(
        self, tournament_id: str, title: str, host: StoredPlayer, computers: Sequence[StoredPlayer], plan: str,
        is_public: bool, lines: Sequence[bytes],
    ) -> "Future[StoredPlayer]":  # fmt: skip
        """Begin the log of a tournament, and return its host as stored: they may have signed up meanwhile."""
        ...

    def append(
        self, tournament_id: str, version: int, lines: Sequence[bytes], joined: StoredPlayer | None = None,
        places: Sequence[Place] | None = None, ended_ms: int | None = None,
    ) -> "Future[StoredPlayer | None]":  # fmt: skip
        """Append events, all or none.

        Args:
            version: of the tournament that they follow, which is the number of its events.
            joined: the player of the event `Joined` among them; returned as stored, for they may have signed up.
            places: at the end.
            ended_ms: the tournament is over, or, without places, cancelled.

        The future fails with AlreadyThere if the tournament is at another version.
        """
        ...

    def open_tournaments(self) -> list[str]:
        """List the tournaments that have not ended."""
        ...

    def open_versions(self) -> dict[str, int]:
        """Return how far the tournaments have come that have not ended: the number of events of each."""
        ...

    def open_rosters(self) -> dict[str, Roster]:
        """Return who takes part in the tournaments that have not ended."""
        ...

    def past_tournaments(self, limit: int) -> list[str]:
        """List the public tournaments that were played, the last ones first."""
        ...

    def read(self, tournament_id: str) -> StoredTournament:
        """Read a tournament.

        Raises:
            UnknownTournament: there is none of this id.
        """
        ...

    def results_of(self, identity: str, *, with_private: bool, limit: int) -> list[PersonalResult]:
        """List the tournaments of a person, the last ones first."""
        ...
