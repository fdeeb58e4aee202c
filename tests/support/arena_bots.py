"""Bots that take part in a tournament: they look at its page, play what they are paired for, and never give up."""

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import httpx
from websockets import ConnectionClosed

from parlour.match import events as match_events
from parlour.match.file import read_entries
from parlour.match.stored import StoredMatch
from parlour.match.tournament import events as ev
from support.bots import PATIENCE_S, RETRY_S, Bot

LOOK_S = 0.2  # between two looks at the page
RESIGNS = 0.6  # how many matches a bot resigns in its first turn: more matches in less time


class ArenaBot(Bot):
    """Plays random actions in all matches of a tournament."""

    def __init__(self, address: str, seed: int) -> None:
        super().__init__(address, seed)
        self._mood = random.Random(f"mood {seed}")
        self.now: dict[str, Any] = {}  # what the page of the tournament told last
        self.ended: set[str] = set()  # matches that are over, and not followed any more

    async def look(self, tournament: str) -> dict[str, Any]:
        """Look at the page of a tournament, until there is an answer."""
        while True:
            try:
                answer = await self._http.get(f"/api/tournaments/{tournament}", timeout=PATIENCE_S)
            except httpx.TransportError:
                await asyncio.sleep(RETRY_S)
                continue
            self.now = answer.raise_for_status().json()
            return self.now

    async def take_part(self, tournament: str) -> None:
        """Play until cancelled."""
        while True:
            now = await self.look(tournament)
            me, running = now["me"], now["tournament"]["running"]
            match = me["match"]
            await self._leave_ended()
            if match is not None and match not in self.matches and match not in self.ended:
                (players,) = (each["players"] for each in running if each["match"] == match)
                await self.follow(match, players.index(me["player"]))
                self.matches[match].gives_up = self._mood.random() < RESIGNS
            await asyncio.sleep(LOOK_S)

    async def _leave_ended(self) -> None:
        """Stop following matches that are over: a client follows only a few."""
        for match in [match for match, followed in self.matches.items() if followed.is_over]:
            del self.matches[match]
            self.ended.add(match)
            if self._socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self._socket.send(json.dumps({"type": "unsubscribe", "match": match}))

    async def _hear(self, message: dict[str, Any]) -> None:
        if message.get("match") not in self.ended:
            await super()._hear(message)


def longest_wait_ms(log: Sequence[ev.AnyEvent]) -> int:
    """Return for how long a player was free together with another one, at most; outages do not count.

    It also checks that nobody is paired while they play.
    """
    free: set[int] = set()
    waited: Counter[int] = Counter()
    playing: dict[str, tuple[int, int]] = {}
    longest = 0
    last_ms, is_running = log[0].at_ms, False
    for event in log:
        passed_ms = event.at_ms - last_ms - (event.down_ms if isinstance(event, ev.Resumed) else 0)
        if is_running and len(free) > 1:
            waited.update(dict.fromkeys(free, passed_ms))
        last_ms = event.at_ms
        match event:
            case ev.Joined(player=number):
                free.add(number)
            case ev.Started():
                is_running = True
            case ev.Paired(pairs=pairs):
                for pair in pairs:
                    assert free.issuperset(pair.players), "nobody is paired twice at once"
                    playing[pair.match] = pair.players
                    free.difference_update(pair.players)
                    longest = max(longest, *(waited.pop(number, 0) for number in pair.players))
            case ev.Finished(match=match):
                free.update(playing.pop(match))
            case ev.Ended():
                is_running = False
    return longest


def recount(log: Sequence[ev.AnyEvent], matches: dict[str, StoredMatch]) -> dict[int, int]:
    """Count the points of an arena again, from the logs of its matches, in the order in which it noted their ends."""
    pairs = {pair.match: pair.players for event in log if isinstance(event, ev.Paired) for pair in event.pairs}
    points: Counter[int] = Counter()
    streaks: Counter[int] = Counter()
    for event in log:
        if not isinstance(event, ev.Finished):
            continue
        entries = read_entries(b"".join(matches[event.match].lines))
        (ended,) = (entry.event for entry in entries if isinstance(entry.event, match_events.Ended))
        for seat, number in enumerate(pairs[event.match]):
            factor = 2 if streaks[number] >= 2 else 1
            points[number] += factor * (1 if ended.winner is None else 2 * (ended.winner == seat))
            streaks[number] = streaks[number] + 1 if ended.winner == seat else 0
    return dict(points)
