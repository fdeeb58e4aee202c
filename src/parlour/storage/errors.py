"""What can be wrong with a database or a backup."""

from parlour.core.errors import ParlourError


class InUse(ParlourError, RuntimeError):
    """A server is running on this database, or another program holds it."""

    code = "storage/in_use"


class NoDatabase(ParlourError, LookupError):
    """There is no database at this place."""

    code = "storage/no_database"


class BadDatabase(ParlourError, ValueError):
    """A database is damaged, or belongs to another program; nothing was changed."""

    code = "storage/bad_database"


class NewerDatabase(ParlourError, ValueError):
    """A database was written by a newer Parlour; nothing was changed."""

    code = "storage/newer_database"


class DatabaseThere(ParlourError, ValueError):
    """There is already a database where a backup is to be restored."""

    code = "storage/database_there"


class BadBackup(ParlourError, ValueError):
    """A backup is damaged, or not one; nothing was changed."""

    code = "storage/bad_backup"
