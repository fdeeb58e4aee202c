"""Puzzles: the ones of the day, training, and answers. A solution is sent only after an answer."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter, QueryParameter
from msgspec import Meta

from parlour.core import registry
from parlour.core.game import Game
from parlour.match.glicko import Rating
from parlour.puzzles.book import Puzzle, check_has_puzzles, find_puzzle, puzzles_of
from parlour.puzzles.daily import DAY_MS
from parlour.puzzles.judge import Answer, judge, reason, solution_of
from parlour.puzzles.progress import Attempt
from parlour.server.messages import Pick, Word
from parlour.server.payer import charged
from parlour.server.problem import Problem
from parlour.server.puzzle_scenes import PuzzlePicture, PuzzleScene, picture_of, scene_of
from parlour.server.puzzles import NEW, SOLVED, TRIED, Daily
from parlour.server.services import InjectedServices, Services
from parlour.server.visitor import ANYBODY
from parlour.server.web import answer as answer_to
from parlour.server.web import identify

MOST_ACTIONS = 40  # of one turn
LONGEST_ID = 60
AnyRequest = Request[Any, Any, Any]
PuzzleId = Annotated[str, Parameter(max_length=LONGEST_ID)]
GameId = Annotated[str, Parameter(max_length=50)]
After = Annotated[str, QueryParameter(max_length=LONGEST_ID, description="The puzzle that was seen last.")]
UNKNOWN = ResponseSpec(Problem, description="There is no such puzzle.")


class AttemptRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn, or a part of it, as an answer to a puzzle."""

    actions: Annotated[list[Word], Meta(max_length=MOST_ACTIONS)] = []  # in notation, from the start of the turn
    picks: Annotated[list[Pick], Meta(max_length=8)] = []  # to be explained: they lead to no action
    gives_up: bool = False  # show the solution


