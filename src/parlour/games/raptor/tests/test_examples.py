"""The thirty worked examples of the rules."""

import pytest

import parlour
from parlour import Outcome, Position
from parlour.core.errors import IllegalAction
from parlour.games.raptor.tests.tables import (
    RAPTOR,
    SCIENTIST,
    START,
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

# Setup


def placed(*actions: str) -> Position:
    position = parlour.new("raptor", seed=1, board="standard")
    for action in actions:
        position = position.play(position.to_act()[0], action)
    return position


def test_example_1_start_is_a_legal_placement() -> None:
    raptors = ["mother:g5", *(f"baby:{space}" for space in START["babies"].split())]
    position = placed(*raptors, *(f"scientist:{space}" for space in START["scientists"].split()))

    assert position.seen_by().view().phase == "card"
    assert board(position) == board(at())


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ([], "mother:e3", "The mother starts on one of the two central tiles"),
        ([], "mother:f4", "There is a rock on f4"),
        (["baby:e3"], "baby:c1", "A baby is on that tile already"),
        (["mother:g5"], "baby:f5", "The mother is on that tile already"),
        (["baby:h1"], "baby:g5", "One of the two central tiles must stay free for the mother"),
        (["baby:h1"], "mother:g1", "There is a baby on that tile"),
        ([], "baby:b1", "No raptor starts on an L-tile"),
    ],
)
def test_example_1_raptors_may_not_be_placed_elsewhere(before: list[str], action: str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        placed(*before).play(RAPTOR, action)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("scientist:a3", "a3 is not a full space"),
        ("scientist:b1", "There is a scientist on that L-tile already"),
        ("scientist:c1", "Scientists start on the four L-tiles"),
    ],
)
def test_example_1_scientists_may_not_be_placed_elsewhere(action: str, reason: str) -> None:
    raptors = ["mother:g5", *(f"baby:{space}" for space in START["babies"].split())]
    with pytest.raises(IllegalAction, match=reason):
        placed(*raptors, "scientist:b2").play(SCIENTIST, action)


# Cards


def test_example_2_the_lower_card_takes_effect_and_the_higher_side_gets_the_difference() -> None:
    position = both_play(6, 2)
    assert position.seen_by().view().effect_name == "Reinforcements"
    assert position.to_act() == (SCIENTIST,)

    position = position.play(SCIENTIST, "scientist:g1").play(SCIENTIST, "done")

    assert position.to_act() == (RAPTOR,)
    assert position.seen_by().view().points == 4
    assert mother(position) == "g5"
    assert not position.seen_by().view().observation


def test_example_3_equal_cards_do_nothing() -> None:
    view = both_play(5, 5).seen_by().view()

    assert (view.phase, view.round, view.points) == ("card", 2, 0)
    assert [cards.played for cards in view.cards] == [[5], [5]]
    assert [(cards.hand_size, cards.deck_size) for cards in view.cards] == [(3, 5), (3, 5)]


def test_example_4_card_1_reshuffles_after_its_effect() -> None:
    position = at("played=49, hands=138,249").play(RAPTOR, "1").play(SCIENTIST, "4")
    assert position.seen_by().view().cards[RAPTOR].deck_size == 4

    position = position.play(RAPTOR, "e6-f5")
    view = position.seen_by(RAPTOR).view()

    assert view.cards[RAPTOR].played == []
    assert view.cards[RAPTOR].deck_size == 7
    assert [card.value for card in view.cards[RAPTOR].hand] == [3, 8]
    assert (position.to_act(), view.points) == ((SCIENTIST,), 3)
    after = position.play(SCIENTIST, "done").seen_by().view()
    assert (after.cards[RAPTOR].hand_size, after.cards[RAPTOR].deck_size) == (3, 6)


def test_example_5_a_tie_of_ones_does_not_reshuffle() -> None:
    view = both_play(1, 1).seen_by().view()

    assert [cards.played for cards in view.cards] == [[1], [1]]


def play_round_without_reshuffle(position: Position) -> Position:
    """Let both play cards that do not shuffle, and do as little as possible."""
    for seat in (RAPTOR, SCIENTIST) if len(position.to_act()) == 2 else (SCIENTIST, RAPTOR):
        hand = [card.value for card in position.seen_by(seat).view().cards[seat].hand]
        position = position.play(seat, str(max(hand)))
    while position.seen_by().view().phase != "card":
        (seat,) = position.to_act()
        choices = [choice.action for choice in position.seen_by(seat).choices()]
        position = position.play(seat, "done" if "done" in choices else choices[0])
    return position


