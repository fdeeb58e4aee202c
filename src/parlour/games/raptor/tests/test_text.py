"""What people read: prompts, labels, reasons, narration and the drawing."""

import pytest

import parlour
from parlour import SPECTATOR, Position
from parlour.core.errors import IllegalAction
from parlour.games.raptor.tests.tables import (
    RAPTOR,
    SCIENTIST,
    at,
    both_play,
    raptor_acts,
    raptor_resolves,
    scientist_acts,
    scientist_resolves,
)


def told(position: Position, action: str, viewer: int = SPECTATOR) -> list[str]:
    seat = position.to_act()[0]
    (code,) = position.game.notation.text_to_actions(position.state, seat, action)
    return [happening.message for happening in position.narrate(seat, code, viewer)]


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        (raptor_acts(2), "g5-h4", "The mother moves in a straight line: h4 is not in line with g5."),
        (raptor_acts(2), "mother:h2", "The mother moves in a straight line: h2 is not in line with g5."),
        (raptor_acts(2), "g5-k5", "The way from g5 to k5 is blocked by the baby on i5."),
        (raptor_acts(2, fires="g4"), "g5-g1", "The way from g5 to g1 is blocked by the fire on g4."),
        (raptor_acts(2, fires="g4"), "g5-g4", "There is a fire on g4."),
        (raptor_acts(2), "e3-c3", "A baby goes one step: c3 is not beside e3."),
        (raptor_acts(2), "e3-d3", "There is a rock on d3."),
        (raptor_acts(2), "c1-c2", "There is no baby on c1. Pick the mother or a baby, then what it does; or stop."),
        (raptor_acts(2), "kill:b5", "The mother on g5 is not beside the scientist on b5."),
        (raptor_acts(2), "kill:h5", "There is no scientist on h5."),
        (raptor_acts(2), "wake:i5", "The baby on i5 is awake."),
        (raptor_acts(2), "douse:g4", "There is no fire on g4."),
        (scientist_acts(2), "b5-b3", "A scientist goes one step: b3 is not beside b5."),
        (scientist_acts(2, babies="b4"), "b5-b4", "The baby on b4 is in the way."),
        (scientist_acts(2), "l6-m6", "m6 is an exit: only a baby's own step leads there."),
        (scientist_acts(2), "shoot:l3", "The mother on g5 is not in line with l3."),
        (scientist_acts(2), "stand:b5", "The scientist on b5 is standing already."),
        (scientist_acts(2), "sleep:b5-c5", "There is no baby on c5."),
        (scientist_acts(2, babies="b4"), "capture:b5-b4", "The baby on b4 is awake: it can be put to sleep."),
        (
            scientist_acts(2, scientists="b2", frightened="b5"),
            "b5-b4",
            "The scientist on b5 is frightened. It must stand up first.",
        ),
        (scientist_resolves(2), "scientist:g4", "Reinforcements arrive on a long edge: c1 to k1, or c6 to k6."),
        (scientist_resolves(5), "fire:g4", "g4 is beside no active scientist and no fire."),
        (
            scientist_resolves(4),
            "gas:h1",
            "No active scientist is on the tile of the baby on h1 or on a tile beside it.",
        ),
        (scientist_resolves(3), "b5-g4", "A jeep drives straight: g4 is not in line with b5."),
        (scientist_resolves(3), "b5-k5", "The way from b5 to k5 is blocked by the mother on g5."),
        (raptor_resolves(4), "e3-e2", "e2 is not on the mother's tile."),
        (raptor_resolves(3, scientists="b2", frightened="b5"), "fear:b5", "The scientist on b5 is frightened already."),
        (raptor_resolves(5, "tokens=1"), "wake:e3", "The baby on e3 is awake."),
        (raptor_resolves(5, babies="", asleep="e3"), "heal", "The mother has no sleep token."),
        (at("hands=138,249"), "5", "You do not hold card 5. You hold 1, 3 and 8."),
    ],
)
def test_a_refused_action_is_explained(position: Position, action: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        position.play(position.to_act()[0], action)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("position", "picks"),
    [
        (raptor_acts(2), ["mother:g5", "space:g1"]),
        (raptor_acts(2, scientists="g6"), ["mother:g5", "scientist:g6"]),
        (raptor_acts(1, babies="b3"), ["baby:b3", "exit:a3"]),
        (scientist_acts(2), ["scientist:b5", "mother:g5"]),
        (scientist_acts(2, frightened="b6", scientists="b2"), ["scientist:b6", "stand"]),
        (scientist_resolves(2), ["tray:scientist", "space:g1"]),
        (scientist_resolves(5), ["tray:fire", "space:b4"]),
        (raptor_resolves(3), ["scientist:b5"]),
        (raptor_resolves(5, "tokens=1"), ["mother:g5"]),
        (at("hands=138,249"), ["card:3"]),
        (raptor_acts(2), ["done"]),
    ],
)
def test_a_figurine_or_card_is_picked_and_then_its_target(position: Position, picks: list[str]) -> None:
    seat = position.to_act()[0]

    assert picks in [choice.picks for choice in position.seen_by(seat).choices()]
    assert position.seen_by(seat).why_not(picks[:1]) == ""


