"""Analyses are stored with their match."""

from contextlib import closing
from pathlib import Path

import pytest

from parlour.match.errors import UnknownMatch
from parlour.storage.analyses import SqliteAnalyses
from parlour.storage.database import Database
from parlour.storage.log import SqliteLog
from support.stored_matches import EMPTY_SEATING


def test_an_analysis_is_kept_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    with closing(Database(path)) as database:
        SqliteLog(database, lambda: 0).create("m", 1, EMPTY_SEATING, []).result()
        analyses = SqliteAnalyses(database)
        assert analyses.find("m") is None
        for data in (b"old", b"new"):
            analyses.store("m", data, (90.0, None)).result()
    with closing(Database(path)) as database:
        assert SqliteAnalyses(database).find("m") == b"new"


def test_no_analysis_is_kept_of_a_match_that_is_not_there(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "parlour.db")) as database:
        with pytest.raises(UnknownMatch):
            SqliteAnalyses(database).store("m", b"data", (90.0, None)).result()
        assert SqliteAnalyses(database).find("m") is None
