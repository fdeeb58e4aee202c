"""Matches and Patches as text and in words."""

import pytest

import parlour
from parlour import Position
from parlour.core.contract import SPECTATOR
from parlour.core.errors import BadNotation, IllegalAction
from parlour.games.matches_and_patches.tests.tables import (
    AFTER_ROUND_1,
    AFTER_ROUND_2,
    EAGLE,
    GAME_ID,
    LARGE_AFTER_ROUND_1,
    SNAKE,
    hand_sizes,
    play_round,
    table,
    tile_on,
)
from parlour.games.matches_and_patches.text.words import TEXT_TO_TILE, tile_name

REST = "".join(tile for tile in TEXT_TO_TILE if tile not in ("R3S", "B1C"))


def told(position: Position, seat: int, action: str, viewer: int = SPECTATOR) -> list[str]:
    (code,) = position.game.notation.text_to_actions(position.state, seat, action)
    return [happening.message for happening in position.narrate(seat, code, viewer)]


def told_round(rows: str, eagle: str, snake: str, viewer: int = SPECTATOR, points: str = "0/0") -> list[str]:
    """Narrate the second choice of a round, without the deal."""
    position = table(rows, eagle.partition("@")[0], snake.partition("@")[0], points).play(EAGLE, eagle)
    return [words for words in told(position, SNAKE, snake, viewer) if "drew" not in words]


# Actions as text


@pytest.mark.parametrize("text", ["Y2T@3,3", "y2t@3,3", " Y2T @ 3, 3 ", "Y2T 3,3"])
def test_an_action_is_a_tile_and_a_cell(text: str) -> None:
    position = table(LARGE_AFTER_ROUND_1, "Y2T", "R1H").play(EAGLE, text).play(SNAKE, "R1H@6,6")

    assert tile_on(position, "3,3") == "Y2T"


@pytest.mark.parametrize("text", ["", "Y2T", "3,3", "Y5T@3,3", "Y2X@3,3", "Y2T@33", "Y2T@3,3,3", "Y2T3,3", "@"])
def test_what_is_no_action_is_unreadable(text: str) -> None:
    with pytest.raises(BadNotation, match=r"is not a tile on a cell\. Type it like R3S@4,4"):
        table(LARGE_AFTER_ROUND_1, "Y2T").play(EAGLE, text)


def test_a_cell_off_the_board_is_unreadable() -> None:
    with pytest.raises(BadNotation, match="There is no cell 5,1: rows and columns go from 1 to 4"):
        table(AFTER_ROUND_1, "Y2T").play(EAGLE, "Y2T@5,1")


def test_a_choice_needs_its_tile() -> None:
    with pytest.raises(BadNotation, match="Say which tile goes onto 2,1, like R3S@2,1"):
        table(AFTER_ROUND_1, "Y2T").play(EAGLE, "@2,1")


# Positions as text


def test_a_position_reads_back_with_everything_in_it() -> None:
    text = f"4/2B1Cs1/1R3Se2/4 {REST[:12]}/{REST[12:24]} {REST[24:]} 35/40 -"
    position = parlour.new(GAME_ID, position=text)

    assert position.to_text() == text
    assert position.seen_by().view().owners[1][1] == EAGLE
    assert position.seen_by().view().owners[2][2] == SNAKE
    assert position.seen_by().view().points == [35, 40]
    assert position.seen_by(EAGLE).view().hand == ["R1T", "R1S", "R1H", "R1C"]


@pytest.mark.parametrize("choice", ["R1T@2,1/-", "-/R2T@4,4"])
def test_a_pending_choice_reads_back(choice: str) -> None:
    text = f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0/0 {choice}"
    position = parlour.new(GAME_ID, position=text)

    assert position.to_text() == text
    assert len(position.to_act()) == 1


def test_a_clash_reads_back_and_keeps_the_tiles_of_the_round_apart() -> None:
    clash = play_round(table(LARGE_AFTER_ROUND_1, "Y2T", "G2T"), "Y2T@3,5", "G2T@3,5")
    again = parlour.new(GAME_ID, position=clash.to_text())

    assert clash.to_text().endswith(" @3,5/G2T")
    assert again.to_text() == clash.to_text()
    assert again.play(SNAKE, "@2,5").seen_by().view().captured == [0, 0]


