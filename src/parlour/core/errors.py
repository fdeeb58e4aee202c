"""Every error Parlour raises on purpose: one tree, each with a stable code and a sentence for people."""

from collections.abc import Sequence

import msgspec


class ParlourError(Exception):
    """Root of all errors that Parlour raises on purpose; `str()` is one clear sentence."""

    code = "parlour/error"


class UnknownGame(ParlourError, KeyError):
    """No installed game has this id."""

    code = "registry/unknown_game"

    def __str__(self) -> str:
        # KeyError would quote the sentence.
        return str(self.args[0])


class BrokenGame(ParlourError, ImportError):
    """A game's package could not be loaded, or does not keep the contract."""

    code = "registry/broken_game"


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong with an option."""

    line: int  # of its text, counted from 1; 0 when it is not about a line
    reason: str
    option: str = ""


class BadOption(ParlourError, ValueError):
    """An option of a game is unknown or its value is out of range."""

    code = "game/bad_option"

    def __init__(self, sentence: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(sentence)
        self.faults = list(faults)  # what the sentence says, one by one, where an option has several


class BadSeed(ParlourError, ValueError):
    """A seed is not a whole number of at most 128 bits."""

    code = "game/bad_seed"


class BadSeat(ParlourError, ValueError):
    """A seat is neither 0 nor 1."""

    code = "game/bad_seat"


class BadNotation(ParlourError, ValueError):
    """A text is not an action, a position or a game in this game's notation."""

    code = "notation/unreadable"


class IllegalAction(ParlourError, ValueError):
    """The rules do not allow this action now."""

    code = "rules/illegal_action"


class NotYourTurn(IllegalAction):
    """The other seat is to act."""

    code = "rules/not_your_turn"


class GameOver(IllegalAction):
    """The game has ended."""

    code = "rules/game_over"