class SolverRating(msgspec.Struct, frozen=True):
    """How well a person solves the puzzles of a game."""

    rating: int
    deviation: int
    is_provisional: bool  # it says little yet


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """What an answer to a puzzle was worth, and has changed."""

    verdict: Literal["unfinished", "right", "wrong", "shown"]
    message: str
    scene: PuzzleScene
    steps: list[PuzzlePicture]  # of the last action, or of the whole solution; empty: the board does not change
    solution: list[str]  # in notation; empty while it is not to be known
    position: str | None  # in notation, with all that is hidden: to play on; None while nothing is to be known
    rating: SolverRating | None  # None: nothing was stored
    rating_change: int | None  # only of the first answer
    streak: int  # puzzles solved in a row at the first attempt
    day_streak: int  # days in a row with a solved puzzle of the day


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of the day of a game."""

    game: str
    puzzle: str
    goal: str
    difficulty: int
    state: str  # "new", "tried" or "solved"
    day_streak: int
    rating: SolverRating | None  # None: I have tried no puzzle of this game
    num_solved: int
    num_puzzles: int


class DailyPuzzles(msgspec.Struct, frozen=True):
    """The puzzles of the day."""

    date_ms: int  # when the day began
    day_streak: int  # days in a row with a solved puzzle of the day, of any game
    puzzles: list[DailyPuzzle]


class PastAttempt(msgspec.Struct, frozen=True):
    """The first attempt at a puzzle."""

    puzzle: str
    at_ms: int
    is_right: bool
    is_solved: bool  # then or later
    rating: int  # after it


class PuzzleTraining(msgspec.Struct, frozen=True):
    """What I have reached with the puzzles of a game."""

    game: str
    rating: SolverRating
    streak: int  # puzzles solved in a row at the first attempt
    day_streak: int
    num_solved: int
    num_puzzles: int
    attempts: list[PastAttempt]  # oldest first


def show_rating(rating: Rating) -> SolverRating:
    """Return a rating as it is shown."""
    return SolverRating(round(rating.rating), round(rating.deviation), rating.is_provisional)


@get("/api/puzzles/daily", scope=ANYBODY)
async def daily_puzzles(request: AnyRequest, services: InjectedServices) -> DailyPuzzles:
    """List the puzzles of the day."""
    today = await services.puzzles.today((await identify(request)).identity)
    return DailyPuzzles(today.day * DAY_MS, today.day_streak, [_show_daily(each) for each in today.puzzles])


def _show_daily(daily: Daily) -> DailyPuzzle:
    game, puzzle, state, day_streak, rating, num_solved = daily
    shown = None if rating is None else show_rating(rating)
    return DailyPuzzle(
        game.id, puzzle.id, puzzle.goal, puzzle.rating, state, day_streak, shown, num_solved, len(puzzles_of(game))
    )


@get("/api/puzzles/{puzzle_id:str}", scope=ANYBODY, responses={404: UNKNOWN})
async def show_puzzle(puzzle_id: PuzzleId, request: AnyRequest, services: InjectedServices) -> PuzzleScene:
    """Return a puzzle, without its solution."""
    game, puzzle = find_puzzle(puzzle_id)
    return await _scene(services, (await identify(request)).identity, game, puzzle)


@get("/api/puzzles/{game_id:str}/next", scope=ANYBODY, responses={404: UNKNOWN})
async def show_next_puzzle(
    game_id: GameId, request: AnyRequest, services: InjectedServices, after: After = ""
) -> PuzzleScene:
    """Return a puzzle to train with: near my rating, and not solved before."""
    game, identity = registry.load(game_id), (await identify(request)).identity
    return await _scene(services, identity, game, await services.puzzles.next(identity, game, after))


@get("/api/puzzles/{game_id:str}/training", scope=ANYBODY, responses={404: UNKNOWN})
async def puzzle_training(game_id: GameId, request: AnyRequest, services: InjectedServices) -> PuzzleTraining:
    """Return what I have reached with the puzzles of a game."""
    game = registry.load(game_id)
    check_has_puzzles(game)
    found = await services.puzzles.training((await identify(request)).identity, game)
    return PuzzleTraining(
        game.id,
        show_rating(found.rating),
        found.streak,
        found.day_streak,
        sum(attempt.solved_ms is not None for attempt in found.attempts),
        len(puzzles_of(game)),
        [_show_attempt(attempt) for attempt in found.attempts],
    )


def _show_attempt(attempt: Attempt) -> PastAttempt:
    is_solved, rating = attempt.solved_ms is not None, round(attempt.rating.rating)
    return PastAttempt(attempt.puzzle, attempt.at_ms, attempt.is_right, is_solved, rating)


@post("/api/puzzles/{puzzle_id:str}/attempt", status_code=200, responses={404: UNKNOWN})
async def attempt_puzzle(
    puzzle_id: PuzzleId, data: JSONBody[AttemptRequest], request: AnyRequest, services: InjectedServices
) -> Response[PuzzleVerdict]:
    """Answer a puzzle with a turn. A part of a turn is played and not judged, and neither are picks."""
    visitor = await identify(request)
    game, puzzle = find_puzzle(puzzle_id)
    services.games.check_ready(game.id)
    answer = await asyncio.to_thread(_judge, game, puzzle, data)
    if answer.is_right is None or data.picks:
        scene = await _scene(services, visitor.identity, game, puzzle, answer, data.picks)
        return answer_to(services, _unfinished(scene, answer), visitor)
    await services.limits.count(("puzzle", visitor.identity))
    verdict = await _store(services, visitor.identity, game, puzzle, answer, is_shown=data.gives_up)
    return answer_to(services, verdict, visitor)


def _judge(game: Game, puzzle: Puzzle, data: AttemptRequest) -> Answer:
    with charged():
        is_shown = data.gives_up and not data.picks
        return solution_of(game, puzzle) if is_shown else judge(game, puzzle, data.actions)


async def _scene(
    services: Services,
    identity: str,
    game: Game,
    puzzle: Puzzle,
    answer: Answer | None = None,
    picks: Sequence[str] = (),
) -> PuzzleScene:
    """Return a puzzle as far as a turn was played; at its beginning when there is none."""
    services.games.check_ready(game.id)
    mine = await services.puzzles.attempt(identity, puzzle)
    state = NEW if mine is None else SOLVED if mine.solved_ms is not None else TRIED
    is_daily = services.puzzles.is_daily(game, puzzle)

    def make() -> PuzzleScene:
        with charged():
            shown = judge(game, puzzle, ()) if answer is None else answer
            return scene_of(game.id, puzzle, shown, picks, is_daily=is_daily, state=state)

    return await asyncio.to_thread(make)


def _unfinished(scene: PuzzleScene, answer: Answer) -> PuzzleVerdict:
    steps = [scene.picture] if answer.steps else []
    return PuzzleVerdict("unfinished", "", scene, steps, [], None, None, None, 0, 0)


async def _store(
    services: Services, identity: str, game: Game, puzzle: Puzzle, answer: Answer, *, is_shown: bool
) -> PuzzleVerdict:
    """Store an answer, and return what it was worth."""
    is_right = bool(answer.is_right) and not is_shown
    message, steps = await asyncio.to_thread(_explain, game, puzzle, answer, is_shown=is_shown)
    stored = await services.puzzles.answer(identity, game, puzzle, is_right=is_right, is_shown=is_shown)
    training = await services.puzzles.training(identity, game)
    return PuzzleVerdict(
        verdict="shown" if is_shown else "right" if is_right else "wrong",
        message=message,
        scene=await _scene(services, identity, game, puzzle, answer),
        steps=steps,
        solution=list(puzzle.solution) if is_right or is_shown else [],
        position=answer.position.to_text() if answer.position.to_act() else None,
        rating=show_rating(training.rating),
        rating_change=None if stored.change is None else round(stored.change),
        streak=training.streak,
        day_streak=training.day_streak,
    )


def _explain(game: Game, puzzle: Puzzle, answer: Answer, *, is_shown: bool) -> tuple[str, list[PuzzlePicture]]:
    """Return what is said about a whole turn, and the pictures of its last action, or of a solution that is shown."""
    with charged():
        if answer.is_right:
            words = " ".join(filter(None, ["" if is_shown else "Right!", reason(game, puzzle)]))
            message = words or "This is the only turn that keeps the value."
        else:
            message = f"That is not it. {puzzle.consequence}"
        steps = answer.steps if is_shown else answer.steps[-1:]
        return message, [picture_of(step.after, puzzle.seat, step) for step in steps]


ROUTES = [daily_puzzles, show_puzzle, show_next_puzzle, puzzle_training, attempt_puzzle]
