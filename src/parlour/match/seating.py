"""Who sits where in a match; kept with it."""

import secrets
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from parlour.match.errors import CorruptLog

PERSON, COMPUTER, OPEN = "person", "computer", "open"
GUEST, ACCOUNT = "guest:", "account:"  # how it begins who a person is; then comes a number or a word


class Seat(msgspec.Struct, frozen=True):
    """One chair."""

    kind: str
    name: str
    identity: str | None = None  # the identity of a person
    level: str | None = None  # of a computer
    is_named: bool = False  # called so at this table only, whoever sits there


class Seating(msgspec.Struct, frozen=True):
    """Both chairs, and the word that lets somebody sit down on an open one."""

    seats: tuple[Seat, Seat]
    invitation: str
    is_rated: bool = False  # between two accounts
    is_public: bool = False  # an open seat is for everybody in the lobby

    @property
    def people(self) -> list[tuple[int, str]]:
        """The seats of people, and who they are."""
        return [(number, seat.identity) for number, seat in enumerate(self.seats) if seat.identity is not None]

    @property
    def open_seat(self) -> int | None:
        """The seat that waits for somebody."""
        return next((number for number, seat in enumerate(self.seats) if seat.kind == OPEN), None)

    def seats_of(self, identity: str) -> tuple[int, ...]:
        """Return the seats of a person: none, one, or both at one screen."""
        return tuple(
            number for number, seat in enumerate(self.seats) if seat.kind == PERSON and seat.identity == identity
        )

    def sit_down(self, number: int, seat: Seat) -> "Seating":
        """Return the seating with somebody on a chair."""
        seats = (seat, self.seats[1]) if number == 0 else (self.seats[0], seat)
        return replace(self, seats=seats)

    @property
    def is_hotseat(self) -> bool:
        """One person plays both sides, at one screen."""
        return len({identity for _, identity in self.people}) == 1 and len(self.people) == len(self.seats)

    def credited(self, points: tuple[int, int]) -> tuple[int, int]:
        """Return the points that each seat is credited with: only people are, and only for playing somebody else."""
        if self.is_hotseat or self.open_seat is not None:
            return (0, 0)
        first, second = (earned if seat.kind == PERSON else 0 for earned, seat in zip(points, self.seats, strict=True))
        return first, second

    def known_as(self, identity: str, now: str, name: str) -> "Seating":
        """Return the seating after somebody has become somebody else; what they are called only here stays."""
        return self._each(identity, lambda seat: replace(seat, identity=now, name=seat.name if seat.is_named else name))

    def forgotten(self, identity: str, name: str) -> "Seating":
        """Return the seating after somebody has gone for good: no name of theirs stays."""
        return self._each(identity, lambda seat: replace(seat, name=name, is_named=False))

    def _each(self, identity: str, change: Callable[[Seat], Seat]) -> "Seating":
        first, second = (change(seat) if seat.identity == identity else seat for seat in self.seats)
        return replace(self, seats=(first, second))


def new_invitation() -> str:
    """Make a word that nobody can guess."""
    return secrets.token_urlsafe(12)


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
