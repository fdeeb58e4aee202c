"""The opening book: whole, consistent in itself, equal to another program's, and made again by its command."""

from pathlib import Path

import numpy as np
import pytest

from parlour.core.errors import BadOption
from parlour.core.thinking import Stop
from parlour.games.connect_four import book, book_maker
from parlour.games.connect_four.board import Board, after_drop, mirrored, slot_of
from parlour.games.connect_four.solver import drops, score_at_end

LINES = book.FILE.read_text().splitlines()
LAST = max(len(line.split(" ")[0]) for line in LINES)


def silently(words: str) -> None:
    pass


def make(path: Path, plies: int = LAST) -> None:
    book_maker.make(path, plies, Stop(), silently, np.zeros(1 << 20, np.int64))


def score_for_mover(board: Board) -> int | None:
    """Return the score of a position by the book, or because the side to move wins at once."""
    wins = [score for _, slot in drops(board) if (score := score_at_end(board, slot)) is not None]
    known = book.look_up(board)
    return max(wins) if wins else known and known.score


def test_the_book_holds_a_position_or_its_mirror_image_once() -> None:
    keys = [book.key_of(book.board_after(line.split(" ")[0]))[0] for line in LINES]

    assert len(set(keys)) == len(LINES) > 100


def test_a_mirror_image_is_looked_up_with_its_column_turned() -> None:
    board = book.board_after("2")
    image = Board(int(mirrored(board.own)), int(mirrored(board.occupied)), board.plies)
    known, turned = book.look_up(board), book.look_up(image)

    assert known is not None
    assert turned == book.Known(known.score, 6 - known.column)


def test_a_position_is_worth_what_the_best_reply_to_its_column_leaves() -> None:
    checked = 0
    for line in LINES:
        board = book.board_after(line.split(" ")[0])
        known = book.look_up(board)
        assert known is not None
        after = after_drop(board, slot_of(board, known.column))
        left = [score_for_mover(after_drop(after, slot)) for _, slot in drops(after)]
        if None not in left:
            assert known.score == min(score for score in left if score is not None)
            checked += 1

    assert checked > len(LINES) / 10


def test_every_score_of_the_book_is_that_of_another_program() -> None:
    core = pytest.importorskip("bitbully.bitbully_core", reason="needs the extra `bench`")
    databases = pytest.importorskip("bitbully_databases", reason="needs the extra `bench`")
    theirs = core.BitBullyCore(Path(databases.__file__).parent / "assets" / "book_12ply_distances.dat")
    for line in LINES:
        columns, score, column = line.split(" ")
        board, after = core.BoardCore(), core.BoardCore()
        board.setBoard([int(digit) - 1 for digit in columns])
        after.setBoard([int(digit) - 1 for digit in columns + column])

        assert theirs.mtdf(board, 0) == int(score), line
        assert theirs.mtdf(after, 0) == -int(score), line


def test_the_book_holds_all_that_its_own_play_can_meet(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(book.FILE.read_bytes())

    make(path)

    assert path.read_bytes() == book.FILE.read_bytes()


def test_what_was_lost_is_found_again_and_an_unfinished_line_is_cut_off(tmp_path: Path) -> None:
    latest = [line for line in LINES if len(line.split(" ")[0]) == LAST]
    kept = [line for line in LINES if line not in latest[-2:]]
    path = tmp_path / "book.txt"
    path.write_text("\n".join([*kept, latest[-2][:-3]]))

    make(path)

    assert path.read_text().splitlines() == [*kept, *latest[-2:]]


def test_a_stopped_maker_writes_nothing_wrong(tmp_path: Path) -> None:
    stop, path = Stop(), tmp_path / "book.txt"
    stop.now()

    book_maker.make(path, 3, stop, silently, np.zeros(1 << 10, np.int64))

    assert not path.exists()


@pytest.mark.parametrize(
    "arguments", [(), ("book",), ("book", "file"), ("book", "file", "many"), ("play", "file", "3")]
)
def test_other_arguments_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(BadOption, match="Write parlour connect_four book FILE PLIES"):
        book_maker.run(arguments, str)


def test_the_command_says_how_many_positions_there_are(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(book.FILE.read_bytes())

    assert book_maker.run(["book", str(path), "0"], str) == f"{path}: {len(LINES)} positions."
