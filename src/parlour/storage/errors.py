"""What can be wrong with a database or a backup."""

from parlour.core.errors import ParlourError


class InUse(ParlourError, RuntimeError):
    """A server is running on this database."""

    code = "storage/in_use"


class NoDatabase(ParlourError, LookupError):
    """There is no database at this place."""

    code = "storage/no_database"


class DatabaseThere(ParlourError, ValueError):
    """There is already a database where a backup is to be restored."""

    code = "storage/database_there"


class BadBackup(ParlourError, ValueError):
    """A backup is damaged, or not one; nothing was changed."""

    code = "storage/bad_backup"
