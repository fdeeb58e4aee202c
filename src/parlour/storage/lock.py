"""A database belongs to one server at a time."""

import contextlib
import fcntl
from collections.abc import Iterator
from pathlib import Path

from parlour.storage.errors import InUse


@contextlib.contextmanager
def exclusive_lock(database: Path) -> Iterator[None]:
    """Hold a database for this process until the block or the process ends, however it ends.

    Raises:
        InUse: a server has it.
    """
    place = database.resolve()  # one lock, by whatever links the database is reached
    with place.with_name(place.name + ".lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"A server is running on {database}. Stop it first.") from None
        yield
