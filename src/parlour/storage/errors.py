"""What can go wrong while something is kept."""

from parlour.core.errors import ParlourError


class StorageBusy(ParlourError, RuntimeError):
    """More is waiting to be written than fits; nothing was changed. Try again in a moment."""

    code = "storage/busy"


class StorageFailed(ParlourError, RuntimeError):
    """The disk refused a write; nothing was changed."""

    code = "storage/failed"


class AlreadyThere(ParlourError, ValueError):
    """The log already has an entry at this place, or a match of this id; nothing was changed."""

    code = "storage/already_there"


class UnknownMatch(ParlourError, KeyError):
    """There is no match of this id."""

    code = "storage/unknown_match"

    def __str__(self) -> str:
        return str(self.args[0])


class InUse(ParlourError, RuntimeError):
    """A server is running on this database."""

    code = "storage/in_use"


class NoDatabase(ParlourError, LookupError):
    """There is no database at this place."""

    code = "storage/no_database"


class DatabaseThere(ParlourError, ValueError):
    """There is a database already where another one is to be put."""

    code = "storage/database_there"


class BadBackup(ParlourError, ValueError):
    """A backup is damaged, or not one; nothing was changed."""

    code = "storage/bad_backup"


class NameTaken(ParlourError, ValueError):
    """Somebody else has this name."""

    code = "account/name_taken"


class SignedOut(ParlourError, PermissionError):
    """The session has ended, or the password was changed, since this was asked for; nothing was changed."""

    code = "account/signed_out"


class TooManyTokens(ParlourError, ValueError):
    """The account has as many tokens as it may have."""

    code = "account/too_many_tokens"


class UnknownToken(ParlourError, KeyError):
    """The account has no such token."""

    code = "account/unknown_token"

    def __str__(self) -> str:
        return str(self.args[0])
