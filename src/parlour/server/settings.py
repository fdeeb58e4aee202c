"""How a server is run."""

from pathlib import Path
from typing import NamedTuple


class Settings(NamedTuple):
    """What whoever starts a server decides."""

    data: Path  # folder of everything that it keeps
    origins: tuple[str, ...] = ()  # of other sites, from which pages may talk to it
    ai_threads: int = 1
    is_secure: bool = False  # behind TLS
    limit_factor: float = 1.0  # so many times as much of everything as the table of limits says
