"""The rules of Sanguine, sentence by sentence, with the worked examples S1 to S4 and S6 of the rules file."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import SPECTATOR, Position
from parlour.core.errors import BadNotation, BadOption, GameOver, IllegalAction, NotYourTurn
from parlour.core.position import start
from parlour.games.sanguine import GAME, rules
from parlour.games.sanguine.state import PASS
from parlour.games.sanguine.text.board import card_of, hand_of, left_of
from parlour.games.sanguine.text.deck import Card, read_deck, shipped_text
from parlour.games.sanguine.text.draw import long_view, text_view
from parlour.games.sanguine.text.narrate import _change as told
from support.matches import guess_record

FIXED = {"red_deck": "harbor", "blue_deck": "grove"}  # the decks of the rules file, which never change


def short(position: Position) -> str:
    return text_view(position.seen_by().known)


def long(position: Position) -> str:
    return long_view(position.seen_by().known)


def new(position: str | None = None, **options: int | bool | str) -> Position:
    return start(GAME, 1, {"shuffle": False, **FIXED, **options}, position)


def deck_text(cards: Sequence[Card]) -> str:
    return "\n".join(f"{card.name} {card.cost} {card.value}\n" + "\n".join(card.grid) for card in cards)


def filled(cards: Sequence[Card], size: int = 15) -> str:
    """Write a deck with these cards on top and others without any influence below, up to a size."""
    empty = ("XXXXX", "XXXXX", "XXCXX", "XXXXX", "XXXXX")
    return deck_text([*cards, *(Card(f"Filler{i}", 3, 1, empty) for i in range(size - len(cards)))])


def card(name: str, cost: int, value: int, grid: str) -> Card:
    return Card(name, cost, value, tuple(grid.split("/")))


def set_up(board: str, red_hand: Sequence[str], turn: str = "R", **options: int | bool | str) -> Position:
    """Set up a board in position notation with cards by name, `R:Breakwater`, and this hand of the side to act."""
    options = {**FIXED, **options}
    game = start(GAME, 1, options)
    names = [card_of(game.state, kind).name for kind in range(game.state.num_kinds)]
    decks = []
    for seat, letter in enumerate("RB"):
        pile = game.state.lists[seat, : game.state.deck_size[seat]].tolist()
        placed = [names.index(name) for name in re.findall(rf"\b{letter}:(\w+)", board)]
        hand = [names.index(name) for name in red_hand] if letter == turn else []
        for kind in [*placed, *hand]:
            pile.remove(kind)
        drawn = [*(f"{kind + 1}x" for kind in placed), *(f"{kind + 1}" for kind in hand)]
        decks.append(f"{','.join(drawn)}|{','.join(f'{kind + 1}' for kind in pile)}")
    numbered = re.sub(r":(\w+)", lambda match: f":{names.index(match[1]) + 1}", board)
    return start(GAME, 1, options, f"{turn} 0 {numbered} {' '.join(decks)}")


def cell(position: Position, row: int, column: int) -> tuple[int, int]:
    """Return the owner and the pawns of a cell."""
    seen = position.seen_by().view().board[row][column]
    return seen.owner, seen.pawns


def owners(position: Position) -> str:
    return " / ".join("".join(".rb"[seen.owner + 1] for seen in row) for row in position.seen_by().view().board)


# S1: setup


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"cols": 4}, "odd number of columns, not 4"),
        ({"cols": 1}, "cols takes a whole number from 3 to 81, not 1"),
        ({"rows": 0}, "rows takes a whole number from 1 to 27, not 0"),
        ({"hand_size": 6}, "A hand of 6 is more than a third of Red's deck of 16 cards: at most 5"),
        ({"hand_size": 0}, "hand_size takes a whole number from 1"),
        ({"rows": 5, "cols": 7}, "Red's deck has 16 cards; a 5 x 7 board needs at least 35"),
        ({"rows": 9, "cols": 11}, "at most 81 cells; 9 x 11 are 99"),
        ({"rows": 28, "cols": 3}, "rows takes a whole number from 1 to 27"),
        ({"red_deck": "swamp"}, "no deck swamp. Give meadow, harbor,"),
        ({"blue_deck": filled([], 14)}, "Blue's deck has 14 cards; a 3 x 5 board needs at least 15"),
        ({"blue_deck": filled([], 101)}, "there are 101 cards; a deck has at most 100"),
    ],
)
def test_s1_a_bad_setup_is_refused_with_the_reason(options: dict[str, int | str], reason: str) -> None:
    with pytest.raises(BadOption, match=re.escape(reason)):
        start(GAME, 1, options)


def test_s1_a_good_setup_is_accepted() -> None:
    assert new(hand_size=5).seen_by().view().hands == [6, 5]
    assert short(new(rows=1, cols=3, red_deck=filled([], 15), blue_deck=filled([], 15))) == "0 1_1 0"


def test_s1_three_equal_cards_are_refused_but_not_three_of_one_name() -> None:
    deckhand = read_deck(shipped_text("harbor"))[0]

    with pytest.raises(BadOption, match="Deckhand appears 3 times"):
        new(red_deck=filled([deckhand] * 3))
    assert new(red_deck=filled([deckhand, deckhand, deckhand._replace(value=2)])).seen_by().view().hands == [6, 5]


def test_the_decks_may_be_equal_and_may_have_different_sizes() -> None:
    view = new(red_deck="harbor", blue_deck=filled([], 20)).seen_by().view()

    assert view.decks == [16 - 6, 20 - 5]
    assert new(red_deck="harbor", blue_deck="harbor").seen_by().view().cards[0].copies == [2, 2]


def test_the_faults_of_both_decks_are_told_at_once() -> None:
    bad = filled([card("Bad", 4, 1, "XXXXX/XXXXX/XXCXX/XXXXX/XXXXX")])

    with pytest.raises(BadOption, match=r"(?s)Red's deck has one fault:.*Blue's deck has one fault:"):
        new(red_deck=bad, blue_deck=bad)


def test_more_different_cards_than_the_record_holds_are_refused() -> None:
    other = filled([], 60).replace("Filler", "Other")

    with pytest.raises(BadOption, match="120 different cards; together they can have 100"):
        new(red_deck=filled([], 60), blue_deck=other)


def test_the_largest_board_is_played_to_its_end() -> None:
    largest = filled([], 100).replace("3 1", "1 1")
    position = new(rows=9, cols=9, hand_size=33, red_deck=largest, blue_deck=largest)

    assert short(position) == "\n".join(["0 1_______1 0"] * 9)
    while position.to_act():
        seat = position.to_act()[0]
        position = position.play(seat, position.legal_actions(seat)[0])
    assert position.seen_by().view().totals == [0, 0]


def test_our_decks_of_36_cards_fill_the_5_x_7_board() -> None:
    cards = list(dict.fromkeys(read_deck(shipped_text("harbor")) + read_deck(shipped_text("grove"))))
    both = deck_text([each for card in cards for each in (card, card)])

    assert len(cards) == 18
    assert new(rows=5, cols=7, red_deck=both, blue_deck=both, hand_size=12).seen_by().view().hands == [13, 12]


def test_first_and_last_column_start_with_one_pawn_each_and_red_begins_with_a_draw() -> None:
    position = new()
    view = position.seen_by().view()

    assert short(position) == "0 1___1 0\n0 1___1 0\n0 1___1 0"
    assert long(position) == "\n".join(["0 r1 . . . b1 0"] * 3)
    assert (view.turn, view.hands, view.decks) == (0, [6, 5], [10, 11])


def test_without_shuffling_the_first_card_of_the_file_is_on_top() -> None:
    state = new(red_deck="harbor").state

    assert [card_of(state, kind) for kind in hand_of(state, 0)] == read_deck(shipped_text("harbor"))[:6]


def test_every_order_of_a_deck_is_dealt_equally_often() -> None:
    """Each of 9 kinds on top of Red's deck, 4000 matches: chi-square below the 1e-4 tail for 8 degrees, 31.8."""
    tops = Counter(int(parlour.new("sanguine", seed, **FIXED).state.order[0, 0]) for seed in range(4000))
    copies = Counter(parlour.new("sanguine", 0, **FIXED).state.lists[0, :16].tolist())
    expected = {kind: 4000 * count / 16 for kind, count in copies.items()}

    assert sum((tops[kind] - mean) ** 2 / mean for kind, mean in expected.items()) < 31.8


