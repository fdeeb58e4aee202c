"""The rules of Raptor, sentence by sentence, beyond the worked examples."""

import numpy as np
import pytest

import parlour
from parlour import Outcome, Position
from parlour.core.errors import BadNotation, BadOption, GameOver, IllegalAction
from parlour.games.raptor.geometry import CELL_OF
from parlour.games.raptor.rules.actions import move_cost
from parlour.games.raptor.state import BURNING, CHOOSE, FREE, NUM_ACTIONS, State
from parlour.games.raptor.tests.tables import (
    RAPTOR,
    SCIENTIST,
    at,
    board,
    both_play,
    figures,
    legal,
    mother,
    raptor_acts,
    raptor_resolves,
    scientist_acts,
    scientist_resolves,
    spaces,
    targets,
    text,
    words,
)


def test_a_position_takes_at_most_256_bytes() -> None:
    assert State.itemsize <= 256
    assert NUM_ACTIONS == 11 + 9 * 66 + 10 * 66 + 9 * 66 + 17 * 66 + 4 * 66 + 17 * 66


# Set-up and options


def test_the_raptor_places_first_and_each_figurine_is_an_action() -> None:
    position = parlour.new("raptor", seed=1)
    for _ in range(6):
        assert position.to_act() == (RAPTOR,)
        position = position.play(RAPTOR, position.legal_actions(RAPTOR)[0])
    for _ in range(4):
        assert position.to_act() == (SCIENTIST,)
        position = position.play(SCIENTIST, position.legal_actions(SCIENTIST)[0])

    view = position.seen_by().view()
    assert (view.phase, view.round, view.scientists, view.reserve) == ("card", 1, 4, 6)
    assert [(cards.hand_size, cards.deck_size) for cards in view.cards] == [(3, 6), (3, 6)]
    assert view.sleep_tokens == 0
    assert view.fires == []


def test_babies_and_mother_are_placed_in_any_order() -> None:
    position = parlour.new("raptor", seed=1, board="standard")
    for action in ("baby:c1", "baby:f5", "baby:i1", "baby:c4", "baby:i4", "mother:g1"):
        position = position.play(RAPTOR, action)

    assert position.to_act() == (SCIENTIST,)


def test_hands_are_dealt_after_the_placement() -> None:
    assert parlour.new("raptor", seed=1).state.hand.tolist() == [0, 0]


def test_the_first_seat_can_play_the_scientist() -> None:
    position = parlour.new("raptor", seed=1, first_side="scientist")

    assert position.seen_by().view().sides == [SCIENTIST, RAPTOR]
    assert position.to_act() == (1,)
    end = parlour.new("raptor", seed=1, position=text("step=actions cards=9,1 seat=2", scientists="g6"))
    assert end.play(1, "kill:g6").outcome == Outcome(1, "no_scientist")


def test_the_environment_is_only_a_picture() -> None:
    jungle, desert = (parlour.new("raptor", seed=4, environment=name) for name in ("jungle", "desert"))

    assert (jungle.seen_by().view().environment, desert.seen_by().view().environment) == ("jungle", "desert")
    assert board(jungle) == board(desert)
    assert jungle.legal_actions(RAPTOR) == desert.legal_actions(RAPTOR)


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="board takes random or standard"):
        parlour.new("raptor", board="round")
    with pytest.raises(BadOption, match="fire_limit takes a whole number from 0 to 66"):
        parlour.new("raptor", fire_limit=67)


def test_fewer_scientists_wait_in_reserve_where_that_is_chosen() -> None:
    position = parlour.new("raptor", seed=4, reserve=2)
    while position.state.phase < CHOOSE:
        seat = position.to_act()[0]
        position = position.play(seat, position.legal_actions(seat)[0])

    assert (position.state.scientists, position.state.reserve) == (4, 2)


# Rounds


