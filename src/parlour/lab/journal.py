"""The journal of a run: a line for every match that is over, on the disk before the next one counts."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from parlour.storage.lab_runs import JOURNAL, Row, read_rows


class Journal:
    """Appends matches; opened again, it knows those that were complete."""

    def __init__(self, folder: Path) -> None:
        path = folder / JOURNAL
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        self.rows = {row.number: row for row in read_rows(whole)}
        self._file = path.open("ab")
        self._file.truncate(len(whole))  # a crash may have left half a line

    def add(self, rows: list[Row]) -> None:
        """Append matches, and be sure that they are on the disk."""
        self._file.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.rows |= {row.number: row for row in rows}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
