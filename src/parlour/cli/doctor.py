"""`parlour doctor`: check a deployment."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import click

from parlour.cli.settings import data_option, database_option, redis_option
from parlour.server.doctor import disk, installed, network, site, stored
from parlour.server.doctor.finding import Finding
from parlour.server.settings import Settings
from parlour.storage.place import Place, PostgresPlace

SICK = 1  # the exit status after a fault


@click.command()
@data_option
@database_option
@redis_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address that the server listens on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port of the server.")
@click.option("--operator-port", type=click.IntRange(1, 65535), help="The operator's port, if the server has one.")
@click.option("--operator-host", default="127.0.0.1", show_default=True, help="Address of that port.")
@click.option("--url", metavar="URL", help="The public address, as people type it: https://play.example.org.")
@click.option("--backups", type=click.Path(file_okay=False, path_type=Path), help="Folder of the daily backups.")
@click.option("--sample", default=100, show_default=True, type=click.IntRange(0),
              help="Matches whose logs are checked.")  # fmt: skip
def doctor(data: Path, database: Place | None, redis: str | None, host: str, port: int, operator_port: int | None,
           operator_host: str, url: str | None, backups: Path | None, sample: int) -> int:  # fmt: skip
    """Check a deployment, and say what is wrong and how to mend it.

    Run it as the server's user; the server may be running. Nothing is changed. The exit status is 1 after a fault.
    """
    num_faults = 0
    for finding in itertools.chain(
        _examine(Settings(data, database=database, redis=redis), backups, sample),
        _examine_network(host, port, (operator_host, operator_port), url),
    ):
        num_faults += finding.status == "fault"
        click.echo(str(finding))
    click.echo(f"Faults: {num_faults}." if num_faults else "No faults.")
    return SICK if num_faults else 0


def _examine(settings: Settings, backups: Path | None, sample: int) -> Iterator[Finding]:
    """Check what is on the disk."""
    data, database = settings.data, settings.database_place
    yield (folder := disk.check_folder(data))
    if folder.status == "ok":
        yield disk.check_secret(settings.secret_path)
        if isinstance(database, Path):
            yield disk.check_local(database.parent)
            yield disk.check_room(data, database)
            yield stored.check_clock(database)
    yield (opened := stored.check_database(database))
    if opened.status == "ok":
        yield stored.check_logs(database, sample)
        yield stored.check_parked(database)
    if settings.redis is not None:
        yield site.check_redis(settings.redis)
        if isinstance(database, PostgresPlace):
            yield site.check_queue(database)
    yield disk.check_backups(backups)
    yield installed.check_games()
    yield installed.check_cache()
    yield installed.check_client(settings.static)


def _examine_network(host: str, port: int, operator: tuple[str, int | None], url: str | None) -> Iterator[Finding]:
    """Check what answers."""
    yield network.check_port(host, port)
    if operator[1] is not None:
        yield network.check_operator(operator[0], operator[1])
    if url is not None:
        yield from network.check_proxy(url)
