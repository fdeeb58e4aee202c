"""Backups: everything that a server keeps in one file, taken while it runs, and put back.

A backup is a zip file with the database and the secret that signs cookies, so that after a restore visitors
are still recognised. Its holder could pose as any user, so only its owner can read the file.
"""

import contextlib
import itertools
import os
import shutil
import sqlite3
import zipfile
import zlib
from pathlib import Path

from parlour.storage.database import is_known
from parlour.storage.errors import BadBackup, DatabaseThere, NoDatabase
from parlour.storage.files import PRIVATE, folder_beside, put, write_private
from parlour.storage.lock import exclusive_lock

DATABASE, SECRET = "parlour.db", "secret"  # names inside a backup
LONGEST_SECRET = 1024


def back_up(database: Path, secret: Path, out: Path) -> None:
    """Write a backup: what was acknowledged before it began is in it. The file appears when it is whole and checked.

    Raises:
        NoDatabase: there is nothing to back up.
        BadBackup: the database is damaged.
    """
    if not database.exists():
        raise NoDatabase(f"There is no database {database}.")
    with folder_beside(out) as folder:
        copy, whole = folder / DATABASE, folder / "backup.zip"
        _copy(database, copy)
        _check(copy, str(database))
        os.close(os.open(whole, os.O_CREAT | os.O_EXCL, PRIVATE))
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.write(copy, DATABASE)
            if secret.exists():
                archive.write(secret, SECRET)
        put(whole, out)


def _copy(database: Path, copy: Path) -> None:
    """Copy a database as it is now. In one go: in write-ahead mode that holds up no writer."""
    closing = contextlib.closing
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
            source.execute("BEGIN")
            source.execute("SELECT 1 FROM sqlite_master").fetchall()  # a locked file is refused; `backup` would wait on
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, not three
    except sqlite3.Error as error:
        raise BadBackup(f"{database} cannot be read: {error}.") from None


def _check(database: Path, name: str) -> None:
    """Check a whole database.

    Raises:
        BadBackup: it is damaged, not one of Parlour, or of a newer Parlour.
    """
    try:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            found += [f"a row of {row[0]} points nowhere" for row in connection.execute("PRAGMA foreign_key_check")]
            revisions = [row[0] for row in connection.execute("SELECT version_num FROM alembic_version")]
    except sqlite3.Error as error:
        raise BadBackup(f"{name} holds no database of Parlour: {error}.") from None
    if found != ["ok"]:
        raise BadBackup(f"The database in {name} is damaged: {found[0]}.")
    if not is_known(revisions):
        raise BadBackup(f"{name} was made by a newer Parlour. Install that one first.")


def restore(backup: Path, database: Path, secret: Path, *, replace: bool = False) -> list[Path]:
    """Put a backup in place; returns the paths of the files that it replaced.

    Raises:
        InUse: a server is running on the database.
        DatabaseThere: there is one already, and it is not to be replaced.
        BadBackup: nothing was changed.
    """
    for place in (database, secret):
        place.parent.mkdir(parents=True, exist_ok=True)
    with exclusive_lock(database), folder_beside(database) as folder:
        if database.exists() and not replace:
            raise DatabaseThere(f"There is already a database {database}. With --replace it is kept aside.")
        new_secret = _unpack(backup, folder / DATABASE)
        _check(folder / DATABASE, str(backup))
        _settle(database)
        aside = [*_set_aside(database), *(_set_aside(secret) if new_secret is not None else [])]
        if new_secret is not None:
            write_private(secret, new_secret)
        put(folder / DATABASE, database)
        return aside


def _unpack(backup: Path, database: Path) -> bytes | None:
    """Take the database out of a backup; returns the secret, if there is one."""
    try:
        database.touch(PRIVATE)
        with zipfile.ZipFile(backup) as archive:
            with archive.open(DATABASE) as source, database.open("wb") as target:
                shutil.copyfileobj(source, target)
            if SECRET not in archive.namelist():
                return None
            with archive.open(SECRET) as source:
                return source.read(LONGEST_SECRET)
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, NotImplementedError, RuntimeError) as error:
        raise BadBackup(f"{backup} is damaged, or no backup of Parlour: {error}.") from None


def _set_aside(path: Path) -> list[Path]:
    """Rename a file, and what SQLite keeps beside it, so that it is still the same database."""
    if not path.exists():
        return []
    names = (f"{path.name}.replaced-{number}" for number in itertools.count(1))
    name = next(name for name in names if not path.with_name(name).exists())
    for suffix in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(path.with_name(name + suffix))
    return [path.with_name(name)]


def _settle(database: Path) -> None:
    """Make SQLite put everything into the one file; a damaged one is left as it is."""
    if database.exists():
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
