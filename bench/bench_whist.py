"""Whist: how fast the duel is solved, how much the draft search wins, and where chance caps the levels.

python bench/bench_whist.py [solver] [draft] [levels] [cap] [fit] [--deals N]
"""

import argparse
import os
import random
import time
from collections.abc import Callable, Sequence

import numpy as np

import parlour
from parlour.core.level import LEVEL_NAMES, Custom, Level, Random
from parlour.core.position import Position
from parlour.core.thinking import Stop
from parlour.games.whist import GAME
from parlour.games.whist.ai import draft, duel, search
from parlour.games.whist.ai.levels import LEVELS, MASTER_GUESSES
from parlour.games.whist.state import CARDS, HAND, PAR, RANKS, SUITS
from parlour.players.player import LevelPlayer

GO_ON = np.zeros(1, np.int64)
NEVER = Stop()
Player = Callable[[Position, int], int]  # chooses, given the whole position: only the open one looks at it all


def honest(level: Level, seed: int) -> Player:
    """Make a player that is given what its seat may know."""
    thinker = LevelPlayer(GAME, level, seed)
    return lambda position, seat: thinker.choose(position.seen_by(seat).known, seat, NEVER)


def with_random_draft(seed: int) -> Player:
    """Make a player that drafts at random and plays the duel exactly."""
    drafting, duelling = honest(LEVELS[0], seed), honest(LEVELS[-1], seed)
    return lambda position, seat: (drafting if position.state.top < CARDS else duelling)(position, seat)


def with_open_cards(seed: int) -> Player:
    """Make a player that sees all cards, the draw pile too; it tries each card of the draft on the truth."""
    duelling = honest(LEVELS[-1], seed)

    def choose(position: Position, seat: int) -> int:
        s = position.state
        if s.top == CARDS:
            return duelling(position, seat)
        cards = position.legal_actions(seat)
        return max(cards, key=lambda card: draft.value_of_card(s, seat, card, duel.table(), GO_ON))

    return choose


def with_open_hand(seed: int) -> Player:
    """Make a player that sees the other hand but not the order of the pile: what perfect deduction would know."""
    duelling, shuffle = honest(LEVELS[-1], seed), np.random.default_rng(seed)

    def choose(position: Position, seat: int) -> int:
        s = position.state.copy()
        if s.top == CARDS:
            return duelling(position, seat)
        cards = position.legal_actions(seat)
        values = np.zeros(len(cards))
        for _ in range(MASTER_GUESSES):
            shuffle.shuffle(s.deck[s.top + 1 :])
            values += [draft.value_of_card(s, seat, card, duel.table(), GO_ON) for card in cards]
        return cards[int(values.argmax())]

    return choose


def tricks_of_round(players: Sequence[Player], seed: int) -> int:
    """Play one round; returns the tricks of the first seat."""
    position = parlour.new("whist", seed=seed, ceremony="quick")
    while position.to_act() and position.state.rounds == 1:
        seat = position.to_act()[0]
        position = position.play(seat, players[seat](position, seat))
    return int(position.state.scores[0]) + PAR


def compare(name: str, first: Player, second: Player, deals: int, seed: int = 1) -> None:
    """Play every deal twice, the second time with the players swapped and the same cards in the same order."""
    begin = time.process_time()
    ahead: list[int] = []
    tricks: list[int] = []
    for deal in range(deals):
        twice = (
            tricks_of_round((first, second), seed + deal),
            HAND - tricks_of_round((second, first), seed + deal),
        )
        tricks += twice
        ahead.append(sum(twice) - HAND)
    won, tied = (100 * float(np.mean(hits)) for hits in (np.array(ahead) > 0, np.array(ahead) == 0))
    rounds = 100 * float(np.mean(np.array(tricks) > HAND / 2))
    error = float(np.std(ahead)) / 2 / deals**0.5
    print(
        f"| {name} | {deals} | {won:.1f} % | {tied:.1f} % | {rounds:.1f} % | {np.mean(tricks):.2f} ± {error:.2f} |"
        f" {time.process_time() - begin:.0f} s |",
        flush=True,
    )


