"""`Position`: the Python face of a game."""

import pytest

import parlour
from parlour.core.errors import BadOption, IllegalAction
from parlour.core.option import switch
from parlour.core.playout import perft


def test_playing_gives_a_new_position_and_leaves_the_old_one() -> None:
    start = parlour.new("checkers", position="B:W21-32:B1-12")
    after = start.play(0, "9-13")

    assert start.to_text() != after.to_text()
    assert start.to_act() == (0,)


def test_equal_positions_are_equal_and_hash_alike() -> None:
    one, two = (parlour.new("connect_four", seed=1) for _ in range(2))

    assert one == two
    assert hash(one) == hash(two)
    assert one != two.play(0, "b1")
    assert one != "something else"


def test_the_state_given_out_is_a_copy() -> None:
    position = parlour.new("connect_four", position="44")
    position.state.stones[0] = 0

    assert position.seen_by().view().board[-1] == "...r..."


def test_a_position_shows_itself() -> None:
    position = parlour.new("connect_four", position="4")

    assert "●" in str(position)
    assert repr(position) == "<Position of connect_four: ......./......./......./......./......./...r... 1>"


def test_codes_and_texts_play_the_same() -> None:
    position = parlour.new("connect_four", position="")

    assert position.play(0, 3) == position.play(0, "4")


def test_a_text_of_several_actions_is_played_whole_or_not_at_all() -> None:
    position = parlour.new("checkers", position="B:W15,32:B10,3")

    with pytest.raises(IllegalAction):
        position.play(0, "10x19x26")
    assert position.seen_by().view().board[9] == "b"


def test_without_a_seed_matches_differ() -> None:
    bags = {int(parlour.new("connect_four").state.bag) for _ in range(5)}

    assert len(bags) == 5


@pytest.mark.parametrize("value", [True, "yes", "ON", "1", 1, " true "])
def test_a_switch_reads_what_people_type(value: bool | str | int) -> None:
    assert switch("x", False, "").read(value) == 1


@pytest.mark.parametrize("value", ["", "maybe", "-1", "2", "²", "--1"])
def test_a_switch_refuses_the_rest(value: str) -> None:
    with pytest.raises(BadOption, match="The option x takes yes or no"):
        switch("x", False, "").read(value)


def test_a_depth_below_zero_is_refused() -> None:
    with pytest.raises(parlour.ParlourError, match="A depth is a whole number from 0"):
        perft(parlour.new("connect_four", position=""), -1)


@pytest.mark.parametrize("seat", [-1, 2, 64, -64])
def test_a_number_that_is_no_seat_has_no_actions_and_cannot_play(seat: int) -> None:
    position = parlour.new("connect_four", position="")

    assert position.legal_actions(seat) == []
    with pytest.raises(parlour.ParlourError, match=f"The seats are 0 and 1, not {seat}"):
        position.play(seat, 0)
