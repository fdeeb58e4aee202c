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
from parlour.games.patchwork.ai import fit, search, vectors
from parlour.games.patchwork.ai.evaluate import SURE, final_lead
from parlour.games.patchwork.ai.places import best_place
from parlour.games.patchwork.ai.strategies import choose_greedily, strategy
from parlour.games.patchwork.ai.weights import PER_TABLE, WEIGHTS
from parlour.games.patchwork.patches import SPECIAL
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


def desk_at(s: Record, max_nodes: int = 10**9) -> search.Desk:
    """Return a desk with a position at its root."""
    desk = search.new_desk(max_nodes, WEIGHTS)
    search.set_root(s, desk)
    return desk


def with_choice(seed: int) -> Position:
    """Return a position of a random match in which all three patches on offer can be bought."""
    found = (p for p in unfinished(seed) if search.expand(0, desk_at(p.state)) == search.MAX_CANDIDATES)
    return next(found)


def sum_by_cells(empty: set[int]) -> float:
    """Count empty cells without bits."""
    table, total = WEIGHTS.cells[len(empty) // PER_TABLE], 0.0
    for cell in empty:
        row, column = divmod(cell, 9)
        around = [(row + y, column + x) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        covered = [not (0 <= y < 9 and 0 <= x < 9 and 9 * y + x in empty) for y, x in around]
        total += float(table[sum(1 << i for i in range(9) if covered[i])])
    return total


def most_covered_square(empty: set[int]) -> int:
    squares = [{9 * (top + y) + left + x for y in range(7) for x in range(7)} for top in range(3) for left in range(3)]
    return min(len(square & empty) for square in squares)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_quilts_are_judged_as_by_counting_cell_by_cell(share: float) -> None:
    chance = random.Random(share)
    rows, cells = np.zeros(11, np.int64), np.zeros(CELLS, np.float32)
    for _ in range(20):
        empty = {cell for cell in range(CELLS) if chance.random() < share}
        upper, lower = (
            sum(1 << cell for cell in empty if cell < 63),
            sum(1 << cell - 63 for cell in empty if cell >= 63),
        )
        covered = (1 << 63) - 1 & ~upper, (1 << 18) - 1 & ~lower

        assert fit.sum_of(*covered, WEIGHTS, rows, cells) == pytest.approx(sum_by_cells(empty), abs=1e-4)
        assert fit.missing_of_seven(upper, lower) == most_covered_square(empty)


@pytest.mark.parametrize("bonus", [0, 1])
def test_a_patch_is_laid_in_its_best_place(bonus: int) -> None:
    for position, seat, _ in some_steps(GAME, 5 + bonus, most=12):
        state = position.state
        state.bonus_7x7 = bonus
        desk, by_patch = desk_at(state), dict[int, list[float]]()
        for action in position.legal_actions(seat):
            place = action_to_place(action)
            by_patch.setdefault(place.patch if place else search.NO_PATCH, []).append(appeal_after(state, seat, action))
        n = search.expand(0, desk)

        assert set(desk.work.patches[0, :n].tolist()) == set(by_patch)
        for i, patch in enumerate(desk.work.patches[0, :n].tolist()):
            action = int(search.action_of(0, i, desk))
            assert action in position.legal_actions(seat)
            if patch != search.NO_PATCH:
                assert appeal_after(state, seat, action) == pytest.approx(max(by_patch[patch]), abs=1e-4)


def appeal_after(s: Record, seat: int, action: int) -> float:
    """Return how good a quilt is after an action: its fit, and the bonus where it can be won."""
    after, is_open = s.copy(), bool(fit.is_seven_open(s))
    rules.apply(after, seat, action)
    bonus = fit.BONUS_VALUES[fit.missing_of_seven(fit.empty_upper(after, seat), fit.empty_lower(after, seat))]
    return float(desk_at(after).stack[0].fits[seat]) + (float(bonus) if is_open else 0.0)


def test_the_line_of_a_search_is_what_the_rules_say() -> None:
    for position, seat, _ in some_steps(GAME, 3, most=12):
        desk = desk_at(position.state)
        for i in range(search.expand(0, desk)):
            search.play(0, i, desk)
            after = position.state.copy()
            rules.apply(after, seat, int(search.action_of(0, i, desk)))
            expected = desk_at(after).stack[0]

            assert desk.stack[1].fits == pytest.approx(expected.fits, abs=1e-4)
            for name in set(search.Line.names or ()) - {"fits"}:
                assert np.array_equal(desk.stack[1][name], expected[name])


def slow_value(level: int, depth: int, desk: search.Desk) -> tuple[float, float]:
    """Search the same tree as `search`, without pruning; return also how far a guess at a last action was off."""
    s, n = desk.stack[level], search.expand(level, desk)
    seat, patches, guesses = int(rules.seat_to_act(s)), desk.work.patches[level, :n].copy(), desk.work.values[level, :n]
    guesses, best, off = guesses.copy(), -search.INFINITE, 0.0
    for i in range(n):
        desk.work.patches[level, :n] = patches
        search.play(level, i, desk)
        after = desk.stack[level + 1]
        if depth <= 1 or rules.is_over(after):
            value = float(search.lead(after, seat, desk))
            off = max(off, abs(value - guesses[i])) if n > 1 else off
        else:
            left = depth if n == 1 or after.pending else depth - 1
            is_same = rules.seat_to_act(after) == seat
            value, most = slow_value(level + 1, left, desk)
            value, off = value if is_same else -value, max(off, most)
        best = max(best, value)
    return best, off


def test_the_search_finds_what_a_search_without_pruning_finds() -> None:
    """Where no guess is off by more than the margin; that is almost everywhere."""
    compared = 0
    for position in [position for seed in range(4) for position in unfinished(seed)[::7]]:
        expected, off = slow_value(0, 3, desk_at(position.state))
        if off < search.MARGIN:
            found = search.search(
                int(RANDOM[0]), 3, -search.INFINITE, search.INFINITE, desk_at(position.state), Stop().flag
            )
            compared += 1

            assert found == pytest.approx(expected, abs=1e-3)
    assert compared >= 10


def test_vector_sums_are_sums() -> None:
    chance = np.random.default_rng(1)
    rows, narrow = chance.normal(size=(50, 32)).astype(np.float32), chance.normal(size=(32, 16)).astype(np.float32)
    picked, factors = chance.integers(50, size=16), chance.normal(size=32).astype(np.float32)
    sums = [np.ones(32, np.float32) for _ in range(3)]
    vectors.add_picked(rows, picked, sums[0])
    vectors.add_scaled_32(rows, factors[:12], sums[1])
    vectors.add_scaled_16(narrow, factors, sums[2])

    assert sums[0] == pytest.approx(1 + rows[picked].sum(axis=0), abs=1e-4)
    assert sums[1] == pytest.approx(1 + factors[:12] @ rows[:12], abs=1e-4)
    assert sums[2][:16] == pytest.approx(1 + factors @ narrow, abs=1e-4)
    assert sums[2][16:] == pytest.approx(1)


def test_the_recursive_kernel_has_one_version() -> None:
    start_thinking = search.thinking(50, WEIGHTS)
    start_thinking(start(GAME, 1, {}).state, 0, RANDOM, Stop())

    assert not IS_COMPILED or len(search.search.signatures) <= 1  # type: ignore[attr-defined]  # a kernel


def test_actions_that_were_looked_at_come_best_first() -> None:
    position = with_choice(3)
    thought = search.thinking(2_000, WEIGHTS)(position.state, position.to_act()[0], RANDOM, Stop())
    values = [entry.value for entry in thought.values]

    assert thought.best == thought.values[0].action
    assert len(values) == search.MAX_CANDIDATES
    assert values[0] == max(values)
    assert {entry.action for entry in thought.values} <= set(position.legal_actions(position.to_act()[0]))
    assert 0 < sum(entry.simulations for entry in thought.values) <= 2_000


def test_a_search_that_is_told_to_stop_comes_back_at_once() -> None:
    position, stop = with_choice(3), Stop()
    stop.now()
    thought = search.thinking(10**9, WEIGHTS)(position.state, position.to_act()[0], RANDOM, stop)

    assert thought.best in position.legal_actions(position.to_act()[0])
    assert sum(entry.simulations for entry in thought.values) <= search.NODES_PER_LOOK


def test_a_search_that_sees_the_end_stops_before_its_nodes_are_spent() -> None:
    position = unfinished(4)[-4]
    thought = search.thinking(10**9, WEIGHTS)(position.state, position.to_act()[0], RANDOM, Stop())

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


def test_what_one_seat_wins_the_other_loses() -> None:
    for position in positions(GAME, 1):
        desk = desk_at(position.state)

        assert search.lead(desk.stack[0], 0, desk) == pytest.approx(-search.lead(desk.stack[0], 1, desk))


def test_at_the_end_the_lead_is_that_of_the_scores() -> None:
    for seed in range(6):
        state = positions(GAME, seed)[-1].state
        points = int(rules.score(state, 0) - rules.score(state, 1))
        sure = SURE if rules.result(state, 0) == 1.0 else -SURE

        assert final_lead(desk_at(state).stack[0], 0) == points + sure


def test_a_special_patch_that_waits_counts_as_laid() -> None:
    waiting = next(p.state for p in unfinished(2) if p.state.pending)
    desk = desk_at(waiting)
    laid = desk.stack[0].copy()
    laid.pending, laid.empty[laid.last] = 0, laid.empty[laid.last] - 1

    assert search.lead(desk.stack[0], 0, desk) == pytest.approx(search.lead(laid, 0, desk))


def test_a_temper_takes_close_actions_in_turn_and_clear_ones_always() -> None:
    position = with_choice(3)
    state, seat = position.state, position.to_act()[0]
    values = search.thinking(1, WEIGHTS)(state, seat, RANDOM.copy(), Stop())
    tempered, chance = search.thinking(1, WEIGHTS, temper=5.0), np.array([1], np.uint64)
    chosen = {tempered(state, seat, chance, Stop()).best for _ in range(60)}
    barely = search.thinking(1, WEIGHTS, temper=1e-6)

    assert chosen <= set(position.legal_actions(seat))
    assert len(chosen) > search.MAX_CANDIDATES  # it lays patches in other places too
    assert {barely(state, seat, chance, Stop()).best for _ in range(20)} == {values.best}


def test_special_patches_are_laid_with_a_temper_too() -> None:
    position = next(p for p in unfinished(2) if p.state.pending)
    seat, chance = position.to_act()[0], np.array([1], np.uint64)
    chosen = {search.thinking(1, WEIGHTS, temper=5.0)(position.state, seat, chance, Stop()).best for _ in range(20)}

    assert len(chosen) > 1
    assert chosen <= set(position.legal_actions(seat))


def test_a_place_is_remembered_for_its_quilt_and_patch() -> None:
    desk = desk_at(start(GAME, 1, {"circle": W1_CIRCLE}).state)
    rows = [int(best_place(desk.stack[0], 0, patch, desk.work)) for patch in range(SPECIAL)]

    assert len(set(rows)) == SPECIAL
    assert all(action_to_place(int(desk.work.actions[row])).patch == patch for patch, row in enumerate(rows))  # type: ignore[union-attr]  # a purchase


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
