"""What is done to the rows of a batch, as kernels that take the rows from `begin` to `end` one after another.

The same kernels serve both devices: a thread of the CPU takes a slice of the rows, one of the GPU a row at a time.
`slot` is the number of the thread, which has a row of its own in every scratch array. A row where both seats are to act
is played by seat 0 first; where both choose for themselves, the order changes nothing.

Shapes: `rows [B, state.itemsize]` bytes, `seeds [B, 2]`, `actions [K, B]`, `room [T, num_actions]`, `work [T,
state.itemsize]`, where K steps are made of B rows by T threads.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Actions, Record, Seed
from parlour.core.encoding import Encode, Observation, generic_encoding, over_bytes
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues

Rows = NDArray[np.uint8]
Numbers = NDArray[np.float32]
Counts = NDArray[np.int32]
Mask = NDArray[np.bool_]

ACTING = -2  # in place of a seat: the one that acts next in each row
NO_SEAT = -1  # acts next: the match is over
WAIT = -1  # in place of an action: the row stays as it is


class RowKernels(NamedTuple):
    """The kernels of one game; each takes `slot`, `begin` and `end` last."""

    start: Callable[..., None]
    restart: Callable[..., None]
    to_act: Callable[..., None]
    list_actions: Callable[..., None]
    mask_actions: Callable[..., None]
    step: Callable[..., None]
    play_random: Callable[..., None]
    play_out: Callable[..., None]
    results: Callable[..., None]
    hide: Callable[..., None]
    observe: Callable[..., None]


@kernel
def next_seat(seats: int) -> int:
    """Return the seat that acts next, of the bits of those to act; NO_SEAT when the match is over."""
    return 0 if seats & 1 else 1 if seats & 2 else NO_SEAT


@kernel
def chosen_seat(seat: int, seats: int) -> int:
    """Return the seat that is meant, where ACTING stands for the one that acts next, or for 0 after the end."""
    return max(next_seat(seats), 0) if seat == ACTING else seat


@kernel
def copy_row(source: Bytes, target: Bytes) -> None:
    """Copy bytes one by one: the assignment of a slice would allocate, which a GPU cannot."""
    for k in range(len(source)):
        target[k] = source[k]


@kernel(wraps=True)
def next_seed(seed: Seed, step: int) -> None:
    """Add to a seed of 128 bits."""
    low = seed[0] + np.uint64(step)
    if low < seed[0]:
        seed[1] += np.uint64(1)
    seed[0] = low


@functools.cache
def encoder_of(game: Game) -> tuple[tuple[int, ...], Encode]:
    """Return the shape of a game's observations, and the kernel over bytes that makes one."""
    encoding = game.extras.encoding
    if encoding is not None:
        return encoding.shape, over_bytes(encoding, game.state)
    entries, encode = generic_encoding(game.state)
    return (entries,), encode


