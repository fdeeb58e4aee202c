"""The command that makes the book: it solves positions, goes on from what an earlier run left, and packs them."""

import argparse
import importlib
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.core.thinking import Stop
from parlour.games.connect_four.book import LOWEST_SCORE, SLOT_BITS, score_in_book
from parlour.games.connect_four.negamax import MIN_SCORE, new_memory, score_of
from tools.build_connect_four_book.gpu import advance_kernel
from tools.build_connect_four_book.layer import boards, layer
from tools.build_connect_four_book.level import Level, random_level
from tools.build_connect_four_book.packing import pack
from tools.build_connect_four_book.solving import solve

H200 = (9, 0)  # compute capability
TOO_HIGH = LOWEST_SCORE + (1 << SLOT_BITS)


def arguments(folder: Path) -> argparse.Namespace:
    return argparse.Namespace(no_gpu=True, threads=1, cpu_table_bits=16, slice=0.1, out=folder)


def solved(folder: Path) -> Level:
    level = random_level(20, 26, 34, seed=3)
    solve(level, arguments(folder), time.monotonic() + 60)
    return level


def copy_of(level: Level) -> Level:
    return Level(level.own, level.occupied)


def test_a_level_is_solved_as_the_solver_solves_it(tmp_path: Path) -> None:
    level, memory, stop = solved(tmp_path), new_memory(has_book=False), Stop()
    positions = zip(level.own.tolist(), level.occupied.tolist(), strict=True)
    scores = [score_of(own, both, both.bit_count(), MIN_SCORE, memory, stop.flag) for own, both in positions]

    assert level.low.tolist() == level.high.tolist() == scores


def test_another_run_goes_on_from_what_was_saved(tmp_path: Path) -> None:
    level = solved(tmp_path)
    again = copy_of(level)
    assert len(again.unsolved()) == len(level)
    again.load(tmp_path)

    assert len(again.unsolved()) == 0
    assert np.array_equal(again.low, level.low)


def test_bounds_that_contradict_each_other_end_the_run(tmp_path: Path) -> None:
    level = solved(tmp_path)

    with pytest.raises(SystemExit, match="contradict"):
        level.learn(level.low + 1, level.high + 1)


def test_every_key_is_found_in_a_packed_book_and_packing_again_gives_the_same_bytes() -> None:
    keys = layer(7)
    scores = np.random.default_rng(1).integers(-15, 15, len(keys))
    book = pack(keys, scores)
    positions = zip(*(each.tolist() for each in boards(keys)), strict=True)

    assert [score_in_book(own, occupied, book) for own, occupied in positions] == scores.tolist()
    assert np.array_equal(book, pack(keys, scores))
    assert 8 * len(book) / len(keys) < 6.5


def test_a_score_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="another score"):
        pack(layer(3), np.full(len(layer(3)), TOO_HIGH))


def test_the_search_compiles_for_a_gpu_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda: Any = importlib.import_module("numba.cuda")
    from numba import types

    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: SimpleNamespace(compute_capability=H200))
    row, rows, number = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C"), types.int64
    signature = types.void(row, row, row, row, row, number, row, row, rows, rows, number)
    text, _ = cuda.compile_ptx(advance_kernel(64).py_func, signature, cc=H200)

    assert ".target sm_90" in text
