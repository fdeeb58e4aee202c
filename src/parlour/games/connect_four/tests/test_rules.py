"""The rules of Connect Four, sentence by sentence, with every worked example of the rules file."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Position
from parlour.core.errors import GameOver, IllegalAction, NotYourTurn
from parlour.core.generator import seed_to_words
from parlour.core.playout import play_out
from parlour.games.connect_four.board import winning_lines
from parlour.games.connect_four.state import CHECKERS, COLUMNS, State
from parlour.pieces.colour_draw import NOBODY


def drop_all(columns: str) -> Position:
    """Drop checkers from the empty board, red first, seat 0 red."""
    position = parlour.new("connect_four", position="")
    for ply, column in enumerate(columns):
        position = position.play(ply % 2, column)
    return position


def lines(position: Position) -> list[str]:
    return [words for words, _ in winning_lines(position.state)]


def claim_all(seed: int) -> list[Position]:
    """Draw colours, each seat taking the two lowest free checkers in turn; give every position."""
    positions = [parlour.new("connect_four", seed=seed)]
    while positions[-1].state.first == NOBODY:
        seat = positions[-1].to_act()[0]
        positions.append(positions[-1].play(seat, positions[-1].legal_actions(seat)[0]))
    return positions


def test_a_position_takes_at_most_64_bytes() -> None:
    assert State.itemsize <= 64


def test_red_moves_first_and_the_seats_alternate() -> None:
    position = drop_all("")

    assert position.to_act() == (0,)
    assert position.play(0, "4").to_act() == (1,)


def test_a_checker_falls_to_the_lowest_empty_slot() -> None:
    assert drop_all("445").seen_by().view().board[-2:] == ["...y...", "...rr.."]


@pytest.mark.parametrize(
    ("columns", "winner", "kinds"),
    [
        ("1213141", 0, ["in a column"]),
        ("1122334", 0, ["in a row"]),
        ("374561322461333546635511561222261574477774", 1, ["in a row"]),
        ("12233434474", 0, ["on a rising diagonal"]),
        ("76655454414", 0, ["on a falling diagonal"]),
        ("4331777515614217415162773534452", 0, ["in a row", "on a rising diagonal", "on a falling diagonal"]),
    ],
    ids=["example 1", "example 2", "example 4", "example 5", "example 6", "example 7"],
)
def test_four_in_a_row_win_with_the_last_checker(columns: str, winner: int, kinds: list[str]) -> None:
    before, after = drop_all(columns[:-1]), drop_all(columns)

    assert before.outcome is None
    assert after.outcome == parlour.Outcome(winner, "line")
    assert lines(after) == kinds


def test_example_3_a_full_board_without_a_line_is_a_draw() -> None:
    end = drop_all("666552511436311561415442257423642772737337")

    assert end.outcome == parlour.Outcome(None, "full_board")
    assert end.seen_by().view().hands == [0, 0]


def test_example_4_the_line_of_the_42nd_checker_lies_on_the_top_row() -> None:
    end = drop_all("374561322461333546635511561222261574477774")

    assert end.seen_by().view().line == [[3, 6], [4, 6], [5, 6], [6, 6]]


def test_example_8_a_full_column_is_refused_and_leaves_the_valid_columns() -> None:
    position = drop_all("111111")
    before = position.to_bytes()

    with pytest.raises(IllegalAction, match=r"Column 1 is full\. Columns with room: 2, 3, 4, 5, 6, 7\."):
        position.play(0, "1")
    assert position.to_bytes() == before
    assert [choice.action for choice in position.seen_by(0).choices()] == list("234567")


def test_example_9_red_cannot_move_twice() -> None:
    with pytest.raises(NotYourTurn):
        drop_all("1").play(0, "1")


@pytest.mark.parametrize(
    "columns",
    ["1213141", "1122334", "666552511436311561415442257423642772737337", "374561322461333546635511561222261574477774"],
)
def test_example_10_nothing_can_be_dropped_after_the_end(columns: str) -> None:
    with pytest.raises(GameOver):
        drop_all(columns).play(len(columns) % 2, "2")


def test_the_earliest_win_is_at_ply_7_for_red_and_8_for_yellow() -> None:
    assert drop_all("1213141").seen_by().view().plays == [4, 3]
    assert drop_all("71212131").outcome == parlour.Outcome(1, "line")


def test_more_than_four_in_a_row_are_one_win() -> None:
    end = drop_all("1122445566" + "3")

    assert end.outcome == parlour.Outcome(0, "line")
    assert end.seen_by().view().line == [[column, 1] for column in range(1, 7)]


def test_plays_counts_the_checkers_dropped_and_hands_the_rest() -> None:
    view = drop_all("12345").seen_by().view()

    assert view.plays == [3, 2]
    assert view.hands == [18, 19]


def test_distinct_positions_after_n_plies_are_as_published() -> None:
    """OEIS A212693."""
    boards = {drop_all("").to_text(): drop_all("")}
    counts = []
    for _ in range(6):
        counts.append(len(boards))
        reached = (p.play(s, a) for p in boards.values() for s in p.to_act() for a in p.legal_actions(s))
        boards = {p.to_text(): p for p in reached}

    assert counts == [1, 7, 49, 238, 1120, 4263]


def test_random_matches_last_as_long_as_the_rules_file_says() -> None:
    """D11: mean 21.3 plies; 20,000 matches put the mean within 0.2 at far more than 4 standard errors."""
    tally = play_out(drop_all(""), 20_000, seed=1)

    assert abs(tally.actions / 20_000 - 21.3) < 0.2


# The colour draw


def test_the_bag_holds_21_red_and_21_yellow_in_random_order() -> None:
    bags = [int(parlour.new("connect_four", seed=seed).state.bag) for seed in range(200)]

    assert {bag.bit_count() for bag in bags} == {21}
    assert len(set(bags)) == 200
    assert max(bags) < 2**CHECKERS


def test_every_checker_of_the_bag_is_red_equally_often() -> None:
    """Chi-square over 42 places, 4000 bags: far from the 1e-4 tail (about 87) if the bag is fair."""
    bags = [int(parlour.new("connect_four", seed=seed).state.bag) for seed in range(4000)]
    counts = np.array([sum(bag >> i & 1 for bag in bags) for i in range(CHECKERS)])
    # Drawn without replacement, the variance of a place is 1/4, its covariance -1/(4 * 41).
    chi_square = float((((counts - 2000) ** 2) / 1000).sum()) * 41 / 42

    assert chi_square < 87


def test_both_seats_claim_two_different_checkers_in_any_order() -> None:
    position = parlour.new("connect_four", seed=1)

    assert position.to_act() == (0, 1)
    position = position.play(1, "b7").play(0, "b1").play(0, "b2")
    assert position.to_act() == (1,)
    assert [choice.action for choice in position.seen_by(1).choices()][:3] == ["b3", "b4", "b5"]


def test_a_claimed_checker_cannot_be_claimed_again() -> None:
    position = parlour.new("connect_four", seed=1).play(0, "b7")

    with pytest.raises(IllegalAction, match=r"Player 1 already took checker 7\."):
        position.play(1, "b7")
    with pytest.raises(IllegalAction, match=r"You already took checker 7\."):
        position.play(0, "b7")


def test_nobody_sees_a_colour_before_all_four_are_claimed() -> None:
    for position in claim_all(seed=3)[:4]:
        assert position.seen_by(0).view().colour_draw.shown == [[], []]
        assert position.seen_by(0).known.bag == position.seen_by(1).known.bag == 0


@given(st.integers(0, 2**64 - 1))
def test_red_goes_to_the_only_seat_with_two_reds_or_by_a_coin_after_three_draws(seed: int) -> None:
    *_, before, end = claim_all(seed)
    reds = [sum(drawn.colour == "red" for drawn in drawn_by) for drawn_by in end.seen_by().view().colour_draw.shown]

    if end.state.undecided == 3:
        assert (reds[0] == 2) == (reds[1] == 2)
    else:
        assert [count == 2 for count in reds] == [end.state.first == 0, end.state.first == 1]
    assert before.to_act() != ()
    assert end.to_act() == (end.state.first,)


def test_an_undecided_draw_puts_all_checkers_back_and_shuffles_them() -> None:
    undecided = next(draws for seed in range(20) if (draws := claim_all(seed))[4].state.undecided == 1)
    first_bag, second_bag = int(undecided[0].state.bag), int(undecided[4].state.bag)

    assert first_bag != second_bag
    assert undecided[4].seen_by().view().colour_draw.claims == [[], []]
    assert len(undecided[4].legal_actions(0)) == CHECKERS


def test_a_draw_decides_and_the_coin_is_reached_as_often_as_computed() -> None:
    """D2: 0.381 of the draws decide, 24 % of the games reach the coin; 3000 games, 5 standard errors."""
    ends = [claim_all(seed) for seed in range(3000)]
    decided_at_once = sum(len(draw) == 5 for draw in ends) / 3000
    by_coin = sum(draw[-1].state.undecided == 3 for draw in ends) / 3000

    assert abs(decided_at_once - 0.381) < 5 * 0.0089
    assert abs(by_coin - 0.619**3) < 5 * 0.0078


def test_quick_colours_tosses_a_fair_coin_at_once() -> None:
    firsts = [parlour.new("connect_four", seed=seed, quick_colours=True).to_act() for seed in range(2000)]

    assert set(firsts) == {(0,), (1,)}
    assert abs(firsts.count((0,)) - 1000) < 5 * 22.4


def test_every_seed_of_128_bits_is_a_different_match() -> None:
    assert seed_to_words(2**64).tolist() == [0, 1]
    assert parlour.new("connect_four", seed=2**64) != parlour.new("connect_four", seed=0)


# Texts and words


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8", "columns like 4453"),
        ("1111111", "Column 1 is full before checker 7"),
        ("12131411", "over before checker 8"),
        ("......./......./......./......./......./.r..... 3", "columns like 4453"),
        ("......./......./......./......./.r...../....... 1", "hangs in the air"),
        ("......./......./......./......./......./rr..... 1", "2 red and 0 yellow"),
        ("......./......./......./......./yyy..../rrrr..y 2", "already has four in a row"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(parlour.ParlourError, match=reason):
        parlour.new("connect_four", position=text)


def test_an_option_out_of_range_is_refused() -> None:
    with pytest.raises(parlour.ParlourError, match="takes yes or no, not 2"):
        parlour.new("connect_four", quick_colours=2)
    with pytest.raises(parlour.ParlourError, match="There is no option speed"):
        parlour.new("connect_four", speed=1)


def test_the_win_is_told_with_its_lines() -> None:
    happenings = drop_all("121314").narrate(0, 0, viewer=0)

    assert [happening.message for happening in happenings] == [
        "You dropped into column 1.",
        "You won with four in a column.",
    ]


def test_a_win_with_several_lines_names_them_all() -> None:
    told = drop_all("433177751561421741516277353445").narrate(0, 1)[-1].message

    assert told == "Red won with four in a row, on a rising diagonal and on a falling diagonal."


def test_the_colour_draw_is_told_to_each_seat_and_to_a_spectator() -> None:
    before, after = claim_all(seed=3)[3:5]
    seat = before.to_act()[0]
    action = before.legal_actions(seat)[0]

    told = [before.seen_by(viewer).narrate(seat, action, after.seen_by(viewer)) for viewer in (0, 1, -1)]
    assert [happening.kind for happening in told[0]] == ["claim", "colours", "back", "setup"]
    assert told[0][-1].message == "Each player got 21 checkers. Red begins."
    assert [happenings[1].message for happenings in told] == [
        "You drew two reds, so you play red. {seat:1} drew yellow and yellow.",
        "{seat:0} drew two reds, so {seat:0} plays red. You drew yellow and yellow.",
        "{seat:0} drew two reds, so {seat:0} plays red. {seat:1} drew yellow and yellow.",
    ]


def test_the_bag_asks_for_one_checker_at_a_time() -> None:
    seen = parlour.new("connect_four", seed=1).seen_by(0)

    assert seen.why_not(["bag:1"]) == ""
    assert seen.why_not(["bag:1", "bag:2"]) == "Draw one checker at a time."
    assert seen.why_not(["column:1"]) == "First draw two checkers from the bag: they decide who plays red."
    assert seen.why_not(["bag:43"]) == "The bag holds checkers 1 to 42."


def test_an_undecided_draw_says_why_and_asks_to_draw_again() -> None:
    reasons = {}
    for before, after in (claim_all(seed)[3:5] for seed in range(20)):
        if after.state.undecided == 1:
            seat = before.to_act()[0]
            told = before.seen_by().narrate(seat, before.legal_actions(seat)[0], after.seen_by())
            assert [happening.kind for happening in told] == ["claim", "undecided", "back"]
            assert after.seen_by(0).prompt().startswith("Draw again. Choose two checkers from the bag")
            reasons[bool(after.state.shown_first == 0b1111)] = told[1].message

    assert reasons[True].startswith("Both drew two reds; draw again. {seat:0} drew red and red, {seat:1} drew ")
    assert reasons[False].startswith("Nobody drew two reds; draw again. {seat:0} drew ")


def test_prompts_say_what_to_do() -> None:
    assert parlour.new("connect_four", seed=1).seen_by(0).prompt().startswith("Choose two checkers from the bag")
    assert drop_all("").seen_by(0).prompt() == "You play red. Select a checker and drop it into a column."
    assert drop_all("").seen_by(1).prompt() == "{seat:0}'s turn."


def test_a_checker_is_picked_from_the_pile_then_a_column() -> None:
    position = drop_all("111111")

    assert [choice.picks for choice in position.seen_by(0).choices()] == [
        ["checker", f"column:{n}"] for n in range(2, 8)
    ]
    assert position.seen_by(0).why_not(["checker"]) == position.seen_by(0).why_not(["column:2"]) == ""
    full = "Column 1 is full. Columns with room: 2, 3, 4, 5, 6, 7."
    assert position.seen_by(0).why_not(["checker", "column:1"]) == position.seen_by(0).why_not(["column:1"]) == full
    assert position.seen_by(0).why_not(["checker", "checker"]) == "Pick one of the columns 1 to 7."
    assert position.seen_by(0).why_not(["column:2", "column:3"]) == "Pick one of the columns 1 to 7."


@given(st.lists(st.integers(1, COLUMNS), max_size=30))
def test_mirrored_drops_give_the_mirrored_match(columns: list[int]) -> None:
    position, mirror = drop_all(""), drop_all("")
    for column in columns:
        if not position.to_act() or column - 1 not in position.legal_actions(position.to_act()[0]):
            continue
        seat = position.to_act()[0]
        position, mirror = position.play(seat, str(column)), mirror.play(seat, str(COLUMNS + 1 - column))

        assert mirror.seen_by().view().board == [row[::-1] for row in position.seen_by().view().board]
        assert mirror.outcome == position.outcome