def solver(_deals: int) -> None:
    choose, counts = random.Random(1), np.empty(CARDS, np.int8)
    spent: dict[str, list[float]] = {"value of the deal": [], "then every lead": []}
    for number in range(310):
        cards = choose.sample(range(CARDS), 2 * HAND)
        own, other = (sum(1 << card for card in cards[i::2]) for i in range(2))
        trump = choose.randrange(SUITS)
        duel.table()[:] = 0
        begin = time.process_time()
        duel.tricks_of_leader(own, other, trump, duel.table(), GO_ON)
        middle = time.process_time()
        duel.solve_cards(own, other, -1, trump, counts, duel.table(), GO_ON)
        if number >= 10:  # the first ones wake the caches
            spent["value of the deal"].append(1000 * (middle - begin))
            spent["then every lead"].append(1000 * (time.process_time() - middle))
    print("| ms, cold table, 300 random deals | median | mean | 90 % below | worst |\n|---|---|---|---|---|")
    for name, times in spent.items():
        print(f"| {name} | {np.median(times):.3f} | {np.mean(times):.3f} | {np.percentile(times, 90):.3f} |"
              f" {max(times):.2f} |")  # fmt: skip


def head() -> None:
    print("| first - second | deals | won | tied | rounds won | tricks of 13 | CPU |\n|---|---|---|---|---|---|---|")


def draft_search(deals: int) -> None:
    head()
    compare("master - random draft, exact duel", honest(LEVELS[-1], 1), with_random_draft(2), deals)


def levels(deals: int) -> None:
    head()
    for weaker, stronger in zip(range(4), range(1, 5), strict=True):
        name = f"{LEVEL_NAMES[stronger]} - {LEVEL_NAMES[weaker]}"
        compare(name, honest(LEVELS[stronger], 1), honest(LEVELS[weaker], 2), deals)


def cap(deals: int) -> None:
    """Compare with players that no level can be: they see all cards, or both hands, or have unlimited time."""
    head()
    compare("open cards - expert", with_open_cards(1), honest(LEVELS[-2], 2), deals)
    compare("open cards - master", with_open_cards(1), honest(LEVELS[-1], 2), deals)
    compare("open hands - master", with_open_hand(1), honest(LEVELS[-1], 2), deals)
    patient = Level(Custom(search.make_think(8 * MASTER_GUESSES, HAND), Random()))
    compare("master with 8 times the guesses - master", honest(patient, 1), honest(LEVELS[-1], 2), deals // 5)


def fit(deals: int) -> None:
    """Measure what `draft.WORTH` and `equity.SHARES` hold: drafts by the rule, solved; rounds between experts."""
    choose, rows, tricks = random.Random(1), [], []
    for _ in range(20_000):
        deck = np.array(choose.sample(range(CARDS), CARDS), np.int8)
        own, other = (sum(1 << int(card) for card in deck[i : 2 * HAND : 2]) for i in range(2))
        trump = int(deck[2 * HAND]) // RANKS
        own, other, leads = draft.play_on(own, other, True, trump, deck, 2 * HAND)
        first, second = (own, other) if leads else (other, own)
        rows.append(features(first, second, trump))
        tricks.append(duel.tricks_of_leader(first, second, trump, duel.table(), GO_ON))
    seen, target = np.array(rows, float), np.array(tricks) - HAND / 2
    weights, *_ = np.linalg.lstsq(seen, target, rcond=None)
    worth = weights[:-1].reshape(2, RANKS)
    print(f"worth, less that of a low card:\n{np.round(worth - worth[0, :4].mean(), 2)}\nlead: {weights[-1]:.2f}")
    print(f"tricks: deviation {target.std():.2f}, left unexplained {(target - seen @ weights).std():.2f}")
    counts = np.zeros(HAND + 1)
    for deal in range(deals):
        counts[tricks_of_round((honest(LEVELS[-2], 1), honest(LEVELS[-2], 2)), deal)] += 1
    print("shares of 0 to 6 tricks:", np.round(50 * (counts + counts[::-1])[:7] / deals, 1), f"{deals} rounds")


def features(own: int, other: int, trump: int) -> list[int]:
    """Count the cards of two hands by rank, those of other suits first, then trumps; and the lead."""
    row = [0] * (2 * RANKS) + [1]
    for card in range(CARDS):
        place = RANKS * (card // RANKS == trump) + card % RANKS
        row[place] += (own >> card & 1) - (other >> card & 1)
    return row


PARTS = {"solver": solver, "draft": draft_search, "levels": levels, "cap": cap, "fit": fit}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=list(PARTS), default=["solver", "draft"])
    parser.add_argument("--deals", type=int, default=100)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for part in arguments.parts:
        PARTS[part](arguments.deals)


if __name__ == "__main__":
    main()