def test_a_clash_is_not_over_before_the_re_placement_even_with_more_than_half() -> None:
    rows = "4/Y1CB1CR3S1/G1TsG2TsG3Ts1/B1TsB2TsB3TsB4Ts"
    clash = play_round(table(rows, "Y4H", "R4H"), "Y4H@3,4", "R4H@3,4")
    again = parlour.new(GAME_ID, position=clash.to_text())

    assert again.to_act() == clash.to_act() == (EAGLE,)
    assert again.play(EAGLE, "@4,1").to_text() == clash.play(EAGLE, "@4,1").to_text()


def test_the_rows_alone_deal_all_other_tiles_at_random() -> None:
    first, again, other = (parlour.new(GAME_ID, seed=seed, position=AFTER_ROUND_2) for seed in (1, 1, 2))

    assert first == again
    assert first.to_text() != other.to_text()
    assert hand_sizes(first) == [4, 4]
    assert first.seen_by().view().deck_size == 52


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has 4 or 8 rows, not 1"),
        ("4/4/4", "has 4 or 8 rows, not 3"),
        ("4/2B1C1/1R3S2/5", "The row 5 does not have 4 cells"),
        ("4/2B1C1/1R3S2/3", "The row 3 does not have 4 cells"),
        ("4/2B1C1/1R3S2/X3", "X3 is not a row"),
        ("4/2B1C1/1B1C2/4", "B1C is there more than once"),
        ("4/2B1C1/4/4", "1 tiles cannot lie on the board"),
        ("4/2B1C1/2R3S1/4", "lie on the centre cells"),
        ("8/8/8/4B1C3/3R3S4/8/8/R1T6R2T", "The tile on 1,1 touches no other one"),
        (f"{AFTER_ROUND_1} -/- -", "This has 3 parts"),
        (f"{AFTER_ROUND_1} {REST[:12]} {REST[12:]} 0/0 -", "are not the hands"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} x 0/0 -", "X is not a deck"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0 -", "are not the points"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0/9999 -", "are not the points"),
        (f"{AFTER_ROUND_1} {REST[:9]}/{REST[9:21]} {REST[21:]} 0/0 -", "both hands hold 4 and the deck 54, not 3, 4"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[27:]} 0/0 -", "the deck 54, not 4, 4 and 53"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0/0 R1T/-", "is not what one of the players chose"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0/0 R1T@1,4/-", r"Eagle cannot have chosen R1T@1,4"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0/0 R2T@1,1/-", r"Eagle cannot have chosen R2T@1,1"),
        (f"{AFTER_ROUND_1} {REST[:12]}/{REST[12:24]} {REST[24:]} 0/0 @3,3/G4C", "Eagle cannot just have got"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        parlour.new(GAME_ID, position=text)


# Refusals


@pytest.mark.parametrize(
    ("rows", "action", "reason"),
    [
        ("4/4/4/4", "Y2T@2,3", "In the first round your tile goes onto your centre cell, (2,2)."),
        (AFTER_ROUND_1, "Y2T@2,2", "The red 3 square lies on (2,2). Pick one of the 12 open cells."),
        ("4/2B1Cs1/1R3Se2/4", "Y2T@2,2", "You already captured (2,2). Pick one of the 12 open cells."),
        ("4/2B1Cs1/1R3Se2/4", "Y2T@3,3", "Snake already captured (3,3). Pick one of the 12 open cells."),
        (
            AFTER_ROUND_1,
            "Y2T@4,1",
            "(4,1) touches no occupied cell, neither with an edge nor with a corner. Pick one of the 12 open cells.",
        ),
        (
            "R1TsR2TsR3Ts1/B1TsB2TsB3TsB4Ts/Y1TeR1CeY3TeY4Te/1G1TeG2TeG3Te",
            "Y2T@1,2",
            "You already captured (1,2). Pick (1,1) or (4,4).",
        ),
    ],
)
def test_every_refused_cell_is_explained(rows: str, action: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        table(rows, "Y2T").play(EAGLE, action)
    assert str(refusal.value) == reason


def test_a_tile_that_is_not_held_is_refused_with_the_hand() -> None:
    with pytest.raises(IllegalAction) as refusal:
        table(AFTER_ROUND_1, "Y2TR1HB4SG1C", "R1C").play(EAGLE, "R1C@2,1")
    assert str(refusal.value) == (
        "You do not hold the red 1 circle. Your hand: red 1 hexagon, blue 4 square, yellow 2 triangle "
        "and green 1 circle."
    )


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        (["cell:2,1"], "First pick a tile of your hand, then the cell it goes to."),
        (["tile:Y2T", "cell:9,9"], "Pick a cell of the board: rows and columns go from 1 to 4."),
        (["tile:Y2T", "tile:Y2T"], "Pick a cell of the board: rows and columns go from 1 to 4."),
        (["tile:Y2T", "cell:2,1"], ""),
        (["tile:Y2T"], ""),
    ],
)
def test_picks_are_explained(picks: list[str], reason: str) -> None:
    assert table(AFTER_ROUND_1, "Y2T").seen_by(EAGLE).why_not(picks) == reason


