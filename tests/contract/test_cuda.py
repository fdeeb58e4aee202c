"""Every game: the kernels of its batches compile for a GPU, which needs none."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.core.batch import Batch, encoder_of
from parlour.core.batch.rows import RowKernels
from parlour.core.errors import ParlourError
from parlour.core.game import Game

H200 = (9, 0)  # compute capability
QUICK = ("start", "to_act", "results", "hide")  # the others take up to a minute


def arguments(game: Game) -> RowKernels:
    """Return the types of each kernel's arguments."""
    from numba import types

    rows, scratch = types.Array(types.uint8, 2, "C"), types.Array(types.uint8, 2, "C")
    seeds, random = types.Array(types.uint64, 2, "C"), types.Array(types.uint64, 1, "C")
    options, mask = types.Array(types.int64, 1, "C"), types.Array(types.boolean, 2, "C")
    seats, counts = types.Array(types.int8, 1, "C"), types.Array(types.int32, 1, "C")
    actions, numbers = types.Array(types.int32, 2, "C"), types.Array(types.float32, 2, "C")
    number, switch = types.int64, types.boolean
    observation = types.Array(types.float32, 1 + len(encoder_of(game)[0]), "C")
    kinds: dict[str, tuple[Any, ...]] = {
        "start": (rows, seeds, options),
        "restart": (rows, seeds, options, types.Array(types.boolean, 1, "C")),
        "to_act": (rows, seats),
        "list_actions": (rows, number, actions, counts),
        "mask_actions": (rows, number, mask, actions),
        "step": (rows, seeds, options, actions, switch, switch, numbers, counts, counts, actions),
        "play_random": (rows, seeds, options, random, number, switch, numbers, counts, counts, actions),
        "play_out": (rows, random, number, numbers, actions, scratch),
        "results": (rows, numbers),
        "hide": (rows, number),
        "observe": (rows, number, observation, scratch),
    }
    return RowKernels(**{name: types.void(*each) for name, each in kinds.items()})


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the compiler of a GPU that is not there."""
    cuda: Any = importlib.import_module("numba.cuda")

    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: SimpleNamespace(compute_capability=H200))
    return cuda.compile_ptx


def compiled(game: Game, name: str, compiler: Any) -> str:
    from parlour.core.batch.cuda import cuda_kernels

    kernel, signature = getattr(cuda_kernels(game), name), getattr(arguments(game), name)
    text, _ = compiler(kernel.py_func, signature, cc=H200)
    return str(text)


def test_the_quick_kernels_compile_for_a_gpu(game: Game, compiler: Any) -> None:
    for name in QUICK:
        assert ".entry" in compiled(game, name, compiler), name


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(RowKernels._fields) - set(QUICK)))
def test_every_kernel_compiles_for_a_gpu(game: Game, name: str, compiler: Any) -> None:
    assert ".target sm_90" in compiled(game, name, compiler)


def test_a_batch_on_a_gpu_that_is_not_there_is_refused_with_a_sentence(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)

    with pytest.raises(ParlourError, match="There is no GPU"):
        Batch(game, 2, device="cuda")
