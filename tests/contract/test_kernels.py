"""Every game: its kernels allocate nothing, and equal positions have equal bytes."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]  # Numba exports it by its name only

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.game import Game
from parlour.core.generator import seed_generator, seed_to_words
from parlour.core.playout import play_out
from parlour.core.position import start
from support.matches import some_steps


@pytest.fixture(autouse=True)
def counting() -> Iterator[None]:
    """Let Numba count what kernels allocate."""
    _nrt_python.memsys_enable_stats()
    yield
    _nrt_python.memsys_disable_stats()


def allocations(call: Callable[..., Any], *arguments: Any) -> int:
    """Return how many blocks of memory a call took."""
    before = _nrt_python.memsys_get_stats_alloc()
    call(*arguments)
    return int(_nrt_python.memsys_get_stats_alloc() - before)


def test_many_random_matches_allocate_no_more_than_one(game: Game) -> None:
    """What one match allocates are the arrays of the playout itself."""
    position = start(game, seed=1)
    play_out(position, 1, 1)

    assert allocations(play_out, position, 20, 1) == allocations(play_out, position, 1, 1)


def test_hiding_and_guessing_allocate_nothing(game: Game) -> None:
    for position, seat, action in some_steps(game, seed=1):
        for viewer in (*SEATS, SPECTATOR):
            s = position.state.copy()
            taken = [allocations(game.rules.mid_turn, s), allocations(game.rules.reveals, s, seat, action)]
            taken.append(allocations(game.rules.hide, s, viewer))
            seed_generator(s.generator, seed_to_words(2))
            taken.append(allocations(game.rules.guess, s, viewer))

            assert taken == [0, 0, 0, 0]


def test_every_byte_of_a_record_is_named_and_every_field_aligned(game: Game) -> None:
    """NumPy copies only named bytes: with others, the copy of a position could differ from it."""
    end = 0
    for name, (kind, offset, *_) in (game.state.fields or {}).items():
        assert offset == end, f"bytes without a name before {name}"
        assert offset % kind.base.alignment == 0, f"{name} is not aligned"
        end = offset + kind.itemsize

    assert end == game.state.itemsize


def test_a_copy_of_a_position_has_equal_bytes(game: Game) -> None:
    for position, _, _ in some_steps(game, seed=2):
        copied = np.full(1, 255, np.uint8).repeat(game.state.itemsize).view(game.state)
        copied[0] = position.state

        assert copied.tobytes() == position.state.copy().tobytes() == position.to_bytes()
