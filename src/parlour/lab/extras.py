"""Packages that only some people need: imported when they are used, with a sentence that says how to install them."""

from collections.abc import Iterator
from contextlib import contextmanager

from parlour.lab.errors import NeedsExtra


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Say which extra to install where an import inside fails.

    Raises:
        NeedsExtra: a package of others is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "parlour":
            raise
        raise NeedsExtra(f"This needs the package {missing.name}: pip install 'parlour[{extra}]'.") from missing
