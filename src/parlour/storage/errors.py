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


class NeedsDriver(ParlourError, ImportError):
    """The package that talks to this kind of database is not installed."""

    code = "storage/needs_driver"


class NotAFile(ParlourError, ValueError):
    """What was asked for is done with files, and this database is not one."""

    code = "storage/not_a_file"


class NotEmpty(ParlourError, ValueError):
    """There is something in the database into which everything is to be moved."""

    code = "storage/not_empty"
