"""The rules of Matches and Patches, sentence by sentence, with every worked example of the rules file."""

import pytest

import parlour
from parlour import Outcome, Position
from parlour.core.errors import BadOption, GameOver, IllegalAction, NotYourTurn
from parlour.core.registry import load
from parlour.games.matches_and_patches.rules.contract import side
from parlour.games.matches_and_patches.state import State
from parlour.games.matches_and_patches.tests.tables import (
    AFTER_ROUND_1,
    AFTER_ROUND_2,
    EAGLE,
    GAME_ID,
    LARGE_AFTER_ROUND_1,
    SNAKE,
    cells_of,
    hand_sizes,
    lone_round,
    num_orphans,
    play_round,
    strengths,
    table,
    tile_on,
)
from support.matches import positions, walk

SMALL = 1  # the number of the board option's second name

# The story of a whole game: round, actions, strengths, captures of Eagle and Snake.
STORY = [
    ("R3S@2,2", "B1C@3,3", [0, 0], "", ""),
    ("Y2T@1,1", "G4T@4,4", [0, 0], "", ""),
    ("Y1C@1,2", "B2C@2,1", [10, 10], "", ""),
    ("Y3C@2,3", "B3C@3,2", [30, 45], "", "2,2 3,3 3,2"),
    ("Y2C@1,3", "G4S@3,4", [60, 20], "1,2 2,3 1,3", "4,4 3,4"),
    ("R4S@1,4", "G3S@4,3", [0, 0], "", ""),
    ("G1C@3,1", "Y1T@4,1", [10, 0], "2,1 3,1", ""),
    ("B1S@4,2", "R4C@2,4", [30, 20], "4,1 4,3 4,2", "1,4 2,4"),
]
# By round: the points banked so far, in tenths.
STORY_POINTS = [[0, 0], [0, 0], [0, 0], [0, 45], [60, 65], [60, 65], [70, 65], [100, 85]]


def story_start() -> Position:
    """Stack the deck so that the story is dealt: four tiles each, then one to Eagle and one to Snake per round."""
    eagle = [step[0].partition("@")[0] for step in STORY]
    snake = [step[1].partition("@")[0] for step in STORY]
    dealt = "".join(tile for pair in zip(eagle[4:], snake[4:], strict=True) for tile in pair)
    rest = "".join(tile for tile in all_tiles() if tile not in (*eagle, *snake))
    hands = f"{''.join(eagle[:4])}/{''.join(snake[:4])}"
    return parlour.new(GAME_ID, position=f"4/4/4/4 {hands} {dealt}{rest} 0/0 -")


def all_tiles() -> list[str]:
    return [f"{colour}{number}{shape}" for colour in "RBYG" for number in "1234" for shape in "TSHC"]


def cells(text: str) -> set[str]:
    return set(text.split())


def legal_cells(position: Position, seat: int) -> set[str]:
    return {choice.action.partition("@")[2] for choice in position.seen_by(seat).choices()}


# Setup


def test_a_position_takes_at_most_320_bytes() -> None:
    assert State.itemsize <= 320


