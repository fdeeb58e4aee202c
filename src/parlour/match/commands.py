"""What can be asked of a match. A client sends `AnyCommand`; only the server issues a `ServerCommand`."""

from typing import Annotated

import msgspec
from msgspec import Meta

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Notation = Annotated[str, Meta(max_length=200)]  # an action


class Command(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """A request of a seat; `decide` says what it leads to."""

    seat: SeatNumber


class Play(Command, frozen=True, tag="play"):
    """Play an action, in notation; where the game writes a whole turn as one word, that turn."""

    action: Notation


class Resign(Command, frozen=True, tag="resign"):
    """Resign."""


class OfferDraw(Command, frozen=True, tag="offer_draw"):
    """Offer a draw; it stands until the opponent's next action."""


class AnswerDraw(Command, frozen=True, tag="answer_draw"):
    """Accept or decline the opponent's offer of a draw."""

    accept: bool


class AskUndo(Command, frozen=True, tag="ask_undo"):
    """Ask to take back your own last turn."""


class AnswerUndo(Command, frozen=True, tag="answer_undo"):
    """Accept or decline the opponent's takeback."""

    accept: bool


class AddTime(Command, frozen=True, tag="add_time"):
    """Add time to the opponent's clock."""


class Abort(Command, frozen=True, tag="abort"):
    """Abort the match before its second action; a rated one, before both players have opened it."""


class Expire(Command, frozen=True, tag="expire"):
    """End the turn of a seat whose time has run out."""


class Leave(Command, frozen=True, tag="leave"):
    """End the match for a seat that was away for too long, because its opponent has claimed it."""


class Open(Command, frozen=True, tag="open"):
    """Note that a player has opened a rated match in which both seats are taken."""


class Resume(Command, frozen=True, tag="resume"):
    """Do not charge the clocks for the time in which the server was down. The seat is ignored."""

    down_ms: int


AnyCommand = Play | Resign | OfferDraw | AnswerDraw | AskUndo | AnswerUndo | AddTime | Abort
ServerCommand = Expire | Leave | Open | Resume
