"""Records that Python reads quickly are records like any other."""

import numpy as np
import pytest

from parlour.core import registry
from parlour.core.contract import Record
from parlour.core.fast_record import fixed, once, plain, with_fast_fields
from parlour.core.game import Game
from parlour.core.kernel import kernel
from parlour.core.position import start

PLAIN = np.dtype((np.record, [("counts", np.int16, (2, 3)), ("turn", np.int8), ("size", np.int8)]))
EVERY_GAME = pytest.mark.parametrize("game", [registry.load(game_id) for game_id in registry.game_ids()])


@kernel
def count(s: Record, seat: int) -> None:
    s.turn += 1
    s.counts[seat, 0] = 7


def test_a_kernel_and_python_see_each_others_changes() -> None:
    s = np.zeros(1, with_fast_fields(PLAIN))[0]
    counts = s.counts
    assert s.turn == 0

    count(s, 1)
    assert (s.turn, counts[1, 0], s.counts[1, 0]) == (1, 7, 7)
    s.turn = 5
    count(s, 0)
    assert s.turn == 6


def test_a_copy_stands_on_its_own() -> None:
    s = np.zeros(1, with_fast_fields(PLAIN))[0]

    copied = s.copy()
    count(copied, 0)

    assert (s.turn, copied.turn) == (0, 1)
    assert s.counts[0, 0] == 0


def test_what_is_no_field_is_refused() -> None:
    s = np.zeros(1, with_fast_fields(PLAIN))[0]

    with pytest.raises(AttributeError):
        _ = s.colour
    with pytest.raises(AttributeError):
        s.colour = 1


def test_a_field_named_like_something_of_numpy_is_hidden_by_it_as_in_any_record() -> None:
    plain, s = np.zeros(1, PLAIN)[0], np.zeros(1, with_fast_fields(PLAIN))[0]

    assert s["size"] == 0
    assert s.size == plain.size == 1


@EVERY_GAME
def test_every_field_reads_as_in_a_plain_record(game: Game) -> None:
    position = start(game, seed=1)
    s = position.state
    plain = position.data.view(np.dtype((np.record, game.state)))[0]

    assert type(plain) is np.record
    for name in game.state.names or ():
        assert np.array_equal(getattr(s, name), getattr(plain, name))
        assert type(getattr(s, name)) is type(getattr(plain, name))


@EVERY_GAME
def test_a_kernel_changes_the_bytes_under_a_record(game: Game) -> None:
    position = start(game, seed=1)
    seat = position.to_act()[0]
    action = position.legal_actions(seat)[0]
    s = position.state
    copied = s.copy()

    game.rules.apply(s, seat, action)
    assert s.tobytes() == position.play(seat, action).to_bytes()
    assert copied.tobytes() == position.to_bytes()
    game.rules.apply(copied, seat, action)
    assert copied.tobytes() == s.tobytes()


def test_what_is_made_of_a_fixed_record_is_made_once_and_of_any_other_each_time() -> None:
    s = np.zeros(1, with_fast_fields(PLAIN))[0]
    before = plain(s)
    s.turn = 5
    assert (before.turn, plain(s).turn) == (0, 5)

    fixed(s)
    assert once(plain, s) is once(plain, s)
    copied = s.copy()
    copied.turn = 6
    assert (plain(s).turn, plain(copied).turn) == (5, 6)
