"""Learn the network that judges positions of Sanguine, by self-play on the standard board.

    python bench/train_sanguine.py --out judge.npy [--start judge.npy] [--rounds 3] [--matches 40000]

Without `--start` the first matches are played by the most promising placement, give or take some noise. A round plays
matches between small searches with the latest weights, and fits the network to the results of the last rounds, pulled
towards what the searches expected. The new weights play on if they beat the old ones in a sequential test.
"""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.core.thinking import Flag
from parlour.games.sanguine.ai.answers import noisy_greedy
from parlour.games.sanguine.ai.judge import (
    AMOUNTS,
    HIDDEN,
    NETWORK,
    NUM_CELLS,
    PICKS,
    SECOND,
    Network,
    NetworkType,
    look,
    network_over,
)
from parlour.games.sanguine.ai.reading import ANY
from parlour.games.sanguine.ai.search import run
from parlour.games.sanguine.ai.tree import ROOT, Settings, Work, new_work, to_action
from parlour.games.sanguine.rules import apply, legal_actions, result, setup
from parlour.games.sanguine.state import NUM_ACTIONS, PASSES_TO_END, State
from parlour.games.sanguine.text.deck import Card, read_deck, shipped_text
from parlour.games.sanguine.text.options import OPTIONS, encode_options
from parlour.lab.sprt import Test, judge

MOST_ACTIONS = 68  # of a match with two decks of 16 cards
FIRST = 3  # matches of the first round for each one of the others, which take longer
SETTINGS = Settings(simulations=40, trust=1.0, judged_exploration=0.3)
ODD_ACTIONS = 12  # one in this number is random
NOISE = 6.0  # of the first matches
PULL = 0.25  # weight of what a search expected against the result
HELD_OUT, STRETCH, CUTS = 0.05, 100_000, 50
ACTIVE = 30  # inputs that are not zero, about
EPOCHS, BATCH, RATE = 14, 1024, 4e-3
KEPT = 2  # rounds whose matches are learned from
GATE = Test(0.0, 20.0)
MOST_PAIRS = 600
DECKS = (("meadow", "harbor"), ("harbor", "meadow"), ("harbor", "grove"), ("grove", "harbor"))
POOL = ("harbor", "grove", "meadow", "delta", "highland")
OWN_DECKS = 40  # pairs of decks drawn from the pool
USUAL_SHARE = 0.6  # of the matches are with the default decks, on either side

Numbers = NDArray[np.float32]
Parts = list[Numbers]


@kernel
def prepare(work: Work, s: Record, seat: int) -> None:
    """Let a search start from a position; every simulation deals again what the seat has not seen."""
    work.boards[0] = s
    work.boards[1] = s
    work.reading.orders[ANY] = s.order[1 - seat]
    work.counters[0] = 1
    root = work.nodes[ROOT]
    root.total, root.visits, root.first = 0.0, 0, 0


@kernel
def most_tried(work: Work) -> int:
    best, at = 0, work.nodes[ROOT].first
    while at:
        if best == 0 or work.nodes[at].visits > work.nodes[best].visits:
            best = int(at)
        at = work.nodes[at].next
    return int(work.nodes[best].placement)


@kernel
def think(s: Record, seat: int, work: Work, flag: Flag) -> int:
    """Choose an action by a small search."""
    prepare(work, s, seat)
    run(work, seat, work.settings.simulations, flag)
    return to_action(work.boards[0], seat, most_tried(work))


class Notes(NamedTuple):
    """What is written down of a match, before each action."""

    picks: NDArray[np.uint8]  # [MOST_ACTIONS, NUM_CELLS]
    amounts: Numbers  # [MOST_ACTIONS, AMOUNTS]
    hopes: Numbers  # [MOST_ACTIONS], what the search expected for the seat that acted; -1 where there was none


@kernel
def play_match(s: Record, searches: bool, odd: int, works: tuple[Work, Work], flag: Flag, notes: Notes) -> int:
    """Play a match that is set up, and return how many actions it took; one of `odd` is random, of 0 none."""
    n, out = 0, np.empty(NUM_ACTIONS, np.int32)
    while s.passes < PASSES_TO_END:
        seat = int(s.turn)
        work = works[0] if seat == 0 else works[1]
        look(s, work.unit, work.rows, work.weights, work.sight[0])
        for cell in range(NUM_CELLS):
            notes.picks[n, cell] = work.sight[0].picks[cell]
        notes.amounts[n] = work.sight[0].amounts
        notes.hopes[n] = -1.0
        if searches:
            action = think(s, seat, work, flag)
            notes.hopes[n] = work.nodes[ROOT].total / work.nodes[ROOT].visits
        else:
            action = noisy_greedy(s, seat, work.unit, NOISE, work.rows, work.weights, work.random)
        if odd and random_below(work.random, odd) == 0:
            action = int(out[random_below(work.random, legal_actions(s, seat, out))])
        apply(s, seat, action)
        n += 1
    return n