@pytest.mark.parametrize(
    ("raptor", "scientist", "side", "effect", "points"),
    [
        (1, 3, RAPTOR, "Mother's Call", 2),
        (3, 9, RAPTOR, "Fear", 6),
        (4, 5, RAPTOR, "Mother's Call", 1),
        (8, 9, RAPTOR, "Fear", 1),
        (9, 1, SCIENTIST, "Sleeping Gas", 8),
        (3, 2, SCIENTIST, "Reinforcements", 1),
        (8, 3, SCIENTIST, "Jeep", 5),
        (9, 4, SCIENTIST, "Sleeping Gas", 5),
        (7, 5, SCIENTIST, "Fire", 2),
        (9, 6, SCIENTIST, "Reinforcements", 3),
        (9, 7, SCIENTIST, "Fire", 2),
        (9, 8, SCIENTIST, "Jeep", 1),
    ],
)
def test_each_card_has_its_effect(raptor: int, scientist: int, side: int, effect: str, points: int) -> None:
    position = both_play(raptor, scientist)

    assert (position.to_act(), position.seen_by().view().effect_name, position.seen_by().view().points) == (
        (side,),
        effect,
        points,
    )


@pytest.mark.parametrize("card", [5, 7])
def test_recovery_of_the_raptor(card: int) -> None:
    position = both_play(card, 9, "tokens=2", babies="e3 h1 i2 e6", asleep="i5")

    assert position.seen_by().view().effect_name == "Recovery"
    assert legal(position) == {"heal", "wake:i5"}


@pytest.mark.parametrize("card", [2, 6])
def test_disappearance_goes_straight_to_the_actions_of_the_scientist(card: int) -> None:
    position = both_play(card, 9)

    assert (position.to_act(), position.seen_by().view().phase, mother(position)) == (
        (SCIENTIST,),
        "actions",
        "",
    )
    assert position.seen_by().view().observation


def test_a_nine_is_never_the_lower_card_and_the_higher_effect_is_ignored() -> None:
    position = both_play(9, 8).play(SCIENTIST, "b5-c5").play(SCIENTIST, "done")

    assert (position.to_act(), position.seen_by().view().points) == ((RAPTOR,), 1)


def test_points_may_be_left_unused() -> None:
    position = raptor_acts(5).play(RAPTOR, "done")

    assert (position.seen_by().view().phase, position.seen_by().view().round) == ("card", 2)


def test_after_the_last_point_the_round_is_over() -> None:
    assert raptor_acts(1).play(RAPTOR, "e3-e2").seen_by().view().phase == "card"


def test_observation_lasts_one_round_even_if_that_is_a_tie() -> None:
    position = at("observation=1 hands=358,358").play(SCIENTIST, "5").play(RAPTOR, "5")

    assert not position.seen_by().view().observation
    assert position.to_act() == (RAPTOR, SCIENTIST)


def test_a_tie_after_card_1_was_played_keeps_the_one_in_the_pile() -> None:
    assert both_play(1, 1, "played=49,").seen_by().view().cards[RAPTOR].played == [4, 9, 1]


def test_without_a_winner_the_last_round_is_a_draw() -> None:
    end = raptor_acts(1, "rounds=100").play(RAPTOR, "done")

    assert end.outcome == Outcome(None, "rounds")
    assert raptor_acts(1, "rounds=99").play(RAPTOR, "done").outcome is None
    assert both_play(5, 5, "rounds=100").outcome == Outcome(None, "rounds")


def test_nothing_is_legal_after_the_end() -> None:
    with pytest.raises(GameOver):
        raptor_acts(1, scientists="g6").play(RAPTOR, "kill:g6").play(RAPTOR, "done")


# Regular actions


def test_three_escaped_babies_win() -> None:
    end = raptor_acts(4, "escaped=2", babies="b3 h1 i2").play(RAPTOR, "b3-a3")

    assert end.outcome == Outcome(RAPTOR, "escaped")


def test_three_captured_babies_lose() -> None:
    end = scientist_acts(4, "captured=2", babies="h1 i2", asleep="b4").play(SCIENTIST, "capture:b5-b4")

    assert end.outcome == Outcome(SCIENTIST, "captured")


def test_frightened_scientists_keep_the_scientist_in_the_game() -> None:
    position = raptor_acts(2, scientists="g6", frightened="b2").play(RAPTOR, "kill:g6")

    assert position.outcome is None


def test_a_frightened_scientist_can_be_killed_and_goes_not_to_the_reserve() -> None:
    view = raptor_acts(2, scientists="b2", frightened="g6").play(RAPTOR, "kill:g6").seen_by().view()

    assert (view.scientists, view.reserve) == (1, 6)