def test_red_is_shuffled_first_then_blue_from_one_generator() -> None:
    alone, both = (
        parlour.new("sanguine", 9, red_deck="harbor", blue_deck=blue).state for blue in ("grove", filled([], 30))
    )

    assert alone.order[0].tolist() == both.order[0].tolist()
    assert alone.generator[2] == 15 + 15  # one number for each swap of two decks of 16


# S2: a scripted game

S2 = [  # action, board, hands, decks, owners, totals
    ("Deckhand[0]@1,0", "0 2___1 0/1 R1__1 0/0 2___1 0", (5, 6), (10, 10), "r...b / rr..b / r...b", (1, 0)),
    ("Netmender[4]@1,4", "0 2___2 0/1 R1_1B 2/0 2___1 0", (6, 5), (9, 10), "r...b / rr.bb / r...b", (0, 2)),
    ("Saltgull[1]@1,1", "0 2_1_2 0/2 RR_1B 2/0 2_1_1 0", (5, 6), (9, 9), "r.r.b / rr.bb / r.r.b", (0, 0)),
    ("Deckhand[0]@1,3", "0 2_112 0/2 RR1BB 3/0 2_111 0", (6, 5), (8, 9), "r.rbb / rrbbb / r.rbb", (0, 3)),
    ("Netmender[2]@0,0", "2 R1112 0/2 RR1BB 3/0 2_111 0", (5, 6), (8, 8), "rrrbb / rrbbb / r.rbb", (2, 3)),
    ("Lampkeeper[4]@0,3", "2 R11B2 2/2 RR1BB 3/0 2_111 0", (6, 5), (7, 8), "rbbbb / rrbbb / r.rbb", (0, 3)),
    ("pass", "2 R11B2 2/2 RR1BB 3/0 2_111 0", (6, 6), (7, 7), "rbbbb / rrbbb / r.rbb", (0, 3)),
    ("Netmender[3]@2,4", "2 R11B2 2/2 RR1BB 3/0 2_12B 2", (7, 5), (6, 7), "rbbbb / rrbbb / r.rbb", (0, 5)),
    ("Lampkeeper[3]@2,0", "2 R11B2 2/2 RR1BB 3/2 R122B 2", (6, 6), (6, 6), "rbbbb / rrbbb / rrrbb", (0, 3)),
    ("pass", "2 R11B2 2/2 RR1BB 3/2 R122B 2", (7, 6), (5, 6), "rbbbb / rrbbb / rrrbb", (0, 3)),
    ("pass", "2 R11B2 2/2 RR1BB 3/2 R122B 2", (7, 6), (5, 6), "rbbbb / rrbbb / rrrbb", (0, 3)),
]


