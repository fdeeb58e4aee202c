"""What can be wrong with a command, an event or a match file."""

from parlour.core.errors import ParlourError


class StaleVersion(ParlourError, ValueError):
    """The command was made for an older state of the match."""

    code = "match/stale_version"


class MatchOver(ParlourError, ValueError):
    """The match has ended."""

    code = "match/over"


class NotOffered(ParlourError, ValueError):
    """There is nothing to answer, or an offer cannot be made now."""

    code = "match/not_offered"


class CannotUndo(ParlourError, ValueError):
    """Nothing can be taken back, or something was shown or drawn since."""

    code = "match/cannot_undo"


class CannotAbort(ParlourError, ValueError):
    """The match has gone too far to be called off."""

    code = "match/cannot_abort"


class TooEarly(ParlourError, ValueError):
    """The time has not run out."""

    code = "match/too_early"


class CorruptLog(ParlourError, ValueError):
    """An event does not follow from those before it, or a match file was changed; the sentence names the place."""

    code = "match/corrupt_log"


class OtherRules(ParlourError, ValueError):
    """The log was made by another version of the game's rules."""

    code = "match/other_rules"


class UnknownLesson(ParlourError, LookupError):
    """A game has no lesson of this number."""

    code = "match/unknown_lesson"