def test_prompts_say_what_is_asked() -> None:
    assert raptor_acts(2, "tokens=1").seen_by(RAPTOR).prompt() == (
        "You have 2 action points. The mother's next move costs 2. "
        "Pick the mother or a baby, then what it does; or stop."
    )
    assert raptor_acts(2).seen_by(SCIENTIST).prompt() == "{seat:0} has 2 action points to spend."
    assert scientist_resolves(7).seen_by(SCIENTIST).prompt() == (
        "Fire (3): pick a fire, then a free space beside an active scientist or a fire."
    )
    assert raptor_resolves(8).play(RAPTOR, "fear:b2").seen_by(RAPTOR).prompt() == (
        "Fear (1 more): pick a scientist to frighten. Or stop."
    )
    shown = at("observation=1 hands=138,249").play(SCIENTIST, "9")
    assert shown.seen_by(RAPTOR).prompt() == "{seat:1} shows 9, no effect. Choose your card."
    assert at().seen_by(SPECTATOR).prompt() == "Both players are choosing a card."


def test_the_prompt_asks_for_the_mother_until_she_is_placed() -> None:
    position = parlour.new("raptor", seed=1, board="standard")
    asked = "6 pieces to place: the mother on a central tile, one baby on each other square tile."
    assert position.seen_by(RAPTOR).prompt() == asked

    placed = position.play(RAPTOR, "mother:g5")
    assert placed.seen_by(RAPTOR).prompt() == "5 pieces to place: one baby on each other square tile."


def test_stopping_twice_names_no_fire() -> None:
    assert raptor_acts(2).seen_by(RAPTOR).why_not(["done", "done"]) == (
        "Pick the mother or a baby, then what it does; or stop."
    )
    assert raptor_resolves(8).play(RAPTOR, "fear:b2").seen_by(RAPTOR).why_not(["done", "done"]) == (
        "Pick a scientist to frighten."
    )


def test_the_tray_holds_what_waits_to_be_placed() -> None:
    def tray(position: Position) -> list[tuple[str, int]]:
        return [(item.kind, item.left) for item in position.seen_by().view().tray]

    assert tray(parlour.new("raptor", seed=1)) == [("mother", 1), ("baby", 5)]
    assert tray(scientist_resolves(2, "reserve=1")) == [("scientist", 1)]
    assert tray(scientist_resolves(7)) == [("fire", 3)]
    assert tray(raptor_acts(2)) == []


def test_a_card_in_the_view_has_a_code_and_texts_to_show() -> None:
    cards = both_play(1, 3).seen_by().view().cards
    call, jeep = (cards[side].revealed for side in (RAPTOR, SCIENTIST))

    assert (call.effect, call.name, call.amount, call.reshuffles) == ("call", "Mother's Call", "1 baby", True)
    assert (jeep.effect, jeep.amount, jeep.reshuffles) == ("jeep", "1 to 2 rides", False)
    assert [each.role for each in cards] == ["effect", "points"]


def test_the_view_names_the_ending_by_its_code() -> None:
    won = raptor_acts(2, scientists="g6").play(RAPTOR, "kill:g6")

    assert raptor_acts(2).seen_by().view().ending == ""
    assert won.seen_by().view().ending == won.seen_by().ending() == "no_scientist"


def test_labels_are_in_words() -> None:
    labels = {choice.action: choice.label for choice in scientist_acts(2, babies="b4").seen_by(SCIENTIST).choices()}

    assert labels["shoot:b5"] == "shoot the mother on g5 from b5"
    assert labels["sleep:b5-b4"] == "put to sleep the baby on b4 with the scientist on b5"
    assert labels["done"] == "stop; 2 action points left unused"


def test_a_secret_choice_is_told_without_the_card() -> None:
    position = at("hands=138,249")

    assert told(position, "3", RAPTOR) == ["You chose 3 (Fear, 1 scientist)."]
    assert told(position, "3", SCIENTIST) == ["Raptor chose a card."]
    assert told(position, "3") == ["Raptor chose a card."]


def test_a_reveal_tells_both_cards_and_what_follows() -> None:
    position = at("hands=138,249").play(RAPTOR, "3")
    (code,) = position.game.notation.text_to_actions(position.state, SCIENTIST, "9")

    assert [happening.message for happening in position.narrate(SCIENTIST, code, RAPTOR)] == [
        "Scientist chose a card.",
        "You played 3 (Fear, 1 scientist). Scientist played 9 (no effect).",
        "You played the lower card, so its effect comes first: Fear.",
    ]


