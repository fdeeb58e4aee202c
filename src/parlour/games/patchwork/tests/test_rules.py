"""The rules of Patchwork, sentence by sentence, with the worked examples of the rules file."""

import pytest

import parlour
from parlour import Outcome, Position
from parlour.core.errors import BadOption, GameOver, IllegalAction, NotYourTurn
from parlour.games.patchwork.patches import CANONICAL, LETTERS, ORIENTATION_LETTERS, PATCHES, SHAPES, SPECIAL
from parlour.games.patchwork.state import NUM_ACTIONS, State
from parlour.games.patchwork.text.board import circle_left
from parlour.games.patchwork.text.tokens import split_placement
from support.matches import from_record

IN_ORDER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"
W1_CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"
V1_CIRCLE = "QJfXRIbTcdegKVZSUFWCYGAaBLDEOHPMN"
ONLY_ADVANCES = "....................hAAA......hBAA......hCAA............hDAA......hEAA...."
ORIENTATION_COUNTS = {
    "A": "AB", "B": "ABCD", "C": "ABCD", "D": "AB", "E": "ABEF", "F": "ABCDEFGH", "G": "AB", "H": "ABCD", "I": "A",
    "J": "ABEF", "K": "ABCD", "L": "ABCD", "M": "AB", "N": "AB", "O": "ABCDEFGH", "P": "ABCD", "Q": "ABCD",
    "R": "ABEF", "S": "ABCDEFGH", "T": "A", "U": "AB", "V": "AB", "W": "ABCDEFGH", "X": "ABCD", "Y": "ABCDEFGH",
    "Z": "ABEF", "a": "ABCDEFGH", "b": "ABCD", "c": "ABCD", "d": "ABCD", "e": "ABCDEFGH", "f": "ABEF",
    "g": "ABCDEFGH", "h": "A",
}  # fmt: skip


def new(circle: str = IN_ORDER, placement: str = "", bonus_7x7: bool = False) -> Position:
    return parlour.new("patchwork", circle=circle, placement=placement, bonus_7x7=bonus_7x7)


def play_all(position: Position, placement: str) -> Position:
    for token in split_placement(placement):
        position = position.play(position.to_act()[0], token)
    return position


def beginning_with(letters: str) -> str:
    """A circle in which these patches are on offer first."""
    return "A" + letters + "".join(letter for letter in IN_ORDER[1:] if letter not in letters)


def at(
    letters: str = "BCD", squares: tuple[int, int] = (0, 0), buttons: tuple[int, int] = (5, 5),
    income: tuple[int, int] = (0, 0), specials: tuple[int, ...] = (20, 26, 32, 44, 50), last: int = 0,
) -> Position:  # fmt: skip
    """A position with empty quilts and these facts."""
    state = new(beginning_with(letters)).state
    state.squares[:] = squares
    state.buttons[:] = buttons
    state.income[:] = income
    state.specials = sum(1 << square for square in specials)
    state.last = last
    state.first_home = squares.index(53) if 53 in squares else -1
    return from_record(parlour.load("patchwork"), state)


def offered(position: Position) -> str:
    return "".join(offer.letter for offer in position.seen_by().view().offers)


# Components


def test_a_position_takes_at_most_400_bytes_and_the_codes_fit() -> None:
    assert State.itemsize <= 400
    assert NUM_ACTIONS == 21466


def test_the_table_adds_up() -> None:
    ordinary = PATCHES[:SPECIAL]

    assert "".join(patch.letter for patch in ordinary) == IN_ORDER
    assert sum(row.count("X") for patch in ordinary for row in patch.rows) == 166
    assert [sum(getattr(patch, name) for patch in ordinary) for name in ("price", "time", "income")] == [133, 107, 38]
    assert {patch.time for patch in ordinary} == {1, 2, 3, 4, 5, 6}
    assert [patch.letter for patch in ordinary if patch.price == 0] == ["H"]
    assert PATCHES[SPECIAL] == ("h", 0, 0, 0, ("X",))


def test_every_patch_has_the_canonical_orientations_of_the_table() -> None:
    found = {
        letter: "".join(ORIENTATION_LETTERS[o] for o in sorted(set(CANONICAL[patch])))
        for patch, letter in enumerate(LETTERS)
    }

    assert found == ORIENTATION_COUNTS