def test_the_surcharge_is_paid_once_a_round() -> None:
    position = raptor_acts(6, "tokens=3").play(RAPTOR, "mother:g4")
    assert (position.seen_by().view().points, move_cost(position.state)) == (2, 1)

    assert position.play(RAPTOR, "mother:g1").seen_by().view().points == 1


def test_raptors_never_enter_or_cross_fire() -> None:
    position = raptor_acts(2, fires="g4 h5 e2")

    assert spaces(position, "mother") == words("g6 c5 d5 e5 f5")
    assert targets(position, "e3") == {"f3"}


def test_the_mother_enters_l_tiles_but_no_exit() -> None:
    assert spaces(raptor_acts(1, mother="g3", scientists="l6"), "mother") == words("g1 g2 g4 g5 g6 f3")
    assert "l1" in spaces(raptor_acts(1, mother="i1", babies="e3 i2", scientists="l6"), "mother")
    assert "m1" not in {action.partition(":")[2] for action in legal(raptor_acts(1, mother="l1", scientists="l6"))}


def test_two_scientists_sleep_and_capture_a_baby_in_one_round() -> None:
    position = scientist_acts(3, scientists="b2 b4", babies="b3 h1 i2 e6 i5").play(SCIENTIST, "sleep:b2-b3")
    assert spaces(position, "capture") == {"b4-b3"}

    assert position.play(SCIENTIST, "capture:b4-b3").seen_by().view().captured == 1


def test_a_scientist_shoots_from_the_next_space_too() -> None:
    assert "g6" in spaces(scientist_acts(1, scientists="g6"), "shoot")


def test_walking_does_not_put_fire_out_and_figurines_block() -> None:
    position = scientist_acts(3, fires="c5 d5", babies="c4").play(SCIENTIST, "b5-c5")
    assert legal(position) == {"c5-b5", "c5-d5"}

    assert position.play(SCIENTIST, "c5-d5").play(SCIENTIST, "d5-d4").seen_by().view().fires == ["c5", "d5"]


def test_a_scientist_goes_into_deep_fire_only_as_far_as_the_points_lead_out_again() -> None:
    # A corridor of fire on row 5, from c to f, between rocks.
    rocks = "c4 d4 e4 f4 c6 d6 e6 f6"
    corridor = {"rocks": rocks, "fires": "c5 d5 e5 f5", "babies": "", "scientists": "b5", "mother": "g1"}

    assert legal(scientist_acts(3, **corridor).play(SCIENTIST, "b5-c5")) == {"c5-b5"}
    far = scientist_acts(5, **corridor).play(SCIENTIST, "b5-c5").play(SCIENTIST, "c5-d5")
    assert legal(far) == {"d5-c5", "d5-e5"}
    assert legal(far.play(SCIENTIST, "d5-e5")) == {"e5-f5"}


# Card effects


def test_the_lower_side_must_apply_at_least_one_unit() -> None:
    position = raptor_resolves(8)
    with pytest.raises(IllegalAction, match="Fear must be applied at least once"):
        position.play(RAPTOR, "done")

    assert position.play(RAPTOR, "fear:b2").play(RAPTOR, "done").to_act() == (SCIENTIST,)


def test_fire_is_applied_in_full() -> None:
    position = scientist_resolves(7).play(SCIENTIST, "fire:b4").play(SCIENTIST, "fire:c4")
    with pytest.raises(IllegalAction, match="Fire must be applied in full: 1 more to light"):
        position.play(SCIENTIST, "done")

    position = position.play(SCIENTIST, "fire:d4")
    assert (position.seen_by().view().fires, position.to_act()) == (["b4", "c4", "d4"], (RAPTOR,))


def test_fire_stops_at_the_limit() -> None:
    limited = scientist_resolves(7, "fire_limit=2", fires="d1").play(SCIENTIST, "fire:b4")

    assert (len(limited.seen_by().view().fires), limited.to_act()) == (2, (RAPTOR,))


def test_without_a_legal_unit_the_effect_does_nothing() -> None:
    position = both_play(5, 8)

    assert (position.to_act(), position.seen_by().view().points) == ((SCIENTIST,), 3)
    assert both_play(3, 9, scientists="", frightened="b2 l3").to_act() == (SCIENTIST,)


