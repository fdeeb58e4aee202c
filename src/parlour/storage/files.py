"""Files that are whole or not there, whatever happens to the machine."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PRIVATE = 0o600  # only its owner may read and write it


@contextmanager
def folder_beside(path: Path) -> Iterator[Path]:
    """Return a folder for unfinished files on the same disk; it goes with them. Only its owner can look into it."""
    with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent) as folder:
        yield Path(folder)


def put(whole: Path, place: Path) -> None:
    """Move a finished file to its place, and be sure that it is on the disk."""
    _sync(whole)
    whole.rename(place)
    _sync(place.parent)


def write_private(place: Path, data: bytes) -> None:
    """Write a file that only its owner can read, and be sure that it is on the disk."""
    with folder_beside(place) as folder:
        whole = folder / place.name
        whole.touch(PRIVATE)
        whole.write_bytes(data)
        put(whole, place)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
