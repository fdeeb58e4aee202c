"""`parlour serve`: the server."""

import contextlib
import socket
from pathlib import Path

import click

from parlour.cli.settings import data_option, database_option, redis_option
from parlour.server import logs, tracing
from parlour.server.app import make_app
from parlour.server.node import held, secret_of
from parlour.server.run import Server
from parlour.server.settings import Kept, Settings
from parlour.storage.database import Database
from parlour.storage.place import Place


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@data_option
@database_option
@redis_option
@click.option("--origin", "origins", multiple=True, help="A site whose pages may talk to this server; may be repeated.")
@click.option("--ai-threads", default=1, show_default=True, type=click.IntRange(1), help="Computer players at a time.")
@click.option("--proxy", "proxies", multiple=True,
              help="Address of a proxy in front, whose word on who asks is trusted; may be repeated.")  # fmt: skip
@click.option("--limit-factor", default=1.0, show_default=True, type=click.FloatRange(0.1),
              help="Multiply the limits of each address and person by this.")  # fmt: skip
@click.option("--keep-guest-matches", default=Kept().guest_matches, show_default=True, type=click.FloatRange(0),
              metavar="DAYS", help="Delete open matches of guests, untouched for this long; 0: keep.")  # fmt: skip
@click.option("--keep-chat", default=Kept().chat, show_default=True, type=click.FloatRange(0), metavar="DAYS",
              help="Delete the chat of matches that have been over for this long; 0: keep.")  # fmt: skip
@click.option("--keep-guest-puzzles", default=Kept().guest_puzzles, show_default=True, type=click.FloatRange(0),
              metavar="DAYS", help="Delete puzzle results of guests after the last one; 0: keep.")  # fmt: skip
@click.option("--lab", type=click.Path(file_okay=False, path_type=Path),
              help="Folder of the lab's runs, which everyone can see; by default lab in the data folder.")  # fmt: skip
@click.option("--operator-port", type=click.IntRange(0, 65535),
              help="Port with metrics and health for the operator; there is none by default.")  # fmt: skip
@click.option("--operator-host", default="127.0.0.1", show_default=True,
              help="Address of that port; the public must not reach it.")  # fmt: skip
@click.option("--secure/--no-secure", default=False, show_default=True, help="It is reached over TLS.")
def serve(
    host: str,
    port: int,
    data: Path,
    database: Place | None,
    redis: str | None,
    origins: tuple[str, ...],
    ai_threads: int,
    proxies: tuple[str, ...],
    limit_factor: float,
    keep_guest_matches: float,
    keep_chat: float,
    keep_guest_puzzles: float,
    lab: Path | None,
    operator_port: int | None,
    operator_host: str,
    secure: bool,
) -> None:
    """Serve the web client, and matches over HTTP and a socket; matches are stored in a database."""
    settings = Settings(data, origins, ai_threads, is_secure=secure, limit_factor=limit_factor, database=database,
                        redis=redis, kept=Kept(keep_guest_matches, keep_chat, keep_guest_puzzles), lab=lab,
                        is_quick_start=True)  # fmt: skip
    settings.make_folders()
    # Here a refusal is one sentence; the application holds the database again while it runs.
    with held(settings), contextlib.closing(Database(settings.database_place)) as opened:
        secret_of(settings, opened)
    logs.configure()
    tracing.start()
    operator = None if operator_port is None else socket.create_server((operator_host, operator_port))
    server = Server(make_app(settings), operator, host=host, port=port,
                    proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies))  # fmt: skip
    listening = server.config.bind_socket()
    listening.listen()  # clients that connect before the server has started wait a moment
    click.echo(f"Parlour listens at http://{host}:{listening.getsockname()[1]}")
    if operator is not None:
        click.echo(f"Metrics at http://{operator_host}:{operator.getsockname()[1]}/metrics")
    server.run([listening])
