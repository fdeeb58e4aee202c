"""How a server is run."""

from pathlib import Path
from typing import NamedTuple

from argon2 import PasswordHasher

from parlour.server.errors import BadSetting

SQLITE = "sqlite:///"
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
    database: Path | None = None  # None: in the folder
    hasher: PasswordHasher = PasswordHasher()  # how much work a password is; less only in tests
    static: Path = STATIC  # the web client
    kept: Kept = Kept()  # for how long what is not kept forever
    lab: Path | None = None  # the folder of the lab's runs; None: in the data folder
    is_quick_start: bool = False  # serves at once, and gets the games ready meanwhile

    @property
    def database_path(self) -> Path:
        return self.database or self.data / "parlour.db"

    @property
    def lab_path(self) -> Path:
        return self.lab or self.data / "lab"

    @property
    def secret_path(self) -> Path:
        return self.data / "secret"

    def make_folders(self) -> None:
        """Make the data folders that are missing."""
        for folder in (self.data, self.database_path.parent):
            folder.mkdir(parents=True, exist_ok=True)


def read_database(url: str) -> Path:
    """Read where a database is: `sqlite:///parlour.db`, or with a fourth slash from the root of the disk.

    Raises:
        BadSetting: it is not a SQLite file.
    """
    path = url.removeprefix(SQLITE)
    if path == url or not path:
        # The sentence does not repeat it: other addresses may hold a password.
        raise BadSetting(f"The database must be a SQLite file, written {SQLITE}path/to/file.db.")
    return Path(path)
