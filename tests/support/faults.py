"""What can fail in a site; it is mended after a while, measured in acknowledgements where there are any."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

from support.server_process import AFTER, BEFORE, Forked
from support.site_play import SitePlay

OUTAGE_S = 6.0  # while nothing can be played: longer than what may be charged to a seat
Fault = Callable[[SitePlay, random.Random, int], Awaitable[None]]


async def node_before_commit(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Kill a node that is about to commit."""
    await _kill_node(play, choose, num_acks, BEFORE)


async def node_after_commit(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Kill a node that has committed, and told nobody."""
    await _kill_node(play, choose, num_acks, AFTER)


async def _kill_node(play: SitePlay, choose: random.Random, num_acks: int, moment: int) -> None:
    busy = {bot.address for bot in play.bots if bot.is_playing}  # one that came back may have no clients yet
    node = choose.choice([node for node in play.site.nodes if node.address in busy])
    await node.kill_in_commit(moment)
    if len(play.site.nodes) > 1:
        await play.until_acked(num_acks)  # the others go on
    await _start(node)


async def _last(play: SitePlay) -> None:
    """Let some time pass in which nobody can play."""
    begin_ms = time.time_ns() // 1_000_000
    await asyncio.sleep(OUTAGE_S)
    play.outages.append((begin_ms, time.time_ns() // 1_000_000))


async def _start(process: Forked) -> None:
    """Start a process; only then may something else fail, because it would end at once without a database."""
    process.start()
    await asyncio.to_thread(process.wait_until_ready)


async def all_nodes(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Kill all nodes at once."""
    for node in play.site.nodes:
        node.kill()
    await _last(play)
    for node in play.site.nodes:
        await _start(node)


async def worker(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Kill a worker: another one does what it had begun."""
    dead = choose.choice(play.site.workers)
    dead.kill()
    await play.until_acked(num_acks)
    dead.start()


async def all_workers(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Kill all workers: people play on, and computers wait."""
    for process in play.site.workers:
        process.kill()
    await play.until_acked(num_acks)
    for process in play.site.workers:
        process.start()


async def database(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Let PostgreSQL crash."""
    await asyncio.to_thread(play.site.postgres.stop)
    await _last(play)
    await asyncio.to_thread(play.site.postgres.start)


async def redis(play: SitePlay, choose: random.Random, num_acks: int) -> None:
    """Kill Redis: matches go on without it."""
    play.site.redis.kill()
    await play.until_acked(num_acks)
    play.site.redis.start()


FAULTS: list[Fault] = [node_before_commit, node_after_commit, all_nodes, worker, all_workers, database, redis]


def failing(rounds: int, num_acks: int, seed: int = 1) -> Callable[[SitePlay], Awaitable[None]]:
    """Return what lets everything fail, once in each round, in some order, each after some acknowledgements."""
    choose = random.Random(seed)

    async def fail(play: SitePlay) -> None:
        for _ in range(rounds):
            for fault in choose.sample(FAULTS, len(FAULTS)):
                await play.until_acked(choose.randint(1, num_acks))
                await fault(play, choose, num_acks)
        await play.until_acked(num_acks)

    return fail