def test_a_call_that_nobody_can_follow_still_reshuffles() -> None:
    position = both_play(1, 4, babies="", asleep="e3 h1")

    assert position.to_act() == (SCIENTIST,)
    assert position.seen_by().view().cards[RAPTOR].played == []


def test_card_4_calls_two_different_babies() -> None:
    position = raptor_resolves(4).play(RAPTOR, "e6-f5")
    assert targets(position, "f5") == set()
    with pytest.raises(IllegalAction, match="was called by this card already"):
        position.play(RAPTOR, "f5-f6")

    assert position.play(RAPTOR, "i5-h5").to_act() == (SCIENTIST,)


def test_a_baby_on_the_mothers_tile_may_change_its_space() -> None:
    assert targets(raptor_resolves(1, babies="f5"), "f5") == words("f6 g4 g6 h4 h5 h6")


def test_the_call_path_never_uses_exits() -> None:
    # Only the exits a3 and a4 lie between the baby on b3 and the mother's tile W2.
    position = both_play(4, 9, mother="b5", babies="b3", scientists="c3 b2 b4")

    assert position.seen_by().view().phase == "actions"
    assert both_play(4, 9, mother="b5", babies="b3", scientists="c3 b2").seen_by().view().phase == "effect"


def test_fear_frightens_active_scientists_only() -> None:
    position = raptor_resolves(8, scientists="b2 b5 l3", frightened="l6").play(RAPTOR, "fear:b2")

    assert spaces(position, "fear") == {"b5", "l3"}
    assert figures(position, "scientist")["b2"] is False


def test_recovery_is_split_freely() -> None:
    position = raptor_resolves(7, "tokens=2", babies="e3 h1 i2", asleep="e6 i5")
    after = position.play(RAPTOR, "heal").play(RAPTOR, "wake:e6").play(RAPTOR, "heal")

    assert (after.seen_by().view().sleep_tokens, figures(after, "baby")["e6"], figures(after, "baby")["i5"]) == (
        0,
        True,
        False,
    )
    assert after.to_act() == (SCIENTIST,)


def test_recovery_ends_when_nothing_is_left_to_recover() -> None:
    assert raptor_resolves(7, "tokens=1").play(RAPTOR, "heal").to_act() == (SCIENTIST,)


def test_reinforcements_come_from_the_reserve_and_may_act_later() -> None:
    view = scientist_resolves(6).play(SCIENTIST, "scientist:g1").play(SCIENTIST, "scientist:g6").seen_by().view()

    assert (view.scientists, view.reserve) == (6, 4)


def test_the_same_scientist_may_drive_again_and_frightened_ones_cannot() -> None:
    position = scientist_resolves(3).play(SCIENTIST, "b5-f5").play(SCIENTIST, "f5-f6")
    assert "f6" in figures(position, "scientist")

    assert targets(scientist_resolves(3, scientists="b2", frightened="b5"), "b5") == set()


def test_a_jeep_never_stays_where_it_is_nor_drives_through_anything() -> None:
    assert targets(scientist_resolves(8, scientists="b2 b5", babies="d5"), "b5") == words("b3 b4 b6 c5")


def test_fire_starts_beside_active_scientists_only_and_never_on_an_exit() -> None:
    assert spaces(scientist_resolves(5, scientists="b3", frightened="l6"), "fire") == words("b2 b4 c3")


def test_the_mother_may_replace_a_fire_when_no_space_is_free() -> None:
    position = both_play(2, 9).play(SCIENTIST, "done")
    crowded = position.state
    for cell in CELL_OF:
        if crowded.board[cell] == FREE:
            crowded.board[cell] = BURNING
            crowded.fires += 1
    burning = int(crowded.fires)
    rules, actions = position.game.rules, np.empty(NUM_ACTIONS, np.int32)

    assert rules.legal_actions(crowded, RAPTOR, actions) == burning
    rules.apply(crowded, RAPTOR, int(actions[0]))
    assert crowded.fires == burning - 1


# Texts


@pytest.mark.parametrize("action", ["kill g6", " KILL:G6 ", "kill:g6"])
def test_an_action_can_be_written_loosely(action: str) -> None:
    assert raptor_acts(2, scientists="g6 b2").play(RAPTOR, action).seen_by().view().scientists == 1


