"""Hints between nodes that something about people has changed in the database: the others look there, and follow."""

import msgspec

from parlour.server.bus import Bus
from parlour.server.visitor import Visitor

CHANNEL = "people"


class Hint(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What a node has changed."""


class Ended(Hint, frozen=True):
    """Sessions or tokens have ended: all of an account perhaps, or one."""

    account: int | None = None
    session: str | None = None
    token: str | None = None

    def concerns(self, visitor: Visitor) -> bool:
        """Return whether a visitor may have lost what let them in."""
        own = ((self.account, visitor.account), (self.session, visitor.session), (self.token, visitor.token))
        return any(ended is not None and ended == mine for ended, mine in own)


class SignedUp(Hint, frozen=True):
    """A guest has become an account."""

    guest: str
    session: str  # the first of the account


class Deleted(Hint, frozen=True):
    """An account was deleted."""

    identity: str


class Ignores(Hint, frozen=True):
    """A person mutes or blocks others than before."""

    identity: str


class Shows(Hint, frozen=True):
    """A person appears online or offline as they did not before."""

    identity: str


class Missed(Hint, frozen=True):
    """Hints may have been lost: everything is looked at."""


AnyHint = Ended | SignedUp | Deleted | Ignores | Shows | Missed
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(AnyHint).decode


def send_hint(bus: Bus, hint: AnyHint) -> None:
    """Let the other nodes look at what has changed."""
    bus.publish(CHANNEL, encode(hint))