def test_example_6_an_empty_deck_is_made_of_the_pile() -> None:
    position = at("played=,1 hands=578,678")
    sizes = []
    for _ in range(7):
        position = play_round_without_reshuffle(position)
        cards = position.seen_by().view().cards[RAPTOR]
        sizes.append((cards.deck_size, cards.hand_size, len(cards.played)))

    assert sizes[5] == (0, 3, 6)
    assert sizes[6] == (6, 3, 0)


def test_example_7_after_a_disappearance_the_raptor_sees_the_card_for_one_round() -> None:
    position = both_play(6, 8)
    assert position.seen_by().view().points == 2
    position = position.play(SCIENTIST, "done").play(RAPTOR, "mother:g5")
    assert position.to_act() == (SCIENTIST,)

    card = position.seen_by(SCIENTIST).view().cards[SCIENTIST].hand[0].value
    position = position.play(SCIENTIST, str(card))

    assert position.to_act() == (RAPTOR,)
    assert position.seen_by(RAPTOR).view().cards[SCIENTIST].chosen.value == card
    hand = [other.value for other in position.seen_by(RAPTOR).view().cards[RAPTOR].hand]
    position = position.play(RAPTOR, str(hand[-1]))
    while position.seen_by().view().phase != "card":
        choices = [choice.action for choice in position.seen_by(position.to_act()[0]).choices()]
        position = position.play(position.to_act()[0], "done" if "done" in choices else choices[0])
    assert not position.seen_by().view().observation
    assert position.to_act() == (RAPTOR, SCIENTIST)
    position = position.play(SCIENTIST, position.legal_actions(SCIENTIST)[0])
    assert position.seen_by(RAPTOR).view().cards[SCIENTIST].has_chosen
    assert position.seen_by(RAPTOR).view().cards[SCIENTIST].chosen is None


# Movement


def test_example_8_the_mother_slides_over_free_spaces() -> None:
    assert spaces(raptor_acts(3), "mother") == words("g1 g2 g3 g4 g6 c5 d5 e5 f5 h5")


@pytest.mark.parametrize(
    ("baby", "expected"),
    [("e3", "e2 f3"), ("h1", "g1 i1 h2"), ("i2", "i1 i3 h2"), ("e6", "d6 f6 e5"), ("i5", "i4 i6 h5")],
)
def test_example_9_a_baby_goes_to_an_adjacent_free_space(baby: str, expected: str) -> None:
    assert targets(raptor_acts(1), baby) == words(expected)


@pytest.mark.parametrize(("scientist", "expected"), [("b2", "b1 b3 c2"), ("l6", "l5 k6")])
def test_example_10_a_scientist_goes_one_step_and_never_through_an_exit(scientist: str, expected: str) -> None:
    assert targets(scientist_acts(1), scientist) == words(expected)


@pytest.mark.parametrize(("scientist", "expected"), [("b5", "b3 b4 b6 c5 d5 e5 f5"), ("l3", "k3 l1 l2 l4 l5")])
def test_example_11_a_jeep_drives_straight(scientist: str, expected: str) -> None:
    assert targets(scientist_resolves(3), scientist) == words(expected)


def test_example_12_the_first_move_of_a_round_costs_one_more_per_sleep_token() -> None:
    position = raptor_acts(4, "tokens=2").play(RAPTOR, "mother:g4")
    assert position.seen_by().view().points == 1

    assert position.play(RAPTOR, "mother:g3").seen_by().view().phase == "card"


def test_example_12_without_the_points_for_it_she_cannot_move_but_act() -> None:
    position = raptor_acts(2, "tokens=2", scientists="g6 b5 l3 l6", asleep="h5", babies="e3 h1 i2 e6", fires="f5")

    assert spaces(position, "mother") == set()
    assert (spaces(position, "kill"), spaces(position, "wake"), spaces(position, "douse")) == ({"g6"}, {"h5"}, {"f5"})
    assert targets(position, "e3") == words("e2 f3")
    with pytest.raises(IllegalAction, match=r"^Her first move this round costs 3 action points, you have 2\.$"):
        position.play(RAPTOR, "g5-g4")


def test_example_12_she_moves_and_kills() -> None:
    position = raptor_acts(3, "tokens=1").play(RAPTOR, "mother:c5")
    assert position.seen_by().view().points == 1

    assert len(figures(position.play(RAPTOR, "kill:b5"), "scientist")) == 3
    assert raptor_acts(2, "tokens=1").play(RAPTOR, "mother:c5").seen_by().view().phase == "card"


