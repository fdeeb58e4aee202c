"""The lobby: who is online, open challenges, and pairing people who want to play now."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import NamedTuple, Protocol

from parlour.core import registry
from parlour.match.clock import read_pace
from parlour.match.seating import PERSON, Seat
from parlour.server import messages as wire
from parlour.server.errors import NeedsAccount
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.limits import MOST
from parlour.server.live_match import LiveMatch
from parlour.server.payer import Payer
from parlour.server.watchers import encode
from parlour.server.watching import Watching

BEAT_S = 1.0  # between two looks at who waits and what has changed
WATCHABLE_BEATS = 3  # between two looks at what can be watched: it changes with every turn of every match
RANGE = 100.0  # of ratings that are paired at once
WIDER_PER_S = 10.0  # of waiting
OFFER_AFTER_MS = 15_000  # of waiting, a computer is offered
# Ratings of people and levels of the computer were never compared: this only keeps beginners from Master.
LEVEL_FROM = ((2000.0, "master"), (1800.0, "expert"), (1450.0, "club"), (0.0, "casual"))
FRESH_MS = 100  # for which the state that was encoded last is good enough for a person who enters


class Guest(Protocol):
    """A person with a socket."""

    identity: str
    name: str
    payer: Payer

    def send(self, message: bytes) -> None: ...


class Seeker(NamedTuple):
    """A person who wants to play now."""

    guest: Guest
    request: wire.Seek
    rating: float
    since_ms: int
    apart: frozenset[str] = frozenset()  # identities with which this person is not paired

    def gap_allowed(self, now_ms: int) -> float:
        """Return how far away a rating may be by now."""
        return RANGE + WIDER_PER_S * (now_ms - self.since_ms) / 1000


class Lobby:
    """One for a server."""

    def __init__(
        self, hub: Hub, rating_of: Callable[[str, str], Awaitable[float]], watching: Watching | None = None
    ) -> None:
        self._hub = hub
        self._rating_of = rating_of
        self._watching = watching or Watching(hub)
        self._watchable = b""  # as it was encoded last; empty while nobody follows the lobby
        self._unseen: set[str] = set()  # identities of those who appear offline
        self._online: list[Guest] = []  # one for each socket
        self._followers: dict[Guest, bytes] = {}  # and what each was sent last
        self._seekers: dict[Guest, Seeker] = {}
        self._pairing = asyncio.Lock()
        self._encoded, self._encoded_ms = b"", -FRESH_MS

    def arrive(self, guest: Guest) -> None:
        """Count a person as online."""
        self._online.append(guest)

    def depart(self, guest: Guest) -> None:
        """Count a person as online no longer."""
        self._online.remove(guest)
        if self._unseen:
            self._unseen.intersection_update([each.identity for each in self._online])

    def show(self, identity: str, is_shown: bool) -> None:
        """Let a person appear online or, as they prefer, offline."""
        self._unseen = self._unseen - {identity} if is_shown else self._unseen | {identity}

    def seen_online(self) -> set[str]:
        """Return who is online and does not hide it."""
        return {guest.identity for guest in self._online} - self._unseen

    def enter(self, guest: Guest) -> None:
        """Send a person the state of the lobby, now and whenever it changes."""
        if self._hub.services.clock.now_ms() - self._encoded_ms >= FRESH_MS:
            self._encode()
        self._followers[guest] = self._encoded
        guest.send(self._encoded)
        if self._watchable:
            guest.send(self._watchable)

    def exit(self, guest: Guest) -> None:
        self._followers.pop(guest, None)

    async def seek(self, guest: Guest, request: wire.Seek) -> None:
        """Look for an opponent.

        Raises:
            ParlourError: the game or the pace is unknown, the game is not ready, a guest wants a rated match, or the
                person has made too many matches.
        """
        registry.load(request.game)
        self._hub.services.games.check_ready(request.game)
        read_pace(request.pace)
        if request.is_rated and not is_account(guest.identity):
            raise NeedsAccount("Only accounts play rated matches. Sign up or sign in first.")
        guest.payer.consume_match()
        rating = await self._rating_of(guest.identity, request.game)
        apart = await self._hub.services.conduct.apart_from(guest.identity)
        self._seekers[guest] = Seeker(guest, request, rating, self._hub.services.clock.now_ms(), apart)
        await self.pair()

    def stop_seeking(self, guest: Guest) -> None:
        self._seekers.pop(guest, None)

    async def pair(self) -> None:
        """Pair the people who fit, those who have waited longest first."""
        async with self._pairing:
            for seeker in list(self._seekers.values()):
                if self._seekers.get(seeker.guest) is seeker and (other := self._best_for(seeker)) is not None:
                    await self._start(seeker, other)

    def _best_for(self, seeker: Seeker) -> Seeker | None:
        now_ms = self._hub.services.clock.now_ms()

        def gap(other: Seeker) -> float:
            return abs(other.rating - seeker.rating)

        fitting = [
            other
            for other in self._seekers.values()
            if other.guest.identity not in {seeker.guest.identity, *seeker.apart}
            and seeker.guest.identity not in other.apart
            and other.request == seeker.request
            and gap(other) <= min(seeker.gap_allowed(now_ms), other.gap_allowed(now_ms))
        ]
        return min(fitting, key=gap, default=None)

    async def _start(self, *pair: Seeker) -> None:
        first = secrets.randbelow(2)
        tabs = [self._take(pair[seat].guest.identity) for seat in (first, 1 - first)]
        seats = [Seat(PERSON, guests[0].name, guests[0].identity) for guests in tabs]
        request = pair[0].request
        live = await self._hub.create(request.game, {}, request.pace, (seats[0], seats[1]),
                                      is_rated=request.is_rated, is_public=True)  # fmt: skip
        for number, guests in enumerate(tabs):
            for guest in guests:
                guest.send(encode(wire.Paired(match=live.id, seat=number)))

    def _take(self, identity: str) -> list[Guest]:
        """Remove a person from the seekers, in all of their tabs: no one is paired twice."""
        guests = [guest for guest in self._seekers if guest.identity == identity]
        for guest in guests:
            del self._seekers[guest]
        return guests

    def state(self) -> wire.LobbyState:
        """Return what the lobby shows."""
        people = {guest.identity: guest.name for guest in self._online}
        accounts = {identity: name for identity, name in people.items() if is_account(identity)}
        names = sorted(name for identity, name in accounts.items() if identity not in self._unseen)
        return wire.LobbyState(
            challenges=[challenge(live) for live in self._hub.challenges()[: MOST["listed"].number]],
            online=names[: MOST["listed"].number],
            num_guests=len(people) - len(accounts),
            num_seeking=len(self._seekers),
            ready_games=self._hub.services.games.ready_games(),
        )

    async def _tell_watchable(self) -> None:
        """Send what can be watched, encoded once for all, if it has changed."""
        now = encode(await self._watching.state()) if self._followers else b""
        for guest in self._followers if now != self._watchable else ():
            guest.send(now)
        self._watchable = now

    def _tell(self) -> None:
        if not self._followers:
            return
        self._encode()
        for guest, last in self._followers.items():
            if last != self._encoded:
                self._followers[guest] = self._encoded
                guest.send(self._encoded)

    def _encode(self) -> None:
        """Encode the state, once for all who follow it."""
        self._encoded, self._encoded_ms = encode(self.state()), self._hub.services.clock.now_ms()

    def _tell_seekers(self) -> None:
        now_ms = self._hub.services.clock.now_ms()
        for seeker in self._seekers.values():
            waited_ms = now_ms - seeker.since_ms
            level = next(level for least, level in LEVEL_FROM if seeker.rating >= least)
            offered = level if waited_ms >= OFFER_AFTER_MS else None
            seeker.guest.send(encode(wire.Seeking(waited_ms=waited_ms, computer_level=offered)))

    async def run(self) -> None:
        """Pair people and send what has changed, forever."""
        for beat in count():
            await asyncio.sleep(BEAT_S)
            await self.pair()
            self._tell()
            self._tell_seekers()
            if not self._watchable or beat % WATCHABLE_BEATS == 0:
                await self._tell_watchable()


def challenge(live: LiveMatch) -> wire.Challenge:
    """Return a match that waits for an opponent, as the lobby shows it."""
    open_seat, started = live.seating.open_seat, live.match.started
    assert open_seat is not None, "a challenge has an open seat"
    return wire.Challenge(
        match=live.id, game=started.game, options=short_options(started.options), pace=started.pace,
        is_rated=live.seating.is_rated, name=live.seating.seats[1 - open_seat].name, open_seat=open_seat,
    )  # fmt: skip


def short_options(options: Mapping[str, int | str]) -> dict[str, int | str]:
    """Return options with the beginnings of long texts, as decks are: a hundred would make the lobby megabytes long."""
    most = MOST["option_letters"].number
    return {name: value[:most] if isinstance(value, str) else value for name, value in options.items()}
