"""Checks of what the nodes of one site share besides the database: Redis, the queue, and its workers."""

import contextlib

from parlour.match.errors import StorageFailed
from parlour.server.doctor.finding import Finding, fault, ok, warning
from parlour.server.doctor.stored import reading
from parlour.storage.place import PostgresPlace

PATIENCE_S = 5.0
OLDEST_VERSION = 6
OVERDUE_S = 60  # a job that has waited for so long has no worker that keeps up
WORKERS = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '15 seconds'"
OVERDUE = f"""
    SELECT count(*) FROM procrastinate_jobs
    WHERE status = 'todo' AND scheduled_at < now() - interval '{OVERDUE_S} seconds'
"""
FAILED = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed'"


def check_redis(url: str) -> Finding:
    """Check that Redis answers, and carries a message."""
    try:
        from redis import Redis, RedisError  # noqa: PLC0415  # a package that a single server does not need
    except ModuleNotFoundError:
        return fault("The package for Redis is missing.", "Run: pip install 'parlour[nodes]'")
    remedy = (
        "Check the address, the password and that it runs; until then nodes find everything in the database, later."
    )
    try:
        with contextlib.closing(Redis.from_url(url, socket_timeout=PATIENCE_S)) as client:
            version = str(client.info("server")["redis_version"])
            with client.pubsub(ignore_subscribe_messages=True) as listening:  # type: ignore[no-untyped-call]
                listening.subscribe("parlour-doctor")
                listening.get_message(timeout=PATIENCE_S)  # that it is subscribed
                client.publish("parlour-doctor", b"x")
                is_heard = listening.get_message(timeout=PATIENCE_S) is not None
    except (RedisError, OSError) as error:
        return fault(f"Redis does not answer: {error}.", remedy)
    if not is_heard:
        return fault(
            "Redis does not pass on what is published.", "Let its user subscribe and publish (see `ACL LIST`)."
        )
    if int(version.partition(".")[0]) < OLDEST_VERSION:
        return warning(f"Redis {version} is older than {OLDEST_VERSION}.", "Install a newer one.")
    return ok(f"Redis {version} answers.")


def check_queue(place: PostgresPlace) -> Finding:
    """Check that jobs are done: computers act, clocks run out."""
    try:
        with reading(place) as connection:
            workers, overdue, failed = (connection.execute(each).fetchone()[0] for each in (WORKERS, OVERDUE, FAILED))
    except StorageFailed as error:
        remedy = "A node that is started with --redis makes its tables."
        return fault(f"The queue of jobs cannot be read: {str(error).removesuffix('.')}.", remedy)
    if not workers:
        remedy = "Start at least one `parlour worker`: without it computers do not act, and no clock runs out."
        return fault("No worker is alive.", remedy)
    if overdue:
        remedy = "Start more workers, or look into the logs of those that run."
        return fault(f"Jobs that wait for more than {OVERDUE_S} s: {overdue}.", remedy)
    if failed:
        return warning(f"Jobs that failed: {failed}.", "The logs of the workers say why.")
    return ok(f"Workers that are alive: {workers}; no job is overdue.")