@pytest.mark.parametrize(("board", "size"), [("large", 8), ("small", 4)])
def test_the_board_is_large_or_small_and_starts_empty(board: str, size: int) -> None:
    view = parlour.new(GAME_ID, seed=1, board=board).seen_by().view()

    assert view.size == len(view.tiles) == len(view.tiles[0]) == size
    assert {tile for row in view.tiles for tile in row} == {""}
    assert (view.empty, view.rounds) == (size * size, size * size // 2)


def test_the_large_board_is_the_default() -> None:
    assert parlour.new(GAME_ID, seed=1).seen_by().view().size == 8
    with pytest.raises(BadOption, match="takes large or small, not huge"):
        parlour.new(GAME_ID, board="huge")


def test_both_players_are_dealt_four_tiles_of_sixty_four() -> None:
    position = parlour.new(GAME_ID, seed=1)

    assert hand_sizes(position) == [4, 4]
    assert position.seen_by().view().deck_size == 56
    assert len({*position.seen_by(EAGLE).view().hand, *position.seen_by(SNAKE).view().hand}) == 8


def test_tiles_are_dealt_alternately_to_eagle_first() -> None:
    dealt = "Y2CG4SR4SG3SG1CY1TB1SR4C"
    start = story_start()
    after = play_round(play_round(start, *STORY[0][:2]), *STORY[1][:2])

    assert start.to_text().split()[2].startswith(dealt)
    assert {"Y2C", "R4S"} <= set(after.seen_by(EAGLE).view().hand)
    assert {"G4S", "G3S"} <= set(after.seen_by(SNAKE).view().hand)


# A round


def test_both_players_choose_at_the_same_time_in_any_order() -> None:
    start = story_start()

    assert start.to_act() == (EAGLE, SNAKE)
    assert start.play(EAGLE, "R3S@2,2").to_act() == (SNAKE,)
    assert start.play(SNAKE, "B1C@3,3").to_act() == (EAGLE,)
    assert start.play(SNAKE, "B1C@3,3").play(EAGLE, "R3S@2,2") == play_round(start, "R3S@2,2", "B1C@3,3")


def test_a_choice_cannot_be_changed() -> None:
    with pytest.raises(NotYourTurn):
        story_start().play(EAGLE, "R3S@2,2").play(EAGLE, "Y2T@2,2")


def test_nothing_lies_on_the_board_before_both_have_chosen() -> None:
    view = story_start().play(EAGLE, "R3S@2,2").seen_by(EAGLE).view()

    assert view.empty == 16
    assert len(view.hand) == 4


def test_after_a_round_both_players_draw_a_tile() -> None:
    after = play_round(story_start(), *STORY[0][:2])

    assert hand_sizes(after) == [4, 4]
    assert after.seen_by().view().deck_size == 54


@pytest.mark.parametrize(("board", "centres"), [("large", ("4,4", "5,5")), ("small", ("2,2", "3,3"))])
def test_round_1_each_player_has_only_their_own_centre(board: str, centres: tuple[str, str]) -> None:
    position = parlour.new(GAME_ID, seed=1, board=board)

    for seat, centre in enumerate(centres):
        assert legal_cells(position, seat) == {centre}
        assert len(position.legal_actions(seat)) == 4


def test_nothing_is_captured_in_round_1() -> None:
    # The centres touch at a corner only, and equal colours there match nothing.
    after = play_round(table("4/4/4/4", "R3S", "R1S"), "R3S@2,2", "R1S@3,3")

    assert after.seen_by().view().captured == [0, 0]


# Placing


def test_example_b1_a_cell_must_touch_an_occupied_one() -> None:
    position = table(LARGE_AFTER_ROUND_1, "Y2T")

    assert "3,3" in legal_cells(position, EAGLE)
    assert "1,1" not in legal_cells(position, EAGLE)
    assert position.play(EAGLE, "Y2T@3,3").to_act() == (SNAKE,)
    with pytest.raises(IllegalAction, match=r"\(1,1\) touches no occupied cell"):
        position.play(EAGLE, "Y2T@1,1")


def test_a_cell_may_touch_with_an_edge_or_a_corner() -> None:
    around = {f"{row},{column}" for row in range(3, 7) for column in range(3, 7)}
    around -= {"4,4", "5,5", "3,6", "6,3"}

    assert legal_cells(table(LARGE_AFTER_ROUND_1), EAGLE) == around
    assert legal_cells(table(LARGE_AFTER_ROUND_1), SNAKE) == around


def test_a_cell_may_touch_markers_only() -> None:
    position = table("4/1B2CsB1Cs1/1R3SeR4Se1/4")

    assert "1,1" in legal_cells(position, EAGLE)


def test_an_occupied_cell_is_refused_whether_it_holds_a_tile_or_a_marker() -> None:
    position = table("4/2B1C1/R4SeR3Se2/B2T3", "Y2T")

    for cell in ("1,1", "2,1", "2,2", "3,3"):
        assert cell not in legal_cells(position, EAGLE)
        with pytest.raises(IllegalAction):
            position.play(EAGLE, f"Y2T@{cell}")


def test_a_tile_must_be_in_the_hand() -> None:
    with pytest.raises(IllegalAction, match="You do not hold the green 4 triangle"):
        story_start().play(EAGLE, "G4T@2,2")


def test_a_cell_beside_a_tile_chosen_in_the_same_round_is_not_open_yet() -> None:
    position = table(LARGE_AFTER_ROUND_1, "Y2T", "R1H").play(EAGLE, "Y2T@3,3")

    assert "2,2" not in legal_cells(position, SNAKE)
    assert legal_cells(position, SNAKE) == legal_cells(table(LARGE_AFTER_ROUND_1), SNAKE)


# The worked examples


def test_example_a_the_whole_story() -> None:
    position = story_start()
    captured: tuple[set[str], set[str]] = (set(), set())
    for number, (eagle, snake, strength, by_eagle, by_snake) in enumerate(STORY):
        assert position.seen_by().view().round == number + 1
        assert strengths(position, eagle, snake) == strength
        position = play_round(position, eagle, snake)
        captured[EAGLE].update(cells(by_eagle))
        captured[SNAKE].update(cells(by_snake))
        assert cells_of(position, EAGLE) == captured[EAGLE]
        assert cells_of(position, SNAKE) == captured[SNAKE]
        assert position.seen_by().view().points == STORY_POINTS[number]

    assert position.seen_by().view().captured == [8, 7]
    assert num_orphans(position) == 1
    assert tile_on(position, "1,1") == "Y2T"
    assert position.seen_by().view().points == [100, 85]
    assert position.outcome == Outcome(EAGLE, "more_cells")


def test_example_a_contested_cells_are_told() -> None:
    position = story_start()
    contests = []
    for eagle, snake, *_ in STORY:
        position = position.play(EAGLE, eagle)
        happenings = position.narrate(SNAKE, legal_code(position, SNAKE, snake))
        contests += [happening.data["cells"] for happening in happenings if happening.kind == "contest"]
        position = position.play(SNAKE, snake)

    assert contests == [["1,1"], ["3,3", "2,2"]]


def legal_code(position: Position, seat: int, text: str) -> int:
    return next(code for code in position.legal_actions(seat) if position.action_to_text(seat, code) == text)


def test_example_b2_a_single_match_and_a_corner_that_does_not_match() -> None:
    before = table(AFTER_ROUND_1, "G4T", "Y2S")
    after = play_round(before, "G4T@4,4", "Y2S@2,1")

    assert strengths(before, "G4T@4,4", "Y2S@2,1") == [0, 10]
    assert cells_of(after, SNAKE) == {"2,1", "2,2"}
    assert cells_of(after, EAGLE) == set()
    assert tile_on(after, "4,4") == "G4T"


def test_example_b3_a_double_match_and_a_match_of_two_tiles() -> None:
    after = lone_round(AFTER_ROUND_2, "Y2C@1,2", "B4S@3,4")

    assert cells_of(after, EAGLE) == {"1,1", "1,2"}
    assert cells_of(after, SNAKE) == {"4,4", "3,3", "3,4"}
    assert after.seen_by().view().points == [20, 30]


def test_example_b4_a_simple_conflict_on_the_small_board() -> None:
    after = lone_round(AFTER_ROUND_2, "G2T@1,2", "Y4C@2,1")

    assert cells_of(after, EAGLE) == {"1,1", "1,2"}
    assert cells_of(after, SNAKE) == set()
    assert tile_on(after, "2,1") == "Y4C"
    assert after.seen_by().view().points == [20, 0]


def test_example_b4_a_simple_conflict_on_the_large_board() -> None:
    after = lone_round("8/8/5G4T2/4B1C3/3R3S4/2Y2T5/8/8", "G2T@2,3", "Y4C@3,2")

    assert cells_of(after, EAGLE) == {"3,3", "2,3"}
    assert tile_on(after, "3,2") == "Y4C"


def test_example_b5_a_complex_conflict_is_decided_by_whole_patterns_without_corners() -> None:
    before = table("3G4T/2B1C1/B2CR3S2/Y2TY1C2", "Y3C", "B3C")
    after = play_round(before, "Y3C@2,3", "B3C@3,2")

    assert strengths(before, "Y3C@2,3", "B3C@3,2") == [30, 45]
    assert cells_of(after, SNAKE) == {"2,2", "3,3", "3,2"}
    assert cells_of(after, EAGLE) == set()
    assert (tile_on(after, "1,2"), tile_on(after, "2,1")) == ("Y1C", "B2C")


def test_example_b6_a_super_capture_takes_five_cells() -> None:
    before = table("4/2B1C1/1R3S1G4T/2Y2T1", "B3T", "R1C")
    after = play_round(before, "B3T@2,3", "R1C@3,2")

    assert strengths(before, "B3T@2,3", "R1C@3,2") == [140, 45]
    assert cells_of(after, EAGLE) == {"2,2", "3,3", "2,4", "1,3", "2,3"}
    assert tile_on(after, "3,2") == "R1C"
    assert after.seen_by().view().points == [140, 0]


def test_example_b7_tiles_of_one_round_never_match_each_other() -> None:
    rows = "2G3SG4Ts/1B3CsB1CsG4Ss/B2CR3SsY3Ce1/Y2TY1CeY2CeR4S"
    before = table(rows, "G1C", "Y1T")
    after = play_round(before, "G1C@3,1", "Y1T@4,1")

    assert strengths(before, "G1C@3,1", "Y1T@4,1") == [10, 0]
    assert cells_of(after, EAGLE) == {"1,2", "1,3", "2,1", "2,3", "3,1"}
    assert tile_on(after, "4,1") == "Y1T"


def test_example_b8_a_loser_keeps_uncontested_matches() -> None:
    before = table(AFTER_ROUND_2, "R1H", "G1C")
    after = play_round(before, "R1H@2,3", "G1C@3,4")

    assert strengths(before, "R1H@2,3", "G1C@3,4") == [30, 45]
    assert cells_of(after, SNAKE) == {"3,3", "4,4", "3,4"}
    assert cells_of(after, EAGLE) == {"2,2", "2,3"}
    assert after.seen_by().view().points == [10, 45]


def test_example_b9_a_tie_leaves_only_the_contested_tile() -> None:
    before = table(AFTER_ROUND_2, "R1H", "G2C")
    after = play_round(before, "R1H@2,3", "G2C@3,4")

    assert strengths(before, "R1H@2,3", "G2C@3,4") == [30, 30]
    assert tile_on(after, "3,3") == "B1C"
    assert cells_of(after, EAGLE) == {"2,2", "2,3"}
    assert cells_of(after, SNAKE) == {"4,4", "3,4"}
    assert after.seen_by().view().points == [10, 10]


def test_example_b10_the_same_cell_goes_to_its_side_and_the_other_places_its_tile_again() -> None:
    clash = play_round(table(AFTER_ROUND_1, "B4S", "R1H"), "B4S@2,3", "R1H@2,3")

    assert cells_of(clash, EAGLE) == {"2,2", "3,3", "2,3"}
    assert clash.seen_by().view().points == [30, 0]
    assert clash.to_act() == (SNAKE,)
    assert "3,2" in legal_cells(clash, SNAKE)

    after = clash.play(SNAKE, "@3,2")

    assert cells_of(after, SNAKE) == set()
    assert tile_on(after, "3,2") == "R1H"
    assert after.to_act() == (EAGLE, SNAKE)
    assert hand_sizes(after) == [4, 4]


def test_example_b10_on_the_other_side_the_cell_is_snakes() -> None:
    clash = play_round(table(AFTER_ROUND_1, "B4S", "R1H"), "B4S@3,2", "R1H@3,2")

    assert clash.to_act() == (EAGLE,)
    assert cells_of(clash, SNAKE) == {"2,2", "3,3", "3,2"}


@pytest.mark.parametrize(("cell", "winner"), [("4,5", EAGLE), ("5,4", SNAKE)])
def test_example_b11_the_midline_of_the_large_board_divides_the_sides(cell: str, winner: int) -> None:
    clash = play_round(table(LARGE_AFTER_ROUND_1, "Y2T", "G4T"), f"Y2T@{cell}", f"G4T@{cell}")

    assert clash.state.clash == 1 - winner
    assert clash.to_act() == (1 - winner,)
    assert tile_on(clash, cell) == ("Y2T", "G4T")[winner]


@pytest.mark.parametrize("board", ["large", "small"])
def test_the_lower_half_of_the_rows_is_eagles_side(board: str) -> None:
    s = parlour.new(GAME_ID, seed=1, board=board).state
    size = int(s.width)

    for cell in range(size * size):
        assert side(s, cell) == (EAGLE if cell // size + 1 <= size / 2 else SNAKE)


def test_example_b12_a_re_placement_may_touch_only_the_winners_new_tile() -> None:
    before = table(LARGE_AFTER_ROUND_1, "Y2T", "G4T")
    clash = play_round(before, "Y2T@3,5", "G4T@3,5")

    assert "2,6" not in legal_cells(before, SNAKE)
    assert "2,6" in legal_cells(clash, SNAKE)
    assert tile_on(clash.play(SNAKE, "@2,6"), "2,6") == "G4T"


def test_example_b12_a_re_placement_may_not_use_the_clash_cell_or_another_tile() -> None:
    clash = play_round(table(LARGE_AFTER_ROUND_1, "Y2T", "G4TG1H"), "Y2T@3,5", "G4T@3,5")

    with pytest.raises(IllegalAction, match=r"You both chose \(3,5\), and it is Eagle's"):
        clash.play(SNAKE, "@3,5")
    with pytest.raises(IllegalAction, match="You keep the green 4 triangle"):
        clash.play(SNAKE, "G1H@2,6")
    assert clash.play(SNAKE, "G4T@2,6") == clash.play(SNAKE, "@2,6")


def test_a_re_placed_tile_never_matches_the_winners_new_tile() -> None:
    # Y2T captures nothing, so it lies uncaptured beside G2T, which shares number and shape with it.
    clash = play_round(table(LARGE_AFTER_ROUND_1, "Y2T", "G2T"), "Y2T@3,5", "G2T@3,5")
    after = clash.play(SNAKE, "@2,5")

    assert after.seen_by().view().captured == [0, 0]
    assert (tile_on(after, "3,5"), tile_on(after, "2,5")) == ("Y2T", "G2T")


def test_a_re_placed_tile_captures_what_the_winner_left() -> None:
    clash = play_round(table(AFTER_ROUND_2, "Y2C", "G4S"), "Y2C@1,2", "G4S@1,2")
    after = clash.play(SNAKE, "@3,4")

    assert cells_of(after, EAGLE) == {"1,1", "1,2"}
    assert cells_of(after, SNAKE) == {"4,4", "3,4"}
    assert after.seen_by().view().points == [20, 20]


def test_the_winner_of_a_clash_is_not_contested() -> None:
    # Snake's stronger match of the same tile does not count: the cell was Eagle's.
    clash = play_round(table(AFTER_ROUND_2, "Y4C", "G2T"), "Y4C@1,2", "G2T@1,2")
    after = clash.play(SNAKE, "@2,1")

    assert cells_of(after, EAGLE) == {"1,1", "1,2"}
    assert cells_of(after, SNAKE) == set()


SEVEN_CAPTURED = "4/Y1CB1CR3S1/G1TeG2TeG3Te1/B1TeB2TeB3TeB4Te"


def test_example_b13_more_than_half_ends_the_game_at_once() -> None:
    end = lone_round(SEVEN_CAPTURED, "R4H@3,4", "G4H@4,1")

    assert end.seen_by().view().captured == [9, 0]
    assert end.seen_by().view().empty == 4
    assert hand_sizes(end) == [3, 3]  # nothing is dealt after the end
    assert end.outcome == Outcome(EAGLE, "more_than_half")
    with pytest.raises(GameOver):
        end.play(EAGLE, "R1T@4,2")


def test_example_b13_half_of_the_cells_is_not_enough() -> None:
    after = lone_round(SEVEN_CAPTURED.replace("G3Te", "G3T"), "R4H@3,4", "G4H@4,1")

    assert after.seen_by().view().captured == [8, 0]
    assert after.outcome is None


def test_more_than_half_is_tested_after_both_tiles_of_a_clash() -> None:
    clash = play_round(table(SEVEN_CAPTURED.replace("e", "s"), "Y4H", "R4H"), "Y4H@3,4", "R4H@3,4")

    assert clash.seen_by().view().captured == [0, 9]
    assert clash.to_act() == (EAGLE,)
    assert clash.play(EAGLE, "@4,1").outcome == Outcome(SNAKE, "more_than_half")


@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        ("100/85", Outcome(EAGLE, "more_points")),
        ("85/100", Outcome(SNAKE, "more_points")),
        ("95/95", Outcome(None, "equal_cells_and_points")),
    ],
)
def test_example_b14_a_full_board_with_equal_cells_is_decided_by_points(points: str, outcome: Outcome) -> None:
    rows = "R1TsR2TsR3Ts1/B1TsB2TsB3TsB4Ts/Y1TeY2TeY3TeY4Te/1G1TeG2TeG3Te"
    end = lone_round(rows, "R1S@1,1", "G4H@4,4", points)

    assert end.seen_by().view().captured == [7, 7]
    assert num_orphans(end) == 2
    assert end.outcome == outcome


