"""Fixed seeds for matches that are started without one, so that no test depends on luck."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from parlour.cli import play
from parlour.core import position
from parlour.match import match

SEED = 1
MODULES = (play, position, match)  # each imports `new_seed` by name


@contextmanager
def fixed_seeds(first: int = SEED, step: int = 0) -> Iterator[None]:
    """Replace random seeds by `first`, `first + step`, and so on."""
    seeds = itertools.count(first, step)
    with ExitStack() as stack:
        for module in MODULES:
            stack.enter_context(patch.object(module, "new_seed", lambda: next(seeds)))
        yield
