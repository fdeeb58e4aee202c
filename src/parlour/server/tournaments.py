"""The tournaments of a server: made, joined, paired, and continued after a stop."""

import asyncio
import contextlib
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from parlour.core import registry
from parlour.match.errors import AlreadyThere, NotHost, StorageFailed
from parlour.match.fairness import check_rated
from parlour.match.seating import new_invitation
from parlour.match.tournament import decide
from parlour.match.tournament import events as ev
from parlour.match.tournament.port import PersonalResult, Place, Roster, StoredPlayer, StoredTournament, TournamentLog
from parlour.match.tournament.standings import standings
from parlour.match.tournament.tournament import RUNNING, Pairing, Tournament
from parlour.server.errors import NeedsAccount, TooMany
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.live_match import SHORTEST_OUTAGE_MS
from parlour.server.live_tournament import LiveTournament
from parlour.server.logs import log
from parlour.server.naming import clean_title, computer_name
from parlour.server.reserved import new_match_id
from parlour.server.tournament_matches import TournamentMatches
from parlour.server.visitor import Visitor

BEAT_S = 0.5  # between two looks at what is due
MOST_PAST = 50  # tournaments that are over and kept in memory
PAST_LISTED = 20
CHANNEL = "tournaments"  # on which nodes tell who looks at the page of one
ID_BYTES = 12  # the id of a private tournament is the secret in its link
T = TypeVar("T")


