"""Puzzles from matches between computer players: positions in which exactly one action keeps the value."""

import random
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

import msgspec

from parlour.core.contract import Known
from parlour.core.errors import BadOption
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES, Level, thorough
from parlour.core.position import Position, start
from parlour.core.prover import Exhausted, Prover, Searched, Solved
from parlour.core.thinking import Stop
from parlour.lab.ladder import opening
from parlour.lab.playing import steps
from parlour.players.player import LevelPlayer, make_player
from parlour.puzzles.book import Puzzle
from parlour.search.exhaust import new_exhauster

LEAST_CHOICE = 3  # legal actions
PER_MATCH = 2  # puzzles of one match at most
PLAYERS = ("casual", "club", "expert")
QUICK_NODES = 30_000  # with which a search looks for what a deeper one is to confirm
LONGEST_S = 120.0  # for the proof of one position, which takes a second or two
TRIES = 4  # of each level, to tell how difficult a puzzle is
LEVEL_RATINGS = (600, 900, 1200, 1500, 1800)  # a scale, not a measurement: puzzles are compared with each other by it
RATINGS = (400, 2400)
LOST, LEAST_DRAWN, MOST_DRAWN, WON = 0.15, 0.4, 0.6, 0.85  # values of a search that are clear enough

Values = Mapping[int, float]
Prove = Callable[[Position, int], Values]  # what each action of a seat is worth; nothing where it is not proven


class Found(NamedTuple):
    """A position with one right action, and how it was found."""

    position: Position
    seat: int
    solution: list[int]  # the actions of the turn, as long as only one is right
    value: float
    second: float  # what the best of the other actions is worth