@pytest.mark.parametrize(
    ("letter", "shapes"),
    [
        ("O", "X./X./XX/X. XXXX/.X.. .X/XX/.X/.X ..X./XXXX .X/.X/XX/.X .X../XXXX X./XX/X./X. XXXX/..X."),
        ("e", ".X/.X/XX/X. XX../.XXX .X/XX/X./X. XXX./..XX X./X./XX/.X .XXX/XX.. X./XX/.X/.X ..XX/XXX."),
    ],
)
def test_the_eight_orientations_are_as_printed(letter: str, shapes: str) -> None:
    assert ["/".join(rows) for rows in SHAPES[LETTERS.index(letter)]] == shapes.split()


def test_the_corner_of_the_bounding_box_need_not_be_covered() -> None:
    placed = new(W1_CIRCLE, "BDCA").seen_by().view().placed[0][0]

    assert (placed.corner, sorted(placed.cells)) == ("DC", ["DD", "EC", "ED"])


# Setup


def test_each_player_starts_with_5_buttons_no_income_on_square_0_with_an_empty_quilt() -> None:
    view = new().seen_by().view()

    assert (view.buttons, view.income, view.squares, view.empty) == ([5, 5], [0, 0], [0, 0], [81, 81])
    assert view.quilts == [["." * 9] * 9] * 2
    assert view.score == [5 - 162, 5 - 162]


def test_player_1_starts_and_lies_on_top() -> None:
    assert new().to_act() == (0,)
    assert new().seen_by().view().on_top == 0


def test_the_three_patches_after_a_are_on_offer_and_a_comes_last() -> None:
    position = new("agCUfWABQDOdMbZEGVLcFeHSIJNTXKPYR")

    assert offered(position) == "BQD"
    assert position.seen_by().view().circle[-1].letter == "A"


def test_the_offer_goes_around_the_end_of_the_string() -> None:
    assert offered(new(IN_ORDER[1:] + "A")) == "BCD"
    assert offered(new(IN_ORDER[2:] + "AB")) == "BCD"


def test_a_random_circle_is_a_permutation_decided_by_the_seed() -> None:
    circles = [parlour.new("patchwork", seed=seed).seen_by().view().circle_string for seed in range(300)]

    assert all(sorted(circle) == sorted(IN_ORDER) for circle in circles)
    assert len(set(circles)) == 300
    assert circles[7] == parlour.new("patchwork", seed=7).seen_by().view().circle_string
    # Each letter stands first in about 9 of 300; 40 would be 10 standard errors away.
    assert max(sum(circle[0] == letter for circle in circles) for letter in IN_ORDER) < 40


def test_special_patches_lie_on_their_squares() -> None:
    assert new().seen_by().view().special_squares == [20, 26, 32, 44, 50]
    assert new().seen_by().view().income_squares == [5, 11, 17, 23, 29, 35, 41, 47, 53]


# Worked examples


def test_w1_the_narrated_game() -> None:
    position = new(W1_CIRCLE)
    rows = [
        ("BDCA", 0, [3, 0], [4, 5], [0, 0], "UEd", 1),
        ("UAAA", 1, [3, 3], [4, 3], [0, 0], "EdC", 1),
        ("EACA", 1, [3, 5], [4, 1], [0, 1], "dCD", 0),
        ("dBDB", 0, [5, 5], [3, 1], [0, 1], "CDF", 0),
    ]
    for token, by, squares, buttons, income, offer, then in rows:
        assert position.to_act() == (by,)
        position = position.play(by, token)
        view = position.seen_by().view()
        assert (view.squares, view.buttons, view.income) == (squares, buttons, income), token
        assert (offered(position), position.to_act()) == (offer, (then,)), token


def test_w2_two_income_squares_pay_twice() -> None:
    after = at(squares=(4, 12), buttons=(0, 5), income=(3, 0)).play(0, ".")

    assert (after.seen_by().view().squares[0], after.seen_by().view().buttons[0], after.to_act()) == (13, 15, (1,))


