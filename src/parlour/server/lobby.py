"""The lobby: who is online, open challenges, and pairing people who want to play now."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Protocol

import msgspec
from msgspec.structs import replace

from parlour.core import registry
from parlour.match.clock import read_pace
from parlour.match.errors import StorageBusy, StorageFailed
from parlour.match.seating import PERSON, Seat
from parlour.server import messages as wire
from parlour.server.errors import NeedsAccount
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.limits import MOST
from parlour.server.live_match import LiveMatch
from parlour.server.pairs import LocalPairs, Pairing, Pairs
from parlour.server.payer import Payer
from parlour.server.presence import CHALLENGES, PEOPLE, PLAYING, SEEKERS
from parlour.server.seeking import Seeker, best_for
from parlour.server.topic import Topic
from parlour.server.watchers import encode
from parlour.server.watching import Watching

BEAT_S = 1.0  # between two looks at who waits and what has changed
WATCHABLE_BEATS = 3  # between two looks at what can be watched: it changes with every turn of every match
OFFER_AFTER_MS = 15_000  # of waiting, a computer is offered
# Ratings of people and levels of the computer were never compared: this only keeps beginners from Master.
LEVEL_FROM = ((2000.0, "master"), (1800.0, "expert"), (1450.0, "club"), (0.0, "casual"))
PAIRED = "paired"  # the channel on which the nodes tell who plays with whom
FRESH_MS = 100  # for which the state that was encoded last is good enough for a person who enters
encode_pairings = msgspec.msgpack.Encoder().encode
decode_pairings = msgspec.msgpack.Decoder(dict[str, Pairing]).decode


class Guest(Protocol):
    """A person with a socket."""

    identity: str
    name: str
    payer: Payer

    def send(self, message: bytes) -> None: ...


class OnlinePerson(msgspec.Struct, frozen=True):
    """A person who is online, as the nodes tell each other."""

    name: str
    is_shown: bool  # or prefers to appear offline


class Playing(msgspec.Struct, frozen=True):
    """A public match that a person plays just now."""

    match: str
    game: str


class Lobby:
    """The lobby of the whole site; each node has one, for its own sockets."""

    def __init__(
        self,
        hub: Hub,
        rating_of: Callable[[str, str], Awaitable[float]],
        watching: Watching | None = None,
        pairs: Pairs | None = None,
    ) -> None:
        self._hub = hub
        self._rating_of = rating_of
        self._watching = watching or Watching(hub)
        self._pairs = pairs or LocalPairs()
        self._watchable = b""  # as it was encoded last; empty while nobody follows the lobby
        self._unseen: set[str] = set()  # identities of those who appear offline
        self._online: list[Guest] = []  # one for each socket
        self._followers: dict[Guest, bytes] = {}  # and what each was sent last
        self._seekers: dict[Guest, Seeker] = {}
        self._pairing = asyncio.Lock()
        self._encoded, self._encoded_ms = b"", -FRESH_MS
        self._presence, self._bus = hub.services.presence, hub.services.bus
        self._people = Topic(self._presence, PEOPLE, OnlinePerson)
        self._sought = Topic(self._presence, SEEKERS, Seeker)
        self._challenges = Topic(self._presence, CHALLENGES, wire.Challenge)
        self._played = Topic(self._presence, PLAYING, Playing)
        self._bus.listen(PAIRED, self._hear_pairings)

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

    def _online_people(self) -> dict[str, OnlinePerson]:
        people = {guest.identity: OnlinePerson(guest.name, guest.identity not in self._unseen)
                  for guest in self._online}  # fmt: skip
        for identity, person in self._people.elsewhere():
            if identity not in people or not person.is_shown:
                people[identity] = person
        return people

    def seen_online(self) -> set[str]:
        """Return who is online and does not hide it."""
        return {identity for identity, person in self._online_people().items() if person.is_shown}

    def playing(self) -> dict[str, Playing]:
        """Return the public match that each person plays just now, by identity."""
        return dict(self._played.elsewhere()) | self._playing_here()

    def _playing_here(self) -> dict[str, Playing]:
        return {identity: Playing(live.id, live.match.started.game)
                for identity, live in self._hub.playing().items() if live.seating.is_public}  # fmt: skip

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
        await guest.payer.count_match()
        rating = await self._rating_of(guest.identity, request.game)
        apart = await self._hub.services.conduct.apart_from(guest.identity)
        await self._pairs.wait([guest.identity], is_new=True)
        self._seekers[guest] = Seeker(guest.identity, guest.name, request, rating, self._now_ms(), apart)
        await self.pair()

    def stop_seeking(self, guest: Guest) -> None:
        if self._seekers.pop(guest, None) is not None:
            self._state_seekers()

    async def pair(self) -> None:
        """Pair the people who fit, those who have waited longest first."""
        async with self._pairing:
            for guest, seeker in list(self._seekers.items()):
                if seeker.identity != guest.identity:  # they have signed up meanwhile
                    self._seekers[guest] = replace(seeker, identity=guest.identity, name=guest.name)
            self._state_seekers()
            others = [seeker for _, seeker in self._sought.elsewhere()]
            for guest, seeker in list(self._seekers.items()):
                await self._pair(guest, seeker, others)

    async def _pair(self, guest: Guest, seeker: Seeker, others: list[Seeker]) -> None:
        """Pair a person with the best opponent whom no other node is pairing."""
        while self._seekers.get(guest) is seeker:
            other = best_for(seeker, [*self._seekers.values(), *others], self._now_ms())
            if other is None or (not await self._start(seeker, other) and other not in others):
                return
            others[:] = [each for each in others if each.identity != other.identity]

    async def _start(self, *pair: Seeker) -> bool:
        """Make the match of two people; False when one of them does not wait any longer."""
        first, second = (seeker.identity for seeker in pair)
        here = [seeker for seeker in pair if seeker in self._seekers.values()]
        if not await self._pairs.take(first, second, are_here=len(here) == len(pair)):
            return False
        waiting = dict(self._seekers)
        if not all(seeker in waiting.values() for seeker in here):  # they left meanwhile
            await self._pairs.give_back([first, second])
            return False
        ordered = pair if secrets.randbelow(2) else pair[::-1]
        tabs = {seeker.identity: self._take(seeker.identity) for seeker in pair}
        request = pair[0].request
        seats = [Seat(PERSON, seeker.name, seeker.identity) for seeker in ordered]
        try:
            live = await self._hub.create(request.game, {}, request.pace, (seats[0], seats[1]),
                                          is_rated=request.is_rated, is_public=True)  # fmt: skip
        except (StorageBusy, StorageFailed):  # perhaps not in the next beat
            self._seekers |= {guest: waiting[guest] for guests in tabs.values() for guest in guests}
            await self._pairs.give_back([first, second])
            return False
        pairings = {seeker.identity: Pairing(live.id, seat) for seat, seeker in enumerate(ordered)}
        self._tell_pairings(pairings, tabs)
        self._bus.publish(PAIRED, encode_pairings(pairings))
        await self._pairs.note(pairings)
        return True

    def _hear_pairings(self, message: bytes) -> None:
        self._tell_pairings(decode_pairings(message), {})

    def _tell_pairings(self, pairings: Mapping[str, Pairing], tabs: Mapping[str, list[Guest]]) -> None:
        """Send people to their matches: those who wait, and those who did before they were taken."""
        for identity, (match, seat) in pairings.items():
            for guest in [*tabs.get(identity, []), *self._take(identity)]:
                guest.send(encode(wire.Paired(match=match, seat=seat)))
        self._state_seekers()

    def _take(self, identity: str) -> list[Guest]:
        """Remove a person from the seekers, in all of their tabs: no one is paired twice."""
        guests = [guest for guest in self._seekers if guest.identity == identity]
        for guest in guests:
            del self._seekers[guest]
        return guests

    def _state_seekers(self) -> None:
        if not self._presence.is_only_node:
            self._sought.state({str(id(guest)): seeker for guest, seeker in self._seekers.items()})

    def _state(self) -> None:
        """State at the other nodes what the lobby shows of this one."""
        if not self._presence.is_only_node:
            self._people.state({guest.identity: OnlinePerson(guest.name, guest.identity not in self._unseen)
                                for guest in self._online})  # fmt: skip
            self._challenges.state({live.id: challenge(live) for live in self._hub.challenges()})
            self._played.state(self._playing_here())

    def _now_ms(self) -> int:
        return self._hub.services.clock.wall_ms()

    def state(self) -> wire.LobbyState:
        """Return what the lobby shows."""
        people = self._online_people()
        accounts = [person for identity, person in people.items() if is_account(identity)]
        challenges = {live.id: challenge(live) for live in self._hub.challenges()}
        return wire.LobbyState(
            challenges=[*(challenges | dict(self._challenges.elsewhere())).values()][: MOST["listed"].number],
            online=sorted(person.name for person in accounts if person.is_shown)[: MOST["listed"].number],
            num_guests=len(people) - len(accounts),
            num_seeking=len(self._seekers) + sum(1 for _ in self._sought.elsewhere()),
            ready_games=self._hub.services.games.ready_games(),
        )

    async def _tell_watchable(self) -> None:
        """Send what can be watched, encoded once for all, if it has changed."""
        is_wanted = self._followers or not self._presence.is_only_node  # the other nodes are told, too
        watchable = await self._watching.state() if is_wanted else None
        now = encode(watchable) if self._followers else b""
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
        now_ms = self._now_ms()
        for guest, seeker in self._seekers.items():
            waited_ms = max(0, now_ms - seeker.since_ms)
            level = next(level for least, level in LEVEL_FROM if seeker.rating >= least)
            offered = level if waited_ms >= OFFER_AFTER_MS else None
            guest.send(encode(wire.Seeking(waited_ms=waited_ms, computer_level=offered)))

    async def beat(self) -> None:
        """State who is here, and pair people."""
        self._state()
        waiting = {guest.identity for guest in self._seekers}
        self._tell_pairings(await self._pairs.wait(waiting), {})
        await self.pair()

    async def run(self) -> None:
        """Pair people and send what has changed, forever."""
        for beat in count():
            await asyncio.sleep(BEAT_S)
            await self.beat()
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