def mine(game: Game, wanted: int, seed: int, jobs: int, tick: Callable[[], None] | None = None) -> list[Puzzle]:
    """Return puzzles of a game, the easiest first; the same seed gives the same puzzles.

    Raises:
        BadOption: nothing can be proven in this game.
    """
    prover = game.players.prover
    if prover is None:
        raise BadOption(f"{game.name} has no prover, so no puzzles can be found.")
    puzzles: dict[str, Puzzle] = {}
    most_alike = max(1, wanted // LEAST_CHOICE)  # with one solution: nobody is to guess it
    with ThreadPoolExecutor(jobs) as pool:
        while len(puzzles) < wanted:
            for found in pool.map(lambda each: _puzzles_of_match(game, prover, each), range(seed, seed + 4 * jobs)):
                for puzzle in found:
                    alike = sum(each.solution == puzzle.solution for each in puzzles.values())
                    if puzzle.position not in puzzles and len(puzzles) < wanted and alike < most_alike:
                        puzzles[puzzle.position] = puzzle
                        if tick:
                            tick()
            seed += 4 * jobs
    by_rating = sorted(puzzles.values(), key=lambda puzzle: (puzzle.rating, puzzle.position))
    return [msgspec.structs.replace(puzzle, id=f"{game.id}-{number:04}") for number, puzzle in enumerate(by_rating, 1)]


def _puzzles_of_match(game: Game, prover: Prover, seed: int) -> list[Puzzle]:
    prove = prove_with(game, prover)
    found = [each for position in _match(game, seed) for each in _look(_as_written(position), prove)]
    chosen = random.Random(seed).sample(found, min(PER_MATCH, len(found)))
    return [_puzzle(prover, each) for each in chosen]


def _match(game: Game, seed: int) -> Iterator[Position]:
    """Play a match between two levels, and return its positions."""
    choose = random.Random(seed)
    players = [make_player(choose.choice(PLAYERS), game, 2 * seed + seat) for seat in range(2)]
    with Stop() as stop:
        for step in steps(opening(game, {}, seed), players, stop):
            yield step.before


def _as_written(position: Position) -> Position:
    """Return a position as its text gives it: without what came before, such as repetitions."""
    return start(position.game, 0, position.game.preset("quick"), position.to_text())


def _look(position: Position, prove: Prove) -> Iterator[Found]:
    """Return the puzzle that a position is for a seat, if it is one."""
    for seat in position.to_act():
        if len(position.legal_actions(seat)) >= LEAST_CHOICE:
            best = only_best(prove(position, seat))
            if best is not None:
                yield Found(position, seat, _turn(position, seat, best.action, prove), best.value, best.second)


class Best(NamedTuple):
    """The one action that is better than all others."""

    action: int
    value: float
    second: float


def only_best(values: Values) -> Best | None:
    """Return the best action, if there is only one and it does not lose."""
    order = sorted(values, key=lambda action: -values[action])
    if len(order) < 2 or values[order[0]] in (0, values[order[1]]):
        return None
    return Best(order[0], values[order[0]], values[order[1]])


def _turn(position: Position, seat: int, action: int, prove: Prove) -> list[int]:
    """List the actions of a turn, from the first one on, as long as only one is right."""
    turn = []
    while True:
        turn.append(action)
        position = position.play(seat, action)
        if not position.is_mid_turn or position.to_act() != (seat,):
            return turn
        legal = position.legal_actions(seat)
        best = only_best(prove(position, seat)) if len(legal) > 1 else Best(legal[0], 0, 0)
        if best is None:
            return turn
        action = best.action


def prove_with(game: Game, prover: Prover) -> Prove:
    """Return a function that proves what the actions of a position are worth; it may not be shared by threads."""
    match prover.by:
        case Solved(values):
            return lambda position, seat: _solved(values, position, seat)
        case Exhausted():
            return _exhausted(game, prover.by)
        case Searched():
            return _searched(game, prover.by)


def _solved(values: Callable[..., Values], position: Position, seat: int) -> Values:
    with Stop(LONGEST_S) as stop:
        found = values(position.state, seat, stop)
    return found if len(found) == len(position.legal_actions(seat)) else {}


def _exhausted(game: Game, by: Exhausted) -> Prove:
    exhauster = new_exhauster(game, by.is_beyond)

    def prove(position: Position, seat: int) -> Values:
        if not by.is_late(position.state):
            return {}
        values: dict[int, float] = {}
        for action in position.legal_actions(seat):
            value = exhauster.value(position.play(seat, action).data, seat, by.nodes)
            if value is None or (value == 1 and 1 in values.values()):  # where two actions win, none is the only one
                return {}
            values[action] = value
        return values

    return prove


def _searched(game: Game, by: Searched) -> Prove:
    def look(nodes: int, known: Known, seat: int) -> Values:
        player = LevelPlayer(game, Level(thorough(replace(by.search, nodes=nodes))), 0)  # it knows of no other position
        with Stop(LONGEST_S) as stop:
            values = {each.action: round(each.value, 2) for each in player.think(known, seat, stop).values}
        return values if _is_clear(only_best(values)) else {}

    def prove(position: Position, seat: int) -> Values:
        known = position.seen_by(seat).known
        return look(by.nodes, known, seat) if look(QUICK_NODES, known, seat) else {}

    return prove


def _is_clear(best: Best | None) -> bool:
    """Return whether a search tells a win from anything less, or a draw from a loss."""
    if best is None:
        return False
    is_won = best.value >= WON and best.second <= MOST_DRAWN
    return is_won or (LEAST_DRAWN <= best.value <= MOST_DRAWN and best.second <= LOST)


def _puzzle(prover: Prover, found: Found) -> Puzzle:
    position, seat = found.position, found.seat
    goal, consequence = _words(prover, found)
    texts, here = [], position
    for action in found.solution:
        texts.append(here.action_to_text(seat, action))
        here = here.play(seat, action)
    return Puzzle(
        id="",
        options=dict(position.game.preset("quick")),
        position=position.to_text(),
        seat=seat,
        solution=tuple(texts),
        value=found.value,
        second=found.second,
        rating=rating_of(_attempts(found)),
        proof="search" if isinstance(prover.by, Searched) else "solver",
        goal=goal,
        consequence=consequence,
    )


def _words(prover: Prover, found: Found) -> tuple[str, str]:
    """Return what is to be found, and what all else leads to."""
    if prover.words:
        return prover.words(found.position.state, found.seat, found.value, found.second)
    is_win = found.value >= WON
    goal = f"Find the only move that {'wins' if is_win else 'draws'}."
    return goal, "With best play it does not win." if is_win and found.second else "With best play it loses."


def _attempts(found: Found) -> list[float]:
    """Let every level try to solve a puzzle; return how often each did, as a share."""
    return [sum(_solves(found, level, seed) for seed in range(TRIES)) / TRIES for level in LEVEL_NAMES]


def _solves(found: Found, level: str, seed: int) -> bool:
    position, player = found.position, make_player(level, found.position.game, seed)
    with Stop(LONGEST_S) as stop:
        for action in found.solution:
            if player.choose(position.seen_by(found.seat).known, found.seat, stop) != action:
                return False
            position = position.play(found.seat, action)
    return True


def rating_of(solved: list[float]) -> int:
    """Return the rating of a puzzle against which the levels score what they did, by Elo's formula.

    A win and a loss against the middle level are added, so that a puzzle which all or none solve has a rating too.
    """
    trials = [*((rating, share * TRIES, TRIES) for rating, share in zip(LEVEL_RATINGS, solved, strict=True)),
              (LEVEL_RATINGS[2], 1, 2)]  # fmt: skip
    low, high = RATINGS
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(tries / (1 + 10 ** ((middle - rating) / 400)) for rating, _, tries in trials)
        low, high = (low, middle) if expected < sum(won for _, won, _ in trials) else (middle, high)
    return low


def check(puzzle: Puzzle, game: Game) -> bool:
    """Return whether a puzzle can be proven again."""
    prover = game.players.prover
    position = start(game, 0, puzzle.options, puzzle.position)
    actions = position.seen_by(puzzle.seat).text_to_actions(puzzle.solution[0])
    best = only_best(prove_with(game, prover)(position, puzzle.seat)) if prover else None
    if prover is None or best is None or best.action != actions[0]:
        return False
    return (best.value, best.second) == (puzzle.value, puzzle.second)
