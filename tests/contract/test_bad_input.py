"""Every game: whatever is given to a public function, it answers or refuses in words, and changes nothing."""

from collections.abc import Callable
from typing import Any

import numpy as np

import parlour
from parlour.core.errors import ParlourError
from parlour.core.game import MAX_ACTIONS, Game
from parlour.core.playout import play_out
from parlour.core.position import Position, start
from parlour.core.reading import whole_number
from parlour.match.match import new_match
from support.matches import some_steps
from support.wrong_values import WRONG_VALUES

Call = Callable[[Any], object]
KINDS: tuple[Any, ...] = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64)
LONGEST = 5000  # characters of a refusal


def calls(position: Position, seat: int, action: int) -> dict[str, Call]:
    """Return what can be called on a position, with one argument left open."""
    seen, after = position.seen_by(seat), position.play(seat, action)
    return {
        "legal_actions": position.legal_actions,
        "play seat": lambda value: position.play(value, action),
        "play action": lambda value: position.play(seat, value),
        "play": lambda value: position.play(value, value),
        "check_may_act": position.check_may_act,
        "seen_by": position.seen_by,
        "narrate seat": lambda value: position.narrate(value, action),
        "narrate action": lambda value: position.narrate(seat, value),
        "narrate viewer": lambda value: position.narrate(seat, action, value),
        "is_irrevocable seat": lambda value: position.is_irrevocable(value, action, after),
        "is_irrevocable action": lambda value: position.is_irrevocable(seat, value, after),
        "is_irrevocable after": lambda value: position.is_irrevocable(seat, action, value),
        "action_to_text seat": lambda value: position.action_to_text(value, action),
        "action_to_text action": lambda value: position.action_to_text(seat, value),
        "SeatView.choice": seen.choice,
        "SeatView.action_to_text": seen.action_to_text,
        "SeatView.text_to_actions": seen.text_to_actions,
        "SeatView.why_not": seen.why_not,
        "SeatView.why_not pick": lambda value: seen.why_not([value]),
        "SeatView.why_not picks": lambda value: seen.why_not([*seen.choices()[0].picks, value]),
        # Which numbers are legal for the other seat, a seat cannot tell.
        "SeatView.narrate actor": lambda value: seen.narrate(or_none(value), action, after.seen_by(seat)),
        "SeatView.narrate action": lambda value: seen.narrate(seat, or_none(value), after.seen_by(seat)),
        "SeatView.narrate after": lambda value: seen.narrate(seat, action, value),
    }


def or_none(value: object) -> Any:
    """Return anything but a small whole number."""
    number = whole_number(value)
    return None if number is not None and 0 <= number < MAX_ACTIONS else value


def calls_to_start(game: Game) -> dict[str, Call]:
    """Return the ways to begin, with one argument left open."""
    return {
        "new": parlour.new,
        "load": parlour.load,
        "new seed": lambda value: parlour.new(game.id, value),
        "new position": lambda value: parlour.new(game.id, position=value),
        "new unknown option": lambda value: parlour.new(game.id, unknown=value),
        "start options": lambda value: start(game, 1, value),
        "new_match seed": lambda value: new_match(game, seed=value),
        "new_match options": lambda value: new_match(game, options=value),
        "new_match position": lambda value: new_match(game, position=value),
        "play_out seed": lambda value: play_out(start(game, 1), 1, value),
    }


def check_refusals(name: str, call: Call) -> None:
    """Call with everything that is wrong: some may be right here, the others are refused in a sentence."""
    refusals = []
    for value in WRONG_VALUES:
        try:
            call(value)
        except ParlourError as refusal:
            refusals.append(str(refusal))
        except Exception as error:
            error.add_note(f"{name} of a {type(value).__name__}")
            raise
    assert len(refusals) > 10, name
    assert all(sentence.strip() and len(sentence) < LONGEST for sentence in refusals), name


def test_a_position_answers_or_refuses_whatever_it_is_asked(game: Game) -> None:
    for position, seat, action in some_steps(game, seed=11, most=5):
        before = position.to_bytes()
        for name, call in calls(position, seat, action).items():
            check_refusals(name, call)

        assert position.to_bytes() == before


def test_a_start_is_made_or_refused_whatever_is_given(game: Game) -> None:
    for name, call in calls_to_start(game).items():
        check_refusals(name, call)


def test_an_option_takes_what_it_says_and_refuses_the_rest(game: Game) -> None:
    for option in game.options:
        check_refusals(option.name, option.read)


def test_whole_numbers_of_numpy_are_as_good_as_those_of_python(game: Game) -> None:
    for position, seat, action in some_steps(game, seed=12, most=5):
        for kind in KINDS:
            assert position.legal_actions(kind(seat)) == position.legal_actions(seat)
            assert position.seen_by(kind(seat)) is position.seen_by(seat)
            if action <= np.iinfo(kind).max:
                assert position.play(kind(seat), kind(action)) == position.play(seat, action)
                assert position.action_to_text(kind(seat), kind(action)) == position.action_to_text(seat, action)