def test_example_13_a_baby_escapes_by_an_exit() -> None:
    position = raptor_acts(1, babies="b3 h1 i2 e6 i5")
    view = position.play(RAPTOR, "b3-a3").seen_by().view()

    assert view.escaped == 1
    assert len([figure for figure in view.figures if figure.kind == "baby"]) == 4
    assert "a1" not in targets(raptor_acts(1, babies="b1", scientists="b5"), "b1")
    assert targets(raptor_acts(1, babies="h1", asleep="b3"), "b3") == set()
    with pytest.raises(IllegalAction, match="The baby on b3 is asleep"):
        raptor_acts(1, babies="h1", asleep="b3").play(RAPTOR, "b3-a3")


# Shooting


@pytest.mark.parametrize(
    ("pieces", "shooters"),
    [
        ({}, "b5"),
        ({"scientists": "b2 b5 l3 l6 d5"}, "d5"),
        ({"frightened": "d5"}, "b5"),
        ({"babies": "h1 i2 e6 i5 d5"}, "b5"),
        ({"babies": "h1 i2 e6 i5", "asleep": "d5"}, "b5"),
        ({"fires": "d5"}, "b5"),
        ({"mother": "g2"}, ""),
    ],
)
def test_example_14_rocks_and_active_scientists_block_the_line(pieces: dict[str, str], shooters: str) -> None:
    assert spaces(scientist_acts(3, "reserve=5", **pieces), "shoot") == words(shooters)


def test_example_14_the_rock_is_named() -> None:
    with pytest.raises(IllegalAction, match=r"^The line from b2 is blocked by the rock on f2\.$"):
        scientist_acts(3, mother="g2").play(SCIENTIST, "shoot:b2")


def test_example_15_one_aggressive_action_per_scientist_and_round() -> None:
    position = scientist_acts(3, babies="h1 i2 e6 i5 b4").play(SCIENTIST, "shoot:b5")

    with pytest.raises(IllegalAction, match=r"^The scientist on b5 has used its aggressive action of this round\.$"):
        position.play(SCIENTIST, "sleep:b5-b4")
    assert targets(position, "b5") == {"b6", "c5"}


def test_example_16_the_fifth_token_ends_the_game_at_once() -> None:
    end = scientist_acts(3, "tokens=4").play(SCIENTIST, "shoot:b5")

    assert end.outcome == Outcome(SCIENTIST, "neutralized")
    assert end.seen_by().view().points == 2


# Sleep and fear


def test_example_17_gas_reaches_the_tiles_beside_active_scientists() -> None:
    assert spaces(scientist_resolves(4), "gas") == words("e3 e6 i2 i5")
    assert spaces(scientist_resolves(4, scientists="l3", frightened="b2 b5 l6"), "gas") == {"i2"}


@pytest.mark.parametrize(("baby", "is_target"), [("c1", False), ("g1", True), ("c4", True), ("i4", True), ("f6", True)])
def test_example_18_a_diagonal_tile_is_out_of_reach(baby: str, is_target: bool) -> None:
    position = both_play(9, 4, babies=baby, scientists="h6", mother="l1")

    assert (position.seen_by().view().phase == "effect") == is_target
    if is_target:
        assert spaces(position, "gas") == {baby}


def test_example_19_a_baby_gassed_this_round_cannot_be_woken() -> None:
    pieces = {"babies": "h5 h1 e6 i5 e3", "scientists": "i6 b5 l3 l6"}
    position = both_play(7, 4, **pieces).play(SCIENTIST, "gas:h5").play(SCIENTIST, "done")
    assert position.seen_by().view().points == 3
    assert spaces(position, "wake") == set()
    with pytest.raises(IllegalAction, match="was put to sleep this round"):
        position.play(RAPTOR, "wake:h5")

    next_round = raptor_acts(3, scientists=pieces["scientists"], babies="h1 e6 i5 e3", asleep="h5")
    assert board(position.play(RAPTOR, "done"))[4] == board(next_round)[4]
    awake = next_round.play(RAPTOR, "wake:h5")
    assert targets(awake, "h5") == {"h4", "h6"}
    assert awake.play(RAPTOR, "h5-h4").seen_by().view().points == 1


def test_example_20_a_scientist_frightened_this_round_stays_down() -> None:
    position = both_play(3, 6).play(RAPTOR, "fear:b5")
    assert spaces(position, "stand") == set()
    with pytest.raises(IllegalAction, match="was frightened this round"):
        position.play(SCIENTIST, "stand:b5")

    later = scientist_acts(2, scientists="b2 l3 l6", frightened="b5").play(SCIENTIST, "stand:b5")
    assert later.seen_by().view().points == 1
    assert later.play(SCIENTIST, "shoot:b5").seen_by().view().sleep_tokens == 1


def test_example_21_the_reserve_does_not_save_the_scientist() -> None:
    end = raptor_acts(2, scientists="g6").play(RAPTOR, "kill:g6")

    assert end.seen_by().view().reserve == 6
    assert end.outcome == Outcome(RAPTOR, "no_scientist")


