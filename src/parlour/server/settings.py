"""How a server is run."""

import contextlib
from pathlib import Path
from typing import Any, NamedTuple

from argon2 import PasswordHasher

from parlour.server.errors import BadSetting
from parlour.storage.place import POSTGRES, Place, PostgresPlace

SQLITE = "sqlite:///"
REDIS = ("redis://", "rediss://", "unix://")
STATIC = Path(__file__).with_name("static")  # where `make web` puts the client; a wheel has it


class Kept(NamedTuple):
    """For how many days things are kept, counted while the server is up; 0: forever."""

    guest_matches: float = 7  # that are open, have no account at the table, and were not touched
    chat: float = 30  # of matches that are over
    guest_puzzles: float = 90  # what a guest has done with puzzles, after the last attempt


class Settings(NamedTuple):
    """What is decided when a server is started."""

    data: Path  # the data folder
    origins: tuple[str, ...] = ()  # of other sites, from which pages may talk to it
    ai_threads: int = 1
    is_secure: bool = False  # behind TLS
    limit_factor: float = 1.0  # all limits are multiplied by it
    database: Any = None  # a `Place`, a union of classes that Litestar cannot inject; None: in the folder
    redis: str | None = None  # where the nodes of one site meet; None: this is the only node
    node_expiry_s: float = 5.0  # after which a node that says nothing is taken for dead
    hasher: PasswordHasher = PasswordHasher()  # how much work a password is; less only in tests
    static: Path = STATIC  # the web client
    kept: Kept = Kept()  # for how long what is not kept forever
    lab: Path | None = None  # the folder of the lab's runs; None: in the data folder
    is_quick_start: bool = False  # serves at once, and gets the games ready meanwhile

    @property
    def database_place(self) -> Place:
        place: Place | None = self.database
        return place or self.data / "parlour.db"

    @property
    def lab_path(self) -> Path:
        return self.lab or self.data / "lab"

    @property
    def secret_path(self) -> Path:
        return self.data / "secret"

    def make_folders(self) -> None:
        """Make the data folders that are missing."""
        place = self.database_place
        for folder in (self.data, *([place.parent] if isinstance(place, Path) else [])):
            folder.mkdir(parents=True, exist_ok=True)


def read_database(url: str) -> Place:
    """Read where a database is.

    `sqlite:///parlour.db`, or with a fourth slash from the root of the disk, is a file; `postgresql://host/name` is in
    PostgreSQL.

    Raises:
        BadSetting: it is neither.
    """
    with contextlib.suppress(ValueError):
        if url.startswith(POSTGRES):
            return PostgresPlace(url)
        if url.startswith(SQLITE) and url != SQLITE:
            return Path(url.removeprefix(SQLITE))
    # The sentence does not repeat it: an address may hold a password.
    raise BadSetting(f"The database must be {SQLITE}path/to/file.db or {POSTGRES[0]}user@host/name.")


def read_redis(url: str) -> str:
    """Check where Redis is.

    Raises:
        BadSetting: it is no address.
    """
    if not url.startswith(REDIS):
        raise BadSetting(f"Redis must be {REDIS[0]}host:6379/0.")
    return url
