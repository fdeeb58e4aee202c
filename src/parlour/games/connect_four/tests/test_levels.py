"""The computer players of Connect Four: what they see at a glance, and that Master never gives away a score."""

import random
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pytest

import parlour
from parlour import Position
from parlour.core.thinking import Stop, Thought
from parlour.games.connect_four import GAME, master, solver
from parlour.games.connect_four.board import CENTRE_FIRST, board_of
from parlour.games.connect_four.evaluate import careful
from parlour.games.connect_four.hint import reason
from parlour.games.connect_four.negamax import MIN_SCORE, new_memory, score_of

T = TypeVar("T")
HARD = "325333365555"  # 12 checkers, half a second of search for all columns
PROMPT_S = 0.02


def at(columns: str) -> Position:
    return parlour.new("connect_four", position=columns)


def random_position(choose: random.Random, plies: int) -> Position:
    while True:
        position = at("")
        while position.state.plies < plies and position.to_act():
            seat = position.to_act()[0]
            position = position.play(seat, choose.choice(position.legal_actions(seat)))
        if position.to_act():
            return position


def think(position: Position, stop: Stop | None = None) -> Thought | None:
    seat = position.to_act()[0]
    return master.think(position.seen_by(seat).known, seat, np.zeros(1, np.uint64), stop or Stop())


def scores_without_book(position: Position) -> dict[int, int]:
    scores, memory, flag = {}, new_memory(has_book=False), Stop().flag
    for action in position.legal_actions(position.to_act()[0]):
        after = position.play(position.to_act()[0], action)
        used = 22 - (int(position.state.plies) + 2) // 2
        won = after.outcome is not None and after.outcome.winner is not None
        if after.outcome is None:
            scores[action] = -score_of(*board_of(after.state), MIN_SCORE, memory, flag)
        else:
            scores[action] = used if won else 0
    return scores


@pytest.mark.slow
def test_master_keeps_the_score_of_random_positions() -> None:
    choose = random.Random(1)
    for plies in list(range(12, 42)) * 5:
        position = random_position(choose, plies)
        thought, scores = think(position), scores_without_book(position)

        assert thought is not None
        assert thought.is_exact
        assert scores[thought.best] == max(scores.values())
        for value in thought.values:
            assert value.value == 0.5 + 0.5 * np.sign(scores[value.action])


@pytest.mark.parametrize("first", range(1, 8))
def test_the_score_of_every_first_column_is_that_of_the_rules(first: int) -> None:
    assert solver.solve(at("").state, Stop())[first - 1] == (-2, -1, 0, 1, 0, -1, -2)[first - 1]


def test_master_opens_in_the_middle_and_knows_that_it_wins() -> None:
    thought = think(at(""))

    assert thought is not None
    assert thought.best == 3
    assert [value.value for value in thought.values] == [1, 0.5, 0.5, 0, 0, 0, 0]


@pytest.mark.parametrize("plies", range(12))
def test_master_knows_the_score_of_every_column_from_the_first_checker_on(plies: int) -> None:
    choose = random.Random(plies)
    for _ in range(5):
        position = random_position(choose, plies)
        thought, scores = think(position), solver.solve(position.state, Stop())

        assert thought is not None
        assert thought.is_exact
        assert scores[thought.best] == max(scores.values())
        assert len(thought.values) == len(scores) == 7


def test_master_asks_another_search_in_the_colour_draw() -> None:
    assert think(parlour.new("connect_four", seed=1)) is None


def test_master_prefers_the_column_after_which_most_replies_lose() -> None:
    choose, traps = random.Random(4), 0
    for _ in range(40):
        position = random_position(choose, 24)
        scores = scores_without_book(position)
        best = [action for action in scores if scores[action] == max(scores.values())]
        if max(scores.values()) > 0 or len(best) == 1:
            continue
        mistakes = {action: share_of_mistakes(position, action, scores[action]) for action in best}
        thought = think(position)

        assert thought is not None
        assert mistakes[thought.best] == max(mistakes.values())
        traps += min(mistakes.values()) < max(mistakes.values())
    assert traps > 2


@pytest.mark.parametrize("columns", ["733114734775", "776431362117", "163367765552"])
def test_of_equal_columns_with_12_checkers_master_takes_the_most_central(columns: str) -> None:
    """After another one of them more replies would lose, but to find that out takes too long."""
    thought, scores = think(at(columns)), solver.solve(at(columns).state, Stop())

    assert thought is not None
    assert thought.best == next(column for column in CENTRE_FIRST if scores.get(column) == max(scores.values()))


