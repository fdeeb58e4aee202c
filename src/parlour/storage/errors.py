"""What can go wrong while something is kept."""

from parlour.core.errors import ParlourError


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
