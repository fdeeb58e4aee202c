"""Every game: no viewer learns what is hidden. A guess stands for any position that looks the same to a seat."""

import random

import msgspec
import pytest
from hypothesis import given, settings

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import IllegalAction
from parlour.core.game import Game
from parlour.core.position import Position
from support.matches import guess_record, guessed, seeds, some_steps

VIEWERS = (*SEATS, SPECTATOR)


def told(position: Position, viewer: int) -> bytes:
    """Return everything that a viewer is shown of a position, as bytes."""
    choices = position.seen_by(viewer).choices() if viewer in position.to_act() else []
    return msgspec.json.encode([position.seen_by(viewer).view(), position.seen_by(viewer).prompt(), choices])


def test_hiding_erases_the_generator(game: Game) -> None:
    for position, _, _ in some_steps(game, seed=1):
        for viewer in VIEWERS:
            assert not position.seen_by(viewer).known.generator.any()


def test_hiding_twice_is_hiding_once(game: Game) -> None:
    for position, _, _ in some_steps(game, seed=2):
        for viewer in VIEWERS:
            once = position.seen_by(viewer).known
            twice = once.copy()
            game.rules.hide(twice, viewer)

            assert twice.tobytes() == once.tobytes()


@given(seed=seeds)
@settings(max_examples=10)
def test_a_guess_looks_the_same_to_the_seat_that_makes_it(game: Game, seed: int) -> None:
    for position, _, _ in some_steps(game, seed, most=10):
        for viewer in VIEWERS:
            hidden = position.seen_by(viewer).known
            again = guess_record(game, hidden, viewer, seed)
            game.rules.hide(again, viewer)

            assert again.tobytes() == hidden.tobytes()


@given(seed=seeds)
@settings(max_examples=10)
def test_positions_that_differ_in_secrets_only_tell_a_viewer_the_same(game: Game, seed: int) -> None:
    for position, _, _ in some_steps(game, seed, most=10):
        for viewer in VIEWERS:
            other = guessed(position, viewer, seed + 1)

            assert told(position, viewer) == told(other, viewer)
            assert position.legal_actions(viewer) == other.legal_actions(viewer)


@given(seed=seeds)
@settings(max_examples=5)
def test_a_refusal_tells_a_seat_nothing_about_what_is_hidden(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    for position, seat, _ in some_steps(game, seed, most=5):
        other = guessed(position, seat, seed + 3)
        illegal = sorted(set(range(game.facts.num_actions)) - set(position.legal_actions(seat)))
        for action in choose.sample(illegal, min(len(illegal), 20)):
            assert refusal(position, seat, action) == refusal(other, seat, action)


def refusal(position: Position, seat: int, action: int) -> str:
    with pytest.raises(IllegalAction) as refused:
        position.play(seat, action)
    return str(refused.value)


@given(seed=seeds)
@settings(max_examples=10)
def test_an_action_tells_a_viewer_no_more_than_the_viewer_may_know_after_it(game: Game, seed: int) -> None:
    for position, seat, action in some_steps(game, seed, most=10):
        after = position.play(seat, action)
        for viewer in VIEWERS:
            other = guessed(position, viewer, seed + 2)
            if action not in other.legal_actions(seat):
                continue  # a card of another hand: what was hidden decides whether it can be played
            other_after = other.play(seat, action)
            alike = after.seen_by(viewer).known.tobytes() == other_after.seen_by(viewer).known.tobytes()

            assert alike or position.is_irrevocable(seat, action, after), "it shows something, so `reveals` must say so"
            if alike:
                assert told(after, viewer) == told(other_after, viewer)
                assert narration(position, seat, action, viewer) == narration(other, seat, action, viewer)


def narration(position: Position, seat: int, action: int, viewer: int) -> bytes:
    return msgspec.json.encode(position.narrate(seat, action, viewer))
