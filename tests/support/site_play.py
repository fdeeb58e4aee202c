"""Bots at all tables of a site, who play one match after the other while parts of it fail."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import parlour
from parlour.core.contract import SPECTATOR
from parlour.server.live_match import SHORTEST_OUTAGE_MS
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.uptime import LONGEST_MS
from support.history import History, Logged, Times, read_logged, violations
from support.site import Site
from support.site_bots import SiteBot

PATIENCE_S = 120.0  # without any acknowledgement
LOOK_S = 0.01
# The time of a site goes on for so long without a heartbeat, and one is written every second; what is shorter than
# another second is not worth an event.
UNNOTICED_MS = LONGEST_MS + 1_000 + SHORTEST_OUTAGE_MS
PACES = ("none", "10+5")
COMPUTER = {"kind": "computer", "level": "novice"}


@dataclass
class SitePlay:
    """Who plays and watches, and what they saw."""

    site: Site
    num_tables: int
    most_actions: int  # of a player in a match, who then resigns
    seed: int = 1
    bots: list[SiteBot] = field(default_factory=list)
    histories: dict[str, list[History]] = field(default_factory=dict)  # by match
    outages: list[tuple[int, int]] = field(default_factory=list)  # when nobody could play, by the time of day
    is_closing: bool = False  # no new match is begun

    @property
    def num_acked(self) -> int:
        return sum(bot.num_acked for bot in self.bots)

    async def until_acked(self, more: int) -> None:
        """Wait until this many more commands were acknowledged."""
        goal = self.num_acked + more
        while self.num_acked < goal:
            await asyncio.sleep(LOOK_S)

    async def until_all_see(self) -> None:
        """Wait until everyone who follows a match was shown what one of them knows now."""
        for histories in list(self.histories.values()):
            known = max(history.version for history in histories)
            while any(history.version < known for history in histories):
                await asyncio.sleep(LOOK_S)

    async def run(self, fail: "Callable[[SitePlay], Awaitable[None]]", *, to_the_end: bool = True) -> None:
        """Play while things fail, and then to the end of every match, or not."""
        tasks: list[asyncio.Task[None]] = []
        try:
            async with asyncio.TaskGroup() as group:
                for number in range(self.num_tables):
                    people = [self._bot(number + seat) for seat in range(3)]
                    tasks += [group.create_task(bot.live()) for bot in people]
                    tasks.append(group.create_task(self._sit(number, *people)))
                tasks.append(group.create_task(self._watch_over()))
                await fail(self)
                self.is_closing = True
                while to_the_end and any(bot.followed for bot in self.bots):
                    await asyncio.sleep(LOOK_S)
                for task in tasks:
                    task.cancel()
        finally:
            for bot in self.bots:
                await bot.close()

    def _bot(self, first: int) -> SiteBot:
        self.bots.append(SiteBot(self.site.addresses, first, self.seed * 1000 + len(self.bots)))
        return self.bots[-1]

    async def _watch_over(self) -> None:
        """Fail when nothing goes on any more."""
        waited_s, seen = 0.0, -1
        while waited_s < PATIENCE_S:
            waited_s = 0.0 if self.num_acked > seen else waited_s + 1
            seen = self.num_acked
            await asyncio.sleep(1)
        stuck = {match: [(each.version, each.pending) for bot in self.bots if (each := bot.followed.get(match))]
                 for bot in self.bots for match in bot.followed}  # fmt: skip
        raise AssertionError(f"nothing goes on: {stuck}")

    async def _sit(self, number: int, first: SiteBot, second: SiteBot, spectator: SiteBot) -> None:
        """Play at a table: some against the computer, some with a clock, all games."""
        games, played = parlour.game_ids(), 0
        is_solo = number % 3 == 2
        while not self.is_closing:
            request = {"game": games[(number + played) % len(games)], "pace": PACES[number % len(PACES)]}
            seats = [{"kind": "me"}, COMPUTER if is_solo else {"kind": "open"}]
            made = await first.post("/api/matches", **request, seats=seats, is_public=True)
            match, viewers = made["match"], {0: first, SPECTATOR: spectator}
            if not is_solo:
                await second.post(f"/api/matches/{match}/join", invitation=made["invitation"])
                viewers[1] = second
            followed = [await bot.follow(match, viewer, self.most_actions) for viewer, bot in viewers.items()]
            self.histories[match] = [each.history for each in followed]
            for bot, each in zip(viewers.values(), followed, strict=True):
                await bot.until_over(each)
                await bot.leave(match)
            played += 1

    def logs(self) -> dict[str, Logged]:
        """Read what is stored of all matches in the end."""
        with contextlib.closing(Database(self.site.place)) as database:
            log = SqlLog(database)
            return {match: read_logged(log.read(match)) for match in self.histories}

    def charged_outages(self) -> list[str]:
        """List the matches with a clock that has run while nobody could play, or has even run out."""
        return [
            f"{match}: {logged.times}, {logged.kinds}"
            for match, logged in self.logs().items()
            if logged.times is not None and ("expired" in logged.kinds or self._is_charged(logged.times))
        ]

    def _is_charged(self, times: Times) -> bool:
        during = [end_ms - begin_ms for begin_ms, end_ms in self.outages
                  if times.started_ms < begin_ms and end_ms < times.ended_ms]  # fmt: skip
        return times.left_out_ms < sum(during) - UNNOTICED_MS * len(during)

    def violations(self) -> list[str]:
        """Judge what all clients saw by the logs."""
        logs = self.logs()
        return [wrong for match, histories in self.histories.items() for wrong in violations(logs[match], histories)]