def test_w2_a_purchase_does_not_go_beyond_the_last_square() -> None:
    after = at("gBC", squares=(51, 53), buttons=(8, 5), income=(2, 0), specials=()).play(0, "gAAA")

    assert (after.seen_by().view().squares[0], after.seen_by().view().buttons[0], after.to_act()) == (53, 5, ())


def test_w2_lost_squares_of_an_advance_are_not_paid() -> None:
    after = at(squares=(52, 53), buttons=(0, 5), income=(4, 0), specials=()).play(0, ".")

    assert (after.seen_by().view().squares[0], after.seen_by().view().buttons[0], after.to_act()) == (53, 5, ())


def test_w2_nothing_crossed_gives_nothing() -> None:
    after = at(squares=(48, 50), buttons=(0, 5), income=(4, 0), specials=()).play(0, ".")

    assert (after.seen_by().view().squares[0], after.seen_by().view().buttons[0], after.to_act()) == (51, 3, (1,))
    assert after.seen_by().view().pending == -1


def test_w2_a_special_patch_by_a_purchase() -> None:
    after = at("fBC", squares=(19, 14), buttons=(5, 9), income=(0, 2)).play(1, "fAAA")

    assert (after.seen_by().view().squares[1], after.seen_by().view().buttons[1]) == (20, 7)
    assert (after.seen_by().view().pending, after.to_act()) == (1, (1,))
    with pytest.raises(IllegalAction, match=r"You must place your special patch first\."):
        after.play(1, ".")
    assert after.play(1, "hCCA").to_act() == (0,)


def test_w2_a_special_patch_is_there_only_once() -> None:
    after = at("fBC", squares=(14, 20), buttons=(9, 5), income=(2, 0), specials=(26, 32, 44, 50), last=1).play(
        0, "fAAA"
    )

    assert (after.seen_by().view().squares[0], after.seen_by().view().buttons[0]) == (20, 7)
    assert (after.seen_by().view().pending, after.seen_by().view().on_top, after.to_act()) == (-1, 0, (0,))


def test_w2_the_price_must_be_paid() -> None:
    with pytest.raises(IllegalAction, match=r"Y costs 10 buttons, you have 5\."):
        at("YBC").play(0, "YAAA")


def test_w2_only_three_are_on_offer() -> None:
    with pytest.raises(IllegalAction, match=r"Patch E is not on offer\. On offer: B, C and D\."):
        new().play(0, "EAAA")


def test_w2_skipped_patches_come_last() -> None:
    after = new().play(0, "DAAA")

    assert (after.seen_by().view().buttons[0], after.seen_by().view().squares[0], offered(after)) == (3, 2, "EFG")
    assert "".join(LETTERS[patch] for patch in circle_left(after.state)) == "EFGHIJKLMNOPQRSTUVWXYZabcdefgABC"


@pytest.mark.parametrize(("legal", "illegal"), [("NEAA", "NFAA"), ("NIEB", "NIFB")])
def test_w2_a_patch_must_lie_inside_the_quilt(legal: str, illegal: str) -> None:
    position = at("NBC", buttons=(7, 5))

    assert position.play(0, legal).seen_by().view().buttons[0] == 0
    with pytest.raises(IllegalAction, match=r"Patch N would stick out of the quilt\."):
        position.play(0, illegal)


def test_w2_the_first_advances() -> None:
    once = new().play(0, ".")
    twice = once.play(1, ".")

    assert (once.seen_by().view().squares, once.seen_by().view().buttons) == ([1, 0], [6, 5])
    assert (twice.seen_by().view().squares, twice.seen_by().view().buttons, twice.to_act()) == ([1, 2], [6, 7], (0,))


def test_w3_only_advances() -> None:
    end = play_all(new(), ONLY_ADVANCES)

    assert ONLY_ADVANCES.count(".") == 54
    assert (end.seen_by().view().buttons, end.seen_by().view().score, end.state.first_home) == (
        [58, 58],
        [-104, -94],
        0,
    )
    assert [len(placed) for placed in end.seen_by().view().placed] == [0, 5]
    assert end.outcome == Outcome(1, "score")


