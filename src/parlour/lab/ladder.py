"""The ladder: every level of a game against the one below, in pairs of matches with the seats swapped."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.option import Options
from parlour.core.position import Position
from parlour.core.thinking import Stop
from parlour.lab.playing import steps
from parlour.players.player import make_player
from parlour.players.simulation import opening as opening  # measurements find them here
from parlour.players.simulation import wilson as wilson

# The levels that are compared, the stronger first: neighbours, and the top with the bottom.
PAIRINGS = (*zip(LEVEL_NAMES[1:], LEVEL_NAMES, strict=False), (LEVEL_NAMES[-1], LEVEL_NAMES[0]))


@dataclass
class Score:
    """How one player did against another, match by match."""

    results: dict[int, list[float]] = field(default_factory=lambda: {seat: [] for seat in SEATS})  # by its seat
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # of thinking: its own, the other's
    actions: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def matches(self) -> int:
        return sum(map(len, self.results.values()))

    @property
    def draws(self) -> int:
        return sum(result == 0.5 for results in self.results.values() for result in results)

    @property
    def rate(self) -> float:
        return sum(map(sum, self.results.values())) / self.matches

    def rate_at(self, seat: int) -> float:
        """Return the rate of the matches in which it had this seat."""
        return sum(self.results[seat]) / len(self.results[seat])

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the rate, after Wilson; draws make the true one narrower."""
        return wilson(self.rate, self.matches)


def compare(
    game: Game, names: tuple[str, str], matches: int, seed: int, jobs: int, options: Options,
    tick: Callable[[Score], None] | None = None,
) -> Score:  # fmt: skip
    """Play matches between two named players, half of them with the seats swapped.

    Args:
        matches: rounded up to an even number; the two of a pair begin alike.
        tick: called after every match.
    """
    score = Score()
    with ThreadPoolExecutor(jobs) as pool:
        for played in pool.map(lambda job: _play_one(game, names, options, *job), _jobs(matches, seed)):
            seat, result, seconds, actions = played
            score.results[seat].append(result)
            for player in range(2):
                score.seconds[player] += seconds[player]
                score.actions[player] += actions[player]
            if tick:
                tick(score)
    return score


def _jobs(matches: int, seed: int) -> Iterator[tuple[int, int]]:
    """List the matches: the seed of the beginning, and the seat of the first player."""
    for pair in range((matches + 1) // 2):
        for seat in SEATS:
            yield seed + pair, seat


def choose_once(name: str, position: Position) -> int:
    """Let a player choose one action."""
    seat = position.to_act()[0]
    with Stop() as stop:
        return make_player(name, position.game, 0).choose(position.seen_by(seat).known, seat, stop)


def _play_one(
    game: Game, names: tuple[str, str], options: Options, seed: int, seat: int
) -> tuple[int, float, list[float], list[int]]:
    """Play one match; returns the seat and the result of the first player, and the thinking of both."""
    players = [make_player(name, game, 2 * seed + number) for number, name in enumerate(names)]
    position, seconds, actions = opening(game, options, seed), [0.0, 0.0], [0, 0]
    with Stop() as stop:
        for step in steps(position, players if seat == 0 else players[::-1], stop):
            seconds[step.seat ^ seat] += step.seconds
            actions[step.seat ^ seat] += 1
            position = step.after
    return seat, float(game.rules.result(position.state, seat)), seconds, actions
