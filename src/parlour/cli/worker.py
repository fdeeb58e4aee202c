"""`parlour worker`: computer players, clocks and analyses for the nodes of a site."""

import asyncio
import signal
from pathlib import Path

import click

from parlour.cli.settings import database_option, redis_option
from parlour.server import logs, tracing
from parlour.server.cancelling import end
from parlour.server.node import shared_place
from parlour.server.settings import Settings
from parlour.server.working import work
from parlour.storage.place import Place


@click.command()
@database_option
@redis_option
@click.option("--ai-threads", default=1, show_default=True, type=click.IntRange(1), help="Computer players at a time.")
def worker(database: Place | None, redis: str | None, ai_threads: int) -> None:
    """Let computers play, clocks run out and analyses be made for the servers that share --database and --redis."""
    settings = Settings(Path(), ai_threads=ai_threads, database=database, redis=redis)
    shared_place(settings)  # here a refusal is one sentence
    logs.configure()
    tracing.start()
    asyncio.run(_until_stopped(settings))


async def _until_stopped(settings: Settings) -> None:
    working, stopped = asyncio.create_task(work(settings)), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    stopping = asyncio.create_task(stopped.wait())
    await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
    outcome, _ = await end(working, stopping)
    if isinstance(outcome, Exception):
        raise outcome
