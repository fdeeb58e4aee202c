"""A beginner learns a game: every lesson by keyboard alone, every slide, every page of rules."""

import pytest
from playwright.sync_api import Page, expect

from parlour.core import registry
from parlour.core.game import Game
from parlour.match.lessons import ANY, THEIRS, course_of, replay_lesson
from support.browser import Site
from support.ui_drivers import Keys, any_of

EVERY_GAME = pytest.mark.parametrize("game_id", registry.game_ids())


def pick(page: Page, keys: Keys, picks: list[str]) -> None:
    """Pick one thing after the other, unless the board has picked it already because nothing else is possible."""
    for each in picks:
        if page.locator(f'.stage [data-pick="{each}"][data-mark="picked"]').count() == 0:
            keys.reach(each)
            page.keyboard.press("Enter")
    if page.locator(".confirm .primary").count():
        page.keyboard.press("Enter")


def take(page: Page, keys: Keys, game: Game, number: int) -> None:
    """Take a lesson by doing what it asks for."""
    lesson = course_of(game).lesson[number]
    expect(page.get_by_role("heading", level=1)).to_have_text(lesson.title)
    played: list[str] = []
    for entry in lesson.line:
        if isinstance(entry, str) and entry.startswith(THEIRS):
            continue
        choices = replay_lesson(game, number, played).position.seen_by(lesson.seat).choices()
        wanted = choices[-1].action if entry == ANY else entry if isinstance(entry, str) else entry[0]
        choice = next(choice for choice in choices if choice.action == wanted)
        expect(page.locator(f'.stage [data-pick="{choice.picks[0]}"][data-mark]')).to_be_visible()
        pick(page, keys, choice.picks)
        played.append(wanted)
    expect(page.locator(".asked")).to_contain_text(lesson.done)


@EVERY_GAME
def test_every_lesson_is_finished_by_keyboard_alone(site: Site, game_id: str) -> None:
    game = registry.load(game_id)
    page = site.visit(f"/learn/{game_id}", motion="reduced")
    keys = Keys(page, any_of(1))

    for number in range(len(course_of(game).lesson)):
        take(page, keys, game, number)
        expect(page.locator(".steps .primary")).to_be_focused()
        page.keyboard.press("Enter")

    expect(page).to_have_url(f"{site.url}/games/{game_id}")


@EVERY_GAME
def test_every_slide_is_shown_by_the_board(site: Site, game_id: str) -> None:
    slides = course_of(registry.load(game_id)).slide
    page = site.visit(f"/slides/{game_id}")

    for slide in slides:
        expect(page.get_by_role("heading", level=1)).to_have_text(slide.title)
        expect(page.get_by_text(slide.message)).to_be_visible()
        expect(page.locator(".stage svg:visible").first).to_be_visible()
        page.locator("nav[aria-label=Slides] .primary").click()

    expect(page).to_have_url(f"{site.url}/games/{game_id}")


@EVERY_GAME
def test_every_game_has_a_page_and_its_rules(site: Site, game_id: str) -> None:
    page = site.visit(f"/games/{game_id}")
    expect(page.get_by_role("button", name="Master")).to_be_visible()
    expect(page.locator("main svg").first).to_be_visible()

    page.get_by_role("link", name="Rules").first.click()

    expect(page.get_by_role("heading", level=1)).to_contain_text(registry.load(game_id).name)
    assert len(page.locator("main").inner_text()) > 1000
