"""Matches of a player against itself, counted by seat: what a set-up gives to each side."""

import math
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.core.position import Position, start
from parlour.core.thinking import Stop
from parlour.players.player import Player, make_player

Z = 1.96  # of a 95 % interval
SLICE_S = 0.3  # that a simulation plays before it lets others have the thread


def wilson(rate: float, matches: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval."""
    share = Z * Z / matches
    middle = (rate + share / 2) / (1 + share)
    half = Z / (1 + share) * math.sqrt(rate * (1 - rate) / matches + share / (4 * matches))
    return middle - half, middle + half


def opening(game: Game, options: Options, seed: int) -> Position:
    """Return the position from which a match between computer players begins."""
    position = start(game, seed, {**game.preset("quick"), **options})
    for seat, action in opening_actions(position, game.players.opening_actions, seed):
        position = position.play(seat, action)
    return position


def opening_actions(position: Position, number: int, seed: int) -> list[tuple[int, int]]:
    """Return random actions with which a match begins, each with its seat; none that would end it."""
    choose, actions = random.Random(seed), []
    for _ in range(number):
        seat = position.to_act()[0]
        action = choose.choice(position.legal_actions(seat))
        position = position.play(seat, action)
        if not position.to_act():
            break
        actions.append((seat, action))
    return actions


@dataclass
class Tally:
    """How matches ended."""

    wins: list[int] = field(default_factory=lambda: [0, 0])  # by seat
    draws: int = 0

    def add(self, result: float) -> None:
        """Count a match by the result of the first seat."""
        if result == 0.5:
            self.draws += 1
        else:
            self.wins[0 if result == 1 else 1] += 1

    @property
    def matches(self) -> int:
        return sum(self.wins) + self.draws

    @property
    def rate(self) -> float:
        """The share of the points that the first seat has won; a draw is half a point."""
        return (self.wins[0] + self.draws / 2) / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate; draws make the true one narrower."""
        return wilson(self.rate, self.matches)


class Simulation:
    """Matches between two equal players, one for each seed, played a while at a time.

    A match follows from its seed alone, so that it does not matter how simulations share them out.
    """

    def __init__(self, game: Game, player: str, options: Options, seeds: Iterable[int]) -> None:
        self.tally = Tally()
        self.seconds = 0.0  # played so far
        self.is_done = False
        self._game = game
        self._player = player
        self._options = options
        self._seeds = iter(seeds)
        self._players: list[Player] = []
        self._position: Position | None = None
        self._begin()

    def step(self, stop: Stop) -> None:
        """Play for a short while, at least one action unless told to stop."""
        begin_s = time.monotonic()
        while not self.is_done and not stop.is_due:
            self._act(stop)
            if time.monotonic() - begin_s > SLICE_S:
                break
        self.seconds += time.monotonic() - begin_s

    def _begin(self) -> None:
        """Set up the next match, with the players of the last one where they remember nothing."""
        seed = next(self._seeds, None)
        if seed is None:
            self._position, self.is_done = None, True
            return
        if not self._players or any(player.keeps_results for player in self._players):
            self._players = [make_player(self._player, self._game, 0) for _ in SEATS]
        for seat, player in enumerate(self._players):
            player.reseed(2 * seed + seat)
        self._position = opening(self._game, self._options, seed)

    def _act(self, stop: Stop) -> None:
        position = self._position
        assert position is not None
        seat = position.to_act()[0]
        action = self._players[seat].choose(position.seen_by(seat).known, seat, stop)
        self._position = position = position.play(seat, action)
        if not position.to_act():
            self.tally.add(float(self._game.rules.result(position.state, 0)))
            self._begin()


def simulate(
    game: Game, player: str, options: Options, matches: int, seed: int = 1, jobs: int = 1,
    tick: Callable[[], None] | None = None,
) -> Tally:  # fmt: skip
    """Play matches of a player against itself.

    Args:
        jobs: threads that share them.
        tick: called after every match, from any of the threads.
    """
    total = Tally()
    with ThreadPoolExecutor(jobs) as pool:
        shares = [range(seed + job, seed + matches, jobs) for job in range(jobs)]
        for tally in pool.map(lambda seeds: _play_all(Simulation(game, player, options, seeds), tick), shares):
            total.wins = [mine + more for mine, more in zip(total.wins, tally.wins, strict=True)]
            total.draws += tally.draws
    return total


def _play_all(simulation: Simulation, tick: Callable[[], None] | None) -> Tally:
    with Stop() as stop:
        while not simulation.is_done:
            before = simulation.tally.matches
            simulation.step(stop)
            for _ in range(simulation.tally.matches - before):
                if tick:
                    tick()
    return simulation.tally
