"""What is secret in Matches and Patches, and that deals and guesses are fair.

Every chi-square limit is the value that a fair deal exceeds once in 10,000 times.
"""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

import parlour
from parlour import Position
from parlour.core.contract import SEATS, SPECTATOR, Record
from parlour.core.registry import load
from parlour.games.matches_and_patches.rules.contract import list_cells
from parlour.games.matches_and_patches.state import HAND, NONE, NUM_ACTIONS, SECRET, TILES
from parlour.games.matches_and_patches.tests.tables import (
    EAGLE,
    GAME_ID,
    LARGE_AFTER_ROUND_1,
    SNAKE,
    play_round,
    table,
    tile_on,
)
from parlour.games.matches_and_patches.text.words import tile_to_text
from support.matches import guess_record, guessed, positions, seeds, walk

VIEWERS = (*SEATS, SPECTATOR)


def chi_square_limit(freedom: int) -> float:
    """Return the 0.9999 quantile of chi-square by Wilson and Hilferty; within 1.2 % from 10 degrees of freedom on."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.719 * spread**0.5) ** 3


def chi_square(counts: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> float:
    """Compare counts with equal ones."""
    expected = counts.mean()
    return float(((counts - expected) ** 2 / expected).sum())


def test_the_limits_are_those_of_the_tables() -> None:
    assert chi_square_limit(10) == pytest.approx(35.56, rel=0.012)
    assert chi_square_limit(100) == pytest.approx(161.3, rel=0.005)


# Deals


@pytest.fixture(scope="module")
def deals() -> list[Record]:
    return [parlour.new(GAME_ID, seed=seed).state for seed in range(6400)]


def test_every_place_of_the_deck_holds_every_tile_equally_often(deals: list[Record]) -> None:
    for place in (0, 1, 27, 55):
        counts = np.bincount([int(s.deck[place]) for s in deals], minlength=TILES)

        assert chi_square(counts) < chi_square_limit(TILES - 1)


@pytest.mark.parametrize("seat", SEATS)
def test_every_tile_is_dealt_into_a_first_hand_equally_often(deals: list[Record], seat: int) -> None:
    counts = np.bincount([int(tile) for s in deals for tile in s.hands[seat]], minlength=TILES)
    # Four different tiles of 64: the variance of a count is n p (1 - p), and they add up to 4 n.
    share = HAND / TILES
    spread = len(deals) * share * (1 - share)
    statistic = float(((counts - len(deals) * share) ** 2 / spread).sum()) * (TILES - 1) / TILES

    assert statistic < chi_square_limit(TILES - 1)


def test_every_pair_of_neighbours_in_the_deck_is_equally_likely(deals: list[Record]) -> None:
    """The colours of the two next tiles: 4 of a kind less one, so equal colours have 15 of 63 pairs."""
    pairs = Counter((int(s.deck[55]) >> 4, int(s.deck[54]) >> 4) for s in deals)
    statistic = 0.0
    for a in range(4):
        for b in range(4):
            expected = len(deals) * (1 / 4) * (15 if a == b else 16) / 63
            statistic += (pairs[a, b] - expected) ** 2 / expected

    assert statistic < chi_square_limit(15)


# Hiding


def test_a_choice_is_known_to_its_owner_only_but_seen_to_exist() -> None:
    position = table(LARGE_AFTER_ROUND_1, "Y2T").play(EAGLE, "Y2T@3,3")

    assert position.seen_by(EAGLE).view().chosen is not None
    for viewer in (SNAKE, SPECTATOR):
        view = position.seen_by(viewer).view()
        assert view.has_chosen == [True, False]
        assert view.chosen is None
        assert position.seen_by(viewer).known.chosen_tile[EAGLE] == SECRET
        assert position.seen_by(viewer).known.chosen_cell[EAGLE] == NONE


def test_any_two_secret_choices_leave_the_same_bytes_to_others() -> None:
    position = table(LARGE_AFTER_ROUND_1)
    choices = position.legal_actions(EAGLE)
    for viewer in (SNAKE, SPECTATOR):
        assert len({position.play(EAGLE, code).seen_by(viewer).known.tobytes() for code in choices}) == 1
        assert len({str(position.narrate(EAGLE, code, viewer)) for code in choices}) == 1


def test_hands_and_the_deck_are_erased() -> None:
    position = table(LARGE_AFTER_ROUND_1)

    for viewer in VIEWERS:
        hidden = position.seen_by(viewer).known
        assert (hidden.deck == NONE).all()
        assert not hidden.generator.any()
        for seat in SEATS:
            assert (hidden.hands[seat] == NONE).all() == (seat != viewer)
        assert hidden.hand_sizes.tolist() == [4, 4]
        assert hidden.deck_size == 54


def test_a_clash_makes_both_choices_public() -> None:
    clash = play_round(table(LARGE_AFTER_ROUND_1, "Y2T", "G4T"), "Y2T@3,5", "G4T@3,5")

    for viewer in VIEWERS:
        known = clash.seen_by(viewer).known
        assert tile_to_text(int(known.chosen_tile[known.clash])) == "G4T"
        assert tile_on(clash, "3,5") == "Y2T"


@pytest.mark.parametrize("board", [0, 1])
@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_the_second_choice_and_the_deal_reveal_and_the_first_choice_does_not(board: int, seed: int) -> None:
    rules = load(GAME_ID).rules
    for position, seat, action in walk(load(GAME_ID), seed, board=board):
        is_first = len(position.to_act()) == 2
        deals = position.state.clash != NONE and position.seen_by().view().deck_size > 0
        is_second = not is_first and position.state.clash == NONE

        assert bool(rules.reveals(position.state, seat, action)) == (is_second or deals)
        if is_first:
            assert not position.is_irrevocable(seat, action, position.play(seat, action))


# Guessing


@pytest.mark.parametrize("board", [0, 1])
@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_a_guess_is_a_position_that_could_be(board: int, seed: int) -> None:
    for position in positions(load(GAME_ID), seed, board=board)[:-1:3]:
        for viewer in VIEWERS:
            guess = guessed(position, viewer, seed)
            again = parlour.new(GAME_ID, position=guess.to_text())

            assert again.to_text() == guess.to_text()
            assert guess.seen_by(viewer).view() == position.seen_by(viewer).view()
            assert guess.to_act() == position.to_act()
            if viewer in SEATS:
                assert guess.seen_by(viewer).known.tobytes() == position.seen_by(viewer).known.tobytes()


def test_what_all_others_have_shown_is_known_for_certain() -> None:
    """Without a deck, the tiles never seen are the other hand."""
    *_, position = (
        p for p in positions(load(GAME_ID), 1) if len(p.to_act()) == 2 and p.seen_by().view().deck_size == 0
    )

    for seat in SEATS:
        for seed in range(20):
            assert (guessed(position, seat, seed).state.hands == position.state.hands).all()


def position_before_the_last_deal() -> Position:
    """Return a position with two tiles in the deck, in which Snake has chosen."""
    for position in (position for seed in range(20) for position in positions(load(GAME_ID), seed)):
        view = position.seen_by().view()
        if view.deck_size == 2 and view.has_chosen == [False, True]:
            return position
    raise AssertionError("Snake never chose first before the last deal")


def test_every_hand_deck_and_choice_is_guessed_equally_often() -> None:
    """Six tiles unseen: 15 hands, 2 orders of the deck; then every tile of the hand on every open cell."""
    position = position_before_the_last_deal()
    hidden = position.seen_by(EAGLE).known
    deals: Counter[tuple[int, ...]] = Counter()
    choices: Counter[tuple[int, int]] = Counter()
    for seed in range(12_000):
        s = guess_record(position.game, hidden, EAGLE, seed)
        deals[*(int(tile) for tile in s.hands[SNAKE]), int(s.deck[1]), int(s.deck[0])] += 1
        choices[int((s.hands[SNAKE] == s.chosen_tile[SNAKE]).argmax()), int(s.chosen_cell[SNAKE])] += 1
    out = np.empty(NUM_ACTIONS, np.int32)
    num_cells = list_cells(position.state, SNAKE, 0, out)

    assert len(deals) == 30
    assert chi_square(np.array(list(deals.values()))) < chi_square_limit(29)
    assert len(choices) == HAND * num_cells
    assert chi_square(np.array(list(choices.values()))) < chi_square_limit(HAND * num_cells - 1)


@pytest.mark.parametrize("viewer", [EAGLE, SPECTATOR])
def test_every_unseen_tile_is_guessed_into_the_other_hand_equally_often(viewer: int) -> None:
    position = table(LARGE_AFTER_ROUND_1, "Y2T", "G4T")
    hidden = position.seen_by(viewer).known
    seen = {int(tile) for tile in (*hidden.tiles, *hidden.hands.flat) if tile != NONE}
    counts = np.zeros(TILES, np.int64)
    guesses = 6000
    for seed in range(guesses):
        counts[guess_record(position.game, hidden, viewer, seed).hands[SNAKE]] += 1
    unseen = [tile for tile in range(TILES) if tile not in seen]
    share = HAND / len(unseen)
    spread = guesses * share * (1 - share)
    statistic = float(((counts[unseen] - guesses * share) ** 2 / spread).sum()) * (len(unseen) - 1) / len(unseen)

    assert not counts[sorted(seen)].any()
    assert statistic < chi_square_limit(len(unseen) - 1)
