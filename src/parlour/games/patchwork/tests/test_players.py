"""The computer players of Patchwork: what they look at, what they find, how strong they are."""

import random

import numpy as np
import pytest

from parlour.core.contract import Record
from parlour.core.kernel import IS_COMPILED
from parlour.core.level import LEVEL_NAMES
from parlour.core.position import Position, start
from parlour.core.thinking import Stop
from parlour.games.patchwork import GAME
from parlour.games.patchwork.ai import gaps, search
from parlour.games.patchwork.ai.evaluate import final_lead, is_seven_open, lead, value_fn, worth
from parlour.games.patchwork.ai.places import MAX_CANDIDATES, appeal, list_candidates, new_places
from parlour.games.patchwork.ai.strategies import choose_greedily, strategy
from parlour.games.patchwork.rules import contract as rules
from parlour.games.patchwork.state import ADVANCE, CELLS, NUM_ACTIONS
from parlour.games.patchwork.text.tokens import action_to_place, action_to_token
from parlour.lab.ladder import compare
from parlour.players.player import make_player
from support.matches import positions, some_steps

RANDOM = np.zeros(1, np.uint64)
W1_CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"


def unfinished(seed: int, **options: int | str) -> list[Position]:
    return positions(GAME, seed, **options)[:-1]


def with_choice(seed: int) -> Position:
    """Return a position of a random match in which all three patches on offer can be bought."""
    places, out = new_places(64), np.zeros(MAX_CANDIDATES, np.int32)
    found = (p for p in unfinished(seed) if list_candidates(p.state, p.to_act()[0], places, out) == MAX_CANDIDATES)
    return next(found)


def gap_points(empty: set[int]) -> float:
    """Judge empty cells without bits."""
    total = 0.0
    for cell in empty:
        row, column = divmod(cell, 9)
        left, right = column > 0 and cell - 1 in empty, column < 8 and cell + 1 in empty
        above, below = row > 0 and cell - 9 in empty, row < 8 and cell + 9 in empty
        neighbours = left + right + above + below
        total += gaps.ALONE * (neighbours == 0) + gaps.DEAD_END * (neighbours == 1) + gaps.EDGE * (4 - neighbours)
        total += gaps.LINE * ((left and right) + (above and below))
    return total


def most_covered_square(empty: set[int]) -> int:
    squares = [{9 * (top + y) + left + x for y in range(7) for x in range(7)} for top in range(3) for left in range(3)]
    return min(len(square & empty) for square in squares)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_gaps_are_judged_as_by_counting_cell_by_cell(share: float) -> None:
    chance = random.Random(share)
    for _ in range(20):
        empty = {cell for cell in range(CELLS) if chance.random() < share}
        upper, lower = (
            sum(1 << cell for cell in empty if cell < 63),
            sum(1 << cell - 63 for cell in empty if cell >= 63),
        )

        assert gaps.quality(upper, lower) == pytest.approx(gap_points(empty))
        assert gaps.missing_of_seven(upper, lower) == most_covered_square(empty)


@pytest.mark.parametrize("bonus", [0, 1])
def test_the_candidates_are_the_best_places_of_each_patch(bonus: int) -> None:
    places, out = new_places(64), np.zeros(MAX_CANDIDATES, np.int32)  # so small that entries push others out
    for position, seat, _ in some_steps(GAME, 5 + bonus, most=12):
        state = position.state
        state.bonus_7x7 = bonus
        by_patch: dict[int, list[float]] = {}
        for action in position.legal_actions(seat):
            place = action_to_place(action)
            by_patch.setdefault(place.patch if place else -1, []).append(appeal_after(state, seat, action))
        found = out[: list_candidates(state, seat, places, out)].tolist()

        assert set(found) <= set(position.legal_actions(seat))
        patches = [place.patch if (place := action_to_place(action)) else -1 for action in found]
        assert set(patches) == set(by_patch)
        for patch, action in zip(patches, found, strict=True):
            if patch >= 0:
                assert appeal_after(state, seat, action) == pytest.approx(max(by_patch[patch]))


def appeal_after(s: Record, seat: int, action: int) -> float:
    after = s.copy()
    with_seven = bool(is_seven_open(s))
    rules.apply(after, seat, action)
    return float(appeal(gaps.empty_upper(after, seat), gaps.empty_lower(after, seat), with_seven))


def slow_value(s: Record, depth: int) -> float:
    """Search the same tree as `search`, without pruning and memory."""
    seat, out = int(rules.seat_to_act(s)), np.zeros(MAX_CANDIDATES, np.int32)
    n = list_candidates(s, seat, new_places(1), out)
    values = []
    for action in out[:n].tolist():
        after = s.copy()
        rules.apply(after, seat, action)
        left = depth if n == 1 or after.pending else depth - 1
        if rules.is_over(after):
            values.append(float(final_lead(after, seat)))
        elif depth <= 1:
            values.append(float(lead(after, seat)))
        else:
            values.append(slow_value(after, left) * (1 if rules.seat_to_act(after) == seat else -1))
    return max(values)


@pytest.mark.parametrize("seed", range(4))
def test_the_search_finds_what_a_search_without_pruning_finds(seed: int) -> None:
    for position in unfinished(seed)[::7]:
        desk = search.new_desk(max_nodes=10**9)
        desk.stack[0] = position.state
        found = search.search(int(RANDOM[0]), 3, -search.INFINITE, search.INFINITE, desk, Stop().flag)

        assert found == pytest.approx(slow_value(position.state, 3))


