"""What the server refuses, besides what a match refuses."""

from parlour.core.errors import ParlourError


class BadMessage(ParlourError, ValueError):
    """A message cannot be read; the sentence says where."""

    code = "server/bad_message"


class NotYourSeat(ParlourError, PermissionError):
    """The seat belongs to another person."""

    code = "server/not_your_seat"


class SeatTaken(ParlourError, ValueError):
    """The seat is taken already."""

    code = "server/seat_taken"


class SeatOpen(ParlourError, ValueError):
    """The opponent has not joined yet, and the clocks stand still."""

    code = "server/seat_open"


class NotAway(ParlourError, ValueError):
    """The opponent is here, or has not been away for long enough."""

    code = "server/not_away"


class NoHint(ParlourError, ValueError):
    """There is no hint here or now; the sentence says why."""

    code = "server/no_hint"


class GettingReady(ParlourError, RuntimeError):
    """The game is being compiled; try again in a moment."""

    code = "server/getting_ready"

    def __init__(self, message: str, game: str) -> None:
        super().__init__(message)
        self.game = game


class MatchParked(ParlourError, RuntimeError):
    """The match cannot be loaded by this server; the sentence says why. The next start tries again."""

    code = "match/parked"


class TooManyComputers(ParlourError, RuntimeError):
    """All computer players are busy; try again in a moment."""

    code = "server/too_many_computers"


class BadOrigin(ParlourError, PermissionError):
    """The request comes from a page of another site."""

    code = "server/bad_origin"


class NotOver(ParlourError, ValueError):
    """That is available only when the match is over."""

    code = "server/not_over"


class TooMany(ParlourError, RuntimeError):
    """A client has reached a rate limit; the sentence says how long to wait."""

    code = "server/too_many"


class NeedsAccount(ParlourError, PermissionError):
    """Guests cannot do that; the sentence says what to do."""

    code = "server/needs_account"


class BadChat(ParlourError, ValueError):
    """This line of chat is not allowed; the sentence says why."""

    code = "server/bad_chat"


class BadSetting(ParlourError, ValueError):
    """A setting of the server cannot be read; the sentence says which."""

    code = "server/bad_setting"


class NeedsPostgres(ParlourError, ValueError):
    """Several nodes can share only a database in PostgreSQL."""

    code = "server/needs_postgres"


class UnknownPerson(ParlourError, LookupError):
    """No account has this name."""

    code = "server/unknown_person"


class Blocked(ParlourError, PermissionError):
    """One of two people has blocked the other."""

    code = "server/blocked"


class Silenced(ParlourError, PermissionError):
    """An operator has silenced the chat of the account; the sentence says until when."""

    code = "account/silenced"


class Suspended(ParlourError, PermissionError):
    """An operator has suspended the account; the sentence says why."""

    code = "account/suspended"


class NotOperator(ParlourError, PermissionError):
    """Only operators may do that."""

    code = "operator/not_operator"


class BadName(ParlourError, ValueError):
    """An account cannot have this name; the sentence says why."""

    code = "account/bad_name"


class BadPassword(ParlourError, ValueError):
    """A password is too easy to guess; the sentence says why."""

    code = "account/bad_password"


class WrongPassword(ParlourError, PermissionError):
    """The password is wrong, or there is no account of this name; the answer does not say which."""

    code = "account/wrong_password"


class NotSignedIn(ParlourError, PermissionError):
    """Only accounts can do that, and there is no session or it has ended."""

    code = "account/not_signed_in"


class TooBusy(ParlourError, RuntimeError):
    """Too many passwords wait to be checked; try again in a moment."""

    code = "account/too_busy"


class BadToken(ParlourError, PermissionError):
    """The token of a bot is unknown or was revoked."""

    code = "account/bad_token"


class MissingScope(ParlourError, PermissionError):
    """The token of a bot does not allow that; the sentence names the scope."""

    code = "account/missing_scope"


class UnknownRun(ParlourError, KeyError):
    """The lab has no such run or match."""

    code = "lab/unknown_run"

    def __str__(self) -> str:
        return str(self.args[0])
