"""Tournaments without a server: players with ratings, and results by chance."""

import itertools
import random
from collections.abc import Iterable
from typing import Any

from parlour.match.tournament import decide
from parlour.match.tournament import events as ev
from parlour.match.tournament.tournament import Tournament, fold

AT_MS = 1_800_000_000_000


class Table:
    """A tournament whose events are decided and applied at once; it keeps its log."""

    def __init__(self, num_people: int, seed: int = 1, **plan: Any) -> None:
        self.now_ms = AT_MS
        self.chance = random.Random(seed)
        self._ids = itertools.count()
        chosen: dict[str, Any] = {"format": "arena", "minutes": 30, "game": "nim", "options": {}, "pace": "5+3"} | plan
        self.log: list[ev.AnyEvent] = decide.create(ev.Plan(**chosen), seed, self.now_ms)
        self.tournament: Tournament = fold(self.log)
        for _ in range(num_people):
            self.do(decide.join(self.tournament, None, 1000 + 1000 * self.chance.random(), self.now_ms))

    def do(self, events: Iterable[ev.AnyEvent]) -> list[ev.AnyEvent]:
        done = list(events)
        for event in done:
            self.tournament.apply(event)
        self.log += done
        return done

    def start(self) -> None:
        self.do(decide.start(self.tournament, self.now_ms))

    def pass_ms(self, duration_ms: int, here: Iterable[int] | None = None) -> list[ev.AnyEvent]:
        """Let time pass, with these players on the page since long ago, or all; returns what was due."""
        self.now_ms += duration_ms
        numbers = range(len(self.tournament.players)) if here is None else here
        since_ms = dict.fromkeys(numbers, AT_MS)
        return self.do(decide.pass_time(self.tournament, since_ms, self.now_ms, self.new_pair))

    def new_pair(self, players: tuple[int, int]) -> ev.Pair:
        return ev.Pair(f"m{next(self._ids)}", "secret", players)

    def finish(self, match: str, winner: int | None = None, reason: str = "line", absent: tuple[int, ...] = ()) -> None:
        self.do([ev.Finished(match=match, winner=winner, reason=reason, absent=absent, at_ms=self.now_ms)])

    def finish_all(self) -> None:
        """End all matches by chance."""
        for match in list(self.tournament.running):
            self.finish(match, self.chance.choice([0, 1, None]))

    def play_rounds(self) -> None:
        """Play a Swiss tournament to its end."""
        self.start()
        while self.tournament.is_open:
            self.pass_ms(decide.BREAK_MS)
            self.finish_all()