def share_of_mistakes(position: Position, action: int, score: int) -> float:
    after = position.play(position.to_act()[0], action)
    replies = scores_without_book(after) if after.to_act() else {}
    return sum(-reply > score for reply in replies.values()) / max(1, len(replies))


def stopped_after(work: Callable[[Stop], T], delay_s: float) -> tuple[float, list[T]]:
    """Stop work that is under way; returns how long it took to end, and what it gave."""
    results: list[T] = []
    stop = Stop()
    worker = threading.Thread(target=lambda: results.append(work(stop)))
    worker.start()
    time.sleep(delay_s)
    stop.now()
    begin = time.perf_counter()
    worker.join()
    return time.perf_counter() - begin, results


@pytest.mark.alone
def test_the_solver_ends_at_once_when_told_and_gives_what_it_has() -> None:
    position, runs = at(HARD), []
    solver.solve(at("415744232567312265").state, Stop())
    for _ in range(5):
        solver.forget()
        runs.append(stopped_after(lambda stop: solver.solve(position.state, stop), 0.05))

    assert min(late for late, _ in runs) < PROMPT_S  # a busy machine may keep the thread waiting
    assert all(len(scores) < 7 for _, [scores] in runs)


@pytest.mark.alone
def test_master_ends_at_once_when_told() -> None:
    position, compiling = at(HARD), Stop()
    compiling.now()
    think(position, compiling)
    runs = []
    for _ in range(5):
        solver.forget()
        runs.append(stopped_after(lambda stop: think(position, stop), 0.02))

    assert min(late for late, _ in runs) < PROMPT_S  # a busy machine may keep the thread waiting
    assert all(thought is None for _, [thought] in runs)


def test_stopping_leaves_nothing_wrong_behind() -> None:
    position = random_position(random.Random(5), 14)
    solver.forget()
    for delay_s in (0.001, 0.002, 0.004):
        stopped_after(lambda stop: solver.solve(position.state, stop), delay_s)

    scores = solver.solve(position.state, Stop())
    solver.forget()
    assert scores == solver.solve(position.state, Stop())


def test_a_playout_completes_a_line_and_else_stops_one() -> None:
    actions, words = np.arange(7, dtype=np.int32), np.zeros(1, np.uint64)

    assert {careful(at("121212").state, 0, actions, 7, words) for _ in range(20)} == {0}
    assert {careful(at("12121").state, 1, actions, 7, words) for _ in range(20)} == {0}
    assert len({careful(at("4").state, 1, actions, 7, words) for _ in range(99)}) == 7


def test_a_playout_leaves_no_line_to_the_other_side_where_it_can_help_it() -> None:
    choose, words = random.Random(7), np.zeros(1, np.uint64)
    actions, risks = np.empty(7, np.int32), 0
    for _ in range(100):
        position = random_position(choose, 16)
        legal = position.legal_actions(0)
        wins = {action for action in legal if position.play(0, action).outcome}
        bad = {action for action in legal if action not in wins and can_win_at_once(position.play(0, action))}
        actions[: len(legal)] = legal
        chosen = int(careful(position.state, 0, actions, len(legal), words))

        assert chosen in (wins or set(legal) - bad or legal)
        risks += bool(bad) and not wins
    assert risks > 20


def can_win_at_once(position: Position) -> bool:
    seat = position.to_act()[0]
    return any(position.play(seat, action).outcome for action in position.legal_actions(seat))


@pytest.mark.parametrize(
    ("columns", "action", "words"),
    [
        ("121212", 0, "It makes four in a row."),
        ("12121", 0, "It blocks a line in column 1."),
        ("", 3, "With best play red wins with checker 21 of 21."),
        ("", 2, "With best play it is a draw."),
        ("415744232567312265", 4, "With best play"),
    ],
)
def test_a_hint_has_a_reason(columns: str, action: int, words: str) -> None:
    position = at(columns)
    seat = position.to_act()[0]

    assert reason(position.seen_by(seat).known, seat, action).startswith(words)


def test_no_checker_of_the_bag_is_better() -> None:
    position = parlour.new("connect_four", seed=1)

    assert reason(position.seen_by(0).known, 0, 7) == "All checkers in the bag are equally good."


def test_there_are_five_levels_and_master_is_the_last() -> None:
    assert len(GAME.players.levels) == 5
    assert GAME.players.levels[-1].temper == 0
