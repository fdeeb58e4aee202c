"""Checkers' computer players: the positions of the rules file, tactics, endings, and the words of a hint."""

from dataclasses import replace

import numpy as np
import pytest

import parlour
from parlour.core.level import AlphaBeta, Level
from parlour.core.thinking import Stop, Thought
from parlour.games.checkers import GAME, endgames
from parlour.games.checkers.evaluate import DEFAULT, TERMS, evaluate, key, weigh
from parlour.games.checkers.hint import reason
from parlour.games.checkers.levels import LEVELS, MASTER
from parlour.search.alpha_beta import AlphaBetaThinker

BLACK, WHITE = 0, 1
START = "B:W21-32:B1-12"


def at(text: str) -> parlour.Position:
    return parlour.new("checkers", position=text)


def think(thinker: AlphaBetaThinker, position: parlour.Position, seed: int = 1) -> Thought:
    seat = position.to_act()[0]
    return thinker.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def play_out(position: parlour.Position, thinkers: tuple[AlphaBetaThinker, AlphaBetaThinker]) -> parlour.Position:
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
    thought = think(AlphaBetaThinker(GAME, replace(MASTER, nodes=100_000, noise=0)), position)

    assert best is None or position.action_to_text(position.to_act()[0], thought.best) == best
    assert value is None or thought.values[0].value == value


def test_a_proven_win_is_won_against_the_best_defence() -> None:
    master = AlphaBetaThinker(GAME, replace(MASTER, nodes=30_000))
    end = play_out(at("W:WK2,17,18,22,30,31:BK29,3,5,9,13"), (master, master))

    assert end.outcome is not None
    assert end.outcome.winner == WHITE


@pytest.mark.parametrize("text", ["B:WK15:BK1,K32", "B:WK4:BK18,K19", "W:WK15,K18:B27"])
def test_the_tables_win_what_is_won_without_a_detour(text: str) -> None:
    """The winner needs exactly the turns that the tables say, against a defence that knows them too."""
    position = at(text)
    value = int(endgames.probe(position.state, endgames.load()))
    master = AlphaBetaThinker(GAME, replace(MASTER, nodes=2_000))
    end = play_out(position, (master, master))

    assert value > 0
    assert end.outcome is not None
    assert end.outcome.winner == position.to_act()[0]
    assert int(end.state.plays.sum()) == value


@pytest.mark.parametrize("level", LEVELS[2:])
def test_levels_keep_to_their_budget(level: Level) -> None:
    search = level.search
    assert isinstance(search, AlphaBeta)
    thinker = AlphaBetaThinker(GAME, search)
    think(thinker, at(START))

    assert thinker.nodes <= search.nodes + 200


def test_expert_and_master_have_the_tables() -> None:
    assert [isinstance(each.search, AlphaBeta) and each.search.tables is not None for each in LEVELS] == [
        False, False, False, True, True,
    ]  # fmt: skip


# The evaluation


def turned(text: str) -> str:
    """Turn the board by half and swap the colours."""
    side, white, black = text.split(":")

    def squares(items: str) -> str:
        return ",".join(
            ("K" if item.startswith("K") else "") + str(33 - int(item.removeprefix("K"))) for item in items.split(",")
        )

    return f"{'W' if side == 'B' else 'B'}:W{squares(black[1:])}:B{squares(white[1:])}"


POSITIONS = (
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:WK2,17,18,22,30,31:BK29,3,5,9,13",
    "B:W18,K23,30,31:BK1,K10,5,9,28",
    "W:W5,K12,32,30:BK4,1,3,20",
    "B:W11,32:B22,K1",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_the_evaluation_is_fair_to_both_sides(text: str) -> None:
    ours, theirs = at(text), at(turned(text))

    assert evaluate(ours.state, BLACK) == -evaluate(ours.state, WHITE)
    assert abs(evaluate(ours.state, BLACK) - evaluate(theirs.state, WHITE)) <= 1  # rounded towards the other side


def one_term(text: str, term: str) -> float:
    """Read a single term off a position, as black sees it."""
    weights = np.zeros_like(DEFAULT)
    weights[TERMS[term]] = 1000
    return float(weigh(at(text).state, weights) / 24 / 1000)


@pytest.mark.parametrize(
    ("text", "term", "number"),
    [
        ("B:W32:B1,2,3", "man", 2),
        ("B:WK32:BK1,K2,3", "king", 1),
        ("B:W21:B1,3", "bridge", 1),
        ("B:WK21:B1,3", "bridge", 0),  # nobody left to be crowned
        ("B:W21:B1,3", "guard 1", 1),
        ("B:W32:B14,19,10", "centre", 2),
        ("B:W32:B28", "dog hole", 1),
        ("W:W5:B1", "dog hole", -1),
        ("B:W31,32:B17,25", "runaway", 1),  # the man on 17 may meet the one on 31
        ("B:W32:B6,10", "backed", 1),
        ("B:WK4,8:B1", "stuck king", -1),
        ("B:W32:BK18", "king step", 4),
        ("B:WK32:BK18,K19", "double corner", -1),
        ("B:W32:B1", "turn", 1),
        ("B:W32,31:B1,2,3,4,5,6", "lead", 0.5),
    ],
)
def test_a_term_counts_what_it_says(text: str, term: str, number: float) -> None:
    assert one_term(text, term) == pytest.approx(number, abs=0.01)


def test_keys_tell_apart_who_moves_who_jumps_and_a_near_end_by_quiet_plies() -> None:
    texts = [
        START, START.replace("B", "W", 1), "B:W15,23,32:B10", "B:WK32:BK1", "B:WK32:BK1:H50", "B:WK32:BK1:H51",
        "B:W23,32:B19", "B:W23,32:B19:J19", "B:WK32:B1", "B:W32:BK1",
    ]  # fmt: skip

    assert len({int(key(at(text).state)) for text in texts}) == len(texts)
    assert key(at("B:WK32:BK1:H3").state) == key(at("B:WK32:BK1").state)


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
    thought = think(AlphaBetaThinker(GAME, replace(MASTER, nodes=2_000)), position)
    value = endgames.probe(position.state, endgames.load())

    assert reason(position.seen_by(BLACK).known, BLACK, thought.best).endswith(f"wins in {value} turns.")


def test_a_claim_from_the_bag_needs_no_reason() -> None:
    position = parlour.new("checkers", seed=1)

    assert reason(position.seen_by(0).known, 0, position.legal_actions(0)[0]) == ""
