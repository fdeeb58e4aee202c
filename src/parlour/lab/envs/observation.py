"""What a learner is given of a position: what a seat may know, by the encoding of the game."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.batch import encoder_of
from parlour.core.contract import SPECTATOR
from parlour.core.game import Game
from parlour.core.seat_view import SeatView


def observation(seen: SeatView) -> NDArray[np.float32]:
    """Return what a seat knows as numbers from -1 to 1, `[*observation_shape(game)]`, as `Batch.observe` does.

    The SPECTATOR looks from seat 0, without its secrets.
    """
    shape, encode = encoder_of(seen.game)
    numbers = np.zeros(shape, np.float32)
    encode(np.frombuffer(seen.known.tobytes(), np.uint8).copy(), 0 if seen.seat == SPECTATOR else seen.seat, numbers)
    return numbers


def observation_shape(game: Game) -> tuple[int, ...]:
    """Return the shape of a game's observations."""
    return encoder_of(game)[0]
