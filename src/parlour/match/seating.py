"""Who sits where in a match; stored with it."""

import secrets
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from parlour.core.seat_view import SEATS_OF_MASK
from parlour.match.errors import CorruptLog

PERSON, COMPUTER, OPEN = "person", "computer", "open"
GUEST, ACCOUNT = "guest:", "account:"  # what an identity begins with; a number or a word follows


class Seat(msgspec.Struct, frozen=True):
    """One seat."""

    kind: str
    name: str
    identity: str | None = None  # the identity of a person
    level: str | None = None  # of a computer
    is_named: bool = False  # the name counts in this match only


class Seating(msgspec.Struct, frozen=True):
    """Both seats, and the secret in the link of a match, which lets people take an open seat and watch."""

    seats: tuple[Seat, Seat]
    invitation: str
    is_rated: bool = False  # between two accounts
    is_public: bool = False  # everyone may watch, and an open seat is listed in the lobby
    is_practice: bool = False  # it began from a position: nothing is earned
    next_match: str | None = None  # that is played instead, because the joining player brought options of their own
    tournament: str | None = None  # in which the match is played

    @property
    def people(self) -> list[tuple[int, str]]:
        """The seats of people, and who they are."""
        return [(number, seat.identity) for number, seat in enumerate(self.seats) if seat.identity is not None]

    @property
    def is_competitive(self) -> bool:
        """It is rated or part of a tournament: dealt when both have opened it, and played without hints."""
        return self.is_rated or self.tournament is not None

    @property
    def has_computer(self) -> bool:
        """A computer plays."""
        first, second = self.seats
        return COMPUTER in (first.kind, second.kind)

    @property
    def open_seat(self) -> int | None:
        """The seat that waits for a player; None when there is none."""
        first, second = self.seats  # without a loop: every action asks a dozen times
        if first.kind == OPEN:
            return 0
        return 1 if second.kind == OPEN else None

    def seats_of(self, identity: str) -> tuple[int, ...]:
        """Return the seats of a person: none, one, or both on one device."""
        first, second = self.seats  # without a loop, as above
        is_first = first.identity == identity and first.kind == PERSON
        is_second = second.identity == identity and second.kind == PERSON
        return SEATS_OF_MASK[is_first + 2 * is_second]

    def others(self, identity: str) -> list[str]:
        """Return the people at the seats, without one of them."""
        return [each for _, each in self.people if each != identity]

    def is_invited(self, invitation: str) -> bool:
        """Return whether a person came by the link of the match."""
        return bool(invitation) and secrets.compare_digest(invitation.encode(), self.invitation.encode())

    def admits(self, identity: str, invitation: str = "") -> bool:
        """Return whether a person may know of the match: it is public, or theirs, or they came by its link."""
        return self.is_public or bool(self.seats_of(identity)) or self.is_invited(invitation)

    def sit_down(self, number: int, seat: Seat) -> "Seating":
        """Return the seating with a player on a seat."""
        seats = (seat, self.seats[1]) if number == 0 else (self.seats[0], seat)
        return replace(self, seats=seats)

    @property
    def is_hotseat(self) -> bool:
        """One person plays both sides, on one device."""
        first, second = self.seats
        return first.identity is not None and first.identity == second.identity

    def credited(self, points: tuple[int, int]) -> tuple[int, int]:
        """Return the points that each seat is credited with: only people are, and only against an opponent."""
        if self.is_hotseat or self.is_practice or self.open_seat is not None:
            return (0, 0)
        first, second = (earned if seat.kind == PERSON else 0 for earned, seat in zip(points, self.seats, strict=True))
        return first, second

    def known_as(self, identity: str, now: str, name: str) -> "Seating":
        """Return the seating after an identity has become another; a name that counts only in this match stays."""
        return self._each(identity, lambda seat: replace(seat, identity=now, name=seat.name if seat.is_named else name))

    def forgotten(self, identity: str, name: str) -> "Seating":
        """Return the seating after an account was deleted: none of its names stays."""
        return self._each(identity, lambda seat: replace(seat, name=name, is_named=False))

    def _each(self, identity: str, change: Callable[[Seat], Seat]) -> "Seating":
        first, second = (change(seat) if seat.identity == identity else seat for seat in self.seats)
        return replace(self, seats=(first, second))


def new_invitation() -> str:
    """Return a new secret that cannot be guessed."""
    return secrets.token_urlsafe(12)


def is_public(seating: str) -> bool:
    """Return whether everyone may watch a match, by its seating as it is stored."""
    return '"is_public":true' in seating  # in a name JSON escapes the quotes


def read_seating(text: str) -> Seating:
    """Read a seating that was stored as JSON.

    Raises:
        CorruptLog: it is damaged.
    """
    try:
        return msgspec.json.decode(text, type=Seating)
    except msgspec.MsgspecError as error:
        raise CorruptLog(f"The seating cannot be read: {error}.") from error


def write_seating(seating: Seating) -> str:
    """Write a seating as JSON."""
    return msgspec.json.encode(seating).decode()
