"""Random playouts and perft: what can be counted about a game with its rules alone, inside one kernel."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Actions
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.generator import Words, check_seed, random_below
from parlour.core.kernel import kernel
from parlour.core.position import Position
from parlour.core.reading import shown, whole_number

ACTIONS_PER_TURN = 64  # room that perft keeps for each turn of its depth
MAX_DEPTH = 100  # of perft; no game can be counted as deep as that
MAX_MATCHES = 10**12  # more would take months


class Tally(NamedTuple):
    """What many random playouts came to."""

    actions: int
    wins: tuple[int, int]
    draws: int


def play_out(position: Position, matches: int, seed: int) -> Tally:
    """Play matches from a position to their end, every legal action equally likely.

    Args:
        seed: of the choices; chance inside the game comes from the position's own generator, alike in every match.

    Raises:
        BadSeed: the seed is not a whole number of 64 bits.
        ParlourError: the number of matches is none.
    """
    matches = _check_count("A number of matches", matches, MAX_MATCHES)
    totals, random = np.zeros(4, np.int64), np.array([check_seed(seed, bits=64)], np.uint64)
    _playouts_kernel(position.game)(position.data, matches, random, totals)
    actions, wins0, wins1, draws = totals.tolist()
    return Tally(actions, (wins0, wins1), draws)


def perft(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` turns from a position; finished games are not extended.

    Raises:
        ParlourError: the depth is not a whole number from 0 to MAX_DEPTH.
    """
    depth = _check_count("A depth", depth, MAX_DEPTH)
    levels = depth * ACTIONS_PER_TURN + 1
    stack = np.zeros((levels, position.game.state.itemsize), np.uint8)
    stack[0] = position.data
    actions = np.zeros((levels, position.game.facts.num_actions), np.int32)
    return int(_perft_kernel(position.game)(stack, actions, 0, depth))


def _check_count(what: str, number: object, most: int) -> int:
    count = whole_number(number)
    if count is None or not 0 <= count <= most:
        raise ParlourError(f"{what} is a whole number from 0 to {most:,}, not {shown(number)}.")
    return count


@functools.cache
def _playouts_kernel(game: Game) -> Callable[[Bytes, int, Words, NDArray[np.int64]], None]:
    to_act, legal_actions, apply, result = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result,
    )  # fmt: skip
    state, num_actions = game.state, game.facts.num_actions

    @kernel
    def playouts(start: Bytes, matches: int, random: Words, totals: NDArray[np.int64]) -> None:
        """Add to totals `[4]`: actions, wins of seat 0, wins of seat 1, draws."""
        data = np.empty_like(start)
        out = np.empty(num_actions, np.int32)
        for _ in range(matches):
            data[:] = start
            s = data.view(state)[0]
            seats = to_act(s)
            while seats:
                # Where both choose for themselves, the order in which they do so changes nothing.
                seat = 0 if seats & 1 else 1
                n = legal_actions(s, seat, out)
                apply(s, seat, out[random_below(random, n)])
                totals[0] += 1
                seats = to_act(s)
            value = result(s, 0)
            totals[1 if value > 0.5 else 2 if value < 0.5 else 3] += 1

    return playouts


@functools.cache
def _perft_kernel(game: Game) -> Callable[[NDArray[np.uint8], NDArray[np.int32], int, int], int]:
    to_act, legal_actions, apply, mid_turn = (
        game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.mid_turn,
    )  # fmt: skip
    state = game.state

    @kernel
    def count(stack: NDArray[np.uint8], actions: Actions, level: int, depth: int) -> int:
        """Count from the position in row `level` of the stack `[L, state.itemsize]`; the rows below are scratch."""
        if depth == 0:
            return 1
        if level + 1 == len(stack):
            raise RecursionError("a turn of this game has too many actions to count")
        s = stack[level].view(state)[0]
        nodes = 0
        seats = to_act(s)
        for seat in range(2):
            if not seats >> seat & 1:
                continue
            for i in range(legal_actions(s, seat, actions[level])):
                stack[level + 1] = stack[level]
                after = stack[level + 1].view(state)[0]
                apply(after, seat, actions[level, i])
                nodes += count(stack, actions, level + 1, depth if mid_turn(after) else depth - 1)
        return nodes

    return count