def large_match_of_32_rounds() -> list[Position]:
    for seed in range(50):
        match = positions(load(GAME_ID), seed)
        if match[-1].seen_by().view().empty == 0:
            return match
    raise AssertionError("no random match went over 32 rounds")


def test_example_b15_the_deck_of_the_large_board_lasts_28_rounds() -> None:
    sizes = {}
    for position in large_match_of_32_rounds():
        if len(position.to_act()) == 2:
            view = position.seen_by().view()
            sizes[view.round] = (*hand_sizes(position), view.deck_size)

    assert sizes[28] == (4, 4, 2)
    assert sizes[29] == (4, 4, 0)
    assert [sizes[number] for number in (30, 31, 32)] == [(3, 3, 0), (2, 2, 0), (1, 1, 0)]
    assert hand_sizes(large_match_of_32_rounds()[-1]) == [0, 0]


def test_on_the_small_board_hands_stay_at_four() -> None:
    for position in positions(load(GAME_ID), 3, board=SMALL):
        if len(position.to_act()) == 2:
            assert hand_sizes(position) == [4, 4]


def test_a_captured_tile_is_out_of_play() -> None:
    # R3S is captured: R4S beside it matches nothing.
    after = lone_round("4/2B1C1/R4TeR3Se2/Y2T3", "R4S@1,2", "G4H@4,4")

    assert after.seen_by().view().captured == [2, 0]


def test_a_lost_contest_banks_nothing() -> None:
    after = lone_round(AFTER_ROUND_2, "Y4C@2,1", "G2T@1,2")

    assert after.seen_by().view().points == [0, 20]


def test_more_cells_win_against_more_points() -> None:
    rows = "R1TsR2TsR3Ts1/B1TsB2TsB3TsB4T/Y1TeY2TeY3TeY4Te/1G1TeG2TeG3Te"

    assert lone_round(rows, "R1S@1,1", "G3H@4,4", "10/900").outcome == Outcome(EAGLE, "more_cells")


def test_random_matches_use_every_ending_but_the_rarest() -> None:
    endings = set()
    for seed in range(150):
        *_, (position, seat, action) = walk(load(GAME_ID), seed, board=SMALL)
        outcome = position.play(seat, action).outcome
        endings.add(outcome.reason if outcome else "")

    assert {"more_than_half", "more_cells", "more_points"} <= endings
