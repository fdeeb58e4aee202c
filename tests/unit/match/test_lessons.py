"""Lessons: what is asked for is accepted, everything else is answered in words; nothing is ever kept."""

import pytest

from parlour.core import registry
from parlour.core.errors import IllegalAction
from parlour.match import lessons
from parlour.match.errors import UnknownLesson
from parlour.match.lessons import Course, Lesson, replay_lesson

JUMP_TWICE = Lesson(
    title="Jump on",
    message="Jump twice with the man on 10.",
    position="B:W15,24,32:B1,10",
    line=["10x19", "19x28", "> 32-27", ["1-5", "1-6"]],
    done="Two checkers in one turn.",
)


@pytest.fixture(autouse=True)
def one_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "course_of", lambda _game: Course([JUMP_TWICE]))


CHECKERS = registry.load("checkers")


def test_a_lesson_begins_with_its_words_and_its_position() -> None:
    scene = replay_lesson(CHECKERS, 0, [])

    assert scene.message == JUMP_TWICE.message
    assert [choice.action for choice in scene.position.seen_by(0).choices()] == ["10x19"]


def test_what_is_asked_for_is_played_and_told() -> None:
    scene = replay_lesson(CHECKERS, 0, ["10x19"])

    assert scene.is_right
    assert not scene.is_done
    assert any("19" in happening.message for happening in scene.happened)


def test_the_other_side_answers_as_the_line_says() -> None:
    scene = replay_lesson(CHECKERS, 0, ["10x19", "19x28"])

    assert scene.position.to_act() == (0,)
    assert scene.position.seen_by(0).view().board[26] == "w"


def test_something_else_is_not_played_and_answered_in_words() -> None:
    scene = replay_lesson(CHECKERS, 0, ["10x19", "19x28", "28-32"])

    assert not scene.is_right
    assert scene.message == JUMP_TWICE.wrong
    assert scene.position == replay_lesson(CHECKERS, 0, ["10x19", "19x28"]).position


@pytest.mark.parametrize("last", ["1-5", "1-6"])
def test_one_of_several_answers_ends_the_lesson(last: str) -> None:
    scene = replay_lesson(CHECKERS, 0, ["10x19", "19x28", last])

    assert scene.is_done
    assert scene.message == JUMP_TWICE.done


def test_what_the_rules_forbid_is_refused_as_in_a_match() -> None:
    with pytest.raises(IllegalAction, match="must jump"):
        replay_lesson(CHECKERS, 0, ["1-5"])


def test_a_lesson_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownLesson, match="1 lessons"):
        replay_lesson(CHECKERS, 1, [])


def test_what_is_asked_for_next_is_known_also_after_something_else() -> None:
    assert replay_lesson(CHECKERS, 0, []).asked == "10x19"
    assert replay_lesson(CHECKERS, 0, ["10x19", "19x28"]).asked == "1-5"
    assert replay_lesson(CHECKERS, 0, ["10x19", "19x28", "28-32"]).asked == "1-5"
    assert replay_lesson(CHECKERS, 0, ["10x19", "19x28", "1-6"]).asked == ""
