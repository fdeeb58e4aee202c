"""Lessons and slides of the games. Nothing is stored: a request holds all that was played so far."""

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from parlour.core import registry
from parlour.core.contract import Choice
from parlour.core.phrasing import fill_seats
from parlour.core.position import Position
from parlour.match.lessons import Slide, course_of, first_position, replay_lesson
from parlour.server.messages import Pick, Word
from parlour.server.payer import charged
from parlour.server.presenter import choices
from parlour.server.services import InjectedServices
from parlour.server.visitor import ANYBODY

MOST_ACTIONS = 60  # of a learner in one lesson
GameId = Annotated[str, Parameter(max_length=50)]


class LessonInfo(msgspec.Struct, frozen=True):
    """Something to learn."""

    title: str
    message: str


class SlideInfo(msgspec.Struct, frozen=True):
    """A position to look at, with words."""

    title: str
    message: str
    seat: int
    sides: list[str]
    view: Any  # the struct of the game's view
    drawing: str  # the same in plain text


class CourseInfo(msgspec.Struct, frozen=True):
    """What can be learned about a game."""

    lessons: list[LessonInfo]
    slides: list[SlideInfo]


class LessonRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a learner is."""

    actions: Annotated[list[Word], Meta(max_length=MOST_ACTIONS)] = []
    picks: Annotated[list[Pick], Meta(max_length=8)] = []  # to be explained: they lead to no action


class LessonHappening(msgspec.Struct, frozen=True):
    """One thing that an action made happen, as in a match."""

    kind: str
    message: str
    data: dict[str, Any]


class LessonScene(msgspec.Struct, frozen=True):
    """A lesson as far as it was played. A last action that was not asked for is not played: `is_right` is false."""

    title: str
    message: str  # what is asked, why it was not right, or what was learned
    seat: int  # of the learner
    sides: list[str]
    to_act: list[int]
    view: Any  # the struct of the game's view
    drawing: str  # the same in plain text
    prompt: str
    choices: list[Choice]
    happened: list[LessonHappening]
    is_right: bool
    is_done: bool
    why_not: str  # about the picks
    advised: list[str]  # picks to be highlighted: an action that is asked for


@get("/api/games/{game_id:str}/lessons", sync_to_thread=True, scope=ANYBODY)
def lessons(game_id: GameId, services: InjectedServices) -> CourseInfo:
    """List what can be learned about a game."""
    services.games.check_ready(game_id)
    game = registry.load(game_id)
    course = course_of(game)
    with charged():
        slides = [_slide_info(slide, first_position(game, slide)) for slide in course.slide]
    return CourseInfo([LessonInfo(lesson.title, lesson.message) for lesson in course.lesson], slides)


def _slide_info(slide: Slide, position: Position) -> SlideInfo:
    seen = position.seen_by(slide.seat)
    return SlideInfo(slide.title, slide.message, slide.seat, _sides(position), seen.view(), seen.render())


# The type of a happening's data, which may be one of two lists, is more than the generator of the document can say.
@post(
    "/api/games/{game_id:str}/lessons/{number:int}",
    status_code=200,
    sync_to_thread=True,
    scope=ANYBODY,
)
def take_lesson(
    game_id: GameId,
    number: Annotated[int, Parameter(ge=0, le=1000)],
    data: JSONBody[LessonRequest],
    services: InjectedServices,
) -> LessonScene:
    """Take a lesson as far as the learner's actions lead."""
    services.games.check_ready(game_id)
    with charged():
        scene = replay_lesson(registry.load(game_id), number, data.actions)
    position, seat = scene.position, scene.lesson.seat
    seen, sides = position.seen_by(seat), position.seen_by().side_names()
    can_act = not scene.is_done and seat in position.to_act()
    legal = choices(seen, sides) if can_act else []
    is_shown = not scene.lesson.is_riddle or not scene.is_right
    return LessonScene(
        title=scene.lesson.title,
        message=scene.message,
        seat=seat,
        sides=list(sides),
        to_act=list(position.to_act()),
        view=seen.view(),
        drawing=seen.render(),
        prompt=fill_seats(seen.prompt(), sides),
        choices=legal,
        happened=[LessonHappening(each.kind, each.message, each.data) for each in scene.happened],
        is_right=scene.is_right,
        is_done=scene.is_done,
        why_not=fill_seats(seen.why_not(data.picks), sides) if data.picks else "",
        advised=next((each.picks for each in legal if is_shown and each.action == scene.asked), []),
    )


def _sides(position: Position) -> list[str]:
    return list(position.seen_by().side_names())


ROUTES = [lessons, take_lesson]
