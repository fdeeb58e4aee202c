"""The folders of the lab: what tournaments and recordings write there, and pages read."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

RUN, PLAN, JOURNAL, CURVE, MATCHES = "run.json", "plan.json", "journal.jsonl", "curve.csv", "matches"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")  # of a run: its folder
MOST_RUNS = 200  # that are listed
MOST_RUN_BYTES = 2**20
MOST_JOURNAL_BYTES = 4 * 2**20  # of the end of a journal: some 25,000 matches
MOST_CURVE_BYTES = 2**20
MOST_MATCH_BYTES = 2**20
MOST_POINTS = 400  # of a curve


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a run, one line of its journal."""

    number: int
    players: tuple[int, int]  # by seat; places in the list of the run
    seed: int
    winner: int | None  # a seat; None: a draw
    reason: str
    num_actions: int
    seconds: tuple[float, float]  # of thinking, by seat
    note: str = ""  # why it was forfeited

    def result(self, seat: int) -> float:
        """Return the points of a seat."""
        return 0.5 if self.winner is None else float(self.winner == seat)


class LabStanding(msgspec.Struct, frozen=True):
    """How a player of a run did."""

    player: int
    name: str
    rating: float  # Elo; all players of the run together have 0
    low: float  # of the 95 % interval
    high: float
    wins: int
    draws: int
    losses: int


class LabCell(msgspec.Struct, frozen=True):
    """How one player did against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


class LabTest(msgspec.Struct, frozen=True):
    """A sequential test of two players: whether the first is stronger by `elo1` rather than by `elo0`."""

    __test__ = False  # it is not one of ours

    elo0: float
    elo1: float
    llr: float  # of the log likelihoods
    low: float  # at or below: `elo0`
    high: float  # at or above: `elo1`
    verdict: Literal["open", "elo0", "elo1"]
    pairs: int


class LabRun(msgspec.Struct, frozen=True):
    """A tournament or a recording as far as it is; replaced as a whole while it goes on."""

    kind: Literal["tournament", "record", "training"]
    game: str
    players: list[str]
    total: int  # matches
    done: int
    started_ms: int
    updated_ms: int
    is_over: bool
    ends_ms: int | None = None  # estimated
    options: dict[str, int | str] = {}
    seed: int = 0
    format: str = ""
    standings: list[LabStanding] = []  # the strongest first
    cross: list[list[LabCell]] = []  # [player][opponent]
    test: LabTest | None = None
    has_files: bool = False  # every match has a match file


class LabCurve(msgspec.Struct, frozen=True):
    """A value over the steps of a training."""

    name: str
    steps: list[float]
    values: list[float]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that readers see the old one or the new one, and nothing between."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(data)
    os.replace(beside, path)


def match_path(folder: Path, number: int) -> Path:
    """Return where the file of a match is."""
    return folder / MATCHES / f"{number:06}.jsonl"


class LabFolder:
    """All runs in one folder, for reading. Names come from outside: none leads out of it."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def names(self) -> list[str]:
        """List the runs, those that were changed last first."""
        if not self._root.is_dir():
            return []
        found = [each for each in self._root.iterdir() if self.find(each.name)]
        found.sort(key=lambda each: (-self._changed(each), each.name))
        return [each.name for each in found[:MOST_RUNS]]

    def _changed(self, folder: Path) -> float:
        """Return when a run last changed; 0 for what is no run."""
        for name in (RUN, CURVE):
            try:
                return (folder / name).stat().st_mtime
            except OSError:
                continue
        return 0.0

    def find(self, name: str) -> Path | None:
        """Return the folder of a run; None: there is none."""
        if not NAME.fullmatch(name):
            return None
        folder = (self._root / name).resolve()
        return folder if folder.parent == self._root.resolve() and self._changed(folder) else None

    def run(self, folder: Path) -> LabRun | None:
        """Return how far a run is; None when its file is missing or cannot be read."""
        data = _tail(folder / RUN, MOST_RUN_BYTES)
        if data is None:
            changed_ms = int(1000 * self._changed(folder))
            return LabRun("training", "", [], 0, 0, changed_ms, changed_ms, is_over=True)
        try:
            return msgspec.json.decode(data, type=LabRun)
        except msgspec.MsgspecError:
            return None

    def rows(self, folder: Path) -> list[Row]:
        """Return the matches of a run that are over, the last ones if there are very many."""
        rows = read_rows(_tail(folder / JOURNAL, MOST_JOURNAL_BYTES) or b"")
        return list({row.number: row for row in rows}.values())  # one that was played again after a crash, once

    def match(self, folder: Path, number: int) -> bytes | None:
        """Return the file of a match."""
        return _tail(match_path(folder, number), MOST_MATCH_BYTES)

    def curves(self, folder: Path) -> list[LabCurve]:
        """Return the curves of a training: the columns of `curve.csv` over the first one."""
        lines = (_tail(folder / CURVE, MOST_CURVE_BYTES) or b"").decode(errors="replace").split("\n")[:-1]
        if not lines:
            return []
        names = [name.strip()[:40] for name in lines[0].split(",")]
        rows = [row for row in map(_numbers, lines[1:]) if row and len(row) == len(names)]
        rows = rows[:: max(1, -(-len(rows) // MOST_POINTS))] + (rows[-1:] if len(rows) > MOST_POINTS else [])
        steps = [row[0] for row in rows]
        return [
            LabCurve(name, steps, [row[place] for row in rows]) for place, name in enumerate(names) if place and rows
        ]


def read_rows(data: bytes) -> Iterator[Row]:
    """Read the complete lines of a journal; what a crash or a long file cut off is left out."""
    for line in data.split(b"\n")[:-1]:
        try:
            yield msgspec.json.decode(line, type=Row)
        except msgspec.MsgspecError:
            continue


def _tail(path: Path, most: int) -> bytes | None:
    """Return the end of a file; None: there is none."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - most))
            return file.read(most)
    except OSError:
        return None


def _numbers(line: str) -> list[float] | None:
    try:
        numbers = [float(part) for part in line.split(",")]
    except ValueError:
        return None
    return numbers if all(abs(number) < 1e15 for number in numbers) else None  # no NaN either