class Log:
    """What was seen in matches, and how they ended for the seat that acted."""

    def __init__(self) -> None:
        self.picks: list[Any] = []
        self.amounts: list[Any] = []
        self.results: list[Any] = []
        self.targets: list[Any] = []  # results, pulled towards what was expected

    def add(self, notes: Notes, n: int, outcome: float) -> None:
        results = np.where(np.arange(n) % 2 == 0, outcome, 1 - outcome).astype(np.float32)
        hopes = notes.hopes[:n]
        self.picks.append(notes.picks[:n].copy())
        self.amounts.append(notes.amounts[:n].astype(np.float16))
        self.results.append(results)
        self.targets.append(np.where(hopes < 0, results, PULL * hopes + (1 - PULL) * results).astype(np.float32))


class Player:
    """Plays matches between two networks, and keeps what was seen in them."""

    def __init__(self, seed: int) -> None:
        self._random: Words = np.array([seed], np.uint64)
        self._seeds = np.random.default_rng(seed)
        self._flag: Flag = np.zeros(1, np.int64)
        self._state = np.zeros(1, State)
        self._notes = Notes(
            np.zeros((MOST_ACTIONS, NUM_CELLS), np.uint8),
            np.zeros((MOST_ACTIONS, AMOUNTS), np.float32),
            np.zeros(MOST_ACTIONS, np.float32),
        )
        self._usual = [options(*pair) for pair in DECKS[:2]]
        self._others = [options(*pair) for pair in DECKS[2:]]
        pool = sorted({card for name in POOL for card in read_deck(shipped_text(name), False, name)})
        for _ in range(OWN_DECKS):
            red, blue = (drawn_deck(pool, self._seeds) for _ in range(2))
            self._others.append(options(red, blue, int(self._seeds.integers(3, 6))))

    def draw(self) -> tuple[Any, Any]:
        """Return options and a seed."""
        choices = self._usual if self._seeds.random() < USUAL_SHARE else self._others
        return choices[self._seeds.integers(len(choices))], self._seeds.integers(0, 2**63, 2).astype(np.uint64)

    def play(
        self, start: tuple[Any, Any], odd: int, networks: tuple[Network, Network] | None, log: Log | None = None
    ) -> float:
        """Return the result of the first seat; without networks the placements that look best are played."""
        s = self._state[0]
        setup(s, *start)
        pair = networks or (NETWORK, NETWORK)
        red, blue = (new_work(SETTINGS, s, i, SETTINGS.simulations, self._random, pair[i]) for i in range(2))
        n = play_match(s, networks is not None, odd, (red, blue), self._flag, self._notes)
        outcome = float(result(s, 0))
        if log is not None:
            log.add(self._notes, n, outcome)
        return outcome


def options(red: str, blue: str, hand_size: int = 5) -> Any:
    usual = {each.name: each.default for each in OPTIONS}
    return encode_options({**usual, "red_deck": red, "blue_deck": blue, "hand_size": hand_size})


def drawn_deck(pool: list[Card], random: np.random.Generator) -> str:
    """Return a deck of eight cards of the pool, each twice."""
    cards = [pool[i] for i in random.choice(len(pool), 8, replace=False)]
    return "\n".join(f"{card.name} {card.cost} {card.value}\n" + "\n".join(card.grid) for card in cards for _ in "12")