# Mother's Call


def test_example_22_a_called_baby_needs_a_path() -> None:
    position = raptor_resolves(
        4, rocks="f2 h1 h3", mother="e2", fires="e1 g1", babies="h2 f1", scientists="l6", exits="a3 a4 m1 m6"
    )

    assert targets(position, "h2") == words("c1 c2 c3 d1 d2 d3 e3")
    assert targets(position, "f1") == set()
    with pytest.raises(IllegalAction, match="No path of free spaces leads from f1"):
        position.play(RAPTOR, "f1-c1")


@pytest.mark.parametrize("baby", START["babies"].split())
def test_example_23_every_baby_can_reach_the_mother_from_the_start(baby: str) -> None:
    assert targets(raptor_resolves(4), baby) == words("f5 f6 g4 g6 h4 h5 h6")


# Fire


def test_example_24_connected_fires_go_out_together() -> None:
    position = raptor_acts(2, mother="g2", fires="g1 g3 g4 h4 i3").play(RAPTOR, "douse:g3")

    assert position.seen_by().view().fires == ["g1", "i3"]


def test_example_25_fire_spreads_from_a_scientist_or_a_fire() -> None:
    position = scientist_resolves(5)
    beside_b5 = {space for space in spaces(position, "fire") if space in words("b4 b6 c5")}
    assert beside_b5 == words("b4 b6 c5")

    after = position.play(SCIENTIST, "fire:c5")
    assert spaces(after, "fire") - spaces(position, "fire") == words("c4 d5")


def test_example_26_a_scientist_may_cross_fire_but_not_stop_there() -> None:
    with pytest.raises(IllegalAction, match="could not get out of the fire on c5"):
        scientist_acts(1, fires="c5").play(SCIENTIST, "b5-c5")

    position = scientist_acts(2, fires="c5").play(SCIENTIST, "b5-c5")

    assert legal(position) == {"c5-b5", "c5-c4", "c5-d5"}
    assert position.seen_by().view().in_fire == "c5"
    with pytest.raises(IllegalAction, match="The scientist on c5 stands in fire and must walk on"):
        position.play(SCIENTIST, "done")
    assert position.play(SCIENTIST, "c5-d5").seen_by().view().fires == ["c5"]


def test_example_27_a_jeep_puts_out_the_fires_it_drives_over() -> None:
    position = scientist_resolves(3, fires="c5 d5 d4")

    assert position.play(SCIENTIST, "b5-e5").seen_by().view().fires == ["d4"]
    assert position.play(SCIENTIST, "b5-c5").seen_by().view().fires == ["d4", "d5"]


# Reinforcements


def test_example_28_reinforcements_arrive_on_the_long_edges() -> None:
    position = scientist_resolves(
        2, rocks="d3 f2 h3 j2 j3 c4 f4 j5 e6", scientists="c2 f6 k3 l5", mother="g5", babies="i1 e3"
    )
    future_batcher = words("c1 d1 e1 f1 g1 h1 j1 k1 c6 d6 g6 h6 i6 j6 k6")

    assert len(future_batcher) == 15
    assert spaces(position, "scientist") == future_batcher


def test_example_29_nobody_comes_from_an_empty_reserve() -> None:
    one_left = both_play(6, 2, "reserve=1").play(SCIENTIST, "scientist:g1")
    none_left = both_play(6, 2, "reserve=0")

    for position in (one_left, none_left):
        assert (position.to_act(), position.seen_by().view().phase, position.seen_by().view().points) == (
            (RAPTOR,),
            "actions",
            4,
        )


# Disappearance


def test_example_30_the_mother_is_away_during_the_actions_and_comes_back_anywhere() -> None:
    position = both_play(2, 5, fires="d1")
    assert mother(position) == ""
    assert spaces(position, "shoot") == set()
    with pytest.raises(IllegalAction, match="The mother has disappeared"):
        position.play(SCIENTIST, "shoot:b5")

    onto_g5 = both_play(2, 5, scientists="g6 b5 l3 l6").play(SCIENTIST, "g6-g5")
    assert "g5" in figures(onto_g5, "scientist")

    returning = position.play(SCIENTIST, "done")
    free = spaces(returning, "mother")
    assert {"b1", "l1", "g5"} <= free
    assert not {"a3", "d1", "f4"} & free
    back = returning.play(RAPTOR, "mother:b1")
    assert (mother(back), back.seen_by().view().round) == ("b1", 2)


def test_the_text_of_start_is_the_standard_layout() -> None:
    assert text().split("/")[0] == "-......b....X"