def s2(moves: int) -> Position:
    position = new(red_deck="harbor", blue_deck="harbor")
    for number in range(moves):
        position = position.play(number % 2, S2[number][0])
    return position


@pytest.mark.parametrize("number", range(len(S2)))
def test_s2_the_scripted_game(number: int) -> None:
    _, board, hands, decks, owned, points = S2[number]
    position = s2(number + 1)
    view = position.seen_by().view()

    assert short(position).split("\n") == board.split("/")
    assert (tuple(view.hands), tuple(view.decks), tuple(view.totals)) == (hands, decks, points)
    assert owners(position) == owned
    assert position.to_act() == (() if number == 10 else ((number + 1) % 2,))


def test_s2_blue_wins_by_two_passes() -> None:
    assert s2(11).outcome == parlour.Outcome(1, "both_passed")
    assert [happening.message for happening in s2(10).narrate(0, PASS, viewer=1)] == [
        "Red passed.",
        "Row 1 is tied, 2 to 2: it counts for nobody.",
        "You won row 2, 3 to 2: 3 points.",
        "Row 3 is tied, 2 to 2: it counts for nobody.",
        "You won, 3 to 0: both players passed.",
    ]
    with pytest.raises(GameOver):
        s2(11).play(1, "pass")


@pytest.mark.parametrize(
    ("moves", "action", "reason"),
    [
        (0, "0@0,1", "There are no pawns on B1."),
        (0, "0@0,4", "The pawns on E1 belong to Blue."),
        (0, "0@3,0", "3,0 is not on the board, which has rows 1 to 3 and columns A to E; 0,0 is A1."),
        (0, "6@0,0", "You have no hand card 6: in 2@1,3 cards are counted from 0, so yours are 0 to 5."),
        (5, "0@0,0", "A card lies on A1 already."),
        (0, "Saltgull[0]@0,0", "Hand card 0 is Deckhand, not Saltgull."),
        (0, "Deckhand B1", "There are no pawns on B1."),
        (0, "Deckhand F1", "F1 is not on the board, which has rows 1 to 3 and columns A to E."),
        (0, "Stormhull A1", "You have no Stormhull in your hand."),
        (0, "B pass", "B pass is for Blue; you play Red."),
    ],
)
def test_s2_an_illegal_attempt_changes_nothing(moves: int, action: str, reason: str) -> None:
    position = s2(moves)
    before = position.to_bytes()

    with pytest.raises(IllegalAction, match=re.escape(reason)):
        position.play(moves % 2, action)
    assert position.to_bytes() == before


def test_s2_blue_cannot_act_before_red() -> None:
    with pytest.raises(NotYourTurn, match="It is Red's turn"):
        s2(0).play(1, "0@0,4")


def test_s2_a_card_of_cost_2_needs_two_pawns() -> None:
    position = set_up("r1,.,.,.,b1/r1,.,.,.,b1/r1,.,.,.,b1", ["Harpooner"])

    with pytest.raises(IllegalAction, match=r"There is 1 pawn on A2; this card costs 2\."):
        position.play(0, "0@1,0")
    assert position.legal_actions(0) == [PASS]


# Turns


