"""Matches as columns: one row for every match, and one for every action. docs/lab.md describes them."""

import functools
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.bytes_api import Bytes
from parlour.core.contract import Actions
from parlour.core.game import Game
from parlour.core.generator import Words, random_below, seed_to_words
from parlour.core.kernel import kernel
from parlour.core.option import Options
from parlour.lab.extras import needs_extra
from parlour.storage.lab_runs import Row

FORMATS = ("npz", "parquet")
Columns = dict[str, NDArray[Any]]
Steps = NDArray[np.int32]  # [n, STEP]
SEAT, ACTION, TO_ACT, NUM_LEGAL = range(4)  # the columns of a step
STEP = 4
ACTION_COLUMNS = {"match": np.int32, "ply": np.int32, "seat": np.int8, "action": np.int32, "to_act": np.int8,
                  "num_legal": np.int32}  # fmt: skip
MATCH_COLUMNS = {"match": np.int32, "player0": np.int16, "player1": np.int16, "seed": np.uint64, "result0": np.float32,
                 "num_actions": np.int32, "is_forfeit": np.bool_}  # fmt: skip


class Tables(NamedTuple):
    """The two tables of a dataset."""

    matches: Columns
    actions: Columns


@functools.cache
def _replay_kernel(game: Game) -> Callable[[Bytes, Steps, int], None]:
    to_act, legal_actions, apply = game.rules.to_act, game.rules.legal_actions, game.rules.apply
    state, num_actions = game.state, game.facts.num_actions

    @kernel
    def replay(data: Bytes, steps: Steps, n: int) -> None:
        """Write who was to act before each step, and how many actions its seat could choose from."""
        s = data.view(state)[0]
        out = np.empty(num_actions, np.int32)
        for i in range(n):
            steps[i, TO_ACT] = to_act(s)
            steps[i, NUM_LEGAL] = legal_actions(s, steps[i, SEAT], out)
            apply(s, steps[i, SEAT], steps[i, ACTION])

    return replay


@functools.cache
def _random_kernel(game: Game) -> Callable[[Bytes, Words, Actions, Steps], int]:
    to_act, legal_actions, apply = game.rules.to_act, game.rules.legal_actions, game.rules.apply
    state = game.state

    @kernel
    def play(data: Bytes, random: Words, out: Actions, steps: Steps) -> int:
        """Play a match at random, `random` `[2]` being a generator for each seat; returns the number of steps."""
        s = data.view(state)[0]
        seats, n = to_act(s), 0
        while seats:
            seat = 0 if seats & 1 else 1
            count = legal_actions(s, seat, out)
            action = out[random_below(random[seat : seat + 1], count)]
            steps[n, SEAT], steps[n, ACTION], steps[n, TO_ACT], steps[n, NUM_LEGAL] = seat, action, seats, count
            apply(s, seat, action)
            seats, n = to_act(s), n + 1
        return n

    return play


def first_record(game: Game, seed: int, options: Options) -> Bytes:
    """Return the bytes of the position with which a match begins."""
    data = np.zeros(game.state.itemsize, np.uint8)
    game.bytes_api.setup(data, game.options.encode(options), seed_to_words(seed))
    return data


def random_match(game: Game, seed: int, options: Options, seeds: tuple[int, int]) -> tuple[Steps, float]:
    """Play a match at random in one call of a kernel: what two players `random` with these seeds play.

    Returns:
        the steps `[n, 4]`, and the result of seat 0.
    """
    data, out = first_record(game, seed, options), np.empty(game.facts.num_actions, np.int32)
    steps, random = np.empty((game.facts.max_length, STEP), np.int32), np.array(seeds, np.uint64)
    n = _random_kernel(game)(data, random, out, steps)
    return steps[:n].copy(), float(game.rules.result(data.view(game.state)[0], 0))


def steps_of(game: Game, seed: int, options: Options, actions: Sequence[tuple[int, int]]) -> Steps:
    """Return the steps `[n, 4]` of a match, given the seat and the code of each action."""
    steps = np.zeros((len(actions), STEP), np.int32)
    steps[:, :TO_ACT] = np.array(actions, np.int32).reshape(-1, 2)
    _replay_kernel(game)(first_record(game, seed, options), steps, len(steps))
    return steps


def tables_of(rows: Sequence[Row], steps: Sequence[Steps]) -> Tables:
    """Return the tables of matches, each with its steps."""
    lengths = [len(each) for each in steps]
    together = np.concatenate([*steps, np.empty((0, STEP), np.int32)])
    actions = {
        "match": np.repeat([row.number for row in rows], lengths),
        "ply": np.concatenate([*(np.arange(length) for length in lengths), np.empty(0, int)]),
        "seat": together[:, SEAT], "action": together[:, ACTION], "to_act": together[:, TO_ACT],
        "num_legal": together[:, NUM_LEGAL],
    }  # fmt: skip
    matches: dict[str, list[Any]] = {
        "match": [row.number for row in rows],
        "player0": [row.players[0] for row in rows],
        "player1": [row.players[1] for row in rows],
        "seed": [row.seed for row in rows],
        "result0": [row.result(0) for row in rows],
        "num_actions": lengths,
        "is_forfeit": [bool(row.note) for row in rows],
    }
    return Tables(
        {name: np.array(matches[name], kind) for name, kind in MATCH_COLUMNS.items()},
        {name: actions[name].astype(kind) for name, kind in ACTION_COLUMNS.items()},
    )


def join(parts: Sequence[Tables]) -> Tables:
    """Return the tables one after the other."""
    return Tables(
        *(
            {name: np.concatenate([each[name] for each in kind]) for name in kind[0]}
            for kind in zip(*parts, strict=True)
        )
    )


def write(tables: Tables, folder: Path, format_: str, players: Sequence[str]) -> list[Path]:
    """Write a dataset, and return its files.

    Raises:
        NeedsExtra: Parquet files need pyarrow.
    """
    save = _save_parquet if format_ == "parquet" else _save_npz
    paths = dataset_paths(folder, format_)
    for path, columns in zip(paths, tables, strict=True):
        beside = path.with_name(f".{path.name}")
        save(beside, columns, players)
        beside.replace(path)
    return paths


def dataset_paths(folder: Path, format_: str) -> list[Path]:
    """Return where the files of a dataset are."""
    return [folder / f"{name}.{format_}" for name in Tables._fields]


def _save_npz(path: Path, columns: Columns, players: Sequence[str]) -> None:
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, players=np.array(players), **columns)


def _save_parquet(path: Path, columns: Columns, players: Sequence[str]) -> None:
    pyarrow, parquet = _import("pyarrow"), _import("pyarrow.parquet")
    table = pyarrow.table(columns).replace_schema_metadata({"players": "\n".join(players)})
    parquet.write_table(table, path, compression="zstd")


def _import(name: str) -> Any:
    with needs_extra("data"):
        return importlib.import_module(name)


def check_format(format_: str) -> None:
    """Refuse a format whose package is missing, before anything is played.

    Raises:
        NeedsExtra: with the command that installs it.
    """
    if format_ == "parquet":
        _import("pyarrow.parquet")
