"""Solves every position of Connect Four with 12 checkers on a GPU and the cores beside it, and packs the book.

python -m tools.build_connect_four_book --minutes 8 --out FOLDER [--resume FOLDER] [--threads 14]

It leaves `bounds.z`: for each position in the order of `layer`, those won at once left out, the lowest score that it
can have, and how many more it can have; 0 where it is solved. Another run with `--resume` goes on from there. When all
are solved it also leaves `book.npy`, the book that comes with the game.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from parlour.games.connect_four.book import BOOK_PLIES
from parlour.games.connect_four.book import FILE as BOOK
from tools.build_connect_four_book.layer import boards, layer, without_win
from tools.build_connect_four_book.level import FILE, Level
from tools.build_connect_four_book.packing import pack
from tools.build_connect_four_book.solving import BEGIN, solve, tell

LAST_S = 15.0  # kept for the end


def build(arguments: argparse.Namespace) -> None:
    """Solve the level until it is solved or the time is over; pack it when it is solved."""
    keys = without_win(layer(arguments.plies))
    level = Level(*boards(keys))
    tell(f"{len(level):,} positions with {arguments.plies} checkers, those won at once left out")
    if arguments.resume:
        level.load(arguments.resume)
        tell(f"{len(level) - len(level.unsolved()):,} of them are solved in {arguments.resume}")
    if len(level.unsolved()):
        solve(level, arguments, BEGIN + 60 * arguments.minutes - LAST_S)
        tell(f"{len(level) - len(level.unsolved()):,} of {len(level):,} positions solved; {arguments.out / FILE}")
    if arguments.plies == BOOK_PLIES and not len(level.unsolved()):
        book = pack(keys, level.low)
        np.save(arguments.out / BOOK.name, book)
        tell(f"{len(book):,} bytes, each position looked up again; {arguments.out / BOOK.name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8.0, help="of wall time in all")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", type=Path, help="a folder that an earlier run has left")
    parser.add_argument("--plies", type=int, default=12, help="checkers on the board")
    parser.add_argument("--threads", type=int, default=14, help="of the CPU")
    parser.add_argument("--table-bits", type=int, default=33, help="the table of the GPU has 2 to this many words")
    parser.add_argument("--cpu-table-bits", type=int, default=31)
    parser.add_argument("--per-sm", type=int, default=1024, help="searches on a multiprocessor of the GPU")
    parser.add_argument(
        "--registers", type=int, nargs="+", default=[64, 128], help="of each GPU thread; the best is kept"
    )
    parser.add_argument("--slice", type=float, default=8.0, help="seconds between two looks at the results")
    parser.add_argument("--no-gpu", action="store_true", help="use the CPU alone")
    build(parser.parse_args())
    return 0


if __name__ == "__main__":
    sys.exit(main())
