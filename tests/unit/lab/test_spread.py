"""Work is spread over processes, or over Ray, and every job is done once."""

import sys

import pytest

from parlour.lab.errors import NeedsExtra
from parlour.lab.spread import spread


@pytest.mark.parametrize(
    ("workers", "ray"),
    [
        (1, None),
        pytest.param(2, None, marks=pytest.mark.slow),
        pytest.param(2, "local", marks=pytest.mark.long),  # it takes its time to start
    ],
    ids=["here", "processes", "ray"],
)
@pytest.mark.filterwarnings("default")  # Ray's own
def test_every_job_is_done_once(workers: int, ray: str | None) -> None:
    if ray:
        pytest.importorskip("ray")

    assert sorted(spread(abs, range(-9, 0), workers, ray)) == list(range(1, 10))


def test_jobs_are_not_taken_before_they_are_needed() -> None:
    jobs = iter(range(10))
    results = spread(abs, jobs, 1)
    next(results)

    assert next(jobs) == 1


def test_ray_without_its_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(NeedsExtra, match=r"pip install 'parlour\[cluster\]'"):
        next(spread(abs, range(3), 2, "local"))
