"""The book: every position with 12 checkers, as another program's database has it, and read when it is asked for."""

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.core.thinking import Stop
from parlour.games.connect_four import book
from parlour.games.connect_four.board import BOTTOM, EMPTY, Board, after_drop, mirrored, slot_of
from parlour.games.connect_four.negamax import MIN_SCORE, new_memory, score_of
from parlour.games.connect_four.solver import drops, score_at_end, score_of_board, solve_board
from parlour.games.connect_four.state import COLUMN_BITS, COLUMNS
from tools.build_connect_four_book.layer import boards, layer, mirror_images, without_win

Numbers = NDArray[np.int64]
MOST_BYTES = 4_000_000
THEIR_ENTRY = np.dtype([("position", ">i4"), ("distance", np.int8)])
THEIR_WIN = 100  # they keep a win in n checkers as 100 - n, a loss as n - 100


def random_board(choose: random.Random, plies: int) -> Board:
    """Return a running position in which the side to move cannot win at once."""
    board = EMPTY
    while board.plies < plies:
        slot = choose.choice([slot for _, slot in drops(board)])
        board = EMPTY if score_at_end(board, slot) is not None else after_drop(board, slot)
    wins_at_once = any(score_at_end(board, slot) for _, slot in drops(board))
    return random_board(choose, plies) if wins_at_once else board


def look_up(board: Board) -> int:
    return int(book.score_in_book(board.own, board.occupied, book.the_book()))


def their_codes(keys: Numbers) -> NDArray[np.int32]:
    """Return the codes of the other program: for each column `10` or `11` for a checker, `0` above the last."""
    codes, lengths = np.zeros((2, 1 << COLUMN_BITS), np.int64)
    for marked in range(1, 1 << COLUMN_BITS):
        height = marked.bit_length() - 1
        checkers = "".join("10" if marked >> row & 1 else "11" for row in range(height))
        codes[marked], lengths[marked] = int(f"{checkers}0", 2), 2 * height + 1
    code = np.zeros_like(keys)
    for column in range(COLUMNS):
        filled = keys + BOTTOM >> COLUMN_BITS * column & (1 << COLUMN_BITS) - 1
        code = code << lengths[filled] | codes[filled]
    return (code << 1).astype(np.uint32).view(np.int32)


def their_scores(keys: Numbers) -> Numbers:
    """Return the scores of another program's database; fails when it lacks a position."""
    databases = pytest.importorskip("bitbully_databases", reason="needs the extra `bench`")
    path = Path(databases.__file__).parent / "assets" / "book_12ply_distances.dat"
    entries = np.frombuffer(path.read_bytes(), THEIR_ENTRY)
    positions, kept = entries["position"].astype(np.int32), entries["distance"].astype(np.int64)
    used = (book.BOOK_PLIES + THEIR_WIN - np.abs(kept) + 1) // 2  # by the winner
    scores = np.sign(kept) * (COLUMNS * 3 + 1 - used)
    found = np.full((2, len(keys)), len(kept))
    for row, asked in zip(found, (their_codes(keys), their_codes(mirror_images(keys))), strict=True):
        places = np.searchsorted(positions, asked)
        places[places == len(kept)] = 0
        row[positions[places] == asked] = places[positions[places] == asked]
    place = found.min(axis=0)
    assert np.all(place < len(kept))
    return scores[place]


def test_random_positions_have_the_scores_of_another_program() -> None:
    choose = random.Random(1)
    sample = [random_board(choose, book.BOOK_PLIES) for _ in range(2000)]
    theirs = their_scores(np.array([board.own + board.occupied for board in sample]))

    assert [look_up(board) for board in sample] == theirs.tolist()
    assert len(set(theirs)) > 20


@pytest.mark.long
def test_every_position_has_the_score_of_another_program() -> None:
    keys = without_win(layer(book.BOOK_PLIES))
    own, occupied = boards(keys)
    ours = [book.score_in_book(*each, book.the_book()) for each in zip(own.tolist(), occupied.tolist(), strict=True)]

    assert len(keys) == 4_200_899
    assert np.array_equal(ours, their_scores(keys))


def test_a_mirror_image_has_the_same_score() -> None:
    choose = random.Random(2)
    for _ in range(100):
        board = random_board(choose, book.BOOK_PLIES)
        image = Board(int(mirrored(board.own)), int(mirrored(board.occupied)), board.plies)

        assert look_up(board) == look_up(image)


def test_the_book_has_the_scores_that_the_search_finds_without_it() -> None:
    choose, memory, stop = random.Random(3), new_memory(has_book=False), Stop()
    for _ in range(20):
        board = random_board(choose, book.BOOK_PLIES)

        assert look_up(board) == score_of(*board, MIN_SCORE, memory, stop.flag)


@pytest.mark.parametrize("plies", range(book.BOOK_PLIES))
def test_a_position_is_worth_what_its_best_column_is(plies: int) -> None:
    choose = random.Random(plies)
    for _ in range(10):
        board = random_board(choose, plies)

        assert score_of_board(board, Stop()) == max(solve_board(board, Stop()).values())


@pytest.mark.parametrize("plies", [1, 4, 7, 9, 10, 11])
def test_earlier_positions_have_the_scores_of_another_program(plies: int) -> None:
    core = pytest.importorskip("bitbully.bitbully_core", reason="needs the extra `bench`")
    databases = pytest.importorskip("bitbully_databases", reason="needs the extra `bench`")
    theirs = core.BitBullyCore(Path(databases.__file__).parent / "assets" / "book_12ply_distances.dat")
    choose = random.Random(plies)
    for _ in range(10):
        board, columns, their_board = EMPTY, list[int](), core.BoardCore()
        while board.plies < plies:
            columns.append(choose.randrange(COLUMNS))
            slot = slot_of(board, columns[-1])
            is_over = slot == 0 or score_at_end(board, slot) is not None
            board, columns = (EMPTY, []) if is_over else (after_drop(board, slot), columns)
        their_board.setBoard(columns)

        assert score_of_board(board, Stop()) == theirs.mtdf(their_board, 0)


def test_the_book_is_small_and_is_read_when_it_is_asked_for() -> None:
    script = (
        "import parlour; from parlour.games.connect_four.book import the_book; parlour.load('connect_four');"
        "print(the_book.cache_info().currsize)"
    )
    read = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout

    assert read == "0\n"
    assert book.FILE.stat().st_size < MOST_BYTES
    assert book.the_book().nbytes < MOST_BYTES
