"""`parlour serve`: the server."""

from pathlib import Path

import click

from parlour.cli.settings import data_option, database_option
from parlour.server import logs
from parlour.server.app import make_app
from parlour.server.identity import read_secret
from parlour.server.run import Server
from parlour.server.settings import Kept, Settings
from parlour.storage.database import Database
from parlour.storage.lock import exclusive_lock


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@data_option
@database_option
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
@click.option("--secure/--no-secure", default=False, show_default=True, help="It is reached over TLS.")
def serve(
    host: str,
    port: int,
    data: Path,
    database: Path | None,
    origins: tuple[str, ...],
    ai_threads: int,
    proxies: tuple[str, ...],
    limit_factor: float,
    keep_guest_matches: float,
    keep_chat: float,
    keep_guest_puzzles: float,
    lab: Path | None,
    secure: bool,
) -> None:
    """Serve the web client, and matches over HTTP and a socket; matches are stored on disk."""
    settings = Settings(data, origins, ai_threads, is_secure=secure, limit_factor=limit_factor, database=database,
                        kept=Kept(keep_guest_matches, keep_chat, keep_guest_puzzles), lab=lab,
                        is_quick_start=True)  # fmt: skip
    settings.make_folders()
    with exclusive_lock(settings.database_path):  # the application holds it again while it runs
        Database(settings.database_path).close()  # here a refusal is one sentence
        read_secret(settings.secret_path)
    logs.configure()
    app = make_app(settings)
    server = Server(app, host=host, port=port, proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies))
    listening = server.config.bind_socket()
    listening.listen()  # clients that connect before the server has started wait a moment
    click.echo(f"Parlour listens at http://{host}:{listening.getsockname()[1]}")
    server.run([listening])