def test_w4_the_first_twenty_tokens_of_a_published_game() -> None:
    rows = """
        LHAA 1 5/0 5/5 1/0 DEO no 2 | OAAA 2 5/4 5/2 1/1 HPM no 2 | HADA 2 5/7 5/4 1/2 PMN no 1
        . 1 8/7 8/4 1/2 PMN no 2 | MAFA 2 8/10 8/1 1/3 NQJ no 1 | NCAA 1 9/10 1/1 2/3 QJf no 1
        . 1 11/10 5/1 2/3 QJf no 2 | . 2 11/12 5/6 2/3 QJf no 1 | QFBC 1 17/12 6/6 4/3 JfX no 2
        XBAC 2 17/17 6/6 4/5 RIb no 2 | IBHA 2 17/22 6/0 4/7 bTc yes 2 | hBBA 2 17/22 6/0 4/7 bTc no 1
        TDCA 1 21/22 1/0 6/7 cde no 1 | dGEC 1 23/22 6/0 6/7 egK no 2 | . 2 23/24 6/9 6/7 egK no 1
        eHFG 1 26/24 4/9 7/7 gKV yes 1 | hGBA 1 26/24 4/9 7/7 gKV no 2 | KCCA 2 26/26 4/7 7/7 VZS no 2
        VCFB 2 26/29 4/10 7/8 ZSU no 1 | SFHH 1 32/29 9/10 9/8 UFW yes 1
    """
    position = new(V1_CIRCLE)
    table = [row.split() for line in rows.strip().splitlines() for row in line.split("|")]
    for token, by, squares, buttons, income, offer, pending, then in table:
        assert position.to_act() == (int(by) - 1,)
        position = position.play(int(by) - 1, token)
        view = position.seen_by().view()
        facts = ["/".join(map(str, pair)) for pair in (view.squares, view.buttons, view.income)]
        assert facts == [squares, buttons, income], token
        assert (offered(position), view.pending >= 0) == (offer, pending == "yes"), token
        assert position.to_act() == (int(then) - 1,), token

    assert len(table) == 20


# Turns and actions


def test_on_a_shared_square_the_last_to_arrive_acts() -> None:
    assert at(squares=(7, 7), last=0).to_act() == (0,)
    assert at(squares=(7, 7), last=1).to_act() == (1,)
    with pytest.raises(NotYourTurn):
        at(squares=(7, 7), last=1).play(0, ".")


def test_on_a_shared_square_an_advance_moves_one_square() -> None:
    after = at(squares=(7, 7), last=1).play(1, ".")

    assert (after.seen_by().view().squares, after.seen_by().view().buttons[1]) == ([7, 8], 6)


def test_a_player_on_the_last_square_never_acts_again() -> None:
    position = at("HBC", squares=(53, 30), specials=())
    after = position.play(1, "HAAA")

    assert position.to_act() == after.to_act() == (1,)


def test_an_advance_behind_a_player_at_the_end_goes_to_the_end() -> None:
    after = at(squares=(53, 30), buttons=(5, 0), income=(0, 2), specials=()).play(1, ".")

    assert (after.seen_by().view().squares[1], after.seen_by().view().buttons[1]) == (53, 23 + 4 * 2)


def test_the_income_of_the_move_cannot_pay_for_it() -> None:
    position = at("EBC", squares=(4, 12), buttons=(2, 5), income=(9, 0))

    assert {choice.action[0] for choice in position.seen_by(0).choices()} == {".", "B"}


def test_a_patch_is_bought_with_exactly_the_last_buttons() -> None:
    assert at("EBC", buttons=(3, 5)).play(0, "EAAA").seen_by().view().buttons[0] == 0


def test_an_advance_is_always_possible_and_sometimes_the_only_action() -> None:
    assert [choice.action for choice in at("WYc", buttons=(0, 5)).seen_by(0).choices()] == ["."]
    assert new().seen_by(0).choices()[0].action == "."


def test_a_patch_must_not_cover_a_covered_cell() -> None:
    position = play_all(new(W1_CIRCLE), "BDCAUAAAEACA")

    with pytest.raises(IllegalAction, match=r"Patch d would lie over patch B\."):
        position.play(0, "dDCA")
    assert position.play(0, "dFCA").seen_by().view().quilts[0][3] == "...BBddd."


