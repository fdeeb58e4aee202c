"""Every game: matches end, actions are checked, texts read back, the same seed gives the same match."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.contract import SEATS
from parlour.core.errors import BadNotation, BadSeat, GameOver, IllegalAction, NotYourTurn, ParlourError
from parlour.core.game import Game
from parlour.core.playout import perft, play_out
from parlour.core.position import start
from support.matches import positions, seeds, some_steps, walk


@given(data=st.data())
@settings(max_examples=15)
def test_a_random_match_ends_and_its_actions_read_back(game: Game, data: st.DataObject) -> None:
    length = 0
    for position, seat, action in walk(game, data.draw(seeds)):
        text = position.action_to_text(seat, action)
        assert list(game.notation.text_to_actions(position.seen_by(seat).known, seat, text)) == [action]
        length += 1

    assert length <= game.facts.max_length


@given(seed=seeds)
def test_legal_actions_ascend_and_are_codes_of_the_game(game: Game, seed: int) -> None:
    for position, _, _ in some_steps(game, seed):
        for seat in SEATS:
            actions = position.legal_actions(seat)

            assert actions == sorted(set(actions))
            assert set(actions) <= set(range(game.facts.num_actions))
            assert bool(actions) == (seat in position.to_act())


@given(seed=seeds)
@settings(max_examples=10)
def test_every_other_action_is_refused_in_words_and_changes_nothing(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    for position, seat, _ in some_steps(game, seed, most=6):
        before = position.to_bytes()
        illegal = sorted(set(range(game.facts.num_actions)) - set(position.legal_actions(seat)))
        for action in [*choose.sample(illegal, min(len(illegal), 30)), -1, game.facts.num_actions]:
            with pytest.raises(IllegalAction) as refusal:
                position.play(seat, action)
            assert str(refusal.value).endswith((".", "?")), f"not a sentence: {refusal.value}"
        assert position.to_bytes() == before


def test_a_seat_that_is_not_to_act_is_refused(game: Game) -> None:
    for position, seat, action in some_steps(game, seed=1):
        with pytest.raises(BadSeat):
            position.play(2, position.action_to_text(seat, action))
        if 1 - seat not in position.to_act():
            with pytest.raises(NotYourTurn):
                position.play(1 - seat, action)


def test_nothing_is_legal_after_the_end(game: Game) -> None:
    *_, (position, seat, action) = walk(game, seed=2)
    end = position.play(seat, action)

    assert end.to_act() == ()
    assert [end.legal_actions(seat) for seat in SEATS] == [[], []]
    with pytest.raises(GameOver):
        end.play(seat, action)


@given(seed=seeds)
def test_the_two_results_add_up_and_only_a_finished_match_has_an_outcome(game: Game, seed: int) -> None:
    *running, end = positions(game, seed)
    results = [game.rules.result(end.state, seat) for seat in SEATS]

    assert sum(results) == 1.0
    assert set(results) <= {0.0, 0.5, 1.0}
    assert all(position.outcome is None for position in running)
    assert end.outcome is not None
    assert end.outcome.winner == (None if results[0] == 0.5 else results.index(1.0))
    assert end.outcome.reason.isidentifier()


@given(seed=seeds)
@settings(max_examples=10)
def test_the_same_seed_and_actions_give_the_same_match(game: Game, seed: int) -> None:
    steps = list(walk(game, seed))
    replayed = start(game, seed)
    for position, seat, action in steps:
        assert replayed.to_bytes() == position.to_bytes()
        replayed = replayed.play(seat, action)


@given(seed=seeds)
@settings(max_examples=10)
def test_a_position_reads_back_from_its_text(game: Game, seed: int) -> None:
    for position in [*(step[0] for step in some_steps(game, seed)), positions(game, seed)[-1]]:
        text = position.to_text()
        again = start(game, 7, text=text)

        assert again.to_text() == text
        if position.outcome and position.outcome.reason == "repetition":
            continue  # that is in the past of the position, which the text does not hold
        assert again.to_act() == position.to_act()
        assert [again.legal_actions(seat) for seat in SEATS] == [position.legal_actions(seat) for seat in SEATS]
        assert (again.outcome and again.outcome.winner) == (position.outcome and position.outcome.winner)


@given(text=st.text(max_size=12))
def test_any_text_is_an_action_or_is_refused_in_words(game: Game, text: str) -> None:
    position = start(game, 3)
    seat = position.to_act()[0]
    refusal = refusal_of(lambda: position.play(seat, text))

    assert refusal is None or (isinstance(refusal, BadNotation | IllegalAction) and str(refusal))


@given(text=st.text(max_size=40))
def test_any_text_is_a_position_or_is_refused_in_words(game: Game, text: str) -> None:
    refusal = refusal_of(lambda: start(game, 3, text=text))

    assert refusal is None or (isinstance(refusal, BadNotation) and str(refusal))


def refusal_of(act: Callable[[], object]) -> ParlourError | None:
    try:
        act()
    except ParlourError as refusal:
        return refusal
    return None


def test_a_turn_goes_on_only_while_a_seat_is_to_act(game: Game) -> None:
    for position in positions(game, seed=4):
        if game.rules.mid_turn(position.state):
            assert position.to_act()


def test_playouts_and_perft_agree_with_playing_one_by_one(game: Game) -> None:
    position = start(game, 5, game.preset("quick"))
    tally = play_out(position, 50, seed=9)
    counted = sum(len(position.legal_actions(seat)) for seat in position.to_act())

    assert sum(tally.wins) + tally.draws == 50
    assert tally.actions <= 50 * game.facts.max_length
    assert perft(position, 0) == 1
    assert perft(position, 1) >= counted


def test_the_facts_are_in_order(game: Game) -> None:
    assert game.id.isidentifier()
    assert game.id == game.id.lower()
    assert game.facts.rules_version >= 1
    assert game.facts.summary.endswith(".")
    for given_options in (game.preset("quick"), game.preset("perft")):
        assert set(game.options.read(given_options)) == {option.name for option in game.options}
    for option in game.options:
        assert option.read(option.default) == option.default
        assert option.read(option.show(option.default)) == option.default
        assert option.help
        assert option.title[0] == option.title[0].upper()
        assert "_" not in option.title
    assert len({option.title for option in game.options}) == len(list(game.options))
    if game.table.timers:
        assert {position.seen_by().phase() for position in positions(game, seed=6)[:-1]} <= set(game.table.timers)
