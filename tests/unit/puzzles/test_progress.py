"""The rating of a solver, streaks, and which puzzle comes next."""

import msgspec
import pytest

from parlour.core.game import Game
from parlour.match.glicko import Rating
from parlour.puzzles.book import Puzzle, games_with_puzzles, puzzles_of
from parlour.puzzles.progress import NEWCOMER, Attempt, next_puzzle, rating_after, rating_now, right_in_a_row

PUZZLE = Puzzle(
    id="checkers-0000", position="", seat=0, solution=("15x22",), value=1.0, second=0.5, rating=1500, proof="search",
    goal="Find the only move that wins.", consequence="With best play it loses.",
)  # fmt: skip
PUZZLES = [msgspec.structs.replace(PUZZLE, id=f"checkers-{rating}", rating=rating) for rating in range(600, 2400, 20)]
YEAR_MS = 365 * 86_400_000


def tried(puzzle: str, *, is_right: bool = True, is_solved: bool = True) -> Attempt:
    return Attempt(puzzle, 0, is_right, 0 if is_solved else None, None, Rating())


def test_a_rating_follows_the_first_answers() -> None:
    easy, even, hard = (msgspec.structs.replace(PUZZLE, rating=rating) for rating in (500, 800, 1500))
    gains = [rating_after(NEWCOMER, puzzle, is_right=True).rating - NEWCOMER.rating for puzzle in (easy, even, hard)]
    losses = [rating_after(NEWCOMER, puzzle, is_right=False).rating - NEWCOMER.rating for puzzle in (easy, even, hard)]

    assert 0 < gains[0] < gains[1] < gains[2] < 400
    assert -400 < losses[0] < losses[1] < losses[2] < 0
    assert gains[1] > 100


def train(game: Game, number: int, *, is_right: bool) -> list[int]:
    """Return how difficult the puzzles are that somebody who answers all of them alike is asked, one by one."""
    puzzles, attempts, asked = puzzles_of(game), list[Attempt](), list[int]()
    for _ in range(number):
        rating = rating_now(attempts, 0)
        puzzle = next_puzzle(puzzles.values(), attempts, rating.rating, (), "guest:a")
        after = rating_after(rating, puzzle, is_right=is_right)
        attempts.append(tried(puzzle.id, is_right=is_right, is_solved=is_right)._replace(rating=after))
        asked.append(puzzle.rating)
    return asked


@pytest.mark.parametrize("game", games_with_puzzles(), ids=lambda game: game.id)
def test_a_newcomer_meets_easy_puzzles_first_and_hard_ones_soon(game: Game) -> None:
    ratings = sorted(puzzle.rating for puzzle in puzzles_of(game).values())
    median, hard = ratings[len(ratings) // 2], ratings[len(ratings) * 3 // 4]
    strong, weak = train(game, 20, is_right=True), train(game, 3, is_right=False)

    assert max(strong[0], weak[0]) <= median
    assert max(strong) >= hard
    assert weak[-1] <= weak[0]


def test_a_rating_gets_less_certain_with_time() -> None:
    attempts = [tried("a")._replace(rating=Rating(1700, 60))]

    assert rating_now([], 0) == NEWCOMER
    assert rating_now(attempts, 0) == Rating(1700, 60)
    assert rating_now(attempts, YEAR_MS).deviation > 100


@pytest.mark.parametrize(("rights", "length"), [("", 0), ("1", 1), ("0", 0), ("1011", 2), ("110", 0), ("111", 3)])
def test_right_answers_in_a_row_are_counted_from_the_last_wrong_one(rights: str, length: int) -> None:
    assert right_in_a_row([tried("a", is_right=each == "1") for each in rights]) == length


def test_the_next_puzzle_is_new_and_near_the_rating() -> None:
    attempts: list[Attempt] = []
    for _ in range(20):
        chosen = next_puzzle(PUZZLES, attempts, 1500, (), "guest:a")
        assert chosen == next_puzzle(PUZZLES, attempts, 1500, (), "guest:a")
        assert chosen.id not in {attempt.puzzle for attempt in attempts}
        assert abs(chosen.rating - 1500) <= 20 * (len(attempts) + 6)
        attempts.append(tried(chosen.id))


def test_people_get_different_puzzles() -> None:
    assert len({next_puzzle(PUZZLES, [], 1500, (), f"guest:{number}").id for number in range(20)}) > 1


def test_when_all_were_tried_unsolved_ones_come_again_before_solved_ones() -> None:
    attempts = [tried(puzzle.id) for puzzle in PUZZLES]
    attempts[7] = tried(PUZZLES[7].id, is_right=False, is_solved=False)

    assert next_puzzle(PUZZLES, attempts, 1500, (), "guest:a") == PUZZLES[7]
    assert next_puzzle(PUZZLES, attempts, 1500, (PUZZLES[7].id,), "guest:a") != PUZZLES[7]
    assert next_puzzle(PUZZLES[:1], attempts[:1], 1500, (PUZZLES[0].id,), "guest:a") == PUZZLES[0]
