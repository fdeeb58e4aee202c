"""Tournaments between computer players: played, kept in a folder, and continued there after an interruption."""

import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from parlour.lab.errors import BadRun
from parlour.lab.journal import Journal
from parlour.lab.pairs import Played, play_pair
from parlour.lab.plan import Plan
from parlour.lab.ratings import rate, tables
from parlour.lab.spread import spread
from parlour.lab.sprt import judge
from parlour.storage.lab_runs import (
    MATCHES,
    PLAN,
    RUN,
    LabCell,
    LabRun,
    LabStanding,
    LabTest,
    Row,
    match_path,
    write_whole,
)

SHOWN_EVERY_S = 5.0  # how often the state of a run is written
Tick = Callable[[LabRun], None]


class Kept(msgspec.Struct, frozen=True):
    """The plan as it is kept in the folder."""

    plan: Plan
    started_ms: int


def run(plan: Plan, folder: Path, workers: int = 1, ray: str | None = None, tick: Tick = lambda _: None) -> LabRun:
    """Play a tournament, or what is missing of it, and return its result.

    Args:
        folder: for everything that is written; a tournament that was begun there goes on.
        tick: called after the first pair, and then every few seconds.

    Raises:
        BadRun: the folder holds something else.
    """
    kept = keep_plan(plan, folder)
    with Journal(folder) as journal:
        progress = Progress(kept, journal.rows)
        for played in _pairs(kept, journal, workers, ray):
            for each in played:
                write_whole(match_path(folder, each.row.number), each.file)
            journal.add([each.row for each in played])
            if progress.is_due:
                state = progress.state(journal.rows)
                _write(folder, state)
                tick(state)
        result = progress.state(journal.rows, is_over=True)
        _write(folder, result)
        return result


def keep_plan(plan: Plan, folder: Path) -> Kept:
    """Write a plan into its folder, or find it there.

    Raises:
        BadRun: another plan is there.
    """
    path = folder / PLAN
    (folder / MATCHES).mkdir(parents=True, exist_ok=True)
    if not path.exists():
        write_whole(path, msgspec.json.format(msgspec.json.encode(Kept(plan, time.time_ns() // 10**6)), indent=2))
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
    except msgspec.MsgspecError as error:
        raise BadRun(f"{path} is not the plan of a tournament: {error}.") from error
    if kept.plan != plan:
        raise BadRun(f"{folder} holds another tournament. Name another folder with --out, or repeat its options.")
    return kept


def _pairs(kept: Kept, journal: Journal, workers: int, ray: str | None) -> Iterator[list[Played]]:
    """Play the pairs that are missing, until the test is decided."""
    work = functools.partial(play_pair, kept.plan, at_ms=kept.started_ms)
    missing = (
        number
        for number in range(kept.plan.num_pairs)
        if not (is_whole(journal.rows, number) or is_decided(kept.plan, journal.rows))
    )
    yield from spread(work, missing, workers, ray)


def is_whole(rows: Mapping[int, Row], pair: int) -> bool:
    """Return whether both matches of a pair are over."""
    return 2 * pair in rows and 2 * pair + 1 in rows


def is_decided(plan: Plan, rows: Mapping[int, Row]) -> bool:
    """Return whether the tournament has a test that is decided."""
    state = sequential_test(plan, rows)
    return state is not None and state.verdict != "open"


def sequential_test(plan: Plan, rows: Mapping[int, Row]) -> LabTest | None:
    """Return how the test of a tournament stands, by the pairs without a gap, in whatever order they ended."""
    return None if plan.test is None else judge(plan.test, _pair_scores(plan, rows))


def _pair_scores(plan: Plan, rows: Mapping[int, Row]) -> Iterator[float]:
    """Return the points per match of the first player, pair by pair up to the first gap."""
    for number in range(plan.num_pairs):
        if not is_whole(rows, number):
            return
        yield (rows[2 * number].result(0) + rows[2 * number + 1].result(1)) / 2


def counted(plan: Plan, rows: Mapping[int, Row]) -> list[Row]:
    """Return the matches that count, in order: whole pairs, and none after the end of a test."""
    state = sequential_test(plan, rows)
    last = plan.num_pairs if state is None or state.verdict == "open" else state.pairs
    return [rows[2 * pair + match] for pair in range(last) if is_whole(rows, pair) for match in range(2)]


def standings(names: Sequence[str], rows: Sequence[Row]) -> tuple[list[LabStanding], list[list[LabCell]]]:
    """Return the players by rating, and the cross table."""
    rated = rate(*tables(len(names), [(*row.players, row.result(0)) for row in rows]))
    cross = [[_cell(rows, one, other) for other in range(len(names))] for one in range(len(names))]
    table = []
    for player, name in enumerate(names):
        rating, margin = rated.ratings[player], rated.margins[player]
        wins, draws, losses = (sum(getattr(cell, part) for cell in cross[player]) for part in LabCell.__struct_fields__)
        table.append(LabStanding(player, name, rating, rating - margin, rating + margin, wins, draws, losses))
    return sorted(table, key=lambda each: (-each.rating, each.player)), cross


def _cell(rows: Sequence[Row], one: int, other: int) -> LabCell:
    results = [row.result(row.players.index(one)) for row in rows if set(row.players) == {one, other}]
    return LabCell(results.count(1.0), results.count(0.5), results.count(0.0)) if one != other else LabCell()


class Progress:
    """How far a tournament is, and when it may end."""

    def __init__(self, kept: Kept, rows: Mapping[int, Row]) -> None:
        self._kept = kept
        self._done_before = len(rows)
        self._begin_s, self._written_s = time.monotonic(), 0.0

    @property
    def is_due(self) -> bool:
        """The state was not written for a while; asked once, it is counted as written."""
        now_s = time.monotonic()
        if now_s - self._written_s < SHOWN_EVERY_S:
            return False
        self._written_s = now_s
        return True

    def state(self, rows: Mapping[int, Row], *, is_over: bool = False) -> LabRun:
        """Return the tournament as far as it is."""
        plan, now_ms = self._kept.plan, time.time_ns() // 10**6
        matches = counted(plan, rows)
        table, cross = standings(plan.players, matches)
        total = len(matches) if is_over else 2 * plan.num_pairs
        return LabRun(
            kind="tournament", game=plan.game, players=plan.players, total=total, done=len(matches),
            started_ms=self._kept.started_ms, updated_ms=now_ms, is_over=is_over,
            ends_ms=None if is_over else self._end_ms(len(rows), now_ms), options=plan.options, seed=plan.seed,
            format=plan.format, standings=table, cross=cross, test=sequential_test(plan, rows), has_files=True,
        )  # fmt: skip

    def _end_ms(self, done: int, now_ms: int) -> int | None:
        new = done - self._done_before
        if not new:
            return None
        left = 2 * self._kept.plan.num_pairs - done
        return now_ms + round(1000 * (time.monotonic() - self._begin_s) / new * left)


def _write(folder: Path, state: LabRun) -> None:
    write_whole(folder / RUN, msgspec.json.encode(state))
