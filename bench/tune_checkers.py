"""Learn the network of Checkers' evaluation from matches that the program plays against itself.

    python bench/tune_checkers.py play MATCHES SEED FILE     # appends positions, with their value and the result
    python bench/tune_checkers.py fit EPOCHS OUT FILE...     # writes the network; needs torch, which playing does not

Each match begins with 4 to 12 random turns. Kept are positions without a forced jump, those with few checkers every
second time. The network learns a mixture of the result and of the value that the search found.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.bits import num_bits
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.level import OwnSearch, Tables
from parlour.core.thinking import Flag
from parlour.games.checkers import endgames
from parlour.games.checkers.ai import network
from parlour.games.checkers.ai.network import FIRST, INPUTS, LAST_SHIFT, ONE, PHASES, POINTS_PER_LOGIT, SECOND, SHIFT
from parlour.games.checkers.ai.search import deepen
from parlour.games.checkers.ai.thinker import CheckersThinker
from parlour.games.checkers.ai.turns import after_turn, can_jump, list_turns
from parlour.games.checkers.ai.workspace import NO_TURN, PROVEN, WIN, Workspace, is_repeated, key_of
from parlour.games.checkers.state import CHECKERS, SQUARES, START
from parlour.pieces.transposition_table import Table

NODES = 2_000
NOISE = 10
QUIET_LIMIT = 20  # plies without a capture or a man's move after which a match is called a draw
MOST_QUIET = 8  # of a position that is kept
FEW = 8  # checkers
COLUMNS = 6  # own, enemy, kings, side, value, result
RESULT_SHARE = 0.6  # of the result in what is learned; the rest is the value of the search
BATCH = 4096
RATE = 4e-3
HELD_OUT = 20  # one position in twenty is not learned

Rows = NDArray[np.int64]  # [positions, COLUMNS]


@kernel
def expand(w: Workspace, own: int, enemy: int, kings: int, side: int, quiet: int) -> int:
    """Write what follows on each turn into the workspace, and return their number."""
    n = list_turns(own, enemy, kings, side, can_jump(own, enemy, kings, side), w.turns[0])
    for i in range(n):
        w.roots[i, 1], w.roots[i, 0], w.roots[i, 2], w.roots[i, 3] = after_turn(
            own, enemy, kings, side, quiet, w.turns[0, i]
        )
        w.order[i], w.values[i], w.bonus[i] = i, -WIN, 0
    return n


@kernel
def choose(
    w: Workspace, net: network.Network, table: Table, tables: Tables, flag: Flag, side: int, n: int, random: Words
) -> int:
    """Return the index of the turn that a search of NODES nodes prefers."""
    w.nodes, w.is_stopped, w.max_nodes = 0, 0, NODES
    w.generation = w.generation % 60_000 + 1
    w.killers[:] = NO_TURN
    for i in range(n):
        w.bonus[i] = random_below(random, 2 * NOISE + 1) - NOISE
    deepen(w, net, table, tables, flag, side, n, 40, False)
    return w.order[0]


@kernel
def play_match(
    w: Workspace, net: network.Network, table: Table, tables: Tables, flag: Flag, random: Words, out: Rows
) -> int:
    """Play a match, write its positions and return their number."""
    own, enemy, kings, side, quiet = START[0], START[1], 0, 0, 0
    opening = 4 + random_below(random, 9)
    found = ply = result = 0  # the result for black
    w.quiet_limit = QUIET_LIMIT
    while True:
        w.past = quiet
        w.keys[quiet] = key_of(own, enemy, kings, side, 0)
        n = expand(w, own, enemy, kings, side, quiet)
        if n == 0:
            result = 2 * side - 1
            break
        if quiet >= QUIET_LIMIT or is_repeated(w, 0, quiet, w.keys[quiet]):
            break
        if num_bits(own | enemy) <= endgames.MOST:
            end = int(tables[endgames.index_at(own, enemy, kings, side == 1)])
            result = 0 if end == 0 else 1 if (end > 0) == (side == 0) else -1
            break
        pick = random_below(random, n)
        if ply >= opening:
            pick = choose(w, net, table, tables, flag, side, n, random)
            value = w.values[pick]
            if abs(value) > PROVEN:
                result = 1 if (value > 0) == (side == 0) else -1
                break
            is_kept = num_bits(own | enemy) > FEW or random_below(random, 2) == 0
            if is_kept and quiet <= MOST_QUIET and not can_jump(own, enemy, kings, side) and found < len(out):
                out[found, 0], out[found, 1], out[found, 2], out[found, 3] = own, enemy, kings, side
                out[found, 4] = value - w.bonus[pick]
                found += 1
        own, enemy, kings, quiet = w.roots[pick, 0], w.roots[pick, 1], w.roots[pick, 2], w.roots[pick, 3]
        side = 1 - side
        ply += 1
    for i in range(found):
        out[i, 5] = result if out[i, 3] == 0 else -result
    return found


def play(matches: int, seed: int, path: Path) -> None:
    thinker = CheckersThinker(OwnSearch(CheckersThinker, NODES, memory_mb=8))
    memory = thinker.work, thinker.net, thinker.table, thinker.tables, np.zeros(1, np.int64)
    random, out = np.array([seed], np.uint64), np.zeros((300, COLUMNS), np.int64)
    with path.open("ab") as file:
        for number in range(1, matches + 1):
            thinker.work.history //= 2
            file.write(out[: play_match(*memory, random, out)].tobytes())
            if number % 500 == 0:
                print(f"{number} matches", flush=True)


def inputs_of(rows: Rows) -> NDArray[np.uint8]:
    """Return the inputs of the network as the side to move sees the board."""
    inputs = np.zeros((len(rows), 4, SQUARES), np.uint8)
    own, enemy, kings, side = rows[:, :4].T
    for square in range(SQUARES):
        bit = square + square // 8
        king = kings >> bit & 1
        for place, pieces in ((0, own), (2, enemy)):
            inputs[:, place, square] = pieces >> bit & 1 & ~king
            inputs[:, place + 1, square] = pieces >> bit & 1 & king
    inputs[side == 1] = inputs[side == 1][:, :, ::-1]
    return inputs.reshape(-1, INPUTS)


def fit(epochs: int, out: Path, paths: list[Path]) -> None:
    import torch  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415  # only for learning

    torch.set_num_threads(1)
    torch.manual_seed(1)
    rows = np.concatenate([np.fromfile(path, np.int64).reshape(-1, COLUMNS) for path in paths])
    inputs = torch.from_numpy(inputs_of(rows))
    swapped = torch.tensor([(k + 2) % 4 * SQUARES + SQUARES - 1 - s for k in range(4) for s in range(SQUARES)])
    phases = PHASES * (inputs.sum(1).long() - 1) // CHECKERS
    results = torch.tensor((rows[:, 5] + 1) / 2, dtype=torch.float32)
    values = torch.sigmoid(torch.tensor(rows[:, 4], dtype=torch.float32) / POINTS_PER_LOGIT)
    targets = RESULT_SHARE * results + (1 - RESULT_SHARE) * values
    learned = len(rows) - len(rows) // HELD_OUT  # the last matches are held out

    class Net(torch.nn.Module):  # type: ignore[misc,unused-ignore]  # has no types
        def __init__(self) -> None:
            super().__init__()
            self.first = torch.nn.Linear(INPUTS, FIRST)
            self.second = torch.nn.Linear(2 * FIRST, PHASES * SECOND)
            self.third = torch.nn.Linear(SECOND, PHASES)
            torch.nn.init.normal_(self.first.weight, 0, 0.15)
            torch.nn.init.constant_(self.first.bias, 0.2)
            torch.nn.init.normal_(self.third.weight, 0, 0.5)

        def forward(self, some: Any) -> Any:
            seen, phase = inputs[some].float(), phases[some]
            sums = torch.cat([self.first(seen), self.first(seen[:, swapped])], 1).clamp(0, 1)
            found = self.second(sums).view(-1, PHASES, SECOND)
            found = found.gather(1, phase.view(-1, 1, 1).expand(-1, 1, SECOND)).squeeze(1).clamp(0, 1)
            return torch.sigmoid((found * self.third.weight[phase]).sum(1) + self.third.bias[phase])

    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    steps = epochs * (learned // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps + 1, pct_start=0.1)
    for epoch in range(epochs):
        order = torch.randperm(learned)
        for begin in range(0, learned - BATCH + 1, BATCH):
            some = order[begin : begin + BATCH]
            loss = ((net(some) - targets[some]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            rest = torch.arange(learned, len(rows))
            guess = torch.cat([net(part) for part in rest.split(BATCH)])
            errors = [float(((guess - truth[rest]) ** 2).mean()) for truth in (targets, results)]
        print(f"epoch {epoch + 1}: held-out error {errors[0]:.5f}, of the result {errors[1]:.5f}", flush=True)
    save(out, {name: each.detach().numpy() for name, each in net.named_parameters()})


def save(out: Path, floats: dict[str, NDArray[np.float32]]) -> None:
    """Round the weights to whole numbers, and write them."""
    last = POINTS_PER_LOGIT * (1 << LAST_SHIFT)
    np.savez_compressed(
        out,
        first=np.round(floats["first.weight"].T * ONE).astype(np.int16),
        first_bias=np.round(floats["first.bias"] * ONE).astype(np.int16),
        second=np.round(floats["second.weight"] * (1 << SHIFT)).astype(np.int16).reshape(PHASES, SECOND, 2 * FIRST),
        second_bias=np.round(floats["second.bias"] * ONE * (1 << SHIFT)).astype(np.int32).reshape(PHASES, SECOND),
        third=np.round(floats["third.weight"] * last / ONE).astype(np.int32),
        third_bias=np.round(floats["third.bias"] * last).astype(np.int32),
    )


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
    else:
        fit(int(sys.argv[2]), Path(sys.argv[3]), [Path(name) for name in sys.argv[4:]])
