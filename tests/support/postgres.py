"""A PostgreSQL server of its own for the tests, with a fresh database for each of them."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import psycopg

from parlour.storage.every_table import metadata
from parlour.storage.place import PostgresPlace
from parlour.storage.postgres import migrate

OWNER = "postgres"  # whom the server runs as; it refuses to be run by root
TEMPLATE = "template_parlour"
LOCK_WAIT_S = 60  # for what a test has left open, which is a mistake
CARELESS = ("-c", "fsync=off", "-c", "full_page_writes=off")  # quick; a test of durability leaves it out
NUMBERED = [table for table in metadata.sorted_tables if table.dialect_options["sqlite"]["autoincrement"]]
EMPTY = "; ".join(
    [f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables)]
    + [
        f"SELECT setval(pg_get_serial_sequence('{table.name}', '{table.primary_key.columns.keys()[0]}'), 1, false)"
        for table in NUMBERED
    ]
    + [
        "DO $$ BEGIN IF to_regclass('procrastinate_jobs') IS NOT NULL THEN "
        "DELETE FROM procrastinate_jobs; DELETE FROM procrastinate_workers; END IF; END $$"
    ]
)


class PostgresServer:
    """A server in a temporary folder, which goes with it."""

    def __init__(self, *options: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            self.port: int = listening.getsockname()[1]
        self._folder = Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
        self._options = options
        self._used: list[tuple[str, str]] = []  # databases and their templates
        self._free: list[str] = []  # databases that are empty again
        if os.getuid() == 0:
            shutil.chown(self._folder, OWNER, OWNER)
        data = str(self._folder / "data")
        self._run("initdb", "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        listening = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        options = " ".join([listening, "-c max_connections=60", "-c deadlock_timeout=100ms", *self._options])
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", str(self._folder / "data"), "-o", options, "-l", log)

    @property
    def _pid_file(self) -> Path:
        """The file that goes with the process."""
        return self._folder / "data" / "postmaster.pid"

    @property
    def pid(self) -> int:
        return int(self._pid_file.read_text().split()[0])

    def stop(self) -> None:
        """Let it crash.

        By itself PostgreSQL waits, for a minute, for the processes of clients that have connected and say nothing.
        """
        pid = self.pid
        os.kill(pid, signal.SIGQUIT)
        while self._pid_file.exists():
            subprocess.run(["pkill", "-KILL", "-P", str(pid)], check=False)
            time.sleep(0.01)

    def remove(self) -> None:
        """Stop it and remove what it has stored."""
        if self._pid_file.exists():
            self.stop()
        shutil.rmtree(self._folder)

    def place(self, database: str) -> PostgresPlace:
        return PostgresPlace(f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}")

    def new_database(self, template: str = TEMPLATE) -> PostgresPlace:
        """Return an empty database; by default one with all tables, which may have been used before."""
        if template == TEMPLATE and self._free:
            name = self._free.pop()
        else:
            name = f"test_{uuid.uuid4().hex}"
            self._execute("postgres", f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        self._used.append((name, template))
        return self.place(name)

    def take_back(self) -> None:
        """Empty the databases that were given out: much quicker than to make new ones."""
        while self._used:
            name, template = self._used.pop()
            if template == TEMPLATE and not self._has_queue(name):
                self._execute(name, EMPTY)
                self._free.append(name)
            else:
                self._execute("postgres", f"DROP DATABASE {name} WITH (FORCE)")

    def _has_queue(self, database: str) -> bool:
        """Return whether nodes have made the tables of their queue, which are not in the template."""
        with psycopg.connect(self.place(database).url) as connection:
            found = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
        return found is not None and found[0] is not None

    def make_template(self) -> None:
        """Make the database of which tests get copies."""
        self._execute("postgres", f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
        migrate(self.place(TEMPLATE))

    def _execute(self, database: str, statements: str) -> None:
        url, waiting = self.place(database).url, f"-c lock_timeout={LOCK_WAIT_S}s"
        with psycopg.connect(url, autocommit=True, options=waiting) as connection:
            connection.execute(statements.encode())

    def _run(self, program: str, *arguments: str) -> None:
        as_owner = ["runuser", "-u", OWNER, "--"] if os.getuid() == 0 else []
        command = [*as_owner, str(_binaries() / program), *arguments]
        with tempfile.TemporaryFile() as output:  # no pipe: the server would hold it open
            done = subprocess.run(command, cwd="/", stdout=output, stderr=output, check=False)
            output.seek(0)
            assert done.returncode == 0, output.read().decode()


def _binaries() -> Path:
    """Return the folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    assert found or on_path, "These tests need PostgreSQL: run `make postgres`, or install it from your distribution."
    return found[-1].parent if found else Path(str(on_path)).parent
