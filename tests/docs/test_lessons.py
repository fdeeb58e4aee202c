"""Every game can be learned: its lessons are replayed by the rules, so they cannot disagree with them."""

import pytest

from parlour.core import registry
from parlour.core.game import Game
from parlour.match.lessons import ANY, THEIRS, Lesson, course_of, first_position, replay_lesson

EVERY_GAME = pytest.mark.parametrize("game", [*map(registry.load, registry.game_ids())], ids=registry.game_ids())
FEWEST, MOST = 6, 14
LONGEST_WORDS = 300


def answers(lesson: Lesson) -> list[list[str]]:
    """List what a learner may do, step by step."""
    mine = [entry for entry in lesson.line if not (isinstance(entry, str) and entry.startswith(THEIRS))]
    return [[entry] if isinstance(entry, str) else list(entry) for entry in mine]


@EVERY_GAME
def test_a_game_has_six_to_fourteen_lessons_and_slides(game: Game) -> None:
    course = course_of(game)

    assert FEWEST <= len(course.lesson) <= MOST
    assert course.slide


@EVERY_GAME
def test_what_a_lesson_accepts_can_be_picked_and_ends_it(game: Game) -> None:
    for number, lesson in enumerate(course_of(game).lesson):
        played: list[str] = []
        for accepted in answers(lesson):
            scene = replay_lesson(game, number, played)
            choices = [choice.action for choice in scene.position.seen_by(lesson.seat).choices()]
            assert scene.message == lesson.message, lesson.title
            assert set(accepted) <= {*choices, ANY}, f"{lesson.title}: {accepted} of {choices}"
            played.append(choices[-1] if accepted == [ANY] else accepted[0])

        scene = replay_lesson(game, number, played)
        assert scene.is_done, lesson.title
        assert scene.message == lesson.done


@EVERY_GAME
def test_every_other_way_that_a_lesson_accepts_ends_it_too(game: Game) -> None:
    for number, lesson in enumerate(course_of(game).lesson):
        steps = answers(lesson)
        for step, accepted in enumerate(steps):
            for other in accepted[1:]:
                played = [entry[0] for entry in steps[:step]] + [other] + [entry[0] for entry in steps[step + 1 :]]
                assert ANY not in played, f"{lesson.title}: either any action, or several"
                assert replay_lesson(game, number, played).is_done, f"{lesson.title}: {played}"


@EVERY_GAME
def test_words_are_short_and_slides_can_be_shown(game: Game) -> None:
    course = course_of(game)
    for slide in [*course.slide, *course.lesson]:
        assert 0 < len(slide.message) <= LONGEST_WORDS, slide.title
        first_position(game, slide).seen_by(slide.seat).view()


@EVERY_GAME
def test_a_lesson_answers_what_it_does_not_accept(game: Game) -> None:
    course = course_of(game).lesson
    wrong = [
        (number, choice.action)
        for number, lesson in enumerate(course)
        for choice in replay_lesson(game, number, []).position.seen_by(lesson.seat).choices()
        if choice.action not in answers(lesson)[0] and answers(lesson)[0] != [ANY]
    ]
    if not wrong:
        pytest.fail("in no lesson something else can be tried")

    for number, action in wrong[:50]:
        assert replay_lesson(game, number, [action]).message == course[number].wrong
