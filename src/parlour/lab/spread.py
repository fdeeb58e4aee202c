"""Work spread over processes of this machine, or over machines by Ray; results come as they are ready."""

import importlib
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from parlour.lab.extras import needs_extra

Job = TypeVar("Job")
Result = TypeVar("Result")
AHEAD = 2  # jobs of each worker: one that it does, and the next


def spread(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: int, ray: str | None = None
) -> Iterator[Result]:
    """Do jobs, and return what comes of each, in any order; not all jobs are taken if the caller stops early.

    Args:
        work: a function of a module, so that other processes find it.
        workers: processes; with one, everything is done in this process. A Ray cluster has as many as it has cores.
        ray: the address of a Ray cluster; "local" starts one on this machine, with these workers.

    Raises:
        NeedsExtra: Ray is not installed.
    """
    if ray is not None:
        return _with_ray(work, iter(jobs), workers, ray)
    return map(work, jobs) if workers == 1 else _with_processes(work, iter(jobs), workers)


def _with_processes(work: Callable[[Job], Result], jobs: Iterator[Job], workers: int) -> Iterator[Result]:
    # Not forked: a child of a process with threads may wait forever for a lock that one of them held.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting = {pool.submit(work, job) for job in islice(jobs, AHEAD * workers)}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(work, job) for job in islice(jobs, len(done))}
                for each in done:
                    yield each.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _with_ray(work: Callable[[Job], Result], jobs: Iterator[Job], workers: int, address: str) -> Iterator[Result]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report to its makers
    with needs_extra("cluster"):
        ray: Any = importlib.import_module("ray")
    size = {"num_cpus": workers, "include_dashboard": False} if address == "local" else {}
    ray.init(address, log_to_driver=False, **size)
    try:
        do, shared = ray.remote(num_cpus=1, max_retries=3)(_do), ray.put(work)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [do.remote(shared, job) for job in islice(jobs, most)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [do.remote(shared, job) for job in islice(jobs, len(done))]
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _do(work: Callable[[Job], Result], job: Job) -> Result:
    return work(job)