def test_no_adjacency_is_required() -> None:
    quilt = new(W1_CIRCLE, "BAAAUAAAEGGAdGHA").seen_by().view().quilts[0]

    assert quilt[:2] == [".B.......", "BB......."]
    assert quilt[7:] == ["......d.d", "......ddd"]


def test_any_orientation_letter_is_read_and_the_canonical_one_is_written() -> None:
    assert new(beginning_with("TBC")).play(0, "TAAG").seen_by().view().placement == "TAAA"
    # Mirrored, the L of three cells looks as it does rotated.
    assert new(W1_CIRCLE, "BDCE").seen_by().view().placement == "BDCB"


def test_only_canonical_orientations_are_generated() -> None:
    position = at("ITU", buttons=(9, 5))
    turns = {choice.action[0] + choice.action[3] for choice in position.seen_by(0).choices() if choice.action != "."}

    assert turns == {"IA", "TA", "UA", "UB"}


def test_a_special_patch_is_placed_before_anything_else_on_any_empty_cell() -> None:
    position = play_all(new(), ONLY_ADVANCES[:20])
    choices = position.seen_by(1).choices()

    assert len(choices) == 81
    assert {choice.action[0] for choice in choices} == {"h"}
    assert position.play(1, "hIIH").seen_by().view().quilts[1][8] == "........h"


def test_a_special_patch_must_lie_on_an_empty_cell() -> None:
    position = play_all(new(), ONLY_ADVANCES[:30])

    with pytest.raises(IllegalAction, match=r"Patch h would lie over patch h\."):
        position.play(1, "hAAA")


def test_there_is_no_special_patch_to_place_without_collecting_one() -> None:
    with pytest.raises(IllegalAction, match=r"You have no special patch to place\."):
        new().play(0, "hAAA")


def test_a_special_patch_is_forfeited_on_a_full_quilt() -> None:
    state = at(squares=(19, 19)).state
    state.quilts[0] = ((1 << 63) - 1, (1 << 18) - 1)
    after = from_record(parlour.load("patchwork"), state).play(0, ".")

    assert (after.seen_by().view().pending, after.seen_by().view().special_squares) == (-1, [26, 32, 44, 50])
    assert after.to_act() == (1,)


def test_a_purchase_that_fills_the_quilt_forfeits_the_special_patch_it_collects() -> None:
    state = at("HWY", squares=(19, 19)).state
    state.quilts[0] = ((1 << 63) - 1 & ~(1 << 1 | 7 << 9 | 1 << 19 | 1 << 28), (1 << 18) - 1)
    position = from_record(parlour.load("patchwork"), state)
    after = position.play(0, "HAAA")

    assert [choice.action for choice in position.seen_by(0).choices()] == [".", "HAAA"]
    assert (after.seen_by().view().empty[0], after.seen_by().view().pending) == (0, -1)
    words = [happening.message for happening in position.narrate(0, position.legal_actions(0)[1])]
    assert "Player 1 collected the special patch of square 20 and forfeited it: the quilt is full." in words


def test_fewer_than_three_patches_left_shorten_the_offer() -> None:
    state = new().state
    state.left = 2
    state.follower[2] = 1
    state.follower[1] = 2
    state.behind = 2
    position = from_record(parlour.load("patchwork"), state)
    after = position.play(0, "BAAA")

    assert (offered(position), offered(after)) == ("BC", "C")
    state.left = 0
    assert [c.action for c in from_record(parlour.load("patchwork"), state).seen_by(0).choices()] == ["."]


# End and winner


def test_the_game_goes_on_while_a_special_patch_is_pending_on_the_last_square() -> None:
    position = at("gfc", squares=(53, 49), buttons=(5, 9), specials=(50,)).play(1, "gAAA")

    assert (position.seen_by().view().squares, position.to_act()) == ([53, 53], (1,))
    assert position.outcome is None
    end = position.play(1, "hIIA")
    assert end.to_act() == ()
    with pytest.raises(GameOver):
        end.play(1, ".")


def test_equal_scores_are_won_by_the_first_on_the_last_square() -> None:
    for first in (0, 1):
        squares = (53, 52) if first == 0 else (52, 53)
        end = at(squares=squares, buttons=(10 - (first == 1), 10 - (first == 0)), specials=()).play(1 - first, ".")
        assert end.seen_by().view().score == [-152, -152]
        assert end.outcome == Outcome(first, "first_home")


