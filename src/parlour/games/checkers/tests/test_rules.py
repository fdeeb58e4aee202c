"""The rules of Checkers, sentence by sentence, with every worked example of the rules file."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Outcome, Position
from parlour.core.errors import BadNotation, GameOver, IllegalAction, NotYourTurn
from parlour.core.playout import perft, play_out
from parlour.games.checkers.board import square_to_place, turns
from parlour.games.checkers.state import MAX_QUIET, State

START = "B:W21-32:B1-12"
BLACK, WHITE = 0, 1  # seats: a position read from text gives black to seat 0


def at(text: str, **options: int) -> Position:
    return parlour.new("checkers", position=text, **options)


def play_all(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(position.to_act()[0], move)
    return position


def legal(position: Position) -> list[str]:
    """List whole turns, as people write them."""
    return sorted(
        ("x" if abs(turn.squares[0] - turn.squares[1]) > 5 else "-").join(str(square) for square in turn.squares)
        for turn in turns(position.state)
    )


def test_a_position_with_its_memory_takes_at_most_one_kib() -> None:
    assert State.itemsize <= 1024


def test_squares_are_numbered_from_the_top_left_as_seen_by_white() -> None:
    assert [square_to_place(square) for square in (1, 4, 5, 29, 32)] == [(2, 8), (8, 8), (1, 7), (1, 1), (7, 1)]
    for square in range(1, 33):
        x, y = square_to_place(square)
        assert (x + y) % 2 == 0
        assert square == 4 * (8 - y) + (x + 1) // 2


def test_black_starts_on_top_and_moves_first() -> None:
    position = at(START)

    assert position.seen_by().view().board == "b" * 12 + "." * 8 + "w" * 12
    assert position.to_act() == (BLACK,)


def test_example_1_the_start_has_seven_moves() -> None:
    assert legal(at(START)) == sorted(["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"])


def test_example_2_a_jump_is_forced_and_can_be_taken_back_two_ways() -> None:
    position = play_all(at(START), "11-15 22-18")

    assert legal(position) == ["15x22"]
    assert legal(position.play(BLACK, "15x22")) == ["25x18", "26x17"]


def test_example_3_crowning_ends_the_turn() -> None:
    position = at("B:W26,27:B22").play(BLACK, "22x31")

    assert position.seen_by().view().board[30] == "B"
    assert position.seen_by().view().board[25] == "."
    assert position.to_act() == (WHITE,)
    assert len(legal(position)) == 2


def test_example_4_any_jump_may_be_chosen_but_must_be_finished() -> None:
    position = at("B:W14,15,23:B10")
    after_one_hop = position.play(BLACK, "10x19")

    assert legal(position) == ["10x17", "10x19x26"]
    assert after_one_hop.to_act() == (BLACK,)
    assert [choice.action for choice in after_one_hop.seen_by(BLACK).choices()] == ["19x26"]
    with pytest.raises(NotYourTurn):
        after_one_hop.play(WHITE, "14-9")


def test_example_5_a_sequence_can_fork() -> None:
    assert legal(at("B:W15,23,24:B10")) == ["10x19x26", "10x19x28"]


@pytest.mark.parametrize("path", ["22x15x24x31x22", "22x31x24x15x22"])
def test_example_6_a_king_may_end_where_it_began(path: str) -> None:
    position = at("W:WK22:B18,19,26,27")
    end = position.play(WHITE, path)

    assert len(legal(position)) == 2
    assert end.outcome == Outcome(WHITE, "no_checkers")
    assert end.seen_by().view().board.replace(".", "") == "W"
    assert end.seen_by().view().captured[WHITE] == 12


def test_example_7_a_side_without_a_move_has_lost() -> None:
    position = at("B:W25,30:B21")

    assert position.legal_actions(BLACK) == []
    assert position.outcome == Outcome(WHITE, "no_move")


@pytest.mark.parametrize("move", ["8-11", "8-12"])
def test_example_8_a_jump_of_another_checker_is_compulsory(move: str) -> None:
    with pytest.raises(IllegalAction, match="You must jump with the checker on 10"):
        at("B:W15:B8,10").play(BLACK, move)


def test_example_9_the_third_occurrence_is_a_draw() -> None:
    moves = "1-5 32-28 5-1 28-32 " * 2
    before = play_all(at("B:WK32:BK1"), moves.rsplit(maxsplit=1)[0])

    assert before.outcome is None
    assert before.play(WHITE, "28-32").outcome == Outcome(None, "repetition")


def test_example_10_the_80th_quiet_ply_is_a_draw() -> None:
    assert at("B:WK32:BK1:H79").play(BLACK, "1-5").outcome == Outcome(None, "quiet")


def test_example_10_unless_the_opponent_now_has_no_move() -> None:
    # White's man on 12 can only go to 8; the black king steps there, with a checker on 3 behind it.
    end = at("B:W12:BK4,3:H79").play(BLACK, "4-8")

    assert end.seen_by().view().quiet == 80
    assert end.outcome == Outcome(BLACK, "no_move")


def test_example_11_a_mans_move_restarts_the_count() -> None:
    position = at("B:WK32:BK1,9:H79").play(BLACK, "9-13")

    assert position.outcome is None
    assert position.seen_by().view().quiet == 0


def test_example_12_a_man_never_goes_backwards() -> None:
    # (3,5) is square 14, (4,6) is square 10.
    assert (square_to_place(14), square_to_place(10)) == ((3, 5), (4, 6))
    with pytest.raises(IllegalAction, match="A man never goes backwards"):
        at("B:W32:B14").play(BLACK, "14-10")


def test_a_man_never_jumps_backwards() -> None:
    assert legal(at("B:W10:B14")) == ["14-17", "14-18"]


def test_a_king_moves_and_jumps_in_all_directions_but_only_one_square() -> None:
    assert legal(at("B:W32:BK14")) == ["14-10", "14-17", "14-18", "14-9"]
    assert legal(at("B:W10,18:BK14")) == ["14x23", "14x7"]
    assert legal(at("B:W23,26:BK14"))[0] == "14-10"


def test_a_man_may_jump_a_king() -> None:
    end = at("B:WK15:B10").play(BLACK, "10x19")

    assert end.outcome == Outcome(BLACK, "no_checkers")


def test_a_checker_cannot_be_jumped_twice() -> None:
    # Hopped-over checkers leave hop by hop: after 22x15x24 the king cannot use 18 or 19 again.
    position = play_all(at("W:WK22:B18,19"), "22x15 15x24")

    assert position.outcome == Outcome(WHITE, "no_checkers")


def test_a_hop_that_leaves_more_jumps_keeps_the_turn_and_names_its_checker() -> None:
    position = at("B:W15,23,32:B10").play(BLACK, "10x19")

    assert position.seen_by().view().jumping == 19
    assert position.seen_by(BLACK).prompt() == "Keep jumping with the checker on 19."
    with pytest.raises(IllegalAction, match="There is no checker on 10"):
        position.play(BLACK, "10-14")


def test_only_the_jumping_checker_may_go_on() -> None:
    position = at("B:W15,23,16:B10,12").play(BLACK, "10x19")

    assert [choice.action for choice in position.seen_by(BLACK).choices()] == ["19x26"]
    with pytest.raises(IllegalAction, match="You must keep jumping with the checker on 19"):
        position.play(BLACK, "12-8")


def test_a_multiple_jump_is_one_play() -> None:
    assert at("B:W15,23,32:B10").play(BLACK, "10x19x26").seen_by().view().plays == [1, 0]


def test_a_man_is_crowned_on_the_far_row_by_a_step() -> None:
    assert at("B:W5:B25").play(BLACK, "25-29").seen_by().view().board[28] == "B"
    assert at("W:W5:B28").play(WHITE, "5-1").seen_by().view().board[0] == "W"


def test_taking_the_last_checker_wins() -> None:
    assert at("B:W15:B10").play(BLACK, "10x19").outcome == Outcome(BLACK, "no_checkers")


def test_the_repetition_limit_can_be_changed_or_switched_off() -> None:
    cycle = "1-5 32-28 5-1 28-32 "

    assert play_all(at("B:WK32:BK1", repetition_limit=2), cycle).outcome == Outcome(None, "repetition")
    assert play_all(at("B:WK32:BK1", repetition_limit=0), cycle * 5).outcome is None


def test_a_position_counts_as_repeated_only_with_the_same_side_to_move() -> None:
    # Three kings: the same squares come up again after 3 plies, but then the other side is to move.
    position = play_all(at("B:WK32:BK1", repetition_limit=2), "1-5 32-28 5-1")

    assert position.outcome is None


def test_a_capture_makes_the_positions_before_it_unrepeatable() -> None:
    position = play_all(at("B:WK32,19:BK1,15", repetition_limit=2), "15x24 32-28")

    assert position.seen_by().view().quiet == 1


def test_the_quiet_limit_is_named_where_a_third_repetition_comes_with_it() -> None:
    position = play_all(at("B:WK32:BK1", quiet_ply_limit=8), "1-5 32-28 5-1 28-32 1-5 32-28 5-1")

    assert position.outcome is None
    assert position.play(WHITE, "28-32").outcome == Outcome(None, "quiet")


def test_the_quiet_limit_can_be_changed() -> None:
    assert at("B:WK32:BK1", quiet_ply_limit=2).play(BLACK, "1-5").play(WHITE, "32-28").outcome == Outcome(None, "quiet")
    with pytest.raises(parlour.ParlourError, match="from 2 to 100"):
        at(START, quiet_ply_limit=MAX_QUIET + 1)


def test_perft_3_tells_the_jump_rule_apart_and_perft_6_splits_as_computed() -> None:
    split = {
        choice.action: perft(at(START).play(BLACK, choice.action), 5) for choice in at(START).seen_by(BLACK).choices()
    }

    assert perft(at(START), 3) == 302
    assert split == {
        "9-13": 6638, "9-14": 4133, "10-14": 4265, "10-15": 4659, "11-15": 4289, "11-16": 6805, "12-16": 5979,
    }  # fmt: skip


def test_random_matches_last_and_draw_as_often_as_the_rules_file_says() -> None:
    """D14: random players need 69 plies in decided games, 3 % draws."""
    tally = play_out(at(START), 4000, seed=1)

    assert abs(tally.actions / 4000 - 72) < 5  # actions: plies of all games plus the further hops of a turn
    assert 0.02 < tally.draws / 4000 < 0.055


def test_nothing_is_legal_after_the_end() -> None:
    with pytest.raises(GameOver):
        at("B:W15:B10").play(BLACK, "10x19").play(WHITE, "32-28")


# The colour draw


def test_the_bag_holds_12_black_and_12_white() -> None:
    assert {int(parlour.new("checkers", seed=seed).state.bag).bit_count() for seed in range(100)} == {12}


def test_a_draw_decides_as_often_as_computed() -> None:
    """D2: exactly one player has two blacks with probability 0.385; 3000 draws, 5 standard errors."""
    decided = 0
    for seed in range(3000):
        position = parlour.new("checkers", seed=seed).play(0, "b1").play(1, "b2").play(0, "b3").play(1, "b4")
        decided += position.state.undecided == 0

    assert abs(decided / 3000 - 0.385) < 5 * 0.0089


def test_the_drawn_black_moves_first() -> None:
    for seed in range(40):
        position = parlour.new("checkers", seed=seed).play(0, "b1").play(1, "b2").play(0, "b3").play(1, "b4")
        if position.state.undecided == 0:
            shown = [[drawn.colour for drawn in by] for by in position.seen_by().view().colour_draw.shown]
            assert position.to_act() == (shown.index(["black", "black"]),)


# Texts and words


@pytest.mark.parametrize("text", ["10x26", "10x19x26", "10-19-26", " 10X26 ", "10:19:26"])
def test_a_turn_can_be_written_by_its_hops_or_its_ends(text: str) -> None:
    assert at("B:W15,23,32:B10").play(BLACK, text).seen_by().view().board[25] == "b"


def test_ends_that_fit_two_ways_are_refused() -> None:
    with pytest.raises(BadNotation, match="say which way, 22x31x24x15x22 or 22x15x24x31x22"):
        at("W:WK22:B18,19,26,27").play(WHITE, "22x22")


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (START, "9-18", "There is nothing to jump over between 9 and 18. From 9 you can go to 13 or 14."),
        (START, "9-17", "17 is not the next square on a diagonal from 9. From 9 you can go to 13 or 14."),
        (START, "5-9", "The checker on 5 has no free square ahead. You can move the one on 9, 10, 11 or 12."),
        (START, "13-17", "There is no checker on 13."),
        (START, "22-18", "The checker on 22 is white. You play black."),
        ("B:W14,18:B9", "9-14", "Square 14 is taken. From 9 you can go to 13."),
        ("B:W15:B10", "10-14", "You must jump: from 10 to 19."),
        ("B:W32:B9,14", "9-18", "A checker never jumps over one of its own colour. From 9 you can go to 13."),
    ],
)
def test_a_refused_move_is_explained(position: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        at(position).play(BLACK, move)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("move", ["9", "x", "9-", "9_13", "0-5", "33-29", "9-13-", "b25", ""])
def test_what_is_no_move_is_unreadable(move: str) -> None:
    with pytest.raises(BadNotation):
        at(START).play(BLACK, move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A position is written like"),
        ("X:W1:B2", "A position is written like"),
        ("B:W1", "A position is written like"),
        ("B:W5:W6", "A position is written like"),
        ("B:W5,40:B6", "40 is not a square"),
        ("B:W5:B5", "Square 5 is named twice"),
        ("B:W1:B6", "would have been crowned"),
        ("B:W21-32,20:B1", "more than 12"),
        ("B:W:B6", "White has no checkers"),
        ("B:W5:B6:Q1", "Q1 is not understood"),
        ("B:W5:B6:J6", "cannot go on jumping"),
        ("B:W9-7:B6", "9-7 is not a square"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        at(text)


def test_quiet_plies_before_a_position_are_no_repetitions_of_it() -> None:
    assert at("B:W21-32:B1-12:H12").outcome is None


@pytest.mark.parametrize("text", ["B:WK5:BK9:H12", "W:W26:B22:S2", "B:W15,23,32:B10.", "W:W5:B6:F12"])
def test_positions_of_other_programs_are_read(text: str) -> None:
    assert at(text).to_text() == text.removesuffix(".").removesuffix(":F12")


def test_a_capture_and_a_crowning_are_told() -> None:
    position = at("B:W26,27:B22")
    happenings = position.narrate(BLACK, position.legal_actions(BLACK)[0], viewer=BLACK)

    assert [happening.message for happening in happenings] == [
        "You jumped from 22 to 31 and captured the man on 26.",
        "The man on 31 was crowned.",
    ]
    assert happenings[0].data == {"seat": 0, "from": 22, "to": 31, "captured": 26}


def test_picks_beyond_one_step_are_refused() -> None:
    assert at(START).seen_by(BLACK).why_not(["square:9", "square:13"]) == ""
    assert (
        at(START).seen_by(BLACK).why_not(["square:9", "square:13", "square:17"])
        == "Make one step or one jump at a time."
    )


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("B:W12:BK4,3", "4-8", "Black won: White has no move left."),
        ("B:W15:B10", "10x19", "Black won: the last checker was captured."),
        ("B:WK32:BK1:H79", "1-5", "80 turns without a capture or a man's move: a draw."),
    ],
)
def test_the_end_is_told(position: str, move: str, words: str) -> None:
    before = at(position)
    action = before.seen_by(BLACK).text_to_actions(move)[0]

    assert before.narrate(BLACK, action)[-1].message == words


def test_a_repetition_is_told_with_its_number() -> None:
    before = play_all(at("B:WK32:BK1", repetition_limit=2), "1-5 32-28 5-1")

    action = before.seen_by(WHITE).text_to_actions("28-32")[0]
    assert before.narrate(WHITE, action)[-1].message == "The same position came up 2 times: a draw."


def test_forced_jumps_are_marked_and_asked_for() -> None:
    position = at("B:W14,15:B9,10")

    assert position.seen_by().view().must_jump == [9, 10]
    assert position.seen_by(BLACK).prompt() == "You play black. You must jump with the checker on 9 or 10."


@given(st.integers(0, 2**64 - 1))
def test_turning_the_board_and_the_colours_gives_the_turned_match(seed: int) -> None:
    """Square n becomes 33 - n and black becomes white: the same turns must be legal, and commute with playing."""
    choose = np.random.default_rng(seed)
    position, turned = at(START), at("W:W21-32:B1-12")
    for _ in range(40):
        if not position.to_act():
            break
        options = [(turn.squares, turn) for turn in turns(position.state)]
        squares, turn = options[choose.integers(len(options))]
        mirror = {tuple(33 - square for square in other.squares): other for other in turns(turned.state)}

        assert set(mirror) == {tuple(s) for s, _ in options}
        for mine, other in zip(turn.actions, mirror[tuple(squares)].actions, strict=True):
            position, turned = position.play(position.to_act()[0], mine), turned.play(turned.to_act()[0], other)
