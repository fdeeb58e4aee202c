"""Checkers' computer players: the positions of the rules file, tactics, endings, and the words of a hint."""

from dataclasses import replace

import numpy as np
import pytest

import parlour
from parlour.core.level import Level, OwnSearch
from parlour.core.thinking import Stop, Thought
from parlour.games.checkers import GAME, endgames
from parlour.games.checkers.ai.hint import reason
from parlour.games.checkers.ai.levels import LEVELS, MASTER
from parlour.games.checkers.ai.thinker import CheckersThinker

BLACK, WHITE = 0, 1
START = "B:W21-32:B1-12"


def at(text: str) -> parlour.Position:
    return parlour.new("checkers", position=text)


def think(thinker: CheckersThinker, position: parlour.Position, seed: int = 1) -> Thought:
    seat = position.to_act()[0]
    return thinker.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def play_out(position: parlour.Position, thinkers: tuple[CheckersThinker, CheckersThinker]) -> parlour.Position:
    while seats := position.to_act():
        position = position.play(seats[0], think(thinkers[seats[0]], position).best)
    return position


@pytest.mark.parametrize(
    ("text", "best", "value"),
    [
        ("B:W26,27:B22", "22x31", None),
        ("B:W14,15,23:B10", "10x19", None),  # two checkers, not one
        ("W:WK22:B18,19,26,27", None, 1.0),
        ("B:W15:B8,10", "10x19", 1.0),
        ("B:WK32:BK1", None, 0.5),
        ("B:WK32,K23:BK1,K10", None, 0.5),
        ("W:WK2,17,18,22,30,31:BK29,3,5,9,13", None, 1.0),
    ],
)
def test_the_positions_of_the_rules_are_solved(text: str, best: str | None, value: float | None) -> None:
    position = at(text)
    thought = think(CheckersThinker(replace(MASTER, nodes=100_000, noise=0)), position)

    assert best is None or position.action_to_text(position.to_act()[0], thought.best) == best
    assert value is None or thought.values[0].value == pytest.approx(value, abs=0.03)


def test_a_proven_win_is_won_against_the_best_defence() -> None:
    master = CheckersThinker(replace(MASTER, nodes=30_000))
    end = play_out(at("W:WK2,17,18,22,30,31:BK29,3,5,9,13"), (master, master))

    assert end.outcome is not None
    assert end.outcome.winner == WHITE


@pytest.mark.parametrize("text", ["B:WK15:BK1,K32", "B:WK4:BK18,K19", "W:WK15,K18:B27"])
def test_the_tables_win_what_is_won_without_a_detour(text: str) -> None:
    """The winner needs exactly the turns that the tables say, against a defence that knows them too."""
    position = at(text)
    value = int(endgames.probe(position.state, endgames.load()))
    master = CheckersThinker(replace(MASTER, nodes=2_000))
    end = play_out(position, (master, master))

    assert value > 0
    assert end.outcome is not None
    assert end.outcome.winner == position.to_act()[0]
    assert int(end.state.plays.sum()) == value


@pytest.mark.parametrize("level", LEVELS)
def test_levels_keep_to_their_budget(level: Level) -> None:
    search = level.search
    assert isinstance(search, OwnSearch)
    thinker = search.make(search)
    assert isinstance(thinker, CheckersThinker)
    think(thinker, at(START))

    assert thinker.nodes <= search.nodes + 10
    assert thinker.num_bytes < 64 * 2**20


def test_a_higher_level_searches_more_and_errs_less() -> None:
    searches = [level.search for level in LEVELS if isinstance(level.search, OwnSearch)]

    assert len(searches) == len(LEVELS)
    assert [each.nodes for each in searches] == sorted(each.nodes for each in searches)
    assert [level.temper for level in LEVELS] == sorted((level.temper for level in LEVELS), reverse=True)


# Hints


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("B:W15,23,30,31,32:B10,1,2", "10x19", "It captures two men and is the only move."),
        ("B:W26,27,9,10:B22,1", "22x31", "It captures a man, makes a king and is the only move."),
        ("B:WK15,K24,31,32:B11,1", "11x18", "It captures a king and is the only move."),
        ("B:W15:B10", "10x19", "It captures the last checker and wins."),
        ("B:W12:BK4,3", "4-8", "It leaves the other side without a move and wins."),
        ("B:W9,10,21,32:B26,2", "26-31", "It makes a king."),
        (START, "11-15", ""),
        ("B:WK32:BK1", "1-5", "It keeps the draw."),
    ],
)
def test_a_hint_says_what_an_action_achieves(text: str, move: str, words: str) -> None:
    position = at(text)
    seat = position.to_act()[0]
    action = GAME.notation.text_to_actions(position.state, seat, move)[0]

    assert reason(position.seen_by(seat).known, seat, action) == words


def test_a_hint_in_an_ending_counts_the_turns() -> None:
    position = at("B:WK15:BK1,K32")
    thought = think(CheckersThinker(replace(MASTER, nodes=2_000)), position)
    value = endgames.probe(position.state, endgames.load())

    assert reason(position.seen_by(BLACK).known, BLACK, thought.best).endswith(f"wins in {value} turns.")


def test_a_claim_from_the_bag_needs_no_reason() -> None:
    position = parlour.new("checkers", seed=1)

    assert reason(position.seen_by(0).known, 0, position.legal_actions(0)[0]) == ""
