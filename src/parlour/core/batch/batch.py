"""`Batch`: many matches of one game side by side, for learners and for counting."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from parlour.core.arguments import check_viewer
from parlour.core.batch.cpu import Cpu
from parlour.core.batch.rows import ACTING, Array, encoder_of
from parlour.core.errors import IllegalAction, ParlourError
from parlour.core.game import Game
from parlour.core.generator import SEED_BITS, check_seed, new_seed
from parlour.core.option import Options
from parlour.core.position import Position
from parlour.core.reading import shown, whole_number

DEVICES = ("cpu", "cuda")
MAX_SIZE = 2**27
MAX_STEPS = 2**31 - 1
LONG = 50  # actions of a match, about, where only the number of matches is known


class Stepped(NamedTuple):
    """What a step did to each row."""

    rewards: Array  # `[B, 2]` float32, by seat: 1 for a win that happened now, -1 for a loss, 0 for all else
    ended: Array  # `[B]` int32: matches that ended now


class Batch:
    """`size` matches of a game; row i is the match with seed i, action for action as `parlour.new` plays it.

    A row in which both seats are to act is played by seat 0 first: "the seat that acts next". Arrays are those of the
    device: NumPy's on the CPU, on the GPU numba-cuda's, which torch, JAX and CuPy take without a copy. `out` arguments
    take an array that is written instead of a new one.
    """

    def __init__(
        self,
        game: Game,
        size: int,
        device: str = "cpu",
        seeds: int | Sequence[int] | None = None,
        options: Options | None = None,
        threads: int | None = None,
    ) -> None:
        self.game = game
        self.size = _check_count("The size of a batch", size, MAX_SIZE)
        self.device = device
        self.observation_shape = encoder_of(game)[0]
        self.memory = _make_device(device, game, self.size, threads)  # where arrays are made and kernels run
        self._options = self.memory.share(game.options.encode({} if options is None else options))
        self.records = self.memory.zeros((self.size, game.state.itemsize), np.uint8)  # `[B, itemsize]`, the positions
        self.seeds = self.memory.share(np.zeros((self.size, 2), np.uint64))  # `[B, 2]`, low word first
        self._room = self.memory.empty((self.memory.threads, game.facts.num_actions), np.int32)
        self._work = self.memory.zeros((self.memory.threads, game.state.itemsize), np.uint8)
        self._refused = self.memory.zeros((self.size,), np.int32)
        self._random = self._random_states(0)
        self.reset(new_seed() % 2**64 if seeds is None else seeds)

    def __len__(self) -> int:
        return self.size

    def reset(self, seeds: int | Sequence[int] | None = None) -> None:
        """Start all rows again.

        Args:
            seeds: one for each row; or the seed of row 0, and the others follow it one by one. Without them every row
                goes on to the seed that a restart would give it: its own plus the size of the batch.

        Raises:
            BadSeed: a seed is none.
        """
        if seeds is None:
            words = self.memory.fetch(self.seeds)
            seeds = [(int(low) + (int(high) << 64) + self.size) % 2**SEED_BITS for low, high in words]
        self.memory.assign(self.seeds, _seed_words(seeds, self.size))
        self._run("start", self.records, self.seeds, self._options)

    def restart(self, rows: Any) -> None:
        """Start the next match in the rows that a mask, `[B]` bool, marks; its seed is the old one plus the size."""
        which = self.memory.share(rows, np.bool_)
        if tuple(which.shape) != (self.size,):
            raise ParlourError(f"A mask of {self.size} rows is needed, not {shown(rows)}.")
        self._run("restart", self.records, self.seeds, self._options, which)

    def to_act(self, out: Array | None = None) -> Array:
        """Return a bit per seat that may act, `[B]` int8; 0 where the match is over."""
        seats = self._array(out, (self.size,), np.int8)
        self._run("to_act", self.records, seats)
        return seats

    def legal_actions(self, seat: int | None = None) -> tuple[Array, Array]:
        """Return the codes that a seat may play, `[B, num_actions]` int32, and their numbers, `[B]` int32.

        Only the first entries of each row mean something. `seat` is 0, 1, or None for the one that acts next.
        """
        actions = self.memory.empty((self.size, self.game.facts.num_actions), np.int32)
        counts = self.memory.empty((self.size,), np.int32)
        self._run("list_actions", self.records, _check_seat(seat), actions, counts)
        return actions, counts

    def legal_mask(self, seat: int | None = None, out: Array | None = None) -> Array:
        """Return which codes a seat may play, `[B, num_actions]` bool; none where it is not to act."""
        mask = self._array(out, (self.size, self.game.facts.num_actions), np.bool_)
        self._run("mask_actions", self.records, _check_seat(seat), mask, self._room)
        return mask

    def step(self, actions: Any, restart: bool = False, check: bool = True, out: Stepped | None = None) -> Stepped:
        """Play an action of the seat that acts next in every row; nothing happens in rows that are over.

        Args:
            actions: `[B]` codes; or `[K, B]`, K actions one after another in one go. WAIT, -1, leaves a row as it is.
            restart: begin the next match where one ends; its seed is the old one plus the size of the batch.
            check: refuse illegal actions. Without it they are not looked for, and do harm.
            out: arrays to write into, from an earlier step.

        Raises:
            IllegalAction: a row does not allow its action; nothing has changed.
        """
        played = self._actions(actions)
        rewards, ended = self._outcome_arrays(out)
        refused = self.memory.clear(self._refused)
        before = (self.memory.copy(self.records), self.memory.copy(self.seeds)) if check else None
        self._run(
            "step", self.records, self.seeds, self._options, played, bool(restart), bool(check), rewards, ended,
            refused, self._room, steps=played.shape[0],
        )  # fmt: skip
        if before is not None:
            self._refuse(self.memory.fetch(refused), played, before)
        return Stepped(rewards, ended)

    def use_stream(self, stream: Any) -> None:
        """Run on a stream of the GPU from now on (of torch or CuPy, or its address), as a CUDA graph needs it."""
        self.memory.use_stream(stream)

    def play_random(self, steps: int, seed: int | None = None, restart: bool = False) -> tuple[Stepped, Array]:
        """Play up to `steps` random actions in every row, in one go.

        Args:
            seed: of the choices, 64 bits, row i chooses by `seed + i`; without it they go on where they stopped.

        Returns:
            what it did, and how many actions were played in each row, `[B]` int32.
        """
        most = _check_count("A number of steps", steps, MAX_STEPS)
        if seed is not None:
            self._random = self._random_states(seed)
        rewards, ended = self._outcome_arrays()
        played = self.memory.zeros((self.size,), np.int32)
        self._run(
            "play_random", self.records, self.seeds, self._options, self._random, most, bool(restart), rewards,
            ended, played, self._room, steps=most,
        )  # fmt: skip
        return Stepped(rewards, ended), played

    def playout(self, matches: int = 1, seed: int = 0) -> Array:
        """Return what random matches from each row come to, added up by seat, `[B, 2]` float32; the rows stay.

        Chance inside the game comes from the row's own generator, alike in every match.
        """
        results = self.memory.zeros((self.size, 2), np.float32)
        count = _check_count("A number of matches", matches, MAX_STEPS)
        self._run(
            "play_out",
            self.records,
            self._random_states(seed),
            count,
            results,
            self._room,
            self._work,
            steps=count * LONG,
        )
        return results

    def results(self) -> Array:
        """Return 1 for a win, 0.5 for a draw, 0 for a loss by seat, `[B, 2]` float32; NaN while a match goes on."""
        results = self.memory.empty((self.size, 2), np.float32)
        self._run("results", self.records, results)
        return results

    def hidden(self, seat: int | None = None) -> Array:
        """Return the records as a seat (or the SPECTATOR) may know them, `[B, itemsize]` bytes."""
        known = self.memory.copy(self.records)
        self._run("hide", known, _check_seat(seat))
        return known

    def observe(self, seat: int | None = None, out: Array | None = None) -> Array:
        """Return what a seat may know as numbers for a learner, `[B, *observation_shape]` float32."""
        observations = self._array(out, (self.size, *self.observation_shape), np.float32)
        self._run("observe", self.records, _check_seat(seat), observations, self._work)
        return observations

    def position(self, row: int) -> Position:
        """Return one row as a position of its own."""
        index = whole_number(row)
        if index is None or not 0 <= index < self.size:
            raise ParlourError(f"The rows are 0 to {self.size - 1}, not {shown(row)}.")
        data = np.array(self.memory.fetch(self.records[index]))
        return Position(self.game, data, int(self.memory.fetch(self.to_act())[index]))

    def _run(self, name: str, *arguments: Any, steps: int = 1) -> None:
        self.memory.run(getattr(self.memory.kernels, name), *arguments, steps=steps)

    def _array(self, out: Array | None, shape: tuple[int, ...], kind: Any) -> Array:
        if out is None:
            return self.memory.empty(shape, kind)
        array = self.memory.share(out)
        if array is not out and self.device == "cpu" and not np.shares_memory(array, out):
            raise ParlourError("An array to write into must be contiguous.")
        if tuple(array.shape) != shape or array.dtype != kind:
            raise ParlourError(f"An array of shape {shape} and type {np.dtype(kind)} is needed to write into.")
        return array

    def _outcome_arrays(self, out: Stepped | None = None) -> Stepped:
        if out is not None:
            return Stepped(*(self.memory.clear(self.memory.share(array)) for array in out))
        return Stepped(self.memory.zeros((self.size, 2), np.float32), self.memory.zeros((self.size,), np.int32))

    def _actions(self, actions: Any) -> Array:
        array = self.memory.share(actions, np.int32)
        if array.ndim == 1:
            array = array.reshape(1, -1)
        if array.ndim != 2 or array.shape[1] != self.size:
            raise IllegalAction(f"Actions are {self.size} codes, or several such rows, not {shown(actions)}.")
        return array

    def _random_states(self, seed: int) -> Array:
        first = check_seed(seed, bits=64)
        return self.memory.share(np.arange(self.size, dtype=np.uint64) + np.uint64(first))

    def _refuse(self, refused: Any, actions: Array, before: tuple[Array, Array]) -> None:
        rows = np.flatnonzero(refused)
        if len(rows):
            self.memory.assign(self.records, before[0])
            self.memory.assign(self.seeds, before[1])
            code = self.memory.fetch(actions)[refused[rows[0]] - 1, rows[0]]
            raise IllegalAction(f"{self.game.name} does not allow the action with the code {code} in row {rows[0]}.")


def _check_seat(seat: int | None) -> int:
    return ACTING if seat is None else check_viewer(seat)


def _check_count(what: str, number: object, most: int) -> int:
    count = whole_number(number)
    if count is None or not 1 <= count <= most:
        raise ParlourError(f"{what} is a whole number from 1 to {most:,}, not {shown(number)}.")
    return count


def _seed_words(seeds: int | Sequence[int], size: int) -> Any:
    if whole_number(seeds) is not None:
        first = check_seed(seeds)
        seeds = [(first + row) % 2**SEED_BITS for row in range(size)]
    if not isinstance(seeds, Sequence | np.ndarray) or len(seeds) != size:
        raise ParlourError(f"A seed is needed for each of {size} rows, or one for the first row.")
    numbers = [check_seed(seed) for seed in seeds]
    return np.array([(number % 2**64, number >> 64) for number in numbers], np.uint64)


def _make_device(name: str, game: Game, size: int, threads: int | None) -> Any:
    if name not in DEVICES:
        raise ParlourError(f"A device is cpu or cuda, not {shown(name)}.")
    if name == "cpu":
        return Cpu(game, size, threads)
    try:
        from parlour.core.batch.cuda import Cuda  # noqa: PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise ParlourError("Batches on a GPU need numba-cuda: pip install parlour[gpu].") from error
    return Cuda(game, size, threads)