class Tournaments:
    """Pairs players, makes their matches, and counts the results."""

    def __init__(
        self, hub: Hub, stored: TournamentLog, rating_of: Callable[[str, str], Awaitable[float]],
        is_on_duty: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        """Look after the tournaments of a server; of several nodes, the one on duty pairs and counts."""
        self._is_on_duty = is_on_duty
        self._hub = hub
        self._stored = stored
        self._rating_of = rating_of
        self._clock = hub.services.clock
        self._matches = TournamentMatches(hub)
        self._open: dict[str, LiveTournament] = {}
        self._past: OrderedDict[str, LiveTournament] = OrderedDict()  # those looked at last
        self._listed: list[str] | None = None  # past ones; None: to be read again
        self._unreadable: set[str] = set()  # damaged, or of a newer version
        hub.after_reassign = self.take_over_names
        hub.services.bus.listen(CHANNEL, self._hear)

    @property
    def open(self) -> list[LiveTournament]:
        """The tournaments that are not over."""
        return list(self._open.values())

    def match_of(self, live: LiveTournament, number: int) -> Pairing | None:
        """Return what a player is to play now; None until the match is made."""
        pairing = live.tournament.match_of(number)
        return pairing if pairing is not None and self._matches.is_made(pairing.match) else None

    async def create(self, visitor: Visitor, title: str, plan: ev.Plan) -> LiveTournament:
        """Make a tournament.

        Raises:
            ParlourError: the plan does not work, the visitor is a guest, or has too many tournaments.
        """
        if not is_account(visitor.identity):
            raise NeedsAccount("Only accounts host tournaments. Sign up or sign in first.")
        game = registry.load(plan.game)
        plan = replace(plan, options=game.options.read(plan.options))
        game.options.encode(plan.options)
        if plan.is_rated:
            check_rated(game, plan.options)
        decide.check_plan(plan, self._clock.wall_ms())
        title = clean_title(title) if title.strip() else f"{game.name} {plan.format}"
        self._check_room(visitor.identity)
        return await self._completed(self._create(visitor, title, plan))

    def _check_room(self, identity: str) -> None:
        limits, hosted = self._hub.services.limits, [each.roster.host.identity for each in self.open]
        if hosted.count(identity) >= limits.most("hosted"):
            raise TooMany("You host as many tournaments as possible. Wait until one is over, or cancel one.")
        if len(hosted) >= limits.most("tournaments"):
            raise TooMany("There are too many tournaments already. Try again later.")

    async def _create(self, visitor: Visitor, title: str, plan: ev.Plan) -> LiveTournament:
        events = decide.create(plan, secrets.randbits(32), self._clock.wall_ms())
        computers = [StoredPlayer(None, computer_name(plan.level or ""))] * (len(events) - 1)
        tournament_id, lines = secrets.token_urlsafe(ID_BYTES), [ev.write_event(event) for event in events]
        made = self._stored.create(
            tournament_id, title, StoredPlayer(visitor.identity, visitor.name), computers,
            ev.write_event(plan).decode(), plan.is_public, lines,
        )  # fmt: skip
        roster = Roster(title, await asyncio.wrap_future(made), computers)
        live = LiveTournament(StoredTournament(tournament_id, roster, lines, 0), self._clock)
        self._open[tournament_id] = live
        log.info("tournament_created", game=plan.game, format=plan.format)  # not its id, which may be a secret
        return live

    async def find(self, tournament_id: str) -> LiveTournament:
        """Return a tournament, from memory or from the disk.

        Raises:
            UnknownTournament
        """
        if tournament_id in self._open:
            return self._open[tournament_id]
        if tournament_id not in self._past:
            read = LiveTournament(await asyncio.to_thread(self._stored.read, tournament_id), self._clock)
            if read.tournament.is_open:  # another node has just made it, or this one has just started
                return self._open.setdefault(tournament_id, read)
            self._past[tournament_id] = read
            while len(self._past) > MOST_PAST:
                self._past.popitem(last=False)
        self._past.move_to_end(tournament_id)
        return self._past[tournament_id]

    async def join(self, live: LiveTournament, visitor: Visitor) -> None:
        """Let a person take part, or come back.

        Raises:
            TournamentClosed, TournamentFull, NeedsAccount
        """
        plan = live.tournament.plan
        if plan.is_rated and not is_account(visitor.identity):
            raise NeedsAccount("This tournament is rated. Sign up or sign in to play in it.")
        rating = await self._rating_of(visitor.identity, plan.game)

        async def work() -> None:
            number = live.number_of(visitor.identity)
            events = decide.join(live.tournament, number, rating, live.time.now_ms())
            await self._save(live, events, StoredPlayer(visitor.identity, visitor.name) if number is None else None)

        await self._change(live, work)
        self.note_here(live, visitor.identity)

    def note_here(self, live: LiveTournament, identity: str) -> None:
        """Note that a person looks at the page of a tournament, at all nodes."""
        live.note_here(identity)
        self._hub.services.bus.publish(CHANNEL, msgspec.json.encode((live.id, identity)))

    def _hear(self, message: bytes) -> None:
        tournament_id, identity = msgspec.json.decode(message, type=tuple[str, str])
        if tournament_id in self._open:
            self._open[tournament_id].note_here(identity)

    async def _change(self, live: LiveTournament, work: Callable[[], Awaitable[None]]) -> None:
        """Change a tournament; when another node was faster, once more."""

        async def change() -> None:
            async with live.lock:
                while True:
                    try:
                        return await work()
                    except AlreadyThere:
                        await self._follow(live)

        await self._completed(change())

    async def _follow(self, live: LiveTournament) -> None:
        """Take over what other nodes have done, while the caller holds the lock."""
        live.follow(await asyncio.to_thread(self._stored.read, live.id))
        if not live.tournament.is_open:
            self._open.pop(live.id, None)
            self._listed = None

    async def _follow_all(self) -> None:
        versions = await asyncio.to_thread(self._stored.open_versions)
        rosters = await asyncio.to_thread(self._stored.open_rosters) if versions else {}
        for tournament_id in versions.keys() - self._open.keys():
            await self._continue(tournament_id)
        for live in self.open:
            async with live.lock:
                if versions.get(live.id) != live.tournament.version or rosters.get(live.id) != live.roster:
                    await self._follow(live)
                await self._matches.look_for(live.tournament.running.values())

    async def leave(self, live: LiveTournament, visitor: Visitor) -> None:
        """Let a player go."""

        async def work() -> None:
            if (number := live.number_of(visitor.identity)) is not None:
                await self._save(live, decide.leave(live.tournament, number, live.time.now_ms()))

        await self._change(live, work)

    async def start(self, live: LiveTournament, visitor: Visitor) -> None:
        """Begin a tournament at once.

        Raises:
            NotHost, TournamentClosed, NotEnoughPlayers
        """
        await self._as_host(live, visitor, lambda: decide.start(live.tournament, live.time.now_ms()))

    async def cancel(self, live: LiveTournament, visitor: Visitor) -> None:
        """Cancel a tournament that has not started.

        Raises:
            NotHost, TournamentClosed
        """
        await self._as_host(live, visitor, lambda: decide.cancel(live.tournament, live.time.now_ms()))

    async def _as_host(
        self, live: LiveTournament, visitor: Visitor, decided: Callable[[], Sequence[ev.AnyEvent]]
    ) -> None:
        if live.roster.host.identity != visitor.identity:
            raise NotHost("Only the host can do that.")

        async def work() -> None:
            await self._save(live, decided())

        await self._change(live, work)

    async def _save(
        self, live: LiveTournament, events: Sequence[ev.AnyEvent], joined: StoredPlayer | None = None
    ) -> None:
        """Store events, and only then apply them."""
        if not events:
            return
        tournament, number = live.tournament, len(live.roster.players)
        last = events[-1]
        is_last = isinstance(last, ev.Ended | ev.Cancelled)
        stored = self._stored.append(
            live.id, tournament.version, [ev.write_event(event) for event in events], joined,
            _places(tournament) if isinstance(last, ev.Ended) else None, last.at_ms if is_last else None,
        )  # fmt: skip
        saved = await asyncio.wrap_future(stored)
        if saved is not None:
            live.roster.players[number:] = [saved]  # they may be there already, by a change of names meanwhile
        for event in events:
            live.apply(event)
        if is_last:
            self._open.pop(live.id, None)
            self._listed = None
            log.info("tournament_over", num_matches=len(tournament.pairings))

    async def run(self) -> None:
        """Continue what was going on, then pair and count, forever."""
        await self._completed(self._resume())
        while True:
            if self._hub.services.is_shared:
                with contextlib.suppress(StorageFailed):
                    await self._completed(self._follow_all())
            for live in self.open if self._is_on_duty() else ():
                try:
                    await self._completed(self._advance(live))
                except AlreadyThere:  # another node was faster
                    continue
                except Exception as error:  # one tournament must not stop the others
                    self._hub.services.tasks.note_failure(error)
            await asyncio.sleep(BEAT_S)

    async def _resume(self) -> None:
        for tournament_id in await asyncio.to_thread(self._stored.open_tournaments):
            await self._continue(tournament_id)

    async def _continue(self, tournament_id: str) -> None:
        """Go on with a tournament that another process has made, or this one before it stopped."""
        if tournament_id not in self._open and tournament_id not in self._unreadable:
            try:
                stored = await asyncio.to_thread(self._stored.read, tournament_id)
                self._open.setdefault(tournament_id, LiveTournament(stored, self._clock))
            except Exception as error:  # it is damaged, or of a newer version
                self._unreadable.add(tournament_id)
                self._hub.services.tasks.note_failure(error)

    async def _advance(self, live: LiveTournament) -> None:
        """Do what is due in a tournament. A pairing is on the disk before its match is made."""
        async with live.lock:
            await self._note_outage(live)
            await self._collect(live)
            tournament, here_since_ms = live.tournament, live.here_since_ms()
            events = await asyncio.to_thread(
                decide.pass_time, tournament, here_since_ms, live.time.now_ms(), _new_pair
            )  # fmt: skip
            await self._save(live, events)
            if any(isinstance(event, ev.Paired) for event in events):
                await self._collect(live)

    async def _note_outage(self, live: LiveTournament) -> None:
        if (down_ms := live.time.behind_ms()) >= SHORTEST_OUTAGE_MS:
            if live.tournament.state == RUNNING:
                await self._save(live, [ev.Resumed(down_ms=down_ms, at_ms=live.time.now_ms() + down_ms)])
            live.time.skip(down_ms)

    async def _collect(self, live: LiveTournament) -> None:
        """Make the matches that are missing, and note those that are over."""
        running = list(live.tournament.running.values())
        results = await asyncio.gather(*(self._matches.result(live, pairing) for pairing in running))
        finished = [result for result in results if result is not None]
        await self._save(live, finished)
        for result in finished:
            self._matches.forget(result.match)

    async def take_over_names(self) -> None:
        """Follow people who have signed up, and accounts that were deleted."""
        rosters = await asyncio.to_thread(self._stored.open_rosters)
        for live in self.open:
            if live.id in rosters:
                live.take_over(rosters[live.id])
        self._past.clear()

    async def past(self) -> list[LiveTournament]:
        """Return the public tournaments that were played last."""
        if self._listed is None:
            self._listed = await asyncio.to_thread(self._stored.past_tournaments, PAST_LISTED)
        return [await self.find(tournament_id) for tournament_id in self._listed]

    async def results_of(self, identity: str, *, with_private: bool) -> list[PersonalResult]:
        """Return the tournaments of a person, the last ones first."""
        return await asyncio.to_thread(
            lambda: self._stored.results_of(identity, with_private=with_private, limit=PAST_LISTED)
        )

    async def _completed(self, work: Coroutine[Any, Any, T]) -> T:
        # The client may vanish while the disk works; the memory must follow the disk all the same.
        return await asyncio.shield(self._hub.services.tasks.spawn(work))


def _places(tournament: Tournament) -> list[Place]:
    return [Place(line.player.number, line.place, line.player.points) for line in standings(tournament)]


def _new_pair(players: tuple[int, int]) -> ev.Pair:
    return ev.Pair(new_match_id(), new_invitation(), players)
