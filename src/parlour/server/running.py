"""The running matches of people: remembered as they change, and told to their open sockets."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from parlour.core.contract import SEATS
from parlour.match.seating import COMPUTER, OPEN, Seating
from parlour.server.bus import Bus, NoBus
from parlour.server.people_messages import ChallengesChanged, MatchChanged, RunningMatch
from parlour.server.presenter import names_of
from parlour.server.watchers import encode

if TYPE_CHECKING:
    from parlour.server.live_match import LiveMatch

MOST_NOTES = 20_000  # remembered, also of matches that have left the memory; the oldest are forgotten


class Listener(Protocol):
    """A socket that is told of its person's matches."""

    identity: str

    def send(self, message: bytes) -> None: ...


class Note(NamedTuple):
    """A match as lists show it. It holds nothing of the position but who is to act."""

    match: str
    game: str
    pace: str
    seating: Seating
    awaited: tuple[int, ...]  # seats that are to act, or to open a rated match
    is_over: bool
    num_turns: int
    deadline_ms: int | None

    def told_to(self, identity: str) -> RunningMatch:
        """Return the match as a person at one of its seats sees it in a list."""
        seats = self.seating.seats_of(identity)
        return RunningMatch(
            match=self.match,
            game=self.game,
            pace=self.pace,
            is_rated=self.seating.is_rated,
            names=names_of(self.seating),
            seat=seats[0],
            opponent=self._opponent(seats),
            is_your_turn=not self.is_over and not self.is_open and any(seat in self.awaited for seat in seats),
            is_over=self.is_over,
            num_turns=self.num_turns,
            deadline_ms=self.deadline_ms,
        )

    @property
    def is_open(self) -> bool:
        """It waits for an opponent."""
        return self.seating.open_seat is not None

    def _opponent(self, seats: tuple[int, ...]) -> str:
        if len(seats) == len(SEATS):
            return "self"
        kind = self.seating.seats[1 - seats[0]].kind
        return kind if kind in (COMPUTER, OPEN) else "person"


def note_of(live: "LiveMatch") -> Note:
    """Return what lists show of a match now."""
    match, seating = live.match, live.seating
    awaited = match.position.to_act() if live.is_dealt else tuple(seat for seat in SEATS if seat not in match.opened)
    deadline = match.next_deadline()
    return Note(
        live.id, match.started.game, match.started.pace, seating, () if match.is_over else awaited, match.is_over,
        len(match.turns), deadline[0] if deadline and not live.is_waiting else None,
    )  # fmt: skip


class Running:
    """The matches of all people, as far as this server has seen them; and who wants to be told of theirs."""

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus or NoBus()
        self._notes: OrderedDict[str, Note] = OrderedDict()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)  # by identity
        self._identities: dict[Listener, str] = {}  # under which they are there

    def get(self, match_id: str) -> Note | None:
        """Return what is known of a match; None when another node may know more, or none of it was seen yet."""
        return self._notes.get(match_id) if isinstance(self._bus, NoBus) else None

    def note(self, live: "LiveMatch", *, is_ours: bool = True) -> None:
        """Remember a match that has changed, and tell its people what concerns them: if we changed it, at all nodes."""
        before, now = self._notes.get(live.id), note_of(live)
        self._notes[live.id] = now
        self._notes.move_to_end(live.id)
        if len(self._notes) > MOST_NOTES:
            self._notes.popitem(last=False)
        if not self._listeners and isinstance(self._bus, NoBus):
            return
        for identity in {identity for _, identity in now.seating.people}:
            if _concerns(identity, before, now):
                message = encode(MatchChanged(match=now.told_to(identity)))
                self._send(identity, message)
                if is_ours:
                    self._bus.publish(_channel(identity), message)

    def forget(self, match_ids: Iterable[str]) -> None:
        """Forget matches whose people have changed; they are read again when they are needed."""
        for match_id in match_ids:
            self._notes.pop(match_id, None)

    def tell_challenge(self, identity: str, message: str) -> None:
        """Inform a person that a challenge came or went."""
        changed = encode(ChallengesChanged(message=message))
        self._send(identity, changed)
        self._bus.publish(_channel(identity), changed)

    def _send(self, identity: str, message: bytes) -> None:
        for listener in list(self._listeners.get(identity, ())):
            listener.send(message)

    def listen(self, listener: Listener) -> None:
        """Inform a socket of its person's matches from now on."""
        self._add(listener, listener.identity)

    def _add(self, listener: Listener, identity: str) -> None:
        if identity not in self._listeners:
            self._bus.listen(_channel(identity), lambda message: self._send(identity, message))
        self._identities[listener] = identity
        self._listeners[identity].add(listener)

    def leave(self, listener: Listener) -> None:
        """Stop telling a socket."""
        if (identity := self._identities.pop(listener, None)) is not None:
            self._listeners[identity].discard(listener)
            if not self._listeners[identity]:
                del self._listeners[identity]
                self._bus.unlisten(_channel(identity))

    def rename(self, old: str, new: str) -> None:
        """Inform the sockets of a guest who has signed up of the account's matches."""
        for listener in self._listeners.pop(old, ()):
            self._add(listener, new)
        self._bus.unlisten(_channel(old))


def _channel(identity: str) -> str:
    return f"person:{identity}"


def _concerns(identity: str, before: Note | None, now: Note) -> bool:
    """Return whether a list of a person's matches looks different in more than numbers."""
    if before is None or not before.seating.seats_of(identity):
        return True
    first, second = (
        (told.opponent, told.is_your_turn, told.is_over, told.names)
        for told in (before.told_to(identity), now.told_to(identity))
    )
    return first != second
