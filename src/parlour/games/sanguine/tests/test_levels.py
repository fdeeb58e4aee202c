"""The levels of Sanguine: what a placement looks like, what the enemy is expected to do, and the search."""

import json
import sys
import time
from collections import Counter

import numpy as np
import pytest

import parlour
from parlour import Position
from parlour.core.contract import Known
from parlour.core.position import start
from parlour.core.thinking import Stop, Thought
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.answers import careful, noisy_greedy
from parlour.games.sanguine.ai.evaluate import (
    EMPTY,
    MAX_ROWS,
    NUM_FEATURES,
    RAISED,
    TAKEN,
    TAKEN_PAWNS,
    TOTAL,
    gain,
    sum_rows,
    value_fn,
)
from parlour.games.sanguine.ai.hint import reason
from parlour.games.sanguine.ai.search import make_think, num_simulations, restart
from parlour.games.sanguine.ai.strategies import strategy
from parlour.games.sanguine.ai.tree import Settings, new_work
from parlour.games.sanguine.rules.board import place
from parlour.games.sanguine.state import MAX_CELLS, MAX_KINDS, PASS
from parlour.games.sanguine.text.board import cells_of, hand_of, totals
from parlour.games.sanguine.text.deck import Card, read_deck, shipped_text
from parlour.lab.ladder import compare
from support.matches import guess_record, walk
from support.nojit import run_plain

SMALL = Settings(simulations=60, reads=True, trust=0.5)
FIXED = {"red_deck": "harbor", "blue_deck": "grove"}  # the decks of the rules file, which never change


