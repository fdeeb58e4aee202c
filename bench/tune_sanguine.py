"""Fair decks for Sanguine: measure how often Red wins between equal levels, or search for decks that are fairer.

    python bench/tune_sanguine.py measure harbor grove --levels club expert master --games 400
    python bench/tune_sanguine.py tune red.deck blue.deck --levels club expert quick --games 100 --steps 40 --out runs

`measure` prints a row for each level. `tune` changes one card of one deck at a time (another card of the pool for one
copy, or one point of value more or less) and keeps what brings the level that is least fair nearer to a half. `quick`
is Master with a tenth of its simulations. Decks are named, or files.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES, Custom, Level, Random
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.levels import LEVELS, MASTER
from parlour.games.sanguine.ai.search import make_think
from parlour.games.sanguine.text.deck import MAX_COPIES, SHIPPED, Card, read_deck, shipped_text
from parlour.players.simulation import Tally, simulate

QUICK = "quick"
QUICK_SHARE = 10
ENOUGH = 0.02  # from a half: nearer than the matches of one step can tell

Deck = list[Card]
Pair = tuple[Deck, Deck]


def quick_game() -> Game:
    """Return the game with a Master that thinks less."""
    settings = MASTER._replace(simulations=MASTER.simulations // QUICK_SHARE)
    levels = (*LEVELS[:-1], Level(Custom(make_think(settings), Random())))
    return replace(GAME, players=replace(GAME.players, levels=levels))


QUICK_GAME = quick_game()


def to_text(deck: Deck) -> str:
    return "".join(f"{card.name} {card.cost} {card.value}\n" + "\n".join(card.grid) + "\n" for card in deck)


def load(name: str) -> Deck:
    return read_deck(shipped_text(name) if name in SHIPPED else Path(name).read_text(), True, name)


def count(pair: Pair, level: str, given: argparse.Namespace) -> Tally:
    """Play matches between equal players."""
    game, player = (QUICK_GAME, LEVEL_NAMES[-1]) if level == QUICK else (GAME, level)
    options: dict[str, int | bool | str] = {
        "rows": given.rows, "cols": given.cols, "extended": given.extended,
        "red_deck": to_text(pair[0]), "blue_deck": to_text(pair[1]),
    }  # fmt: skip
    return simulate(game, player, options, given.games, given.first, given.jobs)


def measure(pair: Pair, given: argparse.Namespace) -> None:
    print(
        "| red | blue | board | level | Red won | 95 % interval | draws | matches |\n|---|---|---|---|---|---|---|---|"
    )
    for level in given.levels:
        tally = count(pair, level, given)
        low, high = tally.interval
        print(f"| {given.red} | {given.blue} | {given.rows} x {given.cols} | {level} | {tally.rate:.1%} "
              f"| {low:.1%} to {high:.1%} | {tally.draws} | {tally.matches} |", flush=True)  # fmt: skip


def unfairness(pair: Pair, given: argparse.Namespace, enough: float = 1.0) -> tuple[float, str]:
    """Return how far the least fair level is from a half, and all of them; or the first that is too far."""
    worst, rates = 0.0, []
    for level in given.levels:
        rate = count(pair, level, given).rate
        rates.append(f"{level} {rate:.1%}")
        worst = max(worst, abs(rate - 0.5))
        if worst >= enough:
            break
    return worst, ", ".join(rates)


def neighbours(deck: Deck, pool: Sequence[Card], choose: random.Random) -> Iterator[tuple[str, Deck]]:
    """Change one card of a deck in some way, again and again."""
    while True:
        at = choose.randrange(len(deck))
        old = deck[at]
        new = choose.choice([*pool, old._replace(value=old.value + 1), old._replace(value=max(1, old.value - 1))])
        changed = [*deck[:at], new, *deck[at + 1 :]]
        if new != old and Counter(changed)[new] <= MAX_COPIES:
            words = f"{old.name} {old.cost} {old.value} becomes {new.name} {new.cost} {new.value}"
            yield words, sorted(changed, key=lambda card: (card.cost, card.name, card.value))


def tune(pair: Pair, given: argparse.Namespace) -> None:
    choose = random.Random(given.first)
    pool = sorted({card for name in given.pool for card in load(name)})
    changes = [neighbours(deck, pool, choose) for deck in pair]
    best, words = unfairness(pair, given)
    print(f"start: {words}", flush=True)
    for step in range(given.steps):
        if best <= ENOUGH:
            break
        side = choose.randrange(2)
        change, deck = next(changes[side])
        tried = (deck, pair[1]) if side == 0 else (pair[0], deck)
        worst, words = unfairness(tried, given, best)
        if worst < best:
            pair, best = tried, worst
            changes = [neighbours(deck, pool, choose) for deck in pair]
            print(f"step {step}: {'Red' if side == 0 else 'Blue'}'s {change}: {words}", flush=True)
            for name, each in zip(("red", "blue"), pair, strict=True):
                (Path(given.out) / f"{name}.deck").write_text(to_text(each))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "tune"])
    parser.add_argument("red")
    parser.add_argument("blue")
    parser.add_argument("--levels", nargs="+", default=["club", "expert"], choices=[*LEVEL_NAMES, QUICK])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=1, help="seed of the first match")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", type=int, default=3)
    parser.add_argument("--cols", type=int, default=5)
    parser.add_argument("--extended", action="store_true")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--pool", nargs="+", default=["harbor", "grove"], help="decks whose cards may be put in")
    parser.add_argument("--out", default=".", help="folder for the decks that `tune` finds")
    given = parser.parse_args()
    pair = load(given.red), load(given.blue)
    (measure if given.what == "measure" else tune)(pair, given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