@functools.cache
def row_kernels(game: Game) -> RowKernels:  # noqa: C901, PLR0915  # short kernels, one after another
    """Return the kernels of a game; each is compiled on its first call."""
    setup, to_act, legal_actions, apply, result, hide = (
        game.rules.setup, game.rules.to_act, game.rules.legal_actions, game.rules.apply, game.rules.result,
        game.rules.hide,
    )  # fmt: skip
    state = game.state
    encode = encoder_of(game)[1]

    @kernel
    def start_row(rows: Rows, i: int, seeds: Words, options: OptionValues) -> None:
        rows[i, :] = 0
        setup(rows.view(state)[i, 0], options, seeds[i])

    @kernel
    def start(rows: Rows, seeds: Words, options: OptionValues, slot: int, begin: int, end: int) -> None:
        for i in range(begin, end):
            start_row(rows, i, seeds, options)

    @kernel
    def restart_rows(
        rows: Rows, seeds: Words, options: OptionValues, which: Mask, slot: int, begin: int, end: int
    ) -> None:
        for i in range(begin, end):
            if which[i]:
                next_seed(seeds[i], rows.shape[0])
                start_row(rows, i, seeds, options)

    @kernel
    def to_act_rows(rows: Rows, seats: NDArray[np.int8], slot: int, begin: int, end: int) -> None:
        records = rows.view(state)
        for i in range(begin, end):
            seats[i] = to_act(records[i, 0])

    @kernel
    def list_of(s: Record, seat: int, out: Actions) -> int:
        """Write the legal actions of a seat and return their number; 0 when it is not to act."""
        seats = to_act(s)
        chosen = chosen_seat(seat, seats)
        return legal_actions(s, chosen, out) if seats >> chosen & 1 else 0

    @kernel
    def list_actions(rows: Rows, seat: int, actions: Actions, counts: Counts, slot: int, begin: int, end: int) -> None:
        records = rows.view(state)
        for i in range(begin, end):
            counts[i] = list_of(records[i, 0], seat, actions[i])

    @kernel
    def mask_actions(rows: Rows, seat: int, mask: Mask, room: Actions, slot: int, begin: int, end: int) -> None:
        records = rows.view(state)
        for i in range(begin, end):
            mask[i, :] = False
            for k in range(list_of(records[i, 0], seat, room[slot])):
                mask[i, room[slot, k]] = True

    @kernel
    def finish(
        rows: Rows, i: int, seeds: Words, options: OptionValues, restart: bool, rewards: Numbers, ended: Counts
    ) -> None:
        """Count a match that is over, and start the next one where that is asked for."""
        s = rows.view(state)[i, 0]
        ended[i] += 1
        for seat in range(2):
            rewards[i, seat] += np.float32(2.0 * result(s, seat) - 1.0)
        if restart:
            next_seed(seeds[i], rows.shape[0])
            start_row(rows, i, seeds, options)

    @kernel
    def is_legal(s: Record, seat: int, action: int, room: Actions) -> bool:
        for k in range(legal_actions(s, seat, room)):  # noqa: SIM110  # a kernel has no generators
            if room[k] == action:
                return True
        return False

    @kernel
    def step(
        rows: Rows, seeds: Words, options: OptionValues, actions: Actions, restart: bool, check: bool,
        rewards: Numbers, ended: Counts, refused: Counts, room: Actions, slot: int, begin: int, end: int,
    ) -> None:  # fmt: skip
        """Play one action after another; `refused [B]` becomes 1 + k where action k is illegal, and the row stops."""
        records = rows.view(state)
        for i in range(begin, end):
            s = records[i, 0]
            for k in range(actions.shape[0]):
                seat = next_seat(to_act(s))
                if seat == NO_SEAT or actions[k, i] == WAIT:
                    continue
                if check and not is_legal(s, seat, actions[k, i], room[slot]):
                    refused[i] = k + 1
                    break
                apply(s, seat, actions[k, i])
                if to_act(s) == 0:
                    finish(rows, i, seeds, options, restart, rewards, ended)

    @kernel
    def play_random(
        rows: Rows, seeds: Words, options: OptionValues, random: Words, steps: int, restart: bool,
        rewards: Numbers, ended: Counts, played: Counts, room: Actions, slot: int, begin: int, end: int,
    ) -> None:  # fmt: skip
        """Play actions at random; `played [B]` counts them."""
        records = rows.view(state)
        for i in range(begin, end):
            s = records[i, 0]
            seat = next_seat(to_act(s))
            while seat != NO_SEAT and played[i] < steps:
                n = legal_actions(s, seat, room[slot])
                apply(s, seat, room[slot, random_below(random[i : i + 1], n)])
                played[i] += 1
                seat = next_seat(to_act(s))
                if seat == NO_SEAT:
                    finish(rows, i, seeds, options, restart, rewards, ended)
                    seat = next_seat(to_act(s))

    @kernel
    def play_out(
        rows: Rows, random: Words, matches: int, results: Numbers, room: Actions, work: Rows, slot: int, begin: int,
        end: int,
    ) -> None:  # fmt: skip
        """Add up in `results [B, 2]` what random matches from each row come to; the rows stay."""
        s = work.view(state)[slot, 0]
        for i in range(begin, end):
            for _ in range(matches):
                copy_row(rows[i], work[slot])
                seat = next_seat(to_act(s))
                while seat != NO_SEAT:
                    n = legal_actions(s, seat, room[slot])
                    apply(s, seat, room[slot, random_below(random[i : i + 1], n)])
                    seat = next_seat(to_act(s))
                for seat in range(2):
                    results[i, seat] += np.float32(result(s, seat))

    @kernel
    def results_of(rows: Rows, results: Numbers, slot: int, begin: int, end: int) -> None:
        """Write what each seat of a finished match got; NaN while it goes on."""
        records = rows.view(state)
        for i in range(begin, end):
            s = records[i, 0]
            for seat in range(2):
                results[i, seat] = np.float32(np.nan if to_act(s) else result(s, seat))

    @kernel
    def hide_rows(rows: Rows, seat: int, slot: int, begin: int, end: int) -> None:
        records = rows.view(state)
        for i in range(begin, end):
            s = records[i, 0]
            hide(s, chosen_seat(seat, to_act(s)))

    @kernel
    def observe(rows: Rows, seat: int, out: Observation, work: Rows, slot: int, begin: int, end: int) -> None:
        s = work.view(state)[slot, 0]
        for i in range(begin, end):
            copy_row(rows[i], work[slot])
            chosen = chosen_seat(seat, to_act(s))
            hide(s, chosen)
            out[i, :] = 0.0
            encode(work[slot], chosen, out[i])

    return RowKernels(
        start,
        restart_rows,
        to_act_rows,
        list_actions,
        mask_actions,
        step,
        play_random,
        play_out,
        results_of,
        hide_rows,
        observe,
    )


Array = Any  # of NumPy on the CPU, of numba-cuda on the GPU