def test_a_hand_has_no_upper_limit_and_an_empty_deck_is_no_penalty() -> None:
    runner = card("Runner", 1, 1, "XXXXX/XXXXX/XXCIX/XXXXX/XXXXX")
    decks = {"red_deck": filled([], 3), "blue_deck": filled([runner, runner], 3)}
    position = new(rows=1, cols=3, hand_size=1, **decks)
    assert (position.seen_by().view().hands[0], position.seen_by().view().decks[0]) == (2, 1)

    position = position.play(0, "pass").play(1, "0@0,2")
    assert (position.seen_by().view().hands[0], position.seen_by().view().decks[0]) == (3, 0)

    position = position.play(0, "pass").play(1, "0@0,1")
    assert (position.seen_by().view().hands[0], position.seen_by().view().decks[0]) == (3, 0)
    assert position.to_act() == (0,)


def test_only_two_passes_in_a_row_end_the_game() -> None:
    position = new().play(0, "pass").play(1, "0@0,4").play(0, "pass")

    assert position.seen_by().view().passes == 1
    assert position.to_act() == (1,)
    assert position.play(1, "0@0,3").seen_by().view().passes == 0
    assert position.play(1, "pass").outcome is not None


def test_on_a_board_full_of_cards_both_sides_have_to_pass() -> None:
    row = "R:Deckhand,R:Breakwater,B:Mossback"
    position = set_up(row, ["Saltgull"], rows=1, cols=3)

    assert position.legal_actions(0) == [PASS]
    assert position.seen_by(0).prompt() == "You play Red. None of your cards can be placed: pass."
    assert position.play(0, "pass").play(1, "pass").outcome == parlour.Outcome(0, "both_passed")


def test_the_card_leaves_the_hand_and_those_right_of_it_move_up() -> None:
    position = new(red_deck="harbor")
    names = [card_of(position.state, kind).name for kind in hand_of(position.state, 0)]
    after = position.play(0, "2@1,0")

    assert [card_of(after.state, kind).name for kind in hand_of(after.state, 0)] == names[:2] + names[3:]


# S3: influence


def test_s3_sproutling_acts_differently_on_four_kinds_of_cells() -> None:
    board = ".,.,.,.,b1/r3,r1,b2,.,b1/r1,B:Netmender,.,.,b1"
    after = set_up(board, ["Sproutling"], red_deck="grove", blue_deck="harbor").play(0, "0@1,1")

    assert cell(after, 0, 1) == (0, 1)  # empty: one own pawn
    assert cell(after, 1, 0) == (0, 3)  # three own pawns stay three
    assert cell(after, 1, 2) == (0, 2)  # enemy pawns change sides, not their number
    assert after.seen_by().view().board[2][1].value == 2  # a card is not touched
    assert cell(after, 2, 1) == (1, 0)


def test_s3_what_is_off_the_board_is_nothing() -> None:
    after = set_up("r1,.,.,.,b1/r1,.,.,.,b1/r1,.,.,.,b1", ["Vinewright"], red_deck="grove").play(0, "0@1,0")

    assert short(after) == "0 1___1 0\n2 R1__1 0\n0 1___1 0"


def test_s3_the_grid_is_mirrored_for_blue() -> None:
    board = ".,.,.,.,b1/r1,b1,.,.,b1/r1,.,.,.,b1"
    after = set_up(board, ["Lampkeeper"], turn="B", blue_deck="harbor").play(1, "0@1,1")

    assert cell(after, 1, 0) == (1, 1)
    assert short(after) == "0 ____1 0\n0 1B__1 2\n0 1___1 0"


def test_influence_does_nothing_to_a_card_of_the_same_side() -> None:
    after = set_up("r1,R:Deckhand,.,.,b1/r1,r1,.,.,b1/r1,.,.,.,b1", ["Breakwater", "Deckhand"]).play(0, "1@1,1")

    assert after.seen_by().view().board[0][1].value == 1
    assert cell(after, 0, 1) == (0, 0)


def test_all_pawns_of_the_cell_go_also_those_above_the_cost() -> None:
    after = set_up("r3,.,.,.,b1/.,.,.,.,b1/r1,.,.,.,b1", ["Dockrat"]).play(0, "0@0,0")

    assert cell(after, 0, 0) == (0, 0)
    assert after.seen_by().view().board[0][0].card >= 0


# S4: scoring


def scored(*rows: tuple[int, int]) -> Position:
    """Set up a board whose row scores are these."""
    cards = [card(f"V{value}{i}", 1, value, "XXXXX/XXXXX/XXCXX/XXXXX/XXXXX") for i, value in enumerate(sum(rows, ()))]
    placed = [
        ",".join(
            [f"R:{cards[2 * i].name}" if red else ".", ".", ".", ".", f"B:{cards[2 * i + 1].name}" if blue else "."]
        )
        for i, (red, blue) in enumerate(rows)
    ]
    worth = [each._replace(value=max(each.value, 1)) for each in cards]
    return set_up("/".join(placed), [], red_deck=filled(worth), blue_deck=filled(worth))