def test_a_refused_re_placement_is_explained() -> None:
    clash = play_round(table(AFTER_ROUND_1, "B4S", "R1HG1C"), "B4S@2,3", "R1H@2,3")

    assert clash.seen_by(SNAKE).why_not(["cell:2,3"]) == (
        "You both chose (2,3), and it is {seat:0}'s: it lies on {seat:0}'s side. Pick one of the 12 open cells."
    )
    assert clash.seen_by(SNAKE).why_not(["tile:G1C", "cell:3,2"]) == (
        "You keep the red 1 hexagon: pick only the new cell it goes to."
    )
    assert (
        clash.seen_by(SNAKE).why_not(["cell:2,2"]) == "{seat:0} already captured (2,2). Pick one of the 12 open cells."
    )
    assert clash.seen_by(SNAKE).why_not(["cell:3,2"]) == ""


# Narration


def test_a_secret_choice_is_told_to_its_owner_only() -> None:
    position = table(AFTER_ROUND_1, "Y2T")

    assert told(position, EAGLE, "Y2T@1,1", EAGLE) == ["You chose the yellow 2 triangle for (1,1)."]
    assert told(position, EAGLE, "Y2T@1,1", SNAKE) == ["Eagle chose in secret."]
    assert told(position, EAGLE, "Y2T@1,1", SPECTATOR) == ["Eagle chose in secret."]


def test_a_simple_contest_is_told_with_both_scores() -> None:
    assert told_round(AFTER_ROUND_2, "G2T@1,2", "Y4C@2,1") == [
        "Eagle placed the green 2 triangle on (1,2).",
        "Snake placed the yellow 4 circle on (2,1).",
        "The green 2 triangle matched two attributes of the yellow 2 triangle, the yellow 4 circle one: "
        "2 against 1 point, so Eagle captured 2 cells.",
        "The green 2 triangle matched the yellow 2 triangle (number and shape). "
        "Eagle captured (1,1) and (1,2) and banked 2 points.",
        "The yellow 4 circle captured nothing and stayed on (2,1).",
    ]


def test_a_contest_of_several_tiles_is_told_with_both_scores() -> None:
    rows = "3G4T/2B1C1/B2CR3S2/Y2TY1C2"

    assert told_round(rows, "Y3C@2,3", "B3C@3,2", SNAKE)[2:] == [
        "Both tiles matched the blue 1 circle and the red 3 square. The yellow 3 circle matched two attributes of two "
        "tiles, the blue 3 circle three attributes of two tiles: 3 against 4.5 points, so you captured 3 cells.",
        "The yellow 3 circle captured nothing and stayed on (2,3).",
        "The blue 3 circle matched the blue 1 circle (colour and shape) and the red 3 square (number). "
        "You captured (3,3), (2,2) and (3,2) and banked 4.5 points.",
    ]


