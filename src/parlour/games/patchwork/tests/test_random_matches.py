"""Random matches: everything accounts for everything else, and a second implementation agrees."""

from importlib import resources

import pytest
from hypothesis import given, settings

import parlour
from parlour import Position
from parlour.core.playout import perft, play_out
from parlour.games.patchwork.patches import CANONICAL, LETTERS, ORIENTATION_LETTERS, SHAPES, covered
from parlour.games.patchwork.state import NUM_ACTIONS, NUM_PATCHES
from parlour.games.patchwork.tests.slow_rules import INCOME_SQUARES, PATCHES, SlowGame, canonical, number, shape
from parlour.games.patchwork.text.board import played
from parlour.games.patchwork.text.strings import is_placement_valid, score_for_placement
from parlour.games.patchwork.text.tokens import action_to_place, action_to_token, split_placement
from parlour.games.patchwork.text.why_not import place_to_picks
from support.matches import from_record, positions, seeds, walk

GAME = parlour.load("patchwork")
SLOW_NODES = 3000  # counts up to here are made again by the slow implementation


def account(position: Position, seat: int) -> tuple[int, int, int, int]:
    """Work out buttons, income, square and covered cells of a seat from the actions alone."""
    buttons, income, square, cells, other = 5, 0, 0, 0, 0
    for actor, action in played(position.state):
        token = action_to_token(action)
        letter = token[0]
        if letter == "h":
            cells += actor == seat
            continue
        mine = square if actor == seat else other
        theirs = other if actor == seat else square
        target = min(53, theirs + 1 if token == "." else mine + number(letter, "time"))
        if actor == seat:
            if token == ".":
                buttons += target - square
            else:
                buttons -= number(letter, "buttons")
                income += number(letter, "income")
                cells += PATCHES[letter]["rows"].count("X")
            buttons += income * len(INCOME_SQUARES & set(range(square + 1, target + 1)))
            square = target
        else:
            other = target
    return buttons, income, square, cells


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_buttons_time_cells_and_special_patches_account_for_each_other(seed: int) -> None:
    for position in positions(GAME, seed):
        view, state = position.seen_by().view(), position.state
        for seat in range(2):
            facts = (view.buttons[seat], view.income[seat], view.squares[seat], 81 - view.empty[seat])
            assert facts == account(position, seat)
            assert sum(row.count(".") for row in view.quilts[seat]) == view.empty[seat]
            assert view.buttons[seat] >= 0
            assert view.score[seat] == view.buttons[seat] - 2 * view.empty[seat]
        tokens = split_placement(view.placement)
        specials = sum(token[0] == "h" for token in tokens)
        bought = sum(token[0] not in "h." for token in tokens)
        assert len(view.special_squares) + specials + (view.pending >= 0) == 5
        assert len(view.circle) + bought == NUM_PATCHES
        assert all(square > max(view.squares) for square in view.special_squares)
        assert state.length == len(tokens)


@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_a_random_match_is_a_valid_string_with_its_scores(seed: int) -> None:
    end = positions(GAME, seed)[-1]
    circle, placement = end.to_text().split()

    assert is_placement_valid(circle, placement)
    assert [score_for_placement(circle, placement, first) for first in (True, False)] == end.seen_by().view().score
    assert parlour.new("patchwork", position=end.to_text()).seen_by().view() == end.seen_by().view()
    assert not is_placement_valid(circle, placement + ".")


@given(seed=seeds)
@settings(max_examples=6, deadline=None)
def test_a_second_implementation_plays_the_same_match(seed: int) -> None:
    slow = None
    for position, seat, action in walk(GAME, seed):
        slow = slow or SlowGame.start(position.seen_by().view().circle_string)
        view = position.seen_by().view()
        legal = [action_to_token(code) for code in position.legal_actions(seat)]
        assert (slow.actor, slow.is_over) == (seat, False)
        assert set(legal) == slow.legal()
        assert len(legal) == len(set(legal))
        assert (slow.buttons, slow.income, slow.squares) == (view.buttons, view.income, view.squares)
        assert slow.circle == "".join(patch.letter for patch in view.circle)
        slow = slow.after(action_to_token(action))
    end = positions(GAME, seed)[-1]
    assert slow is not None
    assert slow.is_over
    assert [slow.score(seat) for seat in range(2)] == end.seen_by().view().score
    assert slow.first_home == end.state.first_home


@given(seed=seeds)
@settings(max_examples=4, deadline=None)
def test_a_reason_is_given_exactly_against_what_is_not_legal(seed: int) -> None:
    for position, seat, _ in list(walk(GAME, seed))[::9]:
        legal = set(position.legal_actions(seat))
        state = position.seen_by(seat).known
        for action in range(0, NUM_ACTIONS, 31):
            picks = place_to_picks(action_to_place(action))
            assert (GAME.view.why_not(state, seat, picks) == "") == (action in legal), picks


@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_a_mirrored_quilt_has_the_mirrored_places(seed: int) -> None:
    """Mirroring every quilt left to right maps the legal placements one to one."""
    for position, seat, _ in list(walk(GAME, seed))[::7]:
        state = position.state
        rows = [row[::-1] for row in position.seen_by().view().quilts[seat]]
        bits = sum(1 << i for i, letter in enumerate("".join(rows)) if letter != ".")
        mirror_state = state.copy()
        mirror_state.quilts[seat] = (bits & (1 << 63) - 1, bits >> 63)
        mirror = from_record(GAME, mirror_state)
        assert len(mirror.legal_actions(seat)) == len(position.legal_actions(seat))


def test_every_orientation_covers_the_cells_of_the_second_implementation() -> None:
    for patch, letter in enumerate(LETTERS):
        for turn, orientation in enumerate(ORIENTATION_LETTERS):
            assert {(cell % 9, cell // 9) for cell in covered(SHAPES[patch][turn])} == shape(letter, orientation)
        assert [ORIENTATION_LETTERS[turn] for turn in sorted(set(CANONICAL[patch]))] == canonical(letter)


def test_random_matches_all_end_and_nobody_is_favoured_much() -> None:
    """2000 matches from each of five circles; the longest possible match has 111 actions."""
    tallies = [play_out(parlour.new("patchwork", seed=seed), 2000, seed=1) for seed in range(5)]

    assert all(sum(tally.wins) == 2000 and tally.draws == 0 for tally in tallies)
    assert all(35 < tally.actions / 2000 < 50 for tally in tallies)


def perft_rows() -> list[tuple[str, int, int]]:
    path = resources.files("parlour.games.patchwork") / "tests" / "perft.txt"
    rows = [line.split(" | ") for line in path.read_text().splitlines() if not line.startswith("#")]
    return [(text, int(depth), int(nodes)) for text, depth, nodes in rows]


@pytest.mark.parametrize(("text", "depth", "nodes"), [row for row in perft_rows() if row[2] <= SLOW_NODES])
def test_the_second_implementation_counts_the_same_sequences(text: str, depth: int, nodes: int) -> None:
    circle, _, placement = text.partition(" ")
    slow = SlowGame.start(circle)
    for token in split_placement(placement):
        slow = slow.after(token)

    assert slow.perft(depth) == nodes == perft(parlour.new("patchwork", position=text), depth)
