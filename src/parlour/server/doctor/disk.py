"""Checks of the disk: the data folder, its file system, the room on it, the secret, the backups."""

import shutil
import tempfile
import time
import zipfile
from pathlib import Path

from parlour.server.doctor.finding import Finding, fault, ok, warning
from parlour.storage.backup import DATABASE

MOUNTS = Path("/proc/mounts")
# On a file system of another machine neither the locks nor the write-ahead log of SQLite work.
REMOTE = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.glusterfs")
LEAST_BYTES = 200 * 2**20  # free, besides room for one more copy of the database
GIGABYTE = 2**30
OTHERS = 0o077  # the rights of everyone but the owner
DUMP = b"PGDMP"  # how a dump of PostgreSQL begins
BACKUP_HOURS = 26.0  # a daily one, and the time that it takes


def check_folder(data: Path) -> Finding:
    """Check that the server can write into its data folder."""
    if not data.is_dir():
        return fault(f"There is no data folder {data}.", "Name the one of the server with --data, or make it.")
    try:
        with tempfile.NamedTemporaryFile(dir=data, prefix=".doctor-") as file:
            file.write(b"x")
            file.flush()
    except OSError as error:
        remedy = "Run the doctor as the server's user, and let that user own the folder."
        return fault(f"The data folder {data} cannot be written: {error.strerror}.", remedy)
    return ok(f"The data folder {data} can be written.")


def check_local(data: Path, mounts: Path = MOUNTS) -> Finding:
    """Check that a folder is on a disk of this machine."""
    kind = file_system(data, mounts)
    if kind in REMOTE:
        remedy = "Move the folder to a local disk: SQLite loses data on others."
        return fault(f"{data} is on a {kind} file system of another machine.", remedy)
    return ok(f"{data} is on a local disk{f' ({kind})' if kind else ''}.")


def file_system(path: Path, mounts: Path = MOUNTS) -> str:
    """Return the kind of file system that holds a path; empty where the system does not tell."""
    if not mounts.exists():
        return ""
    rows = [line.split()[1:3] for line in mounts.read_text().splitlines()]
    holding = [(len(place), kind) for place, kind in rows if path.resolve().is_relative_to(place)]
    return max(holding, default=(0, ""), key=lambda row: row[0])[1]


def check_room(data: Path, database: Path) -> Finding:
    """Check that there is room on the disk for the database to grow and to be copied."""
    free = shutil.disk_usage(data).free
    wanted = LEAST_BYTES + (database.stat().st_size if database.exists() else 0)
    sentence = f"{free / GIGABYTE:,.1f} GB are free on the disk of {data}"
    if free < wanted:
        remedy = "Delete what is not needed there, or move the data folder to a larger disk."
        return fault(f"{sentence}; at least {wanted / GIGABYTE:,.1f} GB should be.", remedy)
    return ok(f"{sentence}.")


def check_secret(secret: Path) -> Finding:
    """Check that only the owner can read the secret that signs cookies."""
    if not secret.exists():
        return warning(f"There is no file {secret} yet.", "The server makes it when it starts.")
    if secret.stat().st_mode & OTHERS:
        return fault(f"Other users can read {secret}.", f"Run: chmod 600 {secret}")
    return ok("Only its owner can read the server's secret.")


def check_backups(folder: Path | None) -> Finding:
    """Check that the newest backup is from today and can be opened."""
    if folder is None:
        return warning("Backups were not checked.", "Name their folder with --backups.")
    remedy = "Run `parlour backup`, or for PostgreSQL `pg_dump --format=custom`, every day: deploy/ shows how."
    files = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
    if not files:
        return fault(f"There is no backup in {folder}.", remedy)
    newest = max(files, key=lambda path: path.stat().st_mtime)
    hours = (time.time() - newest.stat().st_mtime) / 3600
    if not _is_backup(newest):
        return fault(f"{newest}, the newest file there, is no backup of Parlour, or damaged.", remedy)
    if hours > BACKUP_HOURS:
        return fault(f"The newest backup, {newest}, is {hours:.0f} hours old.", remedy)
    return ok(f"The newest backup is {max(hours, 0):.0f} hours old.")


def _is_backup(path: Path) -> bool:
    """Return whether a file is one of `parlour backup`, or of `pg_dump --format=custom`."""
    try:
        with path.open("rb") as file:
            if file.read(len(DUMP)) == DUMP:
                return True
        with zipfile.ZipFile(path) as archive:
            return DATABASE in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False
