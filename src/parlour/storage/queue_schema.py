"""The tables of the queue, which are procrastinate's. It needs the extra `nodes`."""

import psycopg
from procrastinate.schema import SchemaManager

from parlour.storage.jobs import ADOPT
from parlour.storage.place import PostgresPlace
from parlour.storage.postgres import MIGRATING, PostgresConnection, told


def prepare_queue(place: PostgresPlace) -> None:
    """Make the tables of the queue if they are missing; of nodes that start at once, one does.

    Raises:
        StorageFailed
    """
    connection = PostgresConnection(place)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
        if not connection.execute("SELECT 1 FROM pg_class WHERE oid = to_regclass('procrastinate_jobs')").fetchall():
            with told():
                psycopg.ClientCursor(connection.raw).execute(SchemaManager.get_schema())
        connection.execute(ADOPT)
        connection.execute("COMMIT")
    finally:
        connection.close()
