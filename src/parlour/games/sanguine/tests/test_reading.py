"""Reading the enemy of Sanguine: its habits and its hand, out of what it played."""

import numpy as np
import pytest

import parlour
from parlour import Position
from parlour.core.contract import Known, Record
from parlour.core.position import start
from parlour.core.thinking import Stop
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.reading import (
    ANY,
    CONTROL,
    FILL,
    LAST,
    MINIMAX,
    ROWS,
    Reading,
    deal,
    find_best,
    new_reading,
    rank,
    read_past,
)
from parlour.games.sanguine.ai.search import make_think
from parlour.games.sanguine.ai.strategies import strategy
from parlour.games.sanguine.ai.tree import Settings
from parlour.games.sanguine.rules.secrets import count_left
from parlour.games.sanguine.rules.start import begin
from parlour.games.sanguine.state import MAX_CELLS, MAX_KINDS, MAX_PAST, PASS, State
from parlour.games.sanguine.text.board import hand_of
from support.matches import from_record, guess_record, walk

HABITS = {"strategy1": FILL, "strategy2": ROWS, "strategy3": CONTROL, "strategy4": MINIMAX}
FIXED = {"red_deck": "harbor", "blue_deck": "grove"}  # the decks of the rules file, which never change


def read(position: Position, seat: int) -> tuple[Reading, Record]:
    now = guess_record(GAME, position.seen_by(seat).known, seat, 5)
    reading = new_reading(now, seat)
    boards, left = np.array([now] * 3, State), np.zeros(MAX_KINDS, np.int8)
    read_past(reading, now, seat, boards, left, np.array([7], np.uint64), np.zeros(1, np.int64))
    return reading, now


def play_as(name: str, seed: int, actions: int) -> Position:
    """Let Red act by a strategy and Blue place its last card that fits on the last cell."""
    choose, position = strategy(name), start(GAME, seed, FIXED)
    assert choose is not None
    for _ in range(actions):
        (seat,) = position.to_act()
        red = choose(position.seen_by(0).known, 0, np.zeros(1, np.uint64))
        position = position.play(seat, red if seat == 0 else [PASS, *position.legal_actions(1)[:-1]][-1])
    return position


def hands(reading: Reading, habit: int, now: Record, seat: int, deals: int = 400) -> list[list[int]]:
    """Deal many times; return the hands of the enemy."""
    places, random, found = now.hand[1 - seat, : now.hand_size[1 - seat]], np.array([9], np.uint64), []
    for _ in range(deals):
        deal(reading, habit, now, seat, random)
        found.append(reading.orders[habit][places].tolist())
    return found


@pytest.mark.parametrize("name", HABITS)
@pytest.mark.parametrize("seed", range(4))
def test_a_habit_chooses_what_its_strategy_chooses(name: str, seed: int) -> None:
    choose, habit, left = strategy(name), HABITS[name], np.zeros(MAX_KINDS, np.int8)
    assert choose is not None
    for position, seat, _ in walk(GAME, seed, **FIXED):
        s = position.state
        count_left(s, 1 - seat, left)
        best, best_action = LAST, PASS
        for i, kind in enumerate(hand_of(s, seat)):
            cell, worth = find_best(habit, s, seat, kind, np.array([s, s], State), left)
            if rank(habit, worth, i, cell) < best:
                best, best_action = rank(habit, worth, i, cell), i * MAX_CELLS + cell

        assert best_action == choose(Known(s), seat, np.zeros(1, np.uint64))


@pytest.mark.parametrize("name", HABITS)
def test_the_habit_of_a_strategy_is_soon_known_and_explains_its_true_hand(name: str) -> None:
    habit, shares = HABITS[name], []
    for seed in range(1, 6):
        position = play_as(name, seed, 11)
        reading, now = read(position, 1)
        true, places = position.state.order[0], now.hand[0, : now.hand_size[0]]
        shares.append(reading.shares[habit])

        assert reading.evidence[habit] == 0
        assert not reading.fits[habit, places, true[places]].any()
    assert sum(share > 0.7 for share in shares) >= 4, shares