def test_s4_the_higher_row_score_counts_in_full() -> None:
    view = scored((5, 2), (4, 4), (10, 0)).seen_by().view()

    assert view.row_scores == [[5, 2], [4, 4], [10, 0]]
    assert view.totals == [15, 0]


def test_s4_equal_totals_are_a_draw() -> None:
    position = scored((3, 4), (6, 6), (4, 3))
    end = position.play(0, "pass").play(1, "pass")

    assert position.seen_by().view().totals == [4, 4]
    assert position.outcome is None
    assert end.outcome == parlour.Outcome(None, "both_passed")
    assert position.play(0, "pass").narrate(1, PASS)[-1].message == "A draw, 4 to 4: both players passed."


def test_the_example_of_the_text_view_has_totals_2_and_4() -> None:
    one, two, three = (card(f"V{n}", 1, n, "XXXXX/XXXXX/XXCXX/XXXXX/XXXXX") for n in (1, 2, 3))
    board = "R:V1,R:U1,.,.,r3/r2,.,.,b1,B:V1/r1,r1,.,b1,B:V3"
    deck = filled([one, two, three, one._replace(name="U1")])
    position = set_up(board, [], red_deck=deck, blue_deck=deck)

    assert short(position) == "2 RR__3 0\n0 2__1B 1\n0 11_1B 3"
    assert position.seen_by().view().totals == [2, 4]


# S6: the extended game

WHETSTONE = card("Whetstone", 1, 1, "XXXXX/XXUXX/XXCIX/XXXXX/XXXXX")
RUSTMITE = card("Rustmite", 1, 1, "XXXXX/XXXXX/XXCID/XXXXX/XXXXX")
RED_S6 = filled([WHETSTONE, WHETSTONE, WHETSTONE._replace(name="Whetstone3")])  # a third equal one is not allowed
BLUE_S6 = filled([RUSTMITE, RUSTMITE])
S6 = [  # action, long form
    ("0@1,0", "0 r1+1 . . . b1 0/1 R1 r1 . . b1 0/0 r1 . . . b1 0"),
    ("0@1,4", "0 r1+1 . . . b1 0/1 R1 r1 .-1 b1 B1 1/0 r1 . . . b1 0"),
    ("0@0,0", "2 R2+1 r1 . . b1 0/1 R1 r1 .-1 b1 B1 1/0 r1 . . . b1 0"),
    ("0@1,3", "2 R2+1 r1 . . b1 0/1 R1 r1-1 b1-1 B1 B1 2/0 r1 . . . b1 0"),
    ("0@1,1", "2 R2+1 r1+1 . . b1 0/1 R1 r1 r1-1 B1 B1 2/0 r1 . . . b1 0"),
]


def s6(moves: int) -> Position:
    position = new(extended=True, red_deck=RED_S6, blue_deck=BLUE_S6)
    for number in range(moves):
        position = position.play(number % 2, S6[number][0])
    return position


@pytest.mark.parametrize("number", range(len(S6)))
def test_s6_the_extended_game(number: int) -> None:
    assert long(s6(number + 1)).split("\n") == S6[number][1].split("/")


def test_s6_totals_and_what_is_told() -> None:
    assert s6(4).seen_by().view().totals == [2, 2]
    words = [happening.message for happening in s6(4).narrate(0, 6, viewer=1)]

    assert words == [
        "Red placed Whetstone3 on B2.",
        "Pawns changed sides on C2.",
        "Upgraded: B1.",
        "The card on B2 was destroyed, leaving its pawns.",
        "You drew Filler5.",
    ]


def test_several_destroyed_cards_are_told_as_several() -> None:
    assert (
        told(new().seen_by().known, "remove", [1, 13]).message
        == "The cards on B1 and D3 were destroyed, leaving their pawns."
    )


def test_a_devalued_card_is_removed_when_it_is_worth_nothing_and_leaves_its_cost_in_pawns() -> None:
    strong = card("Strong", 2, 2, "XXXXX/XXXXX/XXCXX/XXXXX/XXXXX")
    options: dict[str, bool | str] = {"extended": True, "red_deck": filled([strong]), "blue_deck": BLUE_S6}
    once = "r1,.,.,.,b1/.,.,R:Strong-1,b1,b1/r1,.,.,.,b1"
    worn = set_up(once, ["Rustmite"], turn="B", **options).play(1, "0@1,4")
    raised = set_up(once.replace("-1", ""), ["Rustmite"], turn="B", **options).play(1, "0@1,4")

    assert long(worn).split("\n")[1] == "0 . . r2 b2 B1 1"
    assert long(raised).split("\n")[1] == "1 . . R1-1 b2 B1 1"


