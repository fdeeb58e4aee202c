"""`Tournament`: players, pairings and points, folded from the events."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from parlour.match.errors import CorruptLog
from parlour.match.tournament import events as ev

WAITING, RUNNING, OVER, CANCELLED = "waiting", "running", "over", "cancelled"
WIN, DRAW = 2, 1  # points
STREAK = 2  # wins in a row, after which the next matches of an arena count double
MINUTE_MS = 60_000


@dataclass
class Player:
    """A player of a tournament, and what they have reached."""

    number: int
    rating: float
    level: str | None = None
    is_stand_in: bool = False
    is_paused: bool = False
    is_absent: bool = False
    free_since_ms: int = 0  # when they joined, came back, or their last match ended
    points: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    streak: int = 0  # wins in a row
    byes: int = 0  # rounds without an opponent, or with the stand-in
    seats: list[int] = field(default_factory=list)  # taken so far
    opponents: list[int] = field(default_factory=list)

    @property
    def played(self) -> int:
        """How many of the matches are over."""
        return self.wins + self.draws + self.losses

    @property
    def balance(self) -> int:
        """How much more often they had the first seat than the second."""
        return len(self.seats) - 2 * sum(self.seats)


@dataclass
class Pairing:
    """Two players and their match."""

    pair: ev.Pair
    round: int
    at_ms: int
    finished: ev.Finished | None = None
    points: tuple[int, int] = (0, 0)  # by seat

    @property
    def match(self) -> str:
        return self.pair.match


@dataclass
class Tournament:
    """One tournament. It changes only by `apply`; every field follows from the events."""

    created: ev.Created
    version: int = 1  # the number of events
    state: str = WAITING
    players: list[Player] = field(default_factory=list)
    pairings: dict[str, Pairing] = field(default_factory=dict)  # by match
    running: dict[str, Pairing] = field(default_factory=dict)  # those that are being played
    round: int = 0
    rounds: int = 0
    bye: int | None = None  # who has no opponent in this round
    started_ms: int | None = None
    ends_ms: int | None = None  # of an arena: no match is begun from then on
    ended_ms: int | None = None

    @property
    def plan(self) -> ev.Plan:
        return self.created.plan

    @property
    def is_arena(self) -> bool:
        return self.plan.format == ev.ARENA

    @property
    def is_open(self) -> bool:
        """It has not ended, and can still change."""
        return self.state in (WAITING, RUNNING)

    @property
    def active(self) -> list[Player]:
        """The players who want matches, without the stand-in."""
        return [player for player in self.players if not player.is_paused and not player.is_stand_in]

    @property
    def num_people(self) -> int:
        """How many people take part."""
        return sum(player.level is None for player in self.active)

    @property
    def stand_in(self) -> Player | None:
        return next((player for player in self.players if player.is_stand_in), None)

    def is_doubled(self, player: Player) -> bool:
        """Return whether the next match of a player counts double."""
        return self.is_arena and player.streak >= STREAK

    def match_of(self, number: int) -> Pairing | None:
        """Return the match that a player is in."""
        return next((pairing for pairing in self.running.values() if number in pairing.pair.players), None)

    def apply(self, event: ev.AnyEvent) -> None:
        """Append an event.

        Raises:
            CorruptLog: it cannot follow here.
        """
        try:
            self._apply(event)
        except (IndexError, KeyError) as error:
            raise CorruptLog(f"The event {event} does not fit the tournament.") from error
        self.version += 1

    def _apply(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.Joined(player=number, rating=rating, level=level, is_stand_in=is_stand_in, at_ms=at_ms):
                self.players.append(Player(number, rating, level, is_stand_in, free_since_ms=at_ms))
            case ev.Paused(player=number, is_absent=is_absent):
                self._pause(number, is_absent)
            case ev.Returned(player=number, at_ms=at_ms):
                player = self.players[number]
                player.is_paused = player.is_absent = False
                player.free_since_ms = at_ms
            case ev.Started(rounds=rounds, at_ms=at_ms):
                self.state, self.rounds, self.started_ms = RUNNING, rounds, at_ms
                self.ends_ms = at_ms + self.plan.minutes * MINUTE_MS if self.is_arena else None
            case ev.Paired():
                self._pair(event)
            case ev.Finished():
                self._finish(event)
            case ev.Resumed(down_ms=down_ms) if self.ends_ms is not None:
                self.ends_ms += down_ms
            case ev.Ended(at_ms=at_ms):
                self.state, self.ended_ms = OVER, at_ms
            case ev.Cancelled(at_ms=at_ms):
                self.state, self.ended_ms = CANCELLED, at_ms
            case ev.Created():
                raise CorruptLog("A tournament is created only once.")

    def _pause(self, number: int, is_absent: bool) -> None:
        player = self.players[number]
        player.is_paused, player.is_absent = True, is_absent

    def _pair(self, event: ev.Paired) -> None:
        self.round, self.bye = event.round, event.bye
        if event.bye is not None:
            alone = self.players[event.bye]
            alone.points, alone.byes = alone.points + WIN, alone.byes + 1
        for pair in event.pairs:
            pairing = Pairing(pair, event.round, event.at_ms)
            self.pairings[pair.match] = self.running[pair.match] = pairing
            for seat, number in enumerate(pair.players):
                player, other = self.players[number], self.players[pair.players[1 - seat]]
                player.seats.append(seat)
                player.opponents.append(other.number)
                player.byes += other.is_stand_in

    def _finish(self, event: ev.Finished) -> None:
        pairing = self.running.pop(event.match)
        pairing.finished = event
        first, second = (self._score(event, seat, number) for seat, number in enumerate(pairing.pair.players))
        pairing.points = (first, second)
        for seat in event.absent:
            self._pause(pairing.pair.players[seat], is_absent=True)

    def _score(self, event: ev.Finished, seat: int, number: int) -> int:
        """Count a match for a player, and return the points."""
        player = self.players[number]
        player.free_since_ms = event.at_ms
        factor = 2 if self.is_doubled(player) else 1
        if event.winner == seat:
            player.wins, player.streak, points = player.wins + 1, player.streak + 1, WIN * factor
        elif event.winner is None and is_draw(event):
            player.draws, player.streak, points = player.draws + 1, 0, DRAW * factor
        elif event.reason == ev.VOID:
            points = 0
        else:
            player.losses, player.streak, points = player.losses + 1, 0, 0
        player.points += points
        return points


def is_draw(event: ev.Finished) -> bool:
    """Return whether a match without a winner is a draw: it was played, by both."""
    return event.winner is None and event.reason != ev.VOID and not event.absent


def fold(log: Iterable[ev.AnyEvent]) -> Tournament:
    """Rebuild a tournament from its events.

    Raises:
        CorruptLog: they do not follow from each other.
    """
    rest = iter(log)
    created = next(rest, None)
    if not isinstance(created, ev.Created):
        raise CorruptLog("The first event of a tournament must say what is played.")
    tournament = Tournament(created)
    for event in rest:
        tournament.apply(event)
    return tournament
