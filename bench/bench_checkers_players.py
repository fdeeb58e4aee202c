"""Checkers' levels against OpenSpiel's MCTS (C++), and the speed of Master's search.

    python bench/bench_checkers_players.py nodes
    python bench/bench_checkers_players.py LEVEL SIMULATIONS PAIRS [FIRST_PAIR]

Matches come in pairs from the same random opening, with the colours swapped. OpenSpiel's state follows ours; a
match also ends, as a draw, by its rule of 40 plies without a capture. Time is processor time. Exits 1 when a match
against OpenSpiel is lost. `bench_masters.py` plays against other checkouts.
"""

import random
import sys
import time
from dataclasses import replace
from typing import Any

import numpy as np

import parlour
from parlour.core.thinking import Stop
from parlour.games.checkers import GAME
from parlour.games.checkers.ai.levels import MASTER
from parlour.games.checkers.ai.thinker import CheckersThinker
from parlour.games.checkers.board import action_to_squares
from parlour.players.player import make_player

START = "B:W21-32:B1-12"
POSITIONS = (
    START,
    "B:W19,20,22,23,25,26,28,29,31,32:B1,2,3,4,6,7,8,11,12,16",
    "W:W18,21,22,25,26,30,31,32:B1,2,5,8,9,12,13,16",
    "B:W18,K23,30,31:BK1,K10,5,9",
)
NODES = 2_000_000
OPENING_TURNS = 3
UCT = 2.0
MAX_MEMORY_MB = 1000


def nodes_per_second() -> None:
    """Measure Master's search; a node is a position reached by a turn, those beyond the depth included."""
    for text in (START, *POSITIONS):  # the first one twice: compiled, then measured
        thinker = CheckersThinker(replace(MASTER, nodes=NODES))
        position = parlour.new("checkers", position=text)
        seat = position.to_act()[0]
        begin = time.process_time()
        thinker.think(position.seen_by(seat).known, seat, np.array([1], np.uint64), Stop())
        spent = time.process_time() - begin
        print(f"{text}: {thinker.nodes:,} nodes, depth {thinker.depth}, {thinker.nodes / spent / 1e6:.2f} million/s")


def our_square(place: str) -> int:
    """Turn a place like a3 by half, as our first player is at the top, and return its number."""
    x, y = 8 - "abcdefgh".index(place[0]), 9 - int(place[1])
    return 4 * (8 - y) + (x + 1) // 2


def their_action(state: Any, position: parlour.Position, action: int) -> int:
    """Find our action among those of OpenSpiel's state."""
    origin, target, _ = action_to_squares(position.state, action)
    for other in state.legal_actions():
        text = state.action_to_string(state.current_player(), other)
        if (our_square(text[:2]), our_square(text[2:4])) == (origin, target):
            return int(other)
    raise ValueError(f"OpenSpiel does not know {origin}-{target}.")


def our_action(state: Any, position: parlour.Position, other: int) -> int:
    """Find OpenSpiel's action among ours."""
    for action in position.legal_actions(position.to_act()[0]):
        if their_action(state, position, action) == other:
            return action
    raise ValueError(f"We do not know OpenSpiel's action {other}.")


def play(level: str, simulations: int, seat: int, pair: int, spent: list[float], moves: list[int]) -> float:
    """Play one match; give our result."""
    import pyspiel  # noqa: PLC0415  # the other commands do without it

    game, choose = pyspiel.load_game("checkers"), random.Random(pair)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 2 * pair + seat)
    bot = pyspiel.MCTSBot(
        game, rollouts, UCT, simulations, MAX_MEMORY_MB, True, 2 * pair + seat, False, pyspiel.ChildSelectionPolicy.UCT
    )
    player = make_player(level, GAME, 2 * pair + seat)
    position, state, turns = parlour.new("checkers", position=START), game.new_initial_state(), 0
    while position.to_act() and not state.is_terminal():
        actor = position.to_act()[0]
        identity = 0 if actor == seat else 1
        begin = time.process_time()
        if turns < OPENING_TURNS:
            action = choose.choice(position.legal_actions(actor))
        elif identity == 0:
            action = player.choose(position.seen_by(actor).known, actor, Stop())
        else:
            action = our_action(state, position, bot.step(state))
        if turns >= OPENING_TURNS:
            spent[identity] += time.process_time() - begin
            moves[identity] += 1
        state.apply_action(their_action(state, position, action))
        position = position.play(actor, action)
        turns += position.to_act() != (actor,)
    outcome = position.outcome
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == seat)


def matches(level: str, simulations: int, pairs: int, first: int) -> int:
    spent, moves, results = [0.0, 0.0], [0, 0], []
    for pair in range(first, first + pairs):
        for seat in range(2):
            results.append(play(level, simulations, seat, pair, spent, moves))
            word = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[results[-1]]
            colour = "black" if seat == 0 else "white"
            print(f"opening {pair}, {colour}: {word}; our share of the time {spent[0] / spent[1]:.4f}", flush=True)
    ours, theirs = (1000 * time / max(1, number) for time, number in zip(spent, moves, strict=True))
    won, drawn, lost = (results.count(result) for result in (1.0, 0.5, 0.0))
    print(f"{level}: {won} won, {drawn} drawn, {lost} lost; ms per action {ours:.1f}, theirs {theirs:.1f}")
    print(f"our share of their time: {spent[0] / spent[1]:.4f}")
    return int(lost > 0)


def main() -> int:
    command, *rest = sys.argv[1:]
    if command == "nodes":
        nodes_per_second()
    else:
        return matches(command, int(rest[0]), int(rest[1]), int(rest[2]) if len(rest) > 2 else 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