def test_a_placement_that_will_be_removed_at_once_is_legal_and_the_card_is_lost() -> None:
    before, after = s6(4), s6(5)

    assert 6 in before.legal_actions(0)
    assert after.seen_by().view().hands[0] == before.seen_by().view().hands[0] - 1
    assert after.seen_by().view().cards[1].left == [0, 0]


def test_upgrades_and_devaluations_are_errors_in_the_base_game() -> None:
    with pytest.raises(BadOption, match="U and D belong to the extended game"):
        new(red_deck=RED_S6)


# Secrets


def test_a_hand_is_shown_to_its_owner_only_and_mirrored_for_blue() -> None:
    position = new(red_deck="harbor", blue_deck="harbor")

    assert [len(position.seen_by(viewer).view().hand) for viewer in (0, 1, SPECTATOR)] == [6, 5, 0]
    assert position.seen_by(0).view().hand[4].grid == ["XXXXX", "XXIXX", "XXCIX", "XXXXX", "XXXXX"]
    assert position.seen_by(1).view().hand[4].grid == ["XXXXX", "XXIXX", "XICXX", "XXXXX", "XXXXX"]
    assert position.seen_by(0).view().hand[0].cells == [[0, 0], [1, 0], [2, 0]]


@given(seed=st.integers(0, 2**32), moves=st.integers(0, 12))
@settings(max_examples=30, deadline=None)
def test_a_guess_deals_the_unseen_cards_of_the_public_list(seed: int, moves: int) -> None:
    position = parlour.new("sanguine", seed, **FIXED)
    for _ in range(moves):
        if position.to_act():
            seat = position.to_act()[0]
            position = position.play(seat, position.legal_actions(seat)[0])
    for viewer in (0, 1, SPECTATOR):
        guessed = guess_record(GAME, position.seen_by(viewer).known, viewer, seed)
        for side in range(2):
            size = int(guessed.deck_size[side])
            assert sorted(guessed.order[side, :size]) == sorted(guessed.lists[side, :size])
            assert left_of(guessed, side) == left_of(position.state, side)
            if side == viewer:
                assert hand_of(guessed, side) == hand_of(position.state, side)


def test_a_guess_is_uniform_over_the_enemy_hand_and_both_decks() -> None:
    """Where the one Eldertree of Blue lies, 4000 guesses: chi-square below its 1e-4 tail, 44.3 for 16 places."""
    position = parlour.new("sanguine", 4, **FIXED)
    eldertree = 17
    assert card_of(position.state, eldertree).name == "Eldertree"
    places = Counter(
        guess_record(GAME, position.seen_by(0).known, 0, seed).order[1].tolist().index(eldertree)
        for seed in range(4000)
    )
    own = Counter(int(guess_record(GAME, position.seen_by(0).known, 0, seed).order[0, 15]) for seed in range(4000))
    left = Counter(position.state.order[0, 6:16].tolist())

    assert sum((places[place] - 250) ** 2 / 250 for place in range(16)) < 44.3
    assert sum((own[kind] - 400 * count) ** 2 / (400 * count) for kind, count in left.items()) < 38
    assert sum(own.values()) == sum(own[kind] for kind in left)


def test_an_unshuffled_deck_is_known_from_its_list() -> None:
    position = s2(7)
    for viewer in (0, 1, SPECTATOR):
        assert len(position.seen_by(viewer).view().hand) == (6 if viewer != SPECTATOR else 0)
        guessed = guess_record(GAME, position.seen_by(viewer).known, viewer, seed=3)
        assert guessed.order.tolist() == position.state.order.tolist()


def test_a_placed_card_is_seen_by_all_and_stays_known() -> None:
    position = parlour.new("sanguine", 5, **FIXED).play(0, "2@1,0")
    kind = int(position.state.order[0, 2])

    for viewer in (0, 1, SPECTATOR):
        assert position.seen_by(viewer).known.order[0, 2] == kind
        assert (
            position.seen_by(viewer).view().cards[kind].left[0]
            == position.seen_by(viewer).view().cards[kind].copies[0] - 1
        )


def test_a_shuffled_placement_or_draw_cannot_be_taken_back_an_unshuffled_one_can() -> None:
    shuffled, plain = parlour.new("sanguine", 5, **FIXED), new()

    assert rules.reveals(shuffled.state, 0, PASS)
    assert rules.reveals(shuffled.state, 0, 0)
    assert not rules.reveals(shuffled.play(0, "pass").state, 1, PASS)
    assert not rules.reveals(plain.state, 0, 0)


# Properties