def test_a_tied_contest_is_told() -> None:
    assert told_round(AFTER_ROUND_2, "Y1C@1,2", "B2C@2,1", EAGLE)[2:] == [
        "The yellow 1 circle matched one attribute of the yellow 2 triangle, the blue 2 circle one: "
        "1 point each, so neither captured the yellow 2 triangle.",
        "The yellow 1 circle captured nothing and stayed on (1,2).",
        "The blue 2 circle captured nothing and stayed on (2,1).",
    ]


def test_a_partly_lost_contest_is_told() -> None:
    assert told_round(AFTER_ROUND_2, "R1H@2,3", "G1C@3,4")[2:] == [
        "Both tiles matched the blue 1 circle. The red 1 hexagon matched two attributes of two tiles, the green 1 "
        "circle three attributes of two tiles: 3 against 4.5 points, so Snake captured 3 cells.",
        "The red 1 hexagon matched the red 3 square (colour). Eagle captured (2,2) and (2,3) and banked 1 point.",
        "The green 1 circle matched the green 4 triangle (colour) and the blue 1 circle (number and shape). "
        "Snake captured (4,4), (3,3) and (3,4) and banked 4.5 points.",
    ]


def test_the_first_round_is_told_without_matches() -> None:
    assert told_round("4/4/4/4", "R3S@2,2", "R1S@3,3") == [
        "Eagle placed the red 3 square on (2,2).",
        "Snake placed the red 1 square on (3,3).",
    ]


def test_a_clash_and_its_re_placement_are_told() -> None:
    before = table(AFTER_ROUND_1, "B4S", "R1H").play(EAGLE, "B4S@2,3")
    clash = before.play(SNAKE, "R1H@2,3")

    assert told(before, SNAKE, "R1H@2,3", SNAKE) == [
        "Both chose (2,3). It lies on Eagle's side.",
        "Eagle placed the blue 4 square on (2,3).",
        "The blue 4 square matched the blue 1 circle (colour) and the red 3 square (shape). "
        "Eagle captured (3,3), (2,2) and (2,3) and banked 3 points.",
        "You kept the red 1 hexagon and must place it on another cell.",
    ]
    assert told(clash, SNAKE, "@3,2")[:2] == [
        "Snake placed the red 1 hexagon on (3,2).",
        "The red 1 hexagon matched nothing and stayed on (3,2).",
    ]


def test_the_drawn_tile_is_told_to_its_owner_only() -> None:
    position = table(AFTER_ROUND_1, "Y2T", "G4T").play(EAGLE, "Y2T@1,1")
    after = position.play(SNAKE, "G4T@4,4")
    (drawn,) = set(after.seen_by(SNAKE).view().hand) - set(position.seen_by(SNAKE).view().hand)

    assert told(position, SNAKE, "G4T@4,4", SNAKE)[-1] == f"You drew the {tile_name(TEXT_TO_TILE[drawn])}; 52 are left."
    assert told(position, SNAKE, "G4T@4,4")[-1] == "Both players drew a tile; 52 are left."


FULL = "R1TsR2TsR3Ts1/B1TsB2TsB3TsB4Ts/Y1TeY2TeY3TeY4Te/1G1TeG2TeG3Te"


@pytest.mark.parametrize(
    ("rows", "snake", "points", "words"),
    [
        (FULL, "G4H", "100/85", "The board is full and both have 7 cells. Eagle won on tie-break, 10.0 to 8.5."),
        (FULL, "G4H", "85/85", "The board is full, both have 7 cells and the same tie-break: a draw."),
        (FULL.replace("B4Ts", "B4T"), "B4H", "0/0", "The board is full. Snake won with 8 cells to 7."),
    ],
)
def test_the_end_is_told_with_its_numbers(rows: str, snake: str, points: str, words: str) -> None:
    assert told_round(rows, "R1S@1,1", f"{snake}@4,4", SPECTATOR, points)[-1] == words


def test_an_early_win_is_told() -> None:
    rows = "4/Y1CB1CR3S1/G1TeG2TeG3Te1/B1TeB2TeB3TeB4Te"

    assert told_round(rows, "R4H@3,4", "G4H@4,1", EAGLE)[-1] == "You won with 9 cells, more than half of the board."


