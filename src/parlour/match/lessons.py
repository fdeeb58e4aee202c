"""Lessons of a game: positions of the real engine with something to do, so that they cannot disagree with the rules.

They are data in the game's folder, `lessons.toml`: each lesson begins in a position (`position`, or `seed`, `options`
and the `actions` before it), says what to do, and holds a line of actions. An entry of the line is the learner's, a
list of those that are accepted ("*" for any), or one of the other side, marked by "> ". Slides are positions with
words, for those who only want to read.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec

from parlour.core.contract import Happening
from parlour.core.game import Game
from parlour.core.position import Position, start
from parlour.match.errors import UnknownLesson

FILE = "lessons.toml"
THEIRS = "> "
ANY = "*"


class Slide(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with words."""

    title: str
    message: str
    position: str | None = None  # as text, or its name; None: the start of a match
    seed: int = 1
    options: Mapping[str, int | str] = {}
    actions: Sequence[str] = ()  # played before it is shown
    seat: int = 0  # that it is shown to


class Lesson(Slide, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with something to do."""

    line: Sequence[str | Sequence[str]]
    wrong: str = "That is possible, but not what is asked for here. Try something else."
    done: str  # said at the end
    is_riddle: bool = False  # what to pick is highlighted only after a wrong action


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lessons and slides of a game."""

    lesson: list[Lesson] = []
    slide: list[Slide] = []
    positions: dict[str, str] = {}  # by the names under which lessons and slides may give them
    options: Mapping[str, int | str] = {}  # of all lessons and slides, where they do not say otherwise


class LessonState(NamedTuple):
    """A lesson as far as it was played."""

    lesson: Lesson
    position: Position
    happened: list[Happening]  # by the last action that was accepted, and the answer to it
    is_right: bool  # the last action was accepted
    is_done: bool
    asked: str = ""  # an action that is accepted next; empty when any is, or none

    @property
    def message(self) -> str:
        """What is said to the learner now."""
        if not self.is_right:
            return self.lesson.wrong
        return self.lesson.done if self.is_done else self.lesson.message


@cache
def course_of(game: Game) -> Course:
    """Read the lessons of a game; a game without a file has none."""
    path = resources.files(game.package) / FILE
    return msgspec.convert(tomllib.loads(path.read_text("utf8")), Course) if path.is_file() else Course()


def first_position(game: Game, slide: Slide) -> Position:
    """Return the position in which a lesson or slide begins."""
    course = course_of(game)
    text = course.positions.get(slide.position or "", slide.position)
    position = start(game, slide.seed, {**course.options, **slide.options}, text)
    for text in slide.actions:
        position = _play(position, text)
    return position


def _play(position: Position, text: str) -> Position:
    """Play an action of the seat to act; where both are, the seat and a blank stand before it: "1 b7"."""
    number, _, rest = text.partition(" ")
    return position.play(int(number), rest) if rest else position.play(position.to_act()[0], text)


def replay_lesson(game: Game, number: int, actions: Sequence[str]) -> LessonState:
    """Take a lesson, counted from 0, as far as the learner's actions lead.

    Raises:
        UnknownLesson: there is none of this number.
        ParlourError: an action is not legal.
    """
    lessons = course_of(game).lesson
    if not 0 <= number < len(lessons):
        raise UnknownLesson(f"{game.name} has {len(lessons)} lessons.")
    lesson = lessons[number]
    entries = list(lesson.line)
    position, happened = _answer(first_position(game, lesson), entries, lesson.seat)
    for text in actions:
        after, told = _do(position, lesson.seat, text, lesson.seat)
        if not entries or not _accepts(entries[0], text):
            return LessonState(lesson, position, [], is_right=False, is_done=not entries, asked=_asked(entries))
        entries.pop(0)
        position, answers = _answer(after, entries, lesson.seat)
        happened = told + answers
    return LessonState(lesson, position, happened, is_right=True, is_done=not entries, asked=_asked(entries))


def _asked(entries: Sequence[str | Sequence[str]]) -> str:
    """Return the first of the actions that are accepted next; empty when any is, or none."""
    first = entries[0] if entries else ANY
    return "" if first == ANY else first if isinstance(first, str) else first[0]


def _accepts(entry: str | Sequence[str], text: str) -> bool:
    return text in ([entry] if isinstance(entry, str) else entry) or entry == ANY


def _answer(position: Position, entries: list[str | Sequence[str]], viewer: int) -> tuple[Position, list[Happening]]:
    """Play what the other side answers."""
    happened: list[Happening] = []
    while entries and isinstance(entries[0], str) and entries[0].startswith(THEIRS):
        position, told = _do(position, 1 - viewer, str(entries.pop(0)).removeprefix(THEIRS), viewer)
        happened += told
    return position, happened


def _do(position: Position, seat: int, text: str, viewer: int) -> tuple[Position, list[Happening]]:
    """Play what is written; returns the position after it, and what happened, with the seats called by their sides."""
    position.check_may_act(seat)
    happened: list[Happening] = []
    for action in position.game.notation.text_to_actions(position.seen_by(seat).known, seat, text):
        happened += position.narrate(seat, action, viewer)
        position = position.play(seat, action)
    return position, happened
