"""A puzzle as a board shows it: what both seats know, and nothing of the solution."""

from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.core.contract import Choice, Pile
from parlour.core.phrasing import fill_seats
from parlour.core.position import Position
from parlour.puzzles.book import Puzzle
from parlour.puzzles.judge import Answer, Step
from parlour.server.presenter import choices, secret_seats


# The type of a happening's data, which may be one of two lists, is more than the generator of the document can say.
class PuzzlePicture(msgspec.Struct, frozen=True):
    """A position of a puzzle with open cards."""

    to_act: list[int]
    view: Any  # the struct of the game's view, of the seat that is asked
    other_view: Any  # of the other seat; None where it knows no more than everyone
    drawing: str  # the same in plain text
    other_drawing: str
    face_down: list[Pile]  # what neither seat sees in a match, such as cards still to be drawn
    happened: list[Any]  # Happenings that led here


class PuzzleScene(msgspec.Struct, frozen=True):
    """A puzzle as far as its turn was played."""

    id: str
    game: str
    goal: str  # what to find, in a sentence
    rating: int  # how difficult it is
    seat: int  # that is asked
    sides: list[str]
    options: dict[str, int | str]
    is_daily: bool  # it is the puzzle of the day
    state: str  # what I did before: "new", "tried" or "solved"
    picture: PuzzlePicture
    prompt: str
    choices: list[Choice]  # none when the turn is over
    why_not: str  # about the picks


def picture_of(position: Position, seat: int, step: Step | None = None) -> PuzzlePicture:
    """Return a position, after the step that led to it."""
    seen, other = position.seen_by(seat), position.seen_by(1 - seat)
    is_shown = (1 - seat) in secret_seats(position)
    face_down = position.game.extras.face_down
    return PuzzlePicture(
        to_act=list(position.to_act()),
        view=seen.view(),
        other_view=other.view() if is_shown else None,
        drawing=seen.render(),
        other_drawing=other.render() if is_shown else "",
        face_down=face_down(position.state) if face_down else [],
        happened=[] if step is None else list(step.before.narrate(seat, step.action, seat)),
    )


def scene_of(
    game_id: str, puzzle: Puzzle, answer: Answer, picks: Sequence[str], *, is_daily: bool, state: str
) -> PuzzleScene:
    """Return a puzzle as far as a turn was played."""
    position, seat = answer.position, puzzle.seat
    seen, sides = position.seen_by(seat), position.seen_by().side_names()
    is_open = answer.is_right is None
    return PuzzleScene(
        id=puzzle.id,
        game=game_id,
        goal=puzzle.goal,
        rating=puzzle.rating,
        seat=seat,
        sides=list(sides),
        options={name: int(value) if isinstance(value, bool) else value for name, value in puzzle.options.items()},
        is_daily=is_daily,
        state=state,
        picture=picture_of(position, seat, answer.steps[-1] if answer.steps else None),
        prompt=fill_seats(seen.prompt(), sides) if is_open else "",
        choices=choices(seen, sides) if is_open else [],
        why_not=fill_seats(seen.why_not(picks), sides) if picks else "",
    )
