"""A tournament in memory: its state, who its players are, and who waits on its page."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from parlour.match.clock import Clock
from parlour.match.seating import COMPUTER, PERSON, Seat
from parlour.match.tournament.events import AnyEvent, Paired, read_event
from parlour.match.tournament.port import Roster, StoredTournament
from parlour.match.tournament.tournament import Tournament, fold
from parlour.server.clocks import MatchTime

GONE_MS = 7_000  # after the last look at the page, a player is not there any more; the page looks every 2 s

T = TypeVar("T")


class Shown:
    """What was shown last, made once for each version."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[int, Any]] = {}

    def get(self, name: str, version: int, make: Callable[[], T]) -> T:
        """Return what was made under a name for this version, or make it."""
        if self._made.get(name, (None,))[0] != version:
            self._made[name] = version, make()
        made: T = self._made[name][1]
        return made


class LiveTournament:
    """One tournament, with the people who look at it."""

    def __init__(self, stored: StoredTournament, clock: Clock) -> None:
        """Take over a tournament as it is stored.

        Raises:
            CorruptLog, msgspec.MsgspecError: it cannot be read.
        """
        events = [read_event(line) for line in stored.lines]
        self.id = stored.id
        self.roster = stored.roster
        self.tournament: Tournament = fold(events)
        self.time = MatchTime(clock, events[-1].at_ms + max(0, stored.up_ms))
        self.lock = asyncio.Lock()  # held while it is decided what happens next
        self.shown = Shown()
        self._here: dict[int, tuple[int, int]] = {}  # by player: since when, and when they looked last

    def take_over(self, roster: Roster) -> None:
        """Follow people who have signed up, and accounts that were deleted."""
        self.roster, self.shown = roster, Shown()

    def follow(self, stored: StoredTournament) -> None:
        """Take over what another node has done."""
        for line in stored.lines[self.tournament.version :]:
            event = read_event(line)
            self.time.follow(event.at_ms)
            self.apply(event)
        self.take_over(stored.roster)

    def number_of(self, identity: str) -> int | None:
        """Return the number of a person; None when they do not take part."""
        players = enumerate(self.roster.players)
        return next((number for number, player in players if player.identity == identity), None)

    def note_here(self, identity: str) -> None:
        """Note that a person looks at the page; those who play wait again when they look after their match."""
        number = self.number_of(identity)
        if number is not None and self.tournament.match_of(number) is None:
            now_ms = self.time.now_ms()
            since_ms, last_ms = self._here.get(number, (now_ms, now_ms))
            self._here[number] = (since_ms if now_ms - last_ms < GONE_MS else now_ms, now_ms)

    def here_since_ms(self) -> dict[int, int]:
        """Return since when players have been looking at the page, of those who are."""
        now_ms = self.time.now_ms()
        return {number: since_ms for number, (since_ms, last_ms) in self._here.items() if now_ms - last_ms < GONE_MS}

    def apply(self, event: AnyEvent) -> None:
        """Append an event that is on the disk."""
        self.tournament.apply(event)
        if isinstance(event, Paired):
            for pair in event.pairs:
                for number in pair.players:
                    self._here.pop(number, None)

    def seat_of(self, number: int) -> Seat:
        """Return the seat of a player in a match."""
        (identity, name), level = self.roster.players[number], self.tournament.players[number].level
        return Seat(PERSON if level is None else COMPUTER, name, identity, level)