def test_a_move_of_the_mother_can_be_written_as_a_way() -> None:
    assert mother(raptor_acts(2).play(RAPTOR, "g5-c5")) == "c5"


@pytest.mark.parametrize(
    "action", ["", "0", "10", "hello", "kill", "kill:z9", "kill:g7", "e3-", "e3-e2-e1", "done now"]
)
def test_what_is_no_action_is_refused(action: str) -> None:
    with pytest.raises(BadNotation, match="is not an action"):
        raptor_acts(2).play(RAPTOR, action)


IN_FIRE = scientist_acts(3, fires="c5 c4", scientists="b5").play(SCIENTIST, "b5-c5").to_text()


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "A board is 6 rows of 13 letters"),
        (text("step=later"), "step is raptors or scientists"),
        (text("tokens=6"), "tokens is a number from 0 to 5"),
        (text("color=red"), "color is not part of a position"),
        (text("tokens=1 tokens=1"), "comes twice"),
        (text(mother="g5 g6"), "There is only one mother"),
        (text(mother=""), "The mother is on the board, except after her disappearance"),
        (text(babies="c1 c2 d1 d2 e1 e2"), "There are only 5 babies"),
        (text("reserve=7"), "There are only 10 scientists"),
        (text("step=actions"), "needs the cards that were revealed"),
        (text("step=actions cards=5,5"), "After a tie"),
        (text("step=effect cards=9,7 units=0"), "needs units and points that are left"),
        (text("step=effect cards=5,9"), "Neither seat could do anything"),
        (text("hands=12,345"), "12 cannot be the hand of the Raptor"),
        (text("played=1, hands=123,456"), "123 cannot be the hand"),
        (text("played=1234567,"), "could have no hand"),
        (text("chosen=1,2 hands=123,234"), "When both have chosen"),
        (text("step=actions cards=1,9 chosen=1,"), "Cards are chosen in the step choose only"),
        (text("observation=1 chosen=1, hands=123,456"), "the scientist chooses first"),
        (text(rocks="a1"), "cannot be on a1"),
        (text("rounds=0"), "Rounds are counted from 1"),
        (text("cards=12,3"), "cards are card values"),
        (text("step=raptors", scientists="", asleep="e3", babies=""), "all of them are awake and nothing burns"),
        (text("step=raptors", scientists="", fires="g1"), "all of them are awake and nothing burns"),
        (text("step=raptors", scientists="", babies="b3"), "A baby cannot be placed on the tile of b3"),
        (text("step=raptors", scientists="", babies="", mother="d5"), "The mother cannot be placed on the tile of d5"),
        (text("step=scientists", scientists="g1"), "A scientist cannot be placed on the tile of g1"),
        (text("step=scientists tokens=1"), "no round has begun"),
        (IN_FIRE.replace("cards=1,9", "cards=9,1"), "only while the scientist side acts"),
        (IN_FIRE.replace("begun=1", ""), "only while the scientist side acts"),
        (text("begun=1"), "have begun in the steps effect and actions only"),
        (text("wound_paid=1"), "nothing is left of the last round"),
        (text(babies="", asleep_now="e3"), "nothing is left of the last round"),
        (text("step=actions cards=4,8 points=5"), "There are at most 4 points"),
        (text("step=effect cards=9,7 units=1"), "This card gives 3 units"),
        (text("step=over"), "the game is not over"),
        (text("fire_limit=1", fires="g1 g2"), "the fire limit is 1"),
    ],
)
def test_what_is_no_position_is_refused(position: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        parlour.new("raptor", position=position)


def reads_back(position: Position) -> bool:
    return parlour.new("raptor", seed=9, position=position.to_text()).to_text() == position.to_text()


def test_a_walking_scientist_and_a_called_baby_are_in_the_text() -> None:
    walking = scientist_acts(3, fires="c5", attacked="b6", scientists="b5").play(SCIENTIST, "b5-c5")
    called = raptor_resolves(4).play(RAPTOR, "e6-f5")

    assert reads_back(walking)
    assert reads_back(called)
    assert "w" in board(walking)[4]
    assert "c" in board(called)[4]
