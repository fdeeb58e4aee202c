"""`parlour connect_four book FILE PLIES`: writes the opening book, from the solver alone.

The book holds every position of up to six checkers, and those that a player who follows it can reach, as the first or
as the second player, whatever the opponent does. It is written one line at a time: stopping it loses one position,
and the same command continues from there.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from parlour.core.errors import BadOption
from parlour.core.thinking import Stop, run_interruptible
from parlour.games.connect_four import solver
from parlour.games.connect_four.board import Board, after_drop, playable, slot_of, winning_slots
from parlour.games.connect_four.book import Known, board_after, key_of, read, turned
from parlour.games.connect_four.negamax import Table, at_least, score_of
from parlour.games.connect_four.state import CHECKERS, COLUMNS

USAGE = "parlour connect_four book FILE PLIES"
HELP = "Make or extend the opening book."
COMPLETE = 6  # every position of up to this many checkers; later ones are solved during play
TABLE_SIZE = 1 << 28  # 2 GB: later positions reuse the results of earlier ones
Lines = dict[int, str]  # the columns played, by key of the position


def run(arguments: Sequence[str], read_file: Callable[[str], str]) -> str:
    """Run the command and return what to print.

    Raises:
        BadOption: the arguments are wrong.
    """
    if len(arguments) != 3 or arguments[0] != "book" or not arguments[2].isdecimal():
        raise BadOption(f"Write {USAGE}: the book in FILE is extended to positions of PLIES checkers.")
    path, plies = Path(arguments[1]), min(int(arguments[2]), CHECKERS - 1)
    with Stop() as stop:
        run_interruptible(lambda: make(path, plies, stop, sys.stderr.write), stop)
    return f"{path}: {len(_read_whole_lines(path))} positions."


def make(path: Path, plies: int, stop: Stop, tell: Callable[[str], object], table: Table | None = None) -> None:
    """Extend a book up to a number of checkers."""
    table = np.zeros(TABLE_SIZE, np.int64) if table is None else table
    known = read(_read_whole_lines(path))
    for layer in _complete():
        if not _extend(path, known, layer, "beginnings", table, stop, tell):
            return
    met = _beginnings()
    for ply in range(plies + 1):
        if not _extend(path, known, met[ply], f"{ply} checkers", table, stop, tell):
            return
        met.append(_following(met[ply], known))


def first_outside(path: Path) -> dict[int, list[str]]:
    """List the first positions outside a book that a player who follows it can reach, by their number of checkers."""
    known = read(_read_whole_lines(path))
    met = _beginnings()
    outside = {}
    while any(met[-2:]):
        ply = len(met) - 2
        outside[ply] = [columns for key, columns in met[ply].items() if key not in known]
        met.append(_following({key: columns for key, columns in met[ply].items() if key in known}, known))
    return {ply: lines for ply, lines in outside.items() if lines}


def _complete() -> list[Lines]:
    """List every position of up to COMPLETE checkers, the latest first: the others follow without a search."""
    layers = [_lines([""])]
    for _ in range(COMPLETE):
        layers.append(_lines(line for columns in layers[-1].values() for line in _replies(columns)))
    return layers[::-1]


def _beginnings() -> list[Lines]:
    """List the positions of the first turn of the first and of the second player."""
    return [_lines([""]), _lines(f"{column}" for column in range(1, COLUMNS + 1))]


def _following(met: Lines, known: dict[int, Known]) -> Lines:
    """List the positions of the next turn of a player who follows the book."""
    return _lines(line for item in met.items() for line in _next(*item, known))


def _extend(
    path: Path,
    known: dict[int, Known],
    asked: Lines,
    name: str,
    table: Table,
    stop: Stop,
    tell: Callable[[str], object],
) -> bool:
    """Solve and write the positions that the book lacks; return False when stopped."""
    for number, (key, columns) in enumerate(asked.items(), 1):
        if key not in known:
            answer = _solve(board_after(columns), known, table, stop)
            if answer is None:
                return False
            known |= _write(path, columns, answer)
        tell(f"\r{name}: {number} of {len(asked)} positions")
    tell("\n")
    return True


def _read_whole_lines(path: Path) -> list[str]:
    """Read the lines of a book, and remove an unfinished last one."""
    text = path.read_text(encoding="ascii") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="ascii")
    return whole.splitlines()


def _lines(lines: Iterator[str] | Sequence[str]) -> Lines:
    """Keep one of the lines that lead to the same position or its mirror image, and none where the next drop wins."""
    unique: Lines = {}
    for columns in lines:
        board = board_after(columns)
        if not winning_slots(board.own, board.occupied) & playable(board.occupied):
            unique.setdefault(key_of(board)[0], columns)
    return unique


def _replies(columns: str) -> Iterator[str]:
    board = board_after(columns)
    for column in range(COLUMNS):
        slot = slot_of(board, column)
        if slot and not winning_slots(board.own, board.occupied) & slot:
            yield f"{columns}{column + 1}"


def _next(key: int, columns: str, known: dict[int, Known]) -> Iterator[str]:
    column = turned(known[key].column, key_of(board_after(columns))[1])
    return _replies(f"{columns}{column + 1}")


def _solve(board: Board, known: dict[int, Known], table: Table, stop: Stop) -> Known | None:
    after = [known.get(key_of(after_drop(board, slot))[0]) for _, slot in solver.drops(board)]
    replies = [-reply.score for reply in after if reply is not None]
    score = max(replies) if len(replies) == len(after) else int(score_of(*board, table, stop.flag))

    def reaches(board: Board, least: int) -> bool:
        entry = known.get(key_of(board)[0])
        return entry.score >= least if entry else bool(at_least(*board, least, table, stop.flag))

    column = solver.best_column(board, score, reaches)
    return None if stop.is_due or column is None else Known(score, column)


def _write(path: Path, columns: str, answer: Known) -> dict[int, Known]:
    line = f"{columns} {answer.score} {answer.column + 1}\n"
    with path.open("a", encoding="ascii") as file:
        file.write(line)
    return read([line])
