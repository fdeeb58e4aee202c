"""Fit the network of Checkers' evaluation to positions from self-play, on any device of torch."""

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]  # only for learning
from numpy.typing import NDArray

from checkers_self_play import COLUMNS, Rows
from parlour.games.checkers.ai.network import INPUTS, LAST_SHIFT, ONE, POINTS_PER_LOGIT, SHIFT
from parlour.games.checkers.state import CHECKERS, SQUARES

BATCH = 16_384
RATE = 6e-3
WARM_UP = 0.1  # of the steps, in which the rate rises
BLOCK = 2_000  # positions; every HELD_OUT-th block is not learned
HELD_OUT = 20
PART = 1 << 20  # positions that are turned into inputs at a time
TIMED = 100  # the step from which on the speed is known
SWAPPED = [(k + 2) % 4 * SQUARES + SQUARES - 1 - s for k in range(4) for s in range(SQUARES)]  # as the enemy sees it


@dataclass(frozen=True)
class Shape:
    """The sizes of a network, and what it is to learn."""

    first: int = 64
    second: int = 16
    phases: int = 8
    result_share: float = 0.6  # of the result in what is learned; the rest is the value that the search found

    @property
    def name(self) -> str:
        return f"{self.first}x{self.second}x{self.phases}-{self.result_share:g}"


@dataclass(frozen=True)
class Data:
    """Positions on the device."""

    inputs: Any  # [N, INPUTS] of bytes
    results: Any  # [N], 0 to 1
    values: Any  # [N], 0 to 1


def read(folder: Path) -> Rows:
    """Return all positions of a folder; a row that is half written is left for the next time."""
    parts = []
    for path in sorted(folder.glob("positions-*.bin")):
        numbers = np.fromfile(path, np.int64)
        parts.append(numbers[: len(numbers) // COLUMNS * COLUMNS].reshape(-1, COLUMNS))
    return np.concatenate(parts)


def inputs_of(rows: Any) -> Any:
    """Return the inputs of the network as the side to move sees the board."""
    bits = torch.tensor([square + square // 8 for square in range(SQUARES)], device=rows.device)
    own, enemy, kings = ((rows[:, k, None] >> bits & 1).bool() for k in range(3))
    planes = torch.stack([own & ~kings, own & kings, enemy & ~kings, enemy & kings], 1)
    planes = torch.where(rows[:, 3, None, None] == 1, planes.flip(2), planes)
    return planes.reshape(-1, INPUTS).to(torch.uint8)


def load(rows: Rows, device: str) -> Data:
    """Put positions on the device."""
    there = [torch.from_numpy(rows[begin : begin + PART]).to(device) for begin in range(0, len(rows), PART)]
    return Data(
        torch.cat([inputs_of(part) for part in there]),
        torch.cat([(part[:, 5] + 1).float() / 2 for part in there]),
        torch.cat([torch.sigmoid(part[:, 4].float() / POINTS_PER_LOGIT) for part in there]),
    )


class Net(torch.nn.Module):  # type: ignore[misc,unused-ignore]  # has no types
    """The network of `parlour.games.checkers.ai.network`, with weights that can be learned."""

    def __init__(self, shape: Shape, device: str) -> None:
        super().__init__()
        self.shape, self.swapped = shape, torch.tensor(SWAPPED, device=device)
        self.first = torch.nn.Linear(INPUTS, shape.first, device=device)
        self.second = torch.nn.Linear(2 * shape.first, shape.phases * shape.second, device=device)
        self.third = torch.nn.Linear(shape.second, shape.phases, device=device)
        torch.nn.init.normal_(self.first.weight, 0, 0.15)
        torch.nn.init.constant_(self.first.bias, 0.2)
        torch.nn.init.normal_(self.third.weight, 0, 0.5)

    def forward(self, inputs: Any) -> Any:
        """Return the expected results, 0 to 1, of some positions."""
        phases, second = self.shape.phases, self.shape.second
        phase = phases * (inputs.sum(1).long() - 1) // CHECKERS
        seen = inputs.float()
        sums = torch.cat([self.first(seen), self.first(seen[:, self.swapped])], 1).clamp(0, 1)
        found = self.second(sums).view(-1, phases, second)
        found = found.gather(1, phase.view(-1, 1, 1).expand(-1, 1, second)).squeeze(1).clamp(0, 1)
        return torch.sigmoid((found * self.third.weight[phase]).sum(1) + self.third.bias[phase])


def fit(data: Data, shape: Shape, steps: int, seconds: float, seed: int) -> tuple[Any, dict[str, float]]:
    """Learn a network in `steps` batches, or in as many as fit into the time; return it and how it went."""
    device, begin = str(data.inputs.device), time.monotonic()
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the processor belongs to the players
    net = Net(shape, device)
    targets = shape.result_share * data.results + (1 - shape.result_share) * data.values
    is_held = torch.arange(len(targets), device=device) // BLOCK % HELD_OUT == HELD_OUT - 1
    learned, held = torch.nonzero(~is_held).squeeze(1), torch.nonzero(is_held).squeeze(1)
    batch = min(BATCH, len(learned))
    optimizer = torch.optim.Adam(net.parameters(), fused=device != "cpu")
    step, epochs, marks = 0, 0, list[float]()
    while step < steps:
        order, epochs = learned[torch.randperm(len(learned), device=device)], epochs + 1
        for at in range(0, len(order) - batch + 1, batch):
            some = order[at : at + batch]
            done = step / steps
            optimizer.param_groups[0]["lr"] = RATE * min(done / WARM_UP, (1 + math.cos(math.pi * done)) / 2)
            loss = ((net(data.inputs[some]) - targets[some]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            if step in (TIMED // 2, TIMED):
                float(loss.detach())  # waits for the device
                marks.append(time.monotonic())
            if step == TIMED:
                each = (marks[1] - marks[0]) / (TIMED - TIMED // 2)
                steps = min(steps, step + int((begin + seconds - marks[1]) / each))
            if step >= steps:
                break
    with torch.no_grad():
        guess = torch.cat([net(data.inputs[part]) for part in held.split(BATCH)])
    return net, {
        "seconds": time.monotonic() - begin,
        "positions": len(learned),
        "steps": step,
        "epochs": epochs,
        "held_out_error": float(((guess - targets[held]) ** 2).mean()),
        "held_out_error_of_the_result": float(((guess - data.results[held]) ** 2).mean()),
    }


def save(path: Path, net: Any) -> None:
    """Round the weights to whole numbers, and write them in one go."""
    phases, second, first = net.shape.phases, net.shape.second, net.shape.first
    floats = {name: each.detach().cpu().double().numpy() for name, each in net.named_parameters()}
    last = POINTS_PER_LOGIT * (1 << LAST_SHIFT)
    part = path.with_name(f"part-{path.name}")
    np.savez_compressed(
        part,
        first=as_whole(floats["first.weight"].T * ONE, np.int16),
        first_bias=as_whole(floats["first.bias"] * ONE, np.int16),
        second=as_whole(floats["second.weight"] * (1 << SHIFT), np.int16).reshape(phases, second, 2 * first),
        second_bias=as_whole(floats["second.bias"] * ONE * (1 << SHIFT), np.int32).reshape(phases, second),
        third=as_whole(floats["third.weight"] * last / ONE, np.int32),
        third_bias=as_whole(floats["third.bias"] * last, np.int32),
    )
    part.replace(path)


def as_whole(values: NDArray[np.float64], kind: Any) -> NDArray[Any]:
    """Round to whole numbers that fit."""
    return np.round(values).clip(np.iinfo(kind).min, np.iinfo(kind).max).astype(kind)
