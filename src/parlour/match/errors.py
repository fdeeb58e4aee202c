"""What can be wrong with a command, an event, a match file or a write to the storage."""

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
    """The match has gone too far to be aborted."""

    code = "match/cannot_abort"


class TooManyRequests(ParlourError, ValueError):
    """A seat has asked for as many draws, takebacks and gifts of time as a match allows."""

    code = "match/too_many_requests"


class NotStandard(ParlourError, ValueError):
    """A rated match cannot be played with this option; the sentence names it."""

    code = "match/not_standard"


class KeyReused(ParlourError, ValueError):
    """The key belongs to another command; nothing was changed."""

    code = "match/key_reused"


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


class StorageBusy(ParlourError, RuntimeError):
    """Too many writes are waiting; nothing was changed. Try again in a moment."""

    code = "storage/busy"


class StorageFailed(ParlourError, RuntimeError):
    """The disk refused a write; nothing was changed."""

    code = "storage/failed"


class AlreadyThere(ParlourError, ValueError):
    """The match is at another version, or its id or the key is taken; nothing was changed."""

    code = "storage/already_there"


class UnknownMatch(ParlourError, KeyError):
    """There is no match of this id."""

    code = "storage/unknown_match"

    def __str__(self) -> str:
        return str(self.args[0])


class NameTaken(ParlourError, ValueError):
    """Another account has this name."""

    code = "account/name_taken"


class SignedOut(ParlourError, PermissionError):
    """The session has ended, or the password was changed, since the request; nothing was changed."""

    code = "account/signed_out"


class TooManyTokens(ParlourError, ValueError):
    """The account has reached its limit of tokens."""

    code = "account/too_many_tokens"


class UnknownToken(ParlourError, KeyError):
    """The account has no such token."""

    code = "account/unknown_token"

    def __str__(self) -> str:
        return str(self.args[0])


class WrongCode(ParlourError, PermissionError):
    """The recovery code is wrong or was used, or there is no account of this name; the answer does not say which."""

    code = "account/wrong_code"


class TooManyIgnored(ParlourError, ValueError):
    """A person ignores as many others as possible."""

    code = "account/too_many_ignored"


class TooManyFollowed(ParlourError, ValueError):
    """A person follows as many people as they may."""

    code = "account/too_many_followed"


class TooManyChallenges(ParlourError, ValueError):
    """A person has as many open challenges as they may."""

    code = "account/too_many_challenges"


class UnknownMission(ParlourError, LookupError):
    """The campaign has no such mission, or no such difficulty."""

    code = "campaign/unknown_mission"


class MissionLocked(ParlourError, ValueError):
    """The mission before it has not been won yet."""

    code = "campaign/locked"


class UnknownReport(ParlourError, LookupError):
    """There is no open report of this number."""

    code = "operator/unknown_report"


class NoAccount(ParlourError, ValueError):
    """The person has no account to which that could be done."""

    code = "operator/no_account"


class BadPlan(ParlourError, ValueError):
    """A tournament cannot be played like this; the sentence says why."""

    code = "tournament/bad_plan"


class UnknownTournament(ParlourError, LookupError):
    """There is no tournament of this id."""

    code = "tournament/unknown"


class TournamentClosed(ParlourError, ValueError):
    """It is too late, or too early, for that; the sentence says which."""

    code = "tournament/closed"


class TournamentFull(ParlourError, ValueError):
    """There is no room for one more player."""

    code = "tournament/full"


class NotEnoughPlayers(ParlourError, ValueError):
    """There are too few players to begin."""

    code = "tournament/not_enough_players"


class NotHost(ParlourError, PermissionError):
    """Only the host of the tournament may do that."""

    code = "tournament/not_host"
