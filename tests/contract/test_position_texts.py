"""Every game: a text is refused in words, or it is a position from which every match reaches an end."""

import importlib
import random
from collections.abc import Callable
from importlib import resources

import pytest

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import BadNotation
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.core.position import Position, start
from support.matches import guessed, positions
from support.position_texts import changed_texts, corpora

PLAYOUTS = 20
VIEWERS = (*SEATS, SPECTATOR)


@pytest.mark.parametrize("cases", [240, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_changed_text_is_refused_or_is_a_position_to_play_on(game: Game, cases: int) -> None:
    choose = random.Random(cases)
    accepted = 0
    groups = corpora(game, choose, number=4 if cases < 1000 else 20)
    for corpus in groups:
        for text in changed_texts(corpus, choose, cases // len(groups)):
            accepted += is_playable_or_refused(game, corpus.options, text, choose)

    assert accepted > cases / 100


def is_playable_or_refused(game: Game, options: Options, text: str, choose: random.Random) -> bool:
    """Check a text; return whether it is a position."""
    try:
        position = start(game, 3, options, text)
    except BadNotation as refusal:
        return not str(refusal).strip() and pytest.fail("a refusal without words")
    except Exception as error:
        error.add_note(f"reading {text!r}")
        raise
    try:
        check_position(position, options, choose)
    except Exception as error:
        error.add_note(f"from {text!r}, {position.to_text()!r} with {options}")
        raise
    return True


def check_position(position: Position, options: Options, choose: random.Random) -> None:
    """Check that everything can be asked of a position, and that play from it ends."""
    invariants_of(position.game)(position)
    again = start(position.game, 5, options, position.to_text())
    assert again.to_text() == position.to_text()
    assert again.to_act() == position.to_act()
    for viewer in VIEWERS:
        seen = position.seen_by(viewer)
        assert all((seen.prompt(), seen.render(), seen.phase(), seen.view()))
    for seat in position.to_act():
        check_seat_to_act(position, seat, choose)
    for _ in range(PLAYOUTS):
        play_to_the_end(position, choose)


def check_seat_to_act(position: Position, seat: int, choose: random.Random) -> None:
    seen, guess = position.seen_by(seat), guessed(position, seat, seed=7)
    assert seen.choices()
    assert guess.seen_by(seat).view() == seen.view()
    assert guess.legal_actions(seat) == seen.legal_actions()
    for viewer in VIEWERS:
        assert position.narrate(seat, choose.choice(seen.legal_actions()), viewer)


def play_to_the_end(position: Position, choose: random.Random) -> None:
    length = 0
    while seats := position.to_act():
        seat = choose.choice(seats)
        actions = position.legal_actions(seat)
        assert actions, f"a dead end: {position.to_text()}"
        position = position.play(seat, choose.choice(actions))
        length += 1
        assert length <= position.game.facts.max_length
    assert sum(position.game.rules.result(position.state, seat) for seat in SEATS) == 1.0
    assert position.outcome is not None


def test_what_must_hold_in_a_position_holds_in_random_matches(game: Game) -> None:
    check = invariants_of(game)
    for seed in range(5):
        for position in positions(game, seed):
            check(position)


def invariants_of(game: Game) -> Callable[[Position], None]:
    """Return what a game asserts of each of its positions, in `invariants.py` among its own tests."""
    if not (resources.files(game.package) / "tests" / "invariants.py").is_file():
        return lambda _: None
    check: Callable[[Position], None] = importlib.import_module(f"{game.package}.tests.invariants").check
    return check