def random_match(seed: int, **options: int | bool | str) -> list[Position]:
    positions = [start(GAME, seed, options)]
    number = seed
    while positions[-1].to_act():
        seat = positions[-1].to_act()[0]
        legal = positions[-1].legal_actions(seat)
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        positions.append(positions[-1].play(seat, legal[(number >> 33) % len(legal)]))
    return positions


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_cards_are_conserved_and_cells_hold_one_to_three_pawns_or_a_card(seed: int) -> None:
    for position in random_match(seed):
        state = position.state
        for seat, sign in ((0, 1), (1, -1)):
            lying = Counter(sign * int(card) - 1 for card in state.cards if sign * card > 0)
            left = left_of(state, seat)
            listed = Counter(state.lists[seat, : state.deck_size[seat]].tolist())
            assert all(lying[kind] + left[kind] == listed[kind] for kind in range(state.num_kinds))
            assert sum(left) == state.hand_size[seat] + state.deck_size[seat] - state.drawn[seat]
        assert all(abs(pawns) <= 3 for pawns in state.pawns.tolist())
        assert not any(pawns and card for pawns, card in zip(state.pawns, state.cards, strict=True))
        assert not state.modifiers.any()


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_in_the_extended_game_no_worthless_card_stays_and_pawns_are_one_to_three(seed: int) -> None:
    decks = {"red_deck": WILD, "blue_deck": WILD}
    positions = random_match(seed, extended=True, **decks)
    for position in positions:
        for seen in (seen for row in position.seen_by().view().board for seen in row):
            assert seen.card < 0 or seen.value > 0
            assert 0 <= seen.pawns <= 3
    assert positions[-1].outcome is not None


