"""A day of a busy server, in virtual time: nothing fails, nothing is lost, and nothing grows that should not."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.match.errors import UnknownMatch
from parlour.match.file import read_events, verify, write
from parlour.match.match import fold
from parlour.server import hub
from support.fake_clock import run
from support.town import Hourly, Size, Town

SHORT = Size(people=50, hours=1, visit_every_s=600, kept_hours=0.5, fault_every_s=600, restart_every_s=1500)
LONG = Size(people=1000, hours=24, visit_every_s=8 * 3600, kept_hours=3, fault_every_s=3600, restart_every_s=4 * 3600)


def check_flat(hours: list[Hourly], afterwards: Hourly) -> None:
    """Check that the first half of the hours needed as much as the second, and that what was abandoned is gone."""
    first, second = hours[: len(hours) // 2] or hours, hours[len(hours) // 2 :]
    measures: list[tuple[Callable[[Hourly], float], float]] = [
        (lambda hour: hour.live, 10),
        (lambda hour: hour.open - hour.kept, 10),
        (lambda hour: hour.pages / (hour.open + hour.over), 0),  # of each match that is kept
        (lambda hour: hour.resident_mb, 0),
    ]
    for measure, slack in measures:
        assert max(map(measure, second)) <= 1.3 * max(map(measure, first)) + slack
    assert afterwards.open == afterwards.kept


@pytest.mark.slow
@pytest.mark.parametrize("size", [SHORT, pytest.param(LONG, marks=pytest.mark.long)], ids=["hour", "day"])
def test_a_town_plays_through_faults_and_restarts(size: Size, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT_S", 30.0)  # fewer commits; the rest is as always

    async def scenario() -> None:
        town = Town(tmp_path, size)
        await town.live()
        await town.rest(size.kept_hours + 2.5)  # the abandoned matches are deleted, and the clocks of the others go on
        log, num_deleted, num_valid = town.server.services.log, 0, 0
        for match, version in town.acked.items():
            try:
                stored = log.read(match)
            except UnknownMatch:  # abandoned by guests
                num_deleted += 1
                continue
            assert len(stored.lines) >= version, "what was acknowledged is there"
            verify(write(fold(read_events(b"".join(stored.lines)), stored.seed)))
            num_valid += 1
        report = (
            f"{town.num_acked} acknowledged, {town.num_faults} faults, {town.num_restarts} restarts, {num_valid} logs "
            f"valid, {num_deleted} deleted, refused {dict(town.refusals)}; by hour {town.hours}"
        )
        sys.stdout.write(f"{report}\n")  # shown by `pytest -s`, or when it fails

        assert (town.num_failures, town.server.hub.num_live) == (0, 0), report
        assert min(town.num_faults, town.num_restarts, town.refusals["storage/failed"], num_deleted) > 0, report
        check_flat(town.hours[round(size.kept_hours) : -1], town.hours[-1])
        await town.close()

    run(scenario())
