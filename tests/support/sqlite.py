"""Empty SQLite databases, without the migrations that make them: those take longer than many tests."""

import atexit
import functools
import shutil
import tempfile
from pathlib import Path

from parlour.storage.database import Database


def put_database(path: Path) -> Path:
    """Put a database in which nothing is stored yet at a path; return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(_template(), path)
    return path


@functools.cache
def _template() -> Path:
    folder = tempfile.mkdtemp(prefix="parlour-empty-")
    atexit.register(shutil.rmtree, folder)
    path = Path(folder) / "parlour.db"
    Database(path).close()
    return path
