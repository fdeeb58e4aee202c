"""The queue of jobs for workers, in PostgreSQL: the tables are those of procrastinate."""

from collections.abc import Sequence

import msgspec

from parlour.match.jobs import CLOCKS, EXPIRE, Job
from parlour.storage.raw import RawConnection

# As `procrastinate_defer_jobs_v1` does, which fails where a job of the name waits already.
DEFER = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args, scheduled_at)
    VALUES (?, ?, ?, ?, CAST(CAST(? AS text) AS jsonb),
    clock_timestamp() + CAST(? AS double precision) * interval '1 millisecond')
    ON CONFLICT (queueing_lock) WHERE status = 'todo' DO UPDATE SET scheduled_at = excluded.scheduled_at
    WHERE excluded.scheduled_at < procrastinate_jobs.scheduled_at
"""
# Matches with a clock that were stored by a single server have no job yet.
ADOPT = f"""
    INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args)
    SELECT '{CLOCKS}', '{EXPIRE}', '{EXPIRE} ' || id, '{EXPIRE} ' || id,
    jsonb_build_object('kind', '{EXPIRE}', 'match', id)
    FROM matches WHERE due_ms IS NOT NULL AND NOT is_over AND parked IS NULL AND '{EXPIRE} ' || id NOT IN
    (SELECT queueing_lock FROM procrastinate_jobs WHERE task_name = '{EXPIRE}' AND status IN ('todo', 'doing'))
"""


def defer_all(connection: RawConnection, jobs: Sequence[Job]) -> None:
    """Queue jobs, as part of a transaction; one that waits already waits on, or begins earlier."""
    if jobs:
        connection.executemany(DEFER, [_row(job) for job in jobs])


def _row(job: Job) -> tuple[object, ...]:
    args = msgspec.json.encode(job._asdict()).decode()
    return job.queue, job.kind, job.lock, job.name, args, job.after_ms
