"""`parlour puzzle`: asked and answered in the terminal."""

from parlour.core import registry
from parlour.puzzles.book import puzzles_of
from parlour.puzzles.judge import first_position
from support.terminal import Terminal

GAME = registry.load("connect_four")
PUZZLE = next(iter(puzzles_of(GAME).values()))


def test_a_puzzle_is_solved_after_a_wrong_answer(terminal: Terminal) -> None:
    choices = [choice.action for choice in first_position(GAME, PUZZLE).seen_by(PUZZLE.seat).choices()]
    wrong = next(number for number, action in enumerate(choices, 1) if action != PUZZLE.solution[0])
    typed = "\n".join([f"#{wrong}", "99", "help", "list", *PUZZLE.solution])
    status, out, err = terminal("puzzle", "--id", PUZZLE.id, typed=typed)

    assert (status, err) == (0, "")
    assert PUZZLE.goal in out
    assert out.index("That is not it.") < out.index("Right!")


def test_the_solution_can_be_shown(terminal: Terminal) -> None:
    status, out, _ = terminal("puzzle", "--id", PUZZLE.id, typed="solution")

    assert status == 0
    assert f"The solution: {', '.join(PUZZLE.solution)}." in out


def test_the_solution_is_not_told_before(terminal: Terminal) -> None:
    _, out, _ = terminal("puzzle", "connect_four", typed="quit")

    assert "solution:" not in out


def test_any_puzzle_and_the_one_of_the_day_are_asked(terminal: Terminal) -> None:
    for arguments in ([], ["--random"], ["connect_four"], ["connect_four", "--random"]):
        status, out, _ = terminal("puzzle", *arguments)
        assert status == 0
        assert "You are" in out


def test_a_puzzle_that_is_not_there_is_refused(terminal: Terminal) -> None:
    assert terminal("puzzle", "--id", "whist-99999") == (2, "", "There is no puzzle whist-99999.\n")
    assert terminal("puzzle", "ludo")[0] == 2
