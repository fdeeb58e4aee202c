"""Packages that only some people need: imported when they are used, with a sentence that says how to install them."""

from collections.abc import Iterator
from contextlib import contextmanager

from parlour.lab.errors import NeedsExtra


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Refuse a failed import inside with a sentence that names the extra to install.

    Raises:
        NeedsExtra: a package of others is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "parlour":
            raise
        raise NeedsExtra(f"This needs the package {missing.name}: pip install 'parlour[{extra}]'.") from missing
