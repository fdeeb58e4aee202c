"""The levels of Matches and Patches against players that are not levels, which show what limits them.

- `glimpse`: the placement that is worth most by itself.
- `eightfold`: Master with eight times the simulations. A score near 50 % says that more simulations would not help.
- `seer`: a cheat. It sees the other hand and the choice that the other seat has just made, and takes the best answer by
  the evaluation. Its score shows how much hidden information is worth.

    python bench/bench_matches.py eightfold master --board small --games 200
"""

import argparse
import time

import numpy as np

from parlour.core.contract import Known, Record
from parlour.core.generator import Words
from parlour.core.level import Custom, Level, Random
from parlour.core.position import Position
from parlour.core.registry import load
from parlour.core.thinking import Stop, Thought
from parlour.games.matches_and_patches.ai.evaluate import choose
from parlour.games.matches_and_patches.ai.judge import WEIGHTS, judge
from parlour.games.matches_and_patches.ai.levels import AHEAD, LEVELS
from parlour.games.matches_and_patches.ai.round_search import RoundSearch, make_work, shortlist
from parlour.games.matches_and_patches.state import HAND, NONE
from parlour.lab.ladder import opening, wilson
from parlour.players.player import LevelPlayer

GAME = load("matches_and_patches")
NAMES = ("novice", "casual", "club", "expert", "master")
SEER = "seer"


def glimpse(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
    """Take the placement that is worth most by itself, without regard to the other seat."""
    work = make_work(state, random)
    shortlist(work, seat, 1)
    return Thought(int(work.tally.actions[0]), [])


def see(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
    """Try every action on the whole truth, in which the other seat has chosen, and judge after the round."""
    best, best_value, hopes = -1, -1.0, np.zeros(HAND)
    actions = np.empty(GAME.facts.num_actions, np.int32)
    for action in actions[: GAME.rules.legal_actions(state, seat, actions)]:
        s = state.copy()
        GAME.rules.apply(s, seat, int(action))
        if s.clash != NONE:
            GAME.rules.apply(s, 1 - seat, choose(s, 1 - seat, 0.0, random, hopes))
        value = judge(s, seat, WEIGHTS) if GAME.rules.to_act(s) else GAME.rules.result(s, seat)
        if value > best_value:
            best, best_value = int(action), float(value)
    return Thought(best, [])


PLAYERS = {
    **dict(zip(NAMES, LEVELS, strict=True)),
    "glimpse": Level(Custom(glimpse, Random())),
    "eightfold": Level(Custom(RoundSearch(candidates=24, simulations=8 * 4_800, rounds=AHEAD).think, Random())),
    SEER: Level(Custom(see, Random())),
}


def next_seat(position: Position, names: tuple[str, str]) -> int:
    """Return the seat that chooses first: never the one that wants to see the other's choice."""
    seats = position.to_act()
    return next((seat for seat in seats if names[seat] != SEER), seats[0])


def play(names: tuple[str, str], board: str, seed: int) -> tuple[float, list[float], list[int]]:
    """Play one match; returns the result of seat 0, and the seconds and actions by seat."""
    position, seconds, actions = opening(GAME, {"board": board}, seed), [0.0, 0.0], [0, 0]
    players = [LevelPlayer(GAME, PLAYERS[name], 2 * seed + seat) for seat, name in enumerate(names)]
    while position.to_act():
        seat = next_seat(position, names)
        known = Known(position.state) if names[seat] == SEER else position.seen_by(seat).known
        begin = time.thread_time()
        action = players[seat].choose(known, seat, Stop())
        seconds[seat] += time.thread_time() - begin
        actions[seat] += 1
        position = position.play(seat, action)
    return float(GAME.rules.result(position.state, 0)), seconds, actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("against", choices=PLAYERS)
    parser.add_argument("--board", choices=("large", "small"), default="large")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    total, seconds, actions = 0.0, np.zeros(2), np.zeros(2)
    for game in range(given.games):
        swapped = game % 2
        names = (given.player, given.against)[:: -1 if swapped else 1]
        result, spent, acted = play(names, given.board, 1 + game // 2)
        total += 1 - result if swapped else result
        seconds += spent[::-1] if swapped else spent
        actions += acted[::-1] if swapped else acted
    low, high = wilson(total / given.games, given.games)
    ms = " / ".join(f"{each:.1f}" for each in 1000 * seconds / actions)
    print(f"{given.board} board: {given.player} against {given.against}: {total / given.games:.1%} "
          f"({low:.1%} to {high:.1%}) of {given.games} games, {ms} ms per action")  # fmt: skip


if __name__ == "__main__":
    main()
