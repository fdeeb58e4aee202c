"""What someone may want of a match."""

import msgspec


class Command(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """A wish of a seat; refused when the match has moved on from the version it was made for."""

    seat: int
    seen_version: int | None = None  # None: whatever the version is


class Play(Command, frozen=True, tag="play"):
    """Play an action, in notation; where the game writes a whole turn as one word, that turn."""

    text: str


class Resign(Command, frozen=True, tag="resign"):
    """Return up."""


class OfferDraw(Command, frozen=True, tag="offer_draw"):
    """Offer a draw; it stands until the opponent's next action."""


class AnswerDraw(Command, frozen=True, tag="answer_draw"):
    """Accept or decline the opponent's offer."""

    accept: bool


class AskUndo(Command, frozen=True, tag="ask_undo"):
    """Ask to go back to before one's own last turn."""


class AnswerUndo(Command, frozen=True, tag="answer_undo"):
    """Allow or refuse what the opponent asked to take back."""

    accept: bool


class Expire(Command, frozen=True, tag="expire"):
    """From the clock alone: the seat's time has run out."""


class AddTime(Command, frozen=True, tag="add_time"):
    """Return the opponent more time."""


class Abort(Command, frozen=True, tag="abort"):
    """Call the match off before its second action."""


class Leave(Command, frozen=True, tag="leave"):
    """From the server alone: the seat was away for too long, and its opponent claims the match."""


class Resume(Command, frozen=True, tag="resume"):
    """From the server alone: it was down for so long. The seat means nothing."""

    down_ms: int
