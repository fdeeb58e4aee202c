"""Analyses are stored with their match."""

from contextlib import closing

import pytest

from parlour.match.errors import UnknownMatch
from parlour.storage.analyses import SqlAnalyses
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import Place
from support.stored_matches import EMPTY_SEATING


def test_an_analysis_is_kept_and_replaced(place: Place) -> None:
    with closing(Database(place)) as database:
        SqlLog(database, lambda: 0).create("m", 1, EMPTY_SEATING, []).result()
        analyses = SqlAnalyses(database)
        assert analyses.find("m") is None
        for data in (b"old", b"new"):
            analyses.store("m", data, (90.0, None)).result()
    with closing(Database(place)) as database:
        assert SqlAnalyses(database).find("m") == b"new"


def test_no_analysis_is_kept_of_a_match_that_is_not_there(database: Database) -> None:
    with pytest.raises(UnknownMatch):
        SqlAnalyses(database).store("m", b"data", (90.0, None)).result()
    assert SqlAnalyses(database).find("m") is None