def think(position: Position, settings: Settings = SMALL, seed: int = 1) -> Thought:
    (seat,) = position.to_act()
    return make_think(settings)(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def big_deck(letter: str, cards: int = 81) -> str:
    """Write a deck for the largest boards: grids of the shipped decks under new names, each card twice."""
    grids = [card for name in ("harbor", "grove") for card in read_deck(shipped_text(name), False, name)]
    made = [Card(f"{letter}{i}", i % 3 + 1, i % 7 + 1, grids[i % len(grids)].grid) for i in range((cards + 1) // 2)]
    return "\n".join(f"{card.name} {card.cost} {card.value}\n" + "\n".join(card.grid) for card in made for _ in "12")


UPGRADES = shipped_text("harbor").replace("XXIXX", "XXUXX").replace("XXCII", "XXCID")

BOARDS: dict[str, dict[str, int | bool | str]] = {
    "smallest": {"rows": 1, "cols": 3},
    "other decks": {"red_deck": "grove", "blue_deck": "harbor", "hand_size": 3},
    "unshuffled": {"shuffle": False},
    "extended": {"extended": True, "red_deck": UPGRADES, "blue_deck": UPGRADES},
    "5 x 7": {"rows": 5, "cols": 7, "red_deck": big_deck("r", 36), "blue_deck": big_deck("b", 40)},
    "9 x 9": {"rows": 9, "cols": 9, "hand_size": 27, "red_deck": big_deck("r"), "blue_deck": big_deck("b")},
    "27 x 3": {"rows": 27, "cols": 3, "red_deck": big_deck("r"), "blue_deck": big_deck("b")},
}


def one_hot(feature: int) -> np.ndarray:
    weights = np.zeros(NUM_FEATURES)
    weights[feature] = 1.0
    return weights


@pytest.mark.parametrize("seed", range(5))
def test_the_gain_of_a_placement_counts_what_really_happens(seed: int) -> None:
    rows = np.zeros((2, MAX_ROWS), np.int64)
    for position, seat, _ in walk(GAME, seed, **FIXED):
        s = position.state
        sum_rows(s, rows)
        for action in position.legal_actions(seat)[:-1]:
            kind, cell = hand_of(s, seat)[action // MAX_CELLS], action % MAX_CELLS
            after = s.copy()
            place(after, seat, kind, cell)
            changes = [pair for c, pair in enumerate(zip(cells_of(s), cells_of(after), strict=True)) if c != cell]
            taken = [was.pawns for was, now in changes if was.owner == 1 - seat and now.owner == seat]
            points = [totals(record)[seat] - totals(record)[1 - seat] for record in (s, after)]
            expected = {
                TOTAL: points[1] - points[0],
                EMPTY: sum(was.owner is None and now.owner == seat for was, now in changes),
                TAKEN: len(taken),
                TAKEN_PAWNS: sum(taken),
                RAISED: sum(was.owner == now.owner == seat and now.pawns > was.pawns for was, now in changes),
            }

            assert {f: gain(s, seat, kind, cell, rows, one_hot(f)) for f in expected} == expected


@pytest.mark.parametrize("seed", range(20))
def test_the_careful_enemy_is_strategy_4(seed: int) -> None:
    choose = strategy("strategy4")
    assert choose is not None
    rows, left = np.zeros((2, MAX_ROWS), np.int64), np.zeros(MAX_KINDS, np.int8)
    for position, seat, _ in walk(GAME, seed, **FIXED):
        s = position.state
        expected = choose(Known(s), seat, np.zeros(1, np.uint64))

        assert careful(s, seat, s.copy(), left, rows) == expected


def test_the_judgement_of_both_seats_adds_up_and_follows_points_and_pawns() -> None:
    for position, _, _ in walk(GAME, 4, **FIXED):
        s = position.state

        assert 0 < value_fn(s, 0) < 1
        assert value_fn(s, 0) + value_fn(s, 1) == pytest.approx(1)

    ahead = parlour.new("sanguine", 1, **FIXED).state
    even = value_fn(ahead, 0)
    ahead.pawns[1] = 2
    assert value_fn(ahead, 0) > even


def test_the_noisy_greedy_hand_passes_only_to_win_or_when_nothing_fits() -> None:
    rows, weights, random = np.zeros((2, MAX_ROWS), np.int64), np.zeros(NUM_FEATURES), np.zeros(1, np.uint64)
    for seed in range(20):
        for position, seat, _ in walk(GAME, seed, **FIXED):
            s = position.state
            points = totals(s)
            wins = s.passes == 1 and points[seat] > points[1 - seat]
            passed = noisy_greedy(s, seat, 2.7, 1.0, rows, weights, random) == PASS

            assert passed == (wins or position.legal_actions(seat) == [PASS])


def test_a_simulation_deals_the_unseen_cards_of_each_side_to_the_unseen_places() -> None:
    position = list(walk(GAME, 11, **FIXED))[7][0]
    (seat,) = position.to_act()
    hidden = position.seen_by(seat).known
    root = guess_record(GAME, hidden, seat, 5)
    work = new_work(SMALL, root, seat, 1, np.array([3], np.uint64))
    orders = []
    for _ in range(200):
        restart(work, seat)
        orders.append(work.boards[1]["order"].copy())
    for side in range(2):
        size = int(root.deck_size[side])
        seen = hidden.order[side, :size] >= 0
        piles = np.array([order[side, :size] for order in orders])

        assert (piles[:, seen] == hidden.order[side, :size][seen]).all()
        assert all(Counter(pile.tolist()) == Counter(root.lists[side, :size].tolist()) for pile in piles)
        assert all(len(set(piles[:, place].tolist())) > 3 for place in np.flatnonzero(~seen))


def test_nothing_is_dealt_again_where_the_decks_are_known() -> None:
    root = parlour.new("sanguine", 1, **FIXED, shuffle=False).state
    work = new_work(SMALL, root, 0, 1, np.array([3], np.uint64))
    restart(work, 0)

    assert (work.boards[1]["order"] == root.order).all()


@pytest.mark.parametrize("name", BOARDS)
def test_the_search_finds_legal_actions_with_every_option_for_both_seats(name: str) -> None:
    steps = list(walk(GAME, 6, **BOARDS[name]))
    for position, seat, _ in [*steps[:2], *steps[len(steps) // 2 :: 9]]:
        before = position.to_bytes()
        thought = think(position)

        assert {value.action for value in thought.values} <= set(position.legal_actions(seat))
        assert thought.best == thought.values[0].action
        assert sum(value.simulations for value in thought.values) <= SMALL.simulations
        assert position.to_bytes() == before


def test_a_larger_board_gets_fewer_simulations_and_a_forced_pass_few() -> None:
    boards = [start(GAME, 1, BOARDS[name]).state for name in ("smallest", "other decks", "5 x 7", "9 x 9")]
    blocked = "R 0 .,.,.,.,b1/.,.,.,.,b1/.,.,.,.,b1 1,1|2,2,3,3,4,4,5,6,6,7,7,8,8,9 "
    forced = parlour.new("sanguine", 1, **FIXED, position=blocked + "10,10|11,11,12,12,13,13,14,15,15,16,16,17,17,18")

    assert [num_simulations(s, 0, 4000) for s in boards] == [4000, 4000, 1714, 741]
    assert num_simulations(forced.state, 0, 4000) == 256
    assert think(forced).best == PASS


def test_equal_cards_of_a_hand_are_one_action_to_the_search() -> None:
    position = parlour.new(
        "sanguine", 1, **FIXED, shuffle=False
    )  # Red holds two Deckhands, two Saltgulls and two Netmenders

    looked_at = {value.action // MAX_CELLS for value in think(position).values} - {PASS // MAX_CELLS}

    assert looked_at == {0, 2, 4}


def test_the_search_wins_by_passing_when_it_leads_after_a_pass() -> None:
    """Red leads in the one row that counts, and Blue, who could still overtake, has just passed."""
    board = "R 1 R:7,r1,.,b2,B:10/.,.,.,.,b1/.,.,.,.,b1 7x,1|1,2,2,3,3,4,4,5,6,6,7,8,8,9 "
    position = parlour.new("sanguine", 1, **FIXED, position=board + "10x,18|10,11,11,12,12,13,13,14,15,15,16,16,17,17")
    thought = think(position, Settings(400))

    assert thought.best == PASS
    assert next(value.value for value in thought.values if value.action == PASS) == 1.0


def test_a_search_that_is_told_to_stop_comes_back_with_what_it_has() -> None:
    position = start(GAME, 1, BOARDS["9 x 9"])
    state, random = position.seen_by(0).known, np.array([1], np.uint64)
    search = make_think(Settings(10**6, reads=True, trust=0.5))
    stopped = Stop()
    stopped.now()
    assert sum(value.simulations for value in search(state, 0, random, stopped).values) == 1

    begin = time.thread_time()
    with Stop(0.05) as stop:
        search(state, 0, random, stop)
    # CPU seconds, so that other work on the machine cannot disturb it: the budget, making room for a large tree, 20 ms.
    assert time.thread_time() - begin < 0.05 + 0.03 + 0.02


def digest() -> list[list[float]]:
    position = list(walk(GAME, 8, **FIXED))[5][0]
    return [[*value] for value in think(position, Settings(24, reads=True, trust=0.5)).values]


@pytest.mark.slow
def test_compiled_and_plain_searches_are_equal() -> None:
    # The network adds 32-bit numbers, which NumPy and the compiler may round differently.
    np.testing.assert_allclose(json.loads(run_plain(__file__)), digest(), rtol=1e-6)


# Cells 0, 5 and 10 are column 0. Kinds: 2 Netmender (1 pawn, value 2, up and right), 4 Dockrat (1, 3, left),
# 10 Blue's Thornling (value 2).
NETMENDER, DOCKRAT = 2, 4
ROW_OF_2 = {4: -11}  # by cell: kind + 1 with the owner's sign


@pytest.mark.parametrize(
    ("pawns", "cards", "hand", "passes", "action", "words"),
    [
        ({0: 1}, ROW_OF_2, NETMENDER, 0, 0, "It draws level in the top row, 2 to 2. It claims a new cell."),
        ({0: 1}, ROW_OF_2, DOCKRAT, 0, 0, "It takes the lead in the top row, 3 to 2."),
        ({5: 1, 6: -2}, {}, NETMENDER, 0, 5, "It takes the lead in the middle row, 2 to 0. It wins a cell from Blue."),
        ({11: 1, 6: -2, 12: -1}, {10: 3}, NETMENDER, 0, 11,
         "It strengthens the bottom row, which it leads 4 to 0. It wins 2 cells from Blue."),
        ({4: 1}, {0: -12, 1: -11}, NETMENDER, 0, 4, ""),
        ({1: 1}, {0: 3}, DOCKRAT, 1, PASS, "It ends the game and wins, 2 to 0."),
        ({1: 1}, {}, DOCKRAT, 1, PASS, "It ends the game in a draw, 0 to 0."),
        ({}, {}, DOCKRAT, 0, PASS, "No card can be placed."),
        ({1: 1}, {}, DOCKRAT, 0, PASS, ""),
    ],
)  # fmt: skip
def test_a_hint_says_what_an_action_brings(
    pawns: dict[int, int], cards: dict[int, int], hand: int, passes: int, action: int, words: str
) -> None:
    s = Known(parlour.new("sanguine", 1, **FIXED, shuffle=False).state)
    s.pawns[:], s.hand_size[0], s.passes = 0, 1, passes
    s.hand[0, 0] = s.order[0].tolist().index(hand)
    for cell in range(15):
        s.pawns[cell], s.cards[cell] = pawns.get(cell, 0), cards.get(cell, 0)

    assert reason(s, 0, action) == words


def test_a_hint_counts_the_rows_of_another_board_from_1() -> None:
    position = parlour.new("sanguine", 1, **FIXED, rows=1, shuffle=False)

    assert reason(position.seen_by(0).known, 0, 0) == "It takes the lead in row 1, 1 to 0. It claims a new cell."


@pytest.mark.slow
@pytest.mark.long
def test_master_beats_strategy_4_on_both_sides() -> None:
    """It scores about 0.99 as Red and 0.87 as Blue; 15 matches each have a standard error of 0.03 and 0.09."""
    score = compare(GAME, ("master", "strategy4"), 30, 1, 1, FIXED)

    assert score.rate_at(0) > 0.85
    assert score.rate_at(1) > 0.60


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digest()))