def test_the_higher_score_wins() -> None:
    assert at(squares=(52, 53), buttons=(20, 5), specials=()).play(0, ".").outcome == Outcome(0, "score")
    assert at(squares=(52, 53), buttons=(3, 5), specials=()).play(0, ".").outcome == Outcome(1, "score")


# The 7x7 bonus


def almost_seven(column: int, row: int, bonus: bool) -> Position:
    """Player 1 lacks one cell of a 7x7 square, and has a special patch to place."""
    state = new(bonus_7x7=bonus).state
    cells = sum(1 << 9 * (row + y) + column + x for x in range(7) for y in range(7)) & ~(1 << 9 * row + column)
    state.quilts[0] = (cells & (1 << 63) - 1, cells >> 63)
    state.pending = 1
    return from_record(parlour.load("patchwork"), state)


@pytest.mark.parametrize("corner", [(column, row) for column in range(3) for row in range(3)])
def test_the_first_full_7x7_counts_7_points_wherever_it_lies(corner: tuple[int, int]) -> None:
    token = f"h{'ABC'[corner[0]]}{'ABC'[corner[1]]}A"
    with_bonus, without = almost_seven(*corner, True), almost_seven(*corner, False)

    assert with_bonus.seen_by().view().seven == -1
    assert with_bonus.play(0, token).seen_by().view().seven == 0
    assert with_bonus.play(0, token).seen_by().view().score[0] - without.play(0, token).seen_by().view().score[0] == 7
    assert with_bonus.play(0, "hAIA" if corner[0] else "hIIA").seen_by().view().seven == -1


def test_the_second_7x7_counts_nothing() -> None:
    state = almost_seven(0, 0, True).state
    state.seven = 1
    after = from_record(parlour.load("patchwork"), state).play(0, "hAAA")

    assert after.seen_by().view().seven == 1
    assert after.seen_by().view().score[0] == 5 - 2 * 32


# Options


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"circle": "ABC"}, "these are missing: D E F"),
        ({"circle": IN_ORDER[:-1] + "A"}, "A is 2 times in the circle"),
        ({"circle": IN_ORDER[:-1] + "h"}, "h is not a patch of the circle"),
        ({"circle": IN_ORDER + "A"}, "A is 2 times in the circle"),
        ({"circle": IN_ORDER, "placement": "EAAA"}, "Token 1, EAAA: Patch E is not on offer"),
        ({"circle": IN_ORDER, "placement": "BAA"}, "Token 1, BAA: A placement is a dot, or four characters"),
        ({"placement": "BAAA"}, "give the option circle too"),
    ],
)
def test_options_that_are_no_game_are_refused_with_the_reason(options: dict[str, str], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        parlour.new("patchwork", **options)  # type: ignore[arg-type]  # all of these are texts


def test_a_match_can_start_from_any_placement_and_goes_on_from_there() -> None:
    begun, played = new(W1_CIRCLE, "BDCAUAAA"), play_all(new(W1_CIRCLE), "BDCAUAAA")

    assert begun.seen_by().view() == played.seen_by().view()
    assert begun.play(1, "EACA").to_text() == f"{W1_CIRCLE} BDCAUAAAEACA"


def test_the_position_text_is_circle_and_placement_and_keeps_the_bonus_option() -> None:
    text = f"{W1_CIRCLE} BDCAUAAAEACA"
    position = parlour.new("patchwork", position=text, bonus_7x7=True)

    assert position.to_text() == text
    assert position.seen_by().view().bonus_7x7
    assert parlour.new("patchwork", position=W1_CIRCLE).to_text() == W1_CIRCLE


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A circle has 33 patches"),
        (f"{W1_CIRCLE} BDCA UAAA", "two words"),
        (f"{W1_CIRCLE} BDCAUAA", "Token 2, UAA"),
        (f"{W1_CIRCLE} BDCABDCA", "Token 2, BDCA: Patch B is not on offer"),
        (f"{IN_ORDER} {ONLY_ADVANCES}.", "Token 60, .: The game is already over"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(parlour.ParlourError, match=reason):
        parlour.new("patchwork", position=text)