def fit(logs: list[Log], random: np.random.Generator) -> tuple[Network, float]:
    """Return the network that tells the results best, and its error on those held out, in nats per position."""
    picks = np.concatenate([part for log in logs for part in log.picks])
    amounts = np.concatenate([part for log in logs for part in log.amounts])
    results = np.concatenate([part for log in logs for part in log.results])
    targets = np.concatenate([part for log in logs for part in log.targets])
    # Matches that follow each other are held out together.
    is_held = np.arange(len(picks)) % STRETCH < HELD_OUT * STRETCH
    learned, held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    parts = new_parts(random)
    moments = [[np.zeros_like(part) for part in parts] for _ in range(2)]
    steps, most = 0, EPOCHS * (len(learned) // BATCH)
    for _ in range(EPOCHS):
        order = random.permutation(learned)
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            at = order[begin : begin + BATCH]
            steps += 1
            rate = RATE * (1 - steps / (most + 1))
            for i, gradient in enumerate(_gradients(parts, inputs(picks[at], amounts[at]), targets[at])):
                moments[0][i] += 0.1 * (gradient - moments[0][i])
                moments[1][i] += 0.001 * (gradient**2 - moments[1][i])
                size = np.sqrt(moments[1][i] / (1 - 0.999**steps)) + 1e-8
                parts[i] -= (rate * moments[0][i] / (1 - 0.9**steps) / size).astype(np.float32)
    told = [_forward(parts, inputs(picks[at], amounts[at]))[2] for at in np.array_split(held, CUTS)]
    sure = np.clip(np.concatenate(told), 1e-4, 1 - 1e-4)
    error = -(results[held] * np.log(sure) + (1 - results[held]) * np.log(1 - sure)).mean()
    network = np.zeros(1, NetworkType)
    network["cells"][0], network["amounts"][0] = parts[0][:PICKS], parts[0][PICKS:]
    network["second"][0], network["second_bias"][0], network["out"][0] = parts[1:]
    return network, float(error)


def new_parts(random: np.random.Generator) -> Parts:
    """Return weights to begin with: of the inputs, of the hidden units, their biases, and of the output."""
    sizes = ((PICKS + AMOUNTS, HIDDEN), (HIDDEN, SECOND), (SECOND,), (SECOND,))
    counts = (ACTIVE, HIDDEN, SECOND, SECOND)
    parts = [random.normal(0, np.sqrt(2 / n), size).astype(np.float32) for n, size in zip(counts, sizes, strict=True)]
    parts[2][:] = 0.0
    return parts


def inputs(picks: Any, amounts: Any) -> Numbers:
    """Return the inputs as one row of numbers for each position."""
    x = np.zeros((len(picks), PICKS + AMOUNTS), np.float32)
    np.put_along_axis(x, picks.astype(np.int64), 1.0, axis=1)
    x[:, PICKS:] = amounts
    return x


def _forward(parts: Parts, x: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    hidden = np.maximum(x @ parts[0], 0)
    second = np.maximum(hidden @ parts[1] + parts[2], 0)
    return hidden, second, 1 / (1 + np.exp(-(second @ parts[3])))


def _gradients(parts: Parts, x: Numbers, targets: Numbers) -> Parts:
    hidden, second, told = _forward(parts, x)
    wrong = (told - targets) / len(targets)
    back = np.outer(wrong, parts[3]) * (second > 0)
    first = back @ parts[1].T * (hidden > 0)
    return [x.T @ first, hidden.T @ back, back.sum(0), second.T @ wrong]


def is_better(player: Player, new: Network, old: Network) -> bool:
    """Let new weights meet the old ones, in pairs with the same deal and the seats swapped."""
    scores: list[float] = []
    while len(scores) < MOST_PAIRS:
        start = player.draw()
        won = player.play(start, 0, (new, old)) + 1 - player.play(start, 0, (old, new))
        scores.append(won / 2)
        if len(scores) % 50 == 0 and judge(GATE, scores).verdict != "open":
            break
    verdict = judge(GATE, scores).verdict
    print(f"gate: {sum(scores) / len(scores):.1%} of {len(scores)} pairs, {verdict}", flush=True)
    return verdict != "elo0"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--start")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=40_000, help="in a round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    player, random = Player(given.seed), np.random.default_rng(given.seed)
    logs: list[Log] = []
    best = network_over(np.load(given.start).astype(np.float32)) if given.start else None
    for number in range(given.rounds):
        begin, log = time.process_time(), Log()
        for _ in range(given.matches * (1 if best is not None else FIRST)):
            player.play(player.draw(), ODD_ACTIONS, None if best is None else (best, best), log)
        logs = [*logs, log][-KEPT:]
        played = time.process_time() - begin
        new, error = fit(logs, random)
        spent = time.process_time() - begin - played
        print(
            f"round {number + 1}: {played:.0f} s played, {spent:.0f} s fitted; held-out error {error:.4f}", flush=True
        )
        if best is None or is_better(player, new, best):
            best = new
            np.save(given.out, best.view(np.float32))
        if number == 0 and not given.start:
            logs = []  # matches by rule of thumb say little about those of searches


if __name__ == "__main__":
    main()
