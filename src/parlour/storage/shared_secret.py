"""The secret that signs cookies, where several nodes share a database: the first one stores it."""

from parlour.storage.database import Database
from parlour.storage.raw import RawConnection


def shared_secret(database: Database, own: bytes) -> bytes:
    """Return the secret of all nodes; `own` becomes it if there is none yet."""

    def change(connection: RawConnection) -> bytes:
        connection.execute("INSERT INTO shared_secret VALUES (1, ?) ON CONFLICT DO NOTHING", (own,))
        return bytes(connection.execute("SELECT secret FROM shared_secret").fetchone()[0])

    return database.writer.submit(change).result()