@pytest.mark.parametrize(
    ("position", "action", "expected"),
    [
        (raptor_acts(2, scientists="g6 b2"), "kill:g6", ["Raptor killed the scientist on g6."]),
        (raptor_acts(2, fires="g4 h4"), "douse:g4", ["Raptor put out the fires on g4 and h4."]),
        (raptor_acts(2, babies="b3"), "b3-a3", ["Raptor moved a baby from b3 to a3.", "The baby escaped by a3."]),
        (
            scientist_acts(2),
            "shoot:b5",
            ["Scientist shot the mother on g5 from b5; she has 1 of 5 sleep tokens."],
        ),
        (
            scientist_resolves(3, fires="c5"),
            "b5-d5",
            ["Scientist drove a scientist from b5 to d5 and put out the fire on c5."],
        ),
        (
            at("hands=138,249").play(RAPTOR, "1").play(SCIENTIST, "9"),
            "e6-f5",
            [
                "Raptor called a baby from e6 to f5.",
                "Raptor shuffled the played pile into the deck.",
                "Scientist got 8 action points.",
            ],
        ),
        (
            raptor_acts(2, scientists="g6"),
            "kill:g6",
            ["Raptor killed the scientist on g6.", "Raptor won: no scientist is left on the board."],
        ),
        (
            scientist_acts(2, "tokens=4"),
            "shoot:b5",
            [
                "Scientist shot the mother on g5 from b5; she has 5 of 5 sleep tokens.",
                "Scientist won: the mother has five sleep tokens.",
            ],
        ),
        (
            raptor_acts(2, "rounds=100"),
            "done",
            ["Raptor stopped with 2 action points unused.", "100 rounds are over without a winner: a draw."],
        ),
    ],
)
def test_what_happened_is_told(position: Position, action: str, expected: list[str]) -> None:
    assert told(position, action) == expected


def test_an_effect_without_a_target_and_a_tie_are_told() -> None:
    def second_card(raptor: str, scientist: str) -> list[str]:
        position = at("hands=258,258").play(RAPTOR, raptor)
        (code,) = position.game.notation.text_to_actions(position.state, SCIENTIST, scientist)
        return [happening.message for happening in position.narrate(SCIENTIST, code)]

    assert second_card("5", "8")[2:] == ["There was nothing to recover from.", "Scientist got 3 action points."]
    assert second_card("5", "5")[2:] == ["The cards were equal: nothing happened.", "Round 2 begins."]
    assert second_card("2", "5")[2] == (
        "The mother disappeared from g5. In the next round Scientist will show the chosen card first."
    )


def test_the_drawing_shows_the_table_as_a_seat_may_see_it() -> None:
    position = at("played=49,27 hands=138,345 tokens=2 escaped=1 captured=1", babies="e3 h1", asleep="i2", fires="c1")
    drawing = position.game.notation.render(position.seen_by(RAPTOR).known, RAPTOR)

    assert drawing.splitlines()[2:5] == [
        " 1    │ · │ ♦ · · │ · · △ │ · · · │ · │ ◇",
        " 2    │ ● │ · · · │ █ · · │ ▽ █ · │ · │  ",
        " 3  ◇ │ · │ · █ △ │ · · █ │ · █ · │ ● │  ",
    ]
    assert "Raptor:    1 of 3 babies escaped, 3 on the board" in drawing
    assert "Mother:    on g5, 2 of 5 sleep tokens" in drawing
    assert "Scientist: 1 of 3 babies captured; 4 on the board, 6 in reserve" in drawing
    assert "Raptor:    played 4 9; deck 4, hand 3" in drawing
    assert "  8  Fear, 1 to 2 scientists" in drawing
    assert "Jeep" not in drawing
    assert "Your hand" not in position.game.notation.render(position.seen_by(SPECTATOR).known, SPECTATOR)


def test_the_drawing_fits_a_narrow_terminal() -> None:
    position = both_play(1, 9, "played=4567,4567")

    assert (
        max(len(line) for line in position.game.notation.render(position.seen_by(RAPTOR).known, RAPTOR).splitlines())
        <= 72
    )


def test_the_drawing_tells_what_this_round_forbids() -> None:
    position = scientist_acts(3, "tokens=1", babies="b4 h1").play(SCIENTIST, "sleep:b5-b4")
    drawing = str(position)

    assert "Asleep this round: b4" in drawing
    assert "Attacked this round: b5" in drawing
    assert "Scientist has 2 action points left." in drawing


def test_a_new_round_tells_each_player_the_card_drawn() -> None:
    position = at("played=123456, hands=789,138").play(RAPTOR, "8")
    (code,) = position.game.notation.text_to_actions(position.state, SCIENTIST, "8")
    after = position.play(SCIENTIST, code)
    drawn = (set(cards_of(after, RAPTOR)) - {7, 9}).pop()
    words = [happening.message for happening in position.narrate(SCIENTIST, code, RAPTOR)]

    assert "You shuffled the played pile into the deck because the deck was empty." in words
    assert any(line.startswith(f"You drew {drawn} (") for line in words)
    assert not any("drew" in happening.message for happening in position.narrate(SCIENTIST, code, SPECTATOR))


def cards_of(position: Position, seat: int) -> list[int]:
    return [card.value for card in position.seen_by(seat).view().cards[seat].hand]


def test_the_sides_are_named_by_seat() -> None:
    position = parlour.new("raptor", seed=1, first_side="scientist")

    assert position.seen_by().side_names() == ("Scientist", "Raptor")
    assert both_play(9, 4).seen_by().view().sides == [RAPTOR, SCIENTIST]