# Prompts, labels, the drawing


def test_prompts_say_what_to_do() -> None:
    start = table("4/4/4/4", "R3S", "B1C")
    chosen = start.play(EAGLE, "R3S@2,2")
    second = chosen.play(SNAKE, "B1C@3,3")
    clash = play_round(table(AFTER_ROUND_1, "B4S", "R1H"), "B4S@2,3", "R1H@2,3")

    assert start.seen_by(SNAKE).prompt() == "You play Snake. Choose a tile for your centre cell, (3,3)."
    assert start.seen_by(SPECTATOR).prompt() == "Round 1: both players are choosing a tile and a cell in secret."
    assert chosen.seen_by(EAGLE).prompt() == "You chose the red 3 square for (2,2). Wait for {seat:1} to choose."
    assert chosen.seen_by(SPECTATOR).prompt() == "Round 1: {seat:1} is still choosing a tile and a cell in secret."
    assert second.seen_by(EAGLE).prompt() == "Round 2: choose a tile, then an empty cell that touches an occupied one."
    assert clash.seen_by(SNAKE).prompt() == (
        "You both chose (2,3), which is on {seat:0}'s side. Place your red 1 hexagon on another cell."
    )
    assert clash.seen_by(EAGLE).prompt() == "Both chose (2,3). {seat:1} must place the red 1 hexagon on another cell."


def test_choices_are_picked_and_said_by_tile_and_cell() -> None:
    clash = play_round(table(AFTER_ROUND_1, "B4S", "R1H"), "B4S@2,3", "R1H@2,3")
    choices = {choice.action: choice for choice in table(AFTER_ROUND_1, "Y2TB3T").seen_by(EAGLE).choices()}

    assert choices["Y2T@2,1"].picks == ["tile:Y2T", "cell:2,1"]
    assert choices["Y2T@2,1"].label == "place the yellow 2 triangle on (2,1)"
    assert choices["B3T@2,1"].label == "place the blue 3 triangle on (2,1), matching one tile for 1 point"
    assert choices["B3T@2,3"].label == "place the blue 3 triangle on (2,3), matching two tiles for 3 points"
    assert {len(choice.picks) for choice in clash.seen_by(SNAKE).choices()} == {1}


def test_a_re_placement_is_not_said_to_match_the_new_tile() -> None:
    clash = play_round(table(LARGE_AFTER_ROUND_1, "Y2T", "G2T"), "Y2T@3,5", "G2T@3,5")
    labels = {choice.action: choice.label for choice in clash.seen_by(SNAKE).choices()}

    assert labels["@2,5"] == "place the green 2 triangle on (2,5)"


def test_the_steps_have_names() -> None:
    clash = play_round(table(AFTER_ROUND_1, "B4S", "R1H"), "B4S@2,3", "R1H@2,3")

    assert table(AFTER_ROUND_1).seen_by().phase() == "choose"
    assert clash.seen_by().phase() == "re-place"


def test_the_drawing_shows_the_board_from_the_viewers_side() -> None:
    position = table("3G4T/2B1Cs1/1R3Se2/Y2T3", "R1H", "G1C")

    assert position.seen_by(EAGLE).render().splitlines()[:10] == [
        "     1   2   3   4 ",
        "   ┌───┬───┬───┬───┐",
        " 4 │   │ · │ · │G4T│",
        "   ├───┼───┼───┼───┤",
        " 3 │ · │ · │ ◇ │ · │",
        "   ├───┼───┼───┼───┤",
        " 2 │ · │ ◆ │ · │ · │",
        "   ├───┼───┼───┼───┤",
        " 1 │Y2T│ · │ · │   │",
        "   └───┴───┴───┴───┘",
    ]
    assert position.seen_by(SNAKE).render().splitlines()[2] == " 1 │   │ · │ · │Y2T│"
    assert "R1H" in position.seen_by(EAGLE).render()
    assert "R1H" not in position.seen_by(SPECTATOR).render()
    assert "R1H" not in position.seen_by(SNAKE).render()
