"""What was acknowledged is on the disk when the power fails, not only in the memory of the operating system."""

import sqlite3
from pathlib import Path

import pytest

from parlour.storage import writer
from tools.power_cut import cut_power


@pytest.mark.slow
@pytest.mark.parametrize("num_images", [6, pytest.param(60, marks=pytest.mark.long)])
def test_a_power_cut_loses_nothing_that_was_acknowledged(num_images: int) -> None:
    report = cut_power(num_images)

    assert report.wrong == []
    assert report.num_compared > 100 * num_images


def test_the_tool_sees_a_writer_that_does_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = writer.connect

    def careless(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    monkeypatch.setattr(writer, "connect", careless)
    report = cut_power(4, num_matches=5, num_actions=10)

    assert any("was acknowledged at version" in line for line in report.wrong)