WILD = filled(
    [
        card(f"{name}{number}", number % 3 + 1, number // 3 + 1, grid)
        for number in range(3)
        for name, grid in (
            ("Rise", "XXUXX/XIIIX/UICIU/XIIIX/XXUXX"),
            ("Fall", "XXDXX/XDIDX/IICII/XDIDX/XXDXX"),
            ("Mix", "IXUXD/XIDIX/UICID/XIUIX/DXIXU"),
            ("Push", "XXXXX/XXIDX/XXCID/XXIDX/XXXXX"),
            ("Hold", "XXXXX/XXUXX/XICIX/XXUXX/XXXXX"),
        )
    ]
)


def mirror_text(text: str) -> str:
    """Swap the sides of a position: owners, columns, decks and the side to act."""
    turn, passes, board, red, blue = text.split()
    rows = ["/".join(",".join(reversed(row.split(","))) for row in board.split("/"))]
    swapped = rows[0].translate(str.maketrans("rbRB", "brBR"))
    return f"{'RB'['BR'.index(turn)]} {passes} {swapped} {blue} {red}"


@given(seed=st.integers(0, 2**32), extended=st.booleans())
@settings(max_examples=20, deadline=None)
def test_red_and_blue_are_mirror_images(seed: int, extended: bool) -> None:
    deck = WILD if extended else "harbor"
    options: dict[str, int | bool | str] = {"extended": extended, "red_deck": deck, "blue_deck": deck}
    for position in random_match(seed, **options)[:-1]:
        mirror = start(GAME, 0, options, mirror_text(position.to_text()))
        (seat,) = position.to_act()
        for action in position.legal_actions(seat):
            text = position.action_to_text(seat, action)
            other = re.sub(r"(\d)$", lambda match: str(4 - int(match[1])), text)

            assert mirror.play(1 - seat, other).to_text() == mirror_text(position.play(seat, text).to_text())


# Texts and words


def test_an_action_is_read_in_all_its_forms() -> None:
    position = s2(0)

    for text in (
        "0@1,0",
        "play 0 1 0",
        "Deckhand[0]@1,0",
        "R Deckhand[0]@1,0",
        " PLAY  0 1 0 ",
        "Deckhand A2",
        "deckhand on a2",
    ):
        assert GAME.notation.text_to_actions(position.state, 0, text) == [5]
    for text in ("pass", "R pass", "Pass"):
        assert GAME.notation.text_to_actions(position.state, 0, text) == [PASS]


@pytest.mark.parametrize("text", ["", "play", "play 0 1", "0@1", "0@1,0,0", "play -1 0 0", "x@1,0", "0 1 0", "٣@1,0"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="Type it like Deckhand A2 or 2@1,3, or pass"):
        s2(0).play(0, text)


START = "r1,.,.,.,b1/r1,.,.,.,b1/r1,.,.,.,b1"
RED_DECK = "1,1,2,2,3,3|4,4,5,6,6,7,7,8,8,9"
BLUE_DECK = "10,10,11,11,12|12,13,13,14,15,15,16,16,17,17,18"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A position is the side R or B"),
        (f"G 0 {START} {RED_DECK} {BLUE_DECK}", "A position is the side R or B"),
        (f"R 3 {START} {RED_DECK} {BLUE_DECK}", "A position is the side R or B"),
        (f"R 0 r1,.,b1 {RED_DECK} {BLUE_DECK}", "played on 3 rows of 5 cells"),
        (f"R 0 {START.replace('r1', 'r4')} {RED_DECK} {BLUE_DECK}", "r4 is not a cell"),
        (f"R 0 {START.replace('.', '.+1')} {RED_DECK} {BLUE_DECK}", r"\.\+1 is not a cell"),
        (f"R 0 {START.replace('r1', 'R:19')} {RED_DECK} {BLUE_DECK}", "R:19 is not a cell"),
        (f"R 0 {START.replace('r1', 'R:1')} {RED_DECK} {BLUE_DECK}", "cards of Red on the board are not those"),
        (f"R 0 {START} {RED_DECK.replace('1,1', '1x,1')} {BLUE_DECK}", "cards of Red on the board are not those"),
        (f"R 0 {START} {RED_DECK.replace('1,1', '1,2')} {BLUE_DECK}", "not the 16 cards of Red's deck"),
        (f"R 0 {START} {RED_DECK.replace('|', ',')} {BLUE_DECK}", "with | after the drawn cards"),
        (f"R 0 {START} {RED_DECK.replace('9', '9x')} {BLUE_DECK}", "with | after the drawn cards"),
        (f"R 0 {START} {RED_DECK} {BLUE_DECK.replace(',', ';')}", "with | after the drawn cards"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        parlour.new("sanguine", 1, **FIXED, position=text)


def test_a_position_must_fit_the_options_of_its_match() -> None:
    swapped = f"R 0 {START} {RED_DECK.replace('8,8,9', '9,8,8')} {BLUE_DECK}"

    assert parlour.new("sanguine", 1, **FIXED, position=swapped).to_text() == swapped
    with pytest.raises(BadNotation, match="is not shuffled"):
        new(position=swapped)
    worthless = START.replace(".", "R:1-1", 1)
    with pytest.raises(BadNotation, match="worth nothing"):
        parlour.new("sanguine", 1, **FIXED, position=f"R 0 {worthless} 1x{RED_DECK[1:]} {BLUE_DECK}", extended=True)


def test_positions_of_the_extended_game_read_back() -> None:
    for number in range(len(S6) + 1):
        text = s6(number).to_text()
        again = new(extended=True, red_deck=RED_S6, blue_deck=BLUE_S6, position=text)

        assert again.to_text() == text
        assert long(again) == long(s6(number))


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ([], "Pick a card from your hand, then a cell with your pawns; or pass."),
        (["hand:9"], "You have only 6 cards in your hand."),
        (["hand:0", "cell:9,9"], "That is not on the board, which has rows 1 to 3 and columns A to E."),
        (["hand:0", "cell:0,2"], "There are no pawns on C1. Deckhand can go on A1, A2 or A3."),
        (["hand:0", "cell:1,0"], ""),
        (["hand:0"], ""),
        (["pass"], ""),
    ],
)
def test_a_refusal_says_what_can_be_done(picks: list[str], reason: str) -> None:
    assert new().seen_by(0).why_not(picks).startswith(reason)
    assert bool(new().seen_by(0).why_not(picks)) == bool(reason)


def test_prompts_and_labels_address_each_seat() -> None:
    position = new()

    assert position.seen_by(0).prompt() == "You play Red. Select a card and a cell with your pawns, or pass."
    assert (
        position.seen_by(1).prompt()
        == position.seen_by(SPECTATOR).prompt()
        == "{seat:0}'s turn to place a card or pass."
    )
    assert position.play(0, "pass").seen_by(1).prompt().endswith("{seat:0} passed: if you pass too, the game ends.")
    assert position.seen_by(0).choices()[0].label == "place Deckhand (cost 1, value 1) on A1"
    assert position.seen_by(0).choices()[0].picks == ["hand:0", "cell:0,0"]
    assert position.play(0, "pass").seen_by(1).choices()[-1].label == "pass and end the game"


def test_the_drawing_shows_the_board_to_all_and_the_hand_to_its_owner() -> None:
    position = s2(9)
    drawn = [GAME.notation.render(position.seen_by(viewer).known, viewer) for viewer in (0, 1, SPECTATOR)]

    assert all("◆Netmender" in text and "■Lampkeeper" in text for text in drawn)
    assert "cost 2 value 4" in drawn[0]
    assert "cost" not in drawn[2]
    lines = drawn[2].split("\n")
    assert lines[0].split() == ["Red", *"ABCDE", "Blue"]
    assert [line.split()[0] for line in lines[1:7:2]] == ["1", "2", "3"]
    assert drawn[0].startswith(drawn[2])
    assert drawn[1].startswith(drawn[2])
    assert max(len(line) for text in drawn for line in text.split("\n")) <= 76


def test_reading_a_position_does_not_change_it() -> None:
    position = s2(6)
    before = position.to_bytes()
    view = position.seen_by(0).view()
    position.state.pawns[:] = 0
    position.seen_by(0).known.cards[:] = 0
    view.board.clear()

    assert position.to_bytes() == before
    assert position.outcome is None