def test_a_card_that_would_have_been_played_is_not_in_the_hand() -> None:
    """Strategy 1 plays its leftmost card that fits. Red began with the second: the first costs more than one pawn."""
    cards = "10,10,11,11,12|12,13,13,14,15,15,16,16,17,17,18"
    text = f"R 0 r1,.,.,.,b1/r1,.,.,.,b1/r1,.,.,.,b1 6,1,1,2,2,3|3,4,4,5,6,7,7,8,8,9 {cards}"
    position = parlour.new("sanguine", 1, **FIXED, position=text)
    state = position.state
    state.dealt = 5  # a text does not know it
    reading, now = read(from_record(GAME, state).play(0, "1@0,0"), 1)
    dear = [np.mean([now.costs[hand[0]] > 1 for hand in hands(reading, habit, now, 1)]) for habit in (FILL, ANY)]

    assert dear[0] > 0.95
    assert dear[1] < 0.7


def test_where_nothing_is_known_of_the_past_every_deal_is_equally_likely() -> None:
    position = parlour.new("sanguine", 1, **FIXED, position=play_as("strategy3", 2, 7).to_text())
    now = guess_record(GAME, position.seen_by(1).known, 1, 5)
    reading = new_reading(now, 1)
    unseen = [*now.hand[0, : now.hand_size[0]], *range(now.drawn[0], now.deck_size[0])]
    kinds, counts = np.unique(now.order[0, unseen], return_counts=True)
    first = [hand[0] for hand in hands(reading, ANY, now, 1, 6000)]

    assert position.state.dealt == 0
    assert reading.shares.tolist() == [0, 0, 0, 0, 1]
    for kind, count in zip(kinds, counts, strict=True):
        assert first.count(kind) / 6000 == pytest.approx(count / len(unseen), abs=0.03)


def test_an_enemy_that_plays_oddly_is_taken_for_one_without_a_habit() -> None:
    for seed in range(5):
        steps = [position for position, seat, _ in walk(GAME, seed, **FIXED) if seat == 1]
        for position in steps:
            reading, now = read(position, 1)

            assert np.isfinite(reading.shares).all()
            assert reading.shares.sum() == pytest.approx(1)
            assert sorted(reading.orders[MINIMAX].tolist()) == sorted(now.order[0].tolist())
        assert reading.shares[ANY] > 0.9


def test_the_past_is_remembered_as_it_was_played_and_leads_to_the_position() -> None:
    for position, seat, _ in walk(GAME, 3, **FIXED):
        s = position.state
        again = s.copy()
        begin(again)
        for at in range(s.played):
            GAME.rules.apply(again, at % 2, int(s.past[at]))

        assert again.tobytes() == s.tobytes()
        assert position.seen_by(seat).known.past.tolist() == s.past.tolist()


def test_only_the_first_actions_of_a_long_match_are_remembered() -> None:
    s = parlour.new("sanguine", 1, **FIXED).state
    for at in range(MAX_PAST + 10):
        s.passes = 0
        GAME.rules.apply(s, at % 2, PASS)

    assert s.played == MAX_PAST + 10
    assert s.past.tolist() == [PASS] * MAX_PAST
    assert s.dealt == 5


def test_reading_changes_nothing_when_it_is_not_asked_for() -> None:
    position = play_as("strategy4", 3, 5)
    known, unknown = position.seen_by(1).known, position.seen_by(1).known
    unknown.dealt = 0
    thoughts = [
        make_think(Settings(200, reads=reads))(state, 1, np.array([1], np.uint64), Stop())
        for reads, state in ((False, known), (True, unknown), (True, known))
    ]

    assert thoughts[0] == thoughts[1] != thoughts[2]
