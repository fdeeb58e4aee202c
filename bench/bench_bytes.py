"""How many bytes an update takes: seeded matches of every game, in process, counted as they go to each viewer.

python bench/bench_bytes.py [MATCHES]           # of each game; 5 when not given
python bench/bench_bytes.py [MATCHES] --whole   # whole tables, as a bot is sent them by default

The same seeds and the same random actions in every run. What opens and closes a match is left out; packing by zlib,
which a browser asks for and long messages get, is not counted.
"""

import argparse
import asyncio
import inspect
import itertools
import logging
import random
import statistics
import tempfile
from collections.abc import Set
from pathlib import Path

import parlour
from parlour.core.contract import SPECTATOR
from parlour.match import commands as co
from parlour.match import match as match_module
from parlour.match.seating import PERSON, Seat
from parlour.server import logs
from parlour.server.clocks import SystemClock
from parlour.server.game_loader import GameLoader
from parlour.server.hub import Hub
from parlour.server.limits import Limits
from parlour.server.live_match import LiveMatch
from parlour.server.match_services import MatchServices
from parlour.server.metrics import Metrics
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.storage.database import Database
from parlour.storage.log import SqlLog

PEOPLE = (Seat(PERSON, "Ada", "guest:ada"), Seat(PERSON, "Bo", "guest:bo"))
MOST_ACTIONS = 300


class Scale:
    """A client that weighs what it is sent."""

    unheard: Set[str] = frozenset()

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def send(self, message: bytes) -> None:
        """Take a message."""
        self.sizes.append(len(message))


def watch(live: LiveMatch, scale: Scale, viewer: int, *, whole: bool) -> None:
    """Follow a match; before there were differences, with whole tables."""
    if "changes" in inspect.signature(live.watch).parameters:
        live.watch(scale, viewer, changes=not whole)
    else:
        live.watch(scale, viewer)


async def play(hub: Hub, game_id: str, seed: int, *, whole: bool) -> tuple[list[int], list[int]]:
    """Play a match at random; return the sizes of what went to a seat, and to the spectators."""
    chance = random.Random(seed)
    live = await hub.create(game_id, {}, "none", PEOPLE)
    scales = {viewer: Scale() for viewer in (0, 1, SPECTATOR)}
    for viewer, scale in scales.items():
        watch(live, scale, viewer, whole=whole)
    for scale in scales.values():
        scale.sizes.clear()
    while not live.match.is_over and len(live.match.actions) < MOST_ACTIONS:
        position = live.match.position
        seat = chance.choice(position.to_act())
        action = position.action_to_text(seat, chance.choice(position.legal_actions(seat)))
        await live.do(co.Play(seat=seat, action=action))
    return scales[0].sizes + scales[1].sizes, scales[SPECTATOR].sizes


def cells(sizes: list[int]) -> str:
    parts = statistics.quantiles(sizes, n=100)
    return f"{parts[49]:,.0f} | {parts[98]:,.0f} | {statistics.mean(sizes):,.0f}"


async def measure(num_matches: int, *, whole: bool) -> None:
    logs.configure()
    logging.disable(logging.INFO)
    print("| game | updates | all: median | 99 % | mean | seats: median | 99 % | mean | spectators | 99 % | mean |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    seeds = itertools.count(1)
    setattr(match_module, "new_seed", lambda: next(seeds))  # noqa: B010  # so that every run deals the same
    with tempfile.TemporaryDirectory() as folder:
        database, clock, metrics = Database(Path(folder) / "parlour.db"), SystemClock(), Metrics()
        services = MatchServices(
            SqlLog(database), clock, Thinkers(1), Limits(clock), metrics, Tasks(metrics), GameLoader()
        )
        hub = Hub(services)
        for game_id in parlour.game_ids():
            seats: list[int] = []
            spectators: list[int] = []
            for seed in range(num_matches):
                to_seats, to_spectators = await play(hub, game_id, seed, whole=whole)
                seats += to_seats
                spectators += to_spectators
            both = seats + spectators
            print(f"| {game_id} | {len(both):,} | {cells(both)} | {cells(seats)} | {cells(spectators)} |")
        await services.close()
        database.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", nargs="?", type=int, default=5)
    parser.add_argument("--whole", action="store_true")
    given = parser.parse_args()
    asyncio.run(measure(given.matches, whole=given.whole))


if __name__ == "__main__":
    main()