def test_the_recursive_kernel_has_one_version() -> None:
    start_thinking = search.thinking(50)
    start_thinking(start(GAME, 1, {}).state, 0, RANDOM, Stop())

    assert not IS_COMPILED or len(search.search.signatures) <= 1  # type: ignore[attr-defined]  # a kernel


def test_actions_that_were_looked_at_come_best_first() -> None:
    position = with_choice(3)
    thought = search.thinking(2_000)(position.state, position.to_act()[0], RANDOM, Stop())
    values = [entry.value for entry in thought.values]

    assert thought.best == thought.values[0].action
    assert len(values) == MAX_CANDIDATES
    assert values[0] == max(values)
    assert {entry.action for entry in thought.values} <= set(position.legal_actions(position.to_act()[0]))
    assert 0 < sum(entry.simulations for entry in thought.values) <= 2_000


def test_a_search_that_is_told_to_stop_comes_back_at_once() -> None:
    position, stop = with_choice(3), Stop()
    stop.now()
    thought = search.thinking(10**9)(position.state, position.to_act()[0], RANDOM, stop)

    assert thought.best in position.legal_actions(position.to_act()[0])
    assert sum(entry.simulations for entry in thought.values) <= search.NODES_PER_LOOK


def test_a_search_that_sees_the_end_stops_before_its_nodes_are_spent() -> None:
    position = unfinished(4)[-4]
    thought = search.thinking(10**9)(position.state, position.to_act()[0], RANDOM, Stop())

    assert thought.best in position.legal_actions(position.to_act()[0])


@pytest.mark.parametrize("bonus", [False, True])
def test_every_level_plays_whole_matches_and_the_same_seed_plays_the_same(bonus: bool) -> None:
    for name in LEVEL_NAMES[:-1]:
        lines = []
        for _ in range(2):
            position, players = start(GAME, 9, {"bonus_7x7": bonus}), [make_player(name, GAME, 1) for _ in range(2)]
            while seats := position.to_act():
                action = players[seats[0]].choose(position.seen_by(seats[0]).known, seats[0], Stop())
                position = position.play(seats[0], action)
            lines.append(position.state.moves.tolist())

        assert lines[0] == lines[1]


def exact_result(s: Record, seat: int) -> float:
    """Play on in all ways, every place of every patch, for a seat."""
    if rules.is_over(s):
        return float(rules.result(s, seat))
    actor, out = int(rules.seat_to_act(s)), np.empty(NUM_ACTIONS, np.int32)
    results = []
    for action in out[: rules.legal_actions(s, actor, out)].tolist():
        after = s.copy()
        rules.apply(after, actor, action)
        results.append(exact_result(after, seat))
    return max(results) if actor == seat else min(results)


def close_endings(most: int) -> list[Position]:
    """Return positions with few actions to go in which the action to play decides, as random matches come by them."""
    found = []
    for seed in range(2_000):
        position = unfinished(seed)[-3]
        seat = position.to_act()[0]
        if 1 < len(position.legal_actions(seat)) < 40:
            results = {exact_result(position.play(seat, a).state, seat) for a in position.legal_actions(seat)}
            if len(results) == 2:
                found.append(position)
        if len(found) == most:
            break
    return found


def test_master_wins_endings_that_can_be_won() -> None:
    for position in close_endings(most=5):
        seat = position.to_act()[0]
        best = make_player("master", GAME, 1).choose(position.seen_by(seat).known, seat, Stop())

        assert exact_result(position.play(seat, best).state, seat) == 1.0


def test_the_judgement_of_both_seats_adds_up_to_one() -> None:
    for position in unfinished(1):
        assert value_fn(position.state, 0) + value_fn(position.state, 1) == pytest.approx(1.0)


def test_at_home_a_seat_is_worth_its_score() -> None:
    """With the token on the last square nothing is to come but what the rules count."""
    state = positions(GAME, 6)[-1].state

    assert [worth(state, seat) for seat in range(2)] == pytest.approx([rules.score(state, seat) for seat in range(2)])


def test_the_greedy_buyer_takes_what_brings_most_where_it_touches_most() -> None:
    """On offer at the start: B for 2 * 3 - 1 points, U for 2 * 7 - 2, E for 2 * 4 + 9 - 3."""
    position = start(GAME, 1, {"circle": W1_CIRCLE})
    action = choose_greedily(position.state, 0, RANDOM)

    assert action_to_token(action) == "EAAA"


def test_the_greedy_buyer_advances_when_it_can_buy_nothing() -> None:
    state = start(GAME, 1, {"circle": W1_CIRCLE}).state
    state.buttons[0] = 0

    assert choose_greedily(state, 0, RANDOM) == ADVANCE


def test_the_greedy_buyer_is_known_by_name() -> None:
    assert strategy("greedy") is choose_greedily
    assert strategy("nobody") is None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "matches", "least"), [("expert", 60, 0.8), ("master", 16, 0.7)])
def test_the_upper_levels_beat_the_greedy_buyer(name: str, matches: int, least: float) -> None:
    """The lower end of the 95 % interval; bench/bench_patchwork.py has the long version."""
    score = compare(GAME, (name, "greedy"), matches, seed=500, jobs=1, options={})

    assert score.interval[0] > least


@pytest.mark.slow
def test_club_beats_casual_and_casual_beats_novice() -> None:
    for pair in (("club", "casual"), ("casual", "novice")):
        assert compare(GAME, pair, 40, seed=500, jobs=1, options={}).interval[0] > 0.5
