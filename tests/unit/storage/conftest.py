"""Every adapter is tested on every kind of database."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from parlour.storage.database import Database
from parlour.storage.place import Place


@pytest.fixture
def database(place: Place) -> Iterator[Database]:
    with closing(Database(place)) as database:
        yield database
