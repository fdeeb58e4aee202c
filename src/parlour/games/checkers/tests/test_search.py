"""Checkers' own search: its turns are those of the rules, its network counts right, its values follow the rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import parlour
from parlour.core.contract import Record
from parlour.core.thinking import Stop, Thought
from parlour.games.checkers import rules
from parlour.games.checkers.ai import network, workspace
from parlour.games.checkers.ai.levels import MASTER
from parlour.games.checkers.ai.thinker import CheckersThinker, spread
from parlour.games.checkers.ai.turns import MAX_TURNS, after_turn, can_jump, has_turn, list_jumps, list_steps
from parlour.games.checkers.board import seat_to_move, turns

START = "B:W21-32:B1-12"
Board = tuple[int, int, int]  # black, white, kings


def at(text: str) -> parlour.Position:
    return parlour.new("checkers", position=text)


def think(thinker: CheckersThinker, position: parlour.Position, seed: int = 1) -> Thought:
    seat = position.to_act()[0]
    return thinker.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def some_positions(matches: int) -> Iterator[parlour.Position]:
    """Return the positions of random matches in which a turn begins."""
    choose = random.Random(1)
    for _ in range(matches):
        position = at(START)
        while seats := position.to_act():
            if position.state.jumping < 0:
                yield position
            position = position.play(seats[0], choose.choice(position.legal_actions(seats[0])))


def sides(s: Record) -> tuple[int, int, int, int]:
    return int(s.pieces[s.side]), int(s.pieces[1 - s.side]), int(s.kings), int(s.side)


def list_turns(s: Record) -> list[int]:
    out = np.zeros(MAX_TURNS, np.int64)
    n = list_jumps(*sides(s), out) or list_steps(*sides(s), out)
    return out[:n].tolist()


def played(s: Record, turn: int) -> Board:
    own, enemy, kings, _ = after_turn(*sides(s), 0, turn)
    return (own, enemy, kings) if s.side == 0 else (enemy, own, kings)


def played_by_the_rules(s: Record) -> set[Board]:
    boards = set()
    for turn in turns(s):
        after = s.copy()
        for action in turn.actions:
            rules.apply(after, seat_to_move(s), action)
        boards.add((int(after.pieces[0]), int(after.pieces[1]), int(after.kings)))
    return boards


def test_turns_are_those_of_the_rules() -> None:
    for position in some_positions(20):
        s = position.state
        found = list_turns(s)
        assert {played(s, turn) for turn in found} == played_by_the_rules(s), position.to_text()
        assert len(found) == len(set(found))
        assert has_turn(*sides(s))
        assert can_jump(*sides(s)) == any(turn >> 12 for turn in found)


@pytest.mark.parametrize("text", ["W:WK22:B18,19,26,27", "B:W6,7,14,15,22,23:BK3", "B:W10,17,18,25,26:BK14,9"])
def test_ways_of_jumping_that_come_to_the_same_are_one_turn(text: str) -> None:
    s = at(text).state

    assert {played(s, turn) for turn in list_turns(s)} == played_by_the_rules(s)
    assert len(list_turns(s)) == len(played_by_the_rules(s))


# The network


def new_work() -> Record:
    work: Record = workspace.new_workspace(network.load())
    return work


def sums_of(board: Board) -> np.ndarray:
    work = new_work()
    network.sum_up(work, network.load(), 0, *board)
    return np.array(work.sums[0])


def test_sums_follow_a_turn_as_if_they_were_summed_up_again() -> None:
    net = network.load()
    for position in list(some_positions(10))[::5]:
        s = position.state
        work = new_work()
        network.sum_up(work, net, 0, int(s.pieces[0]), int(s.pieces[1]), int(s.kings))
        for turn in list_turns(s):
            board = played(s, turn)
            network.update_sums(work, net, 0, int(s.side), turn, int(s.kings), board[2])
            assert (work.sums[1] == sums_of(board)).all(), position.to_text()


def points(s: Record) -> int:
    work = new_work()
    network.sum_up(work, network.load(), 0, int(s.pieces[0]), int(s.pieces[1]), int(s.kings))
    return int(network.evaluate(work, network.load(), 0, int(s.side), int(s.pieces.sum()).bit_count()))


def turned(s: Record) -> Record:
    """Return the board turned by half, with the colours and the side to move swapped."""

    def half(bits: int) -> int:
        return spread(int(f"{int(rules.squeezed(bits)):032b}"[::-1], 2))

    other = s.copy()
    other.pieces[0], other.pieces[1] = half(int(s.pieces[1])), half(int(s.pieces[0]))
    other.kings, other.side = half(int(s.kings)), 1 - int(s.side)
    return other


def test_the_evaluation_is_the_same_for_both_colours() -> None:
    for position in list(some_positions(10))[::7]:
        assert points(position.state) == points(turned(position.state)), position.to_text()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("B:W21-31:B1-12", START),  # a man more
        ("B:W30,31,32:BK1,2,3", "B:W30,31,32:B1,2,3"),  # a king for a man
    ],
)
def test_the_evaluation_knows_what_checkers_are_worth(better: str, worse: str) -> None:
    assert points(at(better).state) > points(at(worse).state) + 25


# The search


def test_a_position_that_came_up_before_in_the_match_is_worth_a_draw() -> None:
    """Four kings go to and fro; the turn that leads back is worth nothing, although black is a king ahead."""
    position = at("B:WK32,K31:BK1,K2,K3")
    for text in ("1-5", "32-28", "5-1"):
        seat = position.to_act()[0]
        position = position.play(seat, position.seen_by(seat).text_to_actions(text)[0])
    thinker = CheckersThinker(replace(MASTER, nodes=2_000, every_action=True, noise=0), has_tables=False)
    values = {each.action: each.value for each in think(thinker, position).values}
    back = position.seen_by(1).text_to_actions("28-32")[0]

    assert values[back] == 0.5
    assert min(values.values()) < 0.45


def test_the_same_seed_gives_the_same_thought() -> None:
    one, other = (CheckersThinker(replace(MASTER, nodes=5_000, noise=30)) for _ in range(2))
    position = at(START)
    for seed in range(4):
        thoughts = [think(each, position, seed) for each in (one, other)]
        assert thoughts[0] == thoughts[1]
        position = position.play(position.to_act()[0], thoughts[0].best)


def test_noise_makes_matches_differ() -> None:
    thinker = CheckersThinker(replace(MASTER, nodes=300, noise=60))

    assert len({think(thinker, at(START), seed).best for seed in range(20)}) > 2


def test_it_stops_when_told_to() -> None:
    stop = Stop()
    stop.now()
    position = at(START)
    thinker = CheckersThinker(replace(MASTER, nodes=10**9))
    thought = thinker.think(position.seen_by(0).known, 0, np.array([1], np.uint64), stop)

    assert thought.best in position.legal_actions(0)
    assert thinker.nodes <= workspace.NODES_PER_LOOK


def test_every_action_gets_a_value() -> None:
    position = at("B:W14,15,22,23,30:BK10,1,2")
    thought = think(CheckersThinker(replace(MASTER, nodes=20_000, every_action=True, noise=0)), position)

    assert sorted(each.action for each in thought.values) == position.legal_actions(0)


def test_a_jump_is_finished_from_its_middle() -> None:
    position = at("B:W16,18,26,32:B1,12,14")
    thinker = CheckersThinker(replace(MASTER, nodes=2_000))
    for text in ("14x23", "23x30"):
        thought = think(thinker, position)
        assert position.action_to_text(0, thought.best) == text
        position = position.play(0, thought.best)


def test_a_draw_by_quiet_plies_is_seen() -> None:
    """Black, a king ahead, has one ply before the limit: whatever it does is a draw."""
    thought = think(
        CheckersThinker(replace(MASTER, nodes=2_000, noise=0), has_tables=False), at("B:WK32,K31:BK1,K2,K3:H79")
    )

    assert thought.values[0].value == 0.5
