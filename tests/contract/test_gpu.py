"""Batches on a GPU that is there: the same matches as on the CPU, memory that libraries share, CUDA graphs."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.batch.rows import WAIT
from parlour.core.errors import IllegalAction

cuda: Any = pytest.importorskip("numba.cuda")
pytestmark = pytest.mark.skipif(not cuda.is_available(), reason="needs a GPU")

SIZE = 1000
QUICK = {"quick_colours": True}


def connect_four(device: str) -> parlour.Batch:
    return parlour.batch("connect_four", SIZE, device, seeds=1, options=QUICK)


def first_legal(mask: Any) -> Any:
    return mask.argmax(1)


@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_random_matches_end_as_on_the_cpu(game_id: str) -> None:
    batches = [parlour.batch(game_id, SIZE, device, seeds=1) for device in ("cpu", "cuda")]

    for batch in batches:
        batch.play_random(parlour.load(game_id).facts.max_length, seed=1)

    assert np.array_equal(batches[0].records, batches[1].records.copy_to_host())


@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_all_that_is_read_of_a_batch_is_as_on_the_cpu(game_id: str) -> None:
    batches = [parlour.batch(game_id, SIZE, device, seeds=1) for device in ("cpu", "cuda")]

    for batch in batches:
        batch.play_random(7, seed=2)

    on_cpu, on_gpu = batches
    for name in ("to_act", "legal_mask", "results", "hidden", "observe", "playout"):
        expected, found = getattr(on_cpu, name)(), getattr(on_gpu, name)().copy_to_host()
        assert np.array_equal(expected, found, equal_nan=expected.dtype == np.float32), name


def test_a_step_takes_actions_of_torch_and_refuses_illegal_ones() -> None:
    torch: Any = pytest.importorskip("torch")
    batch, like = connect_four("cuda"), connect_four("cpu")

    for _ in range(20):
        mask = torch.as_tensor(batch.legal_mask(), device="cuda")
        batch.step(first_legal(mask.int()).int(), restart=True)
        like.step(first_legal(like.legal_mask()), restart=True)

    assert np.array_equal(like.records, batch.records.copy_to_host())
    with pytest.raises(IllegalAction):
        batch.step(np.full(SIZE, 99))
    assert np.array_equal(like.records, batch.records.copy_to_host())


@pytest.mark.parametrize("library", ["torch", "cupy", "jax.numpy"])
def test_libraries_share_the_memory_of_a_batch(library: str) -> None:
    module: Any = pytest.importorskip(library)
    batch = connect_four("cuda")
    read = {"torch": "as_tensor", "cupy": "asarray", "jax.numpy": "asarray"}[library]

    shared = getattr(module, read)(batch.records)

    address = shared.data_ptr() if library == "torch" else shared.__cuda_array_interface__["data"][0]
    assert address == batch.records.__cuda_array_interface__["data"][0]


def test_a_cuda_graph_plays_the_same_steps() -> None:
    torch: Any = pytest.importorskip("torch")
    batch, like = connect_four("cuda"), connect_four("cpu")
    mask = torch.zeros(batch.legal_mask().shape, dtype=torch.bool, device="cuda")
    actions = torch.zeros(SIZE, dtype=torch.int32, device="cuda")
    out = batch.step(np.full(SIZE, WAIT))

    def step() -> None:
        batch.legal_mask(out=mask)
        actions.copy_(first_legal(mask.int()))
        batch.step(actions, restart=True, check=False, out=out)

    step()  # compiles, which cannot be recorded
    stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        batch.use_stream(stream)
        step()
    for _ in range(30):
        graph.replay()
    torch.cuda.synchronize()

    for _ in range(31):
        like.step(first_legal(like.legal_mask()), restart=True)
    assert np.array_equal(like.records, batch.records.copy_to_host())
