"""Puzzles on the pages: solved by each way of playing, with open cards, on every screen."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from parlour.core import registry
from parlour.core.game import Game
from parlour.puzzles.book import Puzzle, puzzles_of
from parlour.puzzles.judge import first_position, judge, solution_of
from support.accessibility import violations
from support.browser import DESK, LANDSCAPE, PHONE, TABLET, Site
from support.ui_drivers import Keys, any_of

GAME = registry.load("connect_four")
EVERY_GAME = [game for game in map(registry.load, registry.game_ids()) if puzzles_of(game)]
# What is not wholly inside the window, or would have to be scrolled.
OUTSIDE = """() => {
  const parts = [...document.querySelectorAll(".words, .own .stage, .dock button, .dock input")];
  const isLost = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  const lost = parts.filter((each) => each.checkVisibility() && isLost(each.getBoundingClientRect()));
  const stage = document.querySelector(".own .stage");
  const isScrolled = document.documentElement.scrollHeight > innerHeight || stage.scrollHeight > stage.clientHeight + 1
    || document.documentElement.scrollWidth > innerWidth || stage.scrollWidth > stage.clientWidth + 1;
  return [...lost.map((each) => each.outerHTML.slice(0, 60)), ...(isScrolled ? ["scrolled"] : [])];
}"""
SIZES = {"phone": PHONE, "landscape": LANDSCAPE, "tablet": TABLET, "desk": DESK}


def first_puzzle(game: Game) -> Puzzle:
    return next(iter(puzzles_of(game).values()))


def open_puzzle(site: Site, game: Game, size: ViewportSize = DESK) -> Page:
    page = site.visit(f"/puzzles/p/{first_puzzle(game).id}", size=size, motion="reduced")
    expect(page.locator(".own [data-mark]").first).to_be_visible()
    return page


def verdict(page: Page, word: str) -> None:
    expect(page.locator(".puzzle")).to_have_attribute("data-verdict", word)


def asked_puzzle(page: Page) -> Puzzle:
    """Return the puzzle on a page, of Connect Four."""
    expect(page.locator(".own [data-mark]").first).to_be_visible()
    return puzzles_of(GAME)[page.locator(".puzzle").get_attribute("data-puzzle") or ""]


def answer(page: Page, action: str) -> None:
    """Type a move."""
    page.locator("#command").fill(action)
    page.locator("#command").press("Enter")


def picks_of(game: Game, number: int, action: int) -> list[str]:
    """Return what is picked for an action of the solution."""
    step = solution_of(game, first_puzzle(game)).steps[number]
    return step.before.seen_by(first_puzzle(game).seat).choice(action).picks


def wrong_column(puzzle: Puzzle) -> str:
    choices = first_position(GAME, puzzle).seen_by(puzzle.seat).choices()
    return next(each.action for each in choices if judge(GAME, puzzle, [each.action]).is_right is False)


def lost_parts(page: Page) -> dict[str, list[str]]:
    """Return what is not on the screen, by the size of the window; the last size is that of a desk."""
    lost = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        lost[name] = page.evaluate(OUTSIDE)
    return {name: found for name, found in lost.items() if found}


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_a_puzzle_fits_every_screen_and_is_solved_by_keyboard(site: Site, game: Game) -> None:
    page = open_puzzle(site, game)
    assert lost_parts(page) == {}
    keys = Keys(page, any_of(1))
    for number, step in enumerate(solution_of(game, first_puzzle(game)).steps):
        picks = picks_of(game, number, step.action)
        expect(page.locator(f'.own [data-pick="{picks[0]}"][data-mark]').first).to_be_visible()
        for pick in picks:
            is_picked = page.locator(f'.own [data-pick="{pick}"][data-mark="picked"]').count() > 0
            if not is_picked and keys.reach(pick):
                page.keyboard.press("Enter")
        if page.get_by_role("button", name="Back", exact=True).count():
            page.keyboard.press("Enter")

    verdict(page, "right")
    expect(page.locator(".words .told")).to_contain_text("Right!")
    expect(page.get_by_role("button", name="More puzzles")).to_be_focused()
    assert lost_parts(page) == {}


def test_a_wrong_answer_is_tried_again_and_the_solution_shown(site: Site) -> None:
    puzzle = first_puzzle(GAME)
    page = open_puzzle(site, GAME)
    answer(page, wrong_column(puzzle))
    verdict(page, "wrong")
    expect(page.locator(".words .told")).to_contain_text("That is not it.")
    assert violations(page) == {}
    page.keyboard.press("Enter")  # "Try again" has the focus
    expect(page.locator(".puzzle")).not_to_have_attribute("data-verdict", "wrong")
    page.get_by_role("button", name="Show the solution").click()

    verdict(page, "shown")
    expect(page.locator(".words .told")).to_contain_text(puzzle.solution[0])
    page.get_by_role("button", name="More puzzles").click()
    expect(page).to_have_url(f"{site.url}/puzzles/{GAME.id}")
    expect(page.get_by_role("img", name="Your rating after 1 puzzle")).to_be_visible()


def test_training_goes_on_and_a_puzzle_is_played_on(site: Site) -> None:
    page = site.visit(f"/puzzles/{GAME.id}", motion="reduced")
    asked = asked_puzzle(page)
    answer(page, wrong_column(asked))
    verdict(page, "wrong")
    page.get_by_role("button", name="Show the solution").click()
    verdict(page, "shown")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".puzzle")).not_to_have_attribute("data-puzzle", asked.id)
    answer(page, wrong_column(asked_puzzle(page)))
    page.get_by_label("Computer").select_option("novice")
    page.get_by_role("button", name="Play on from here").click()

    expect(page.locator(".match")).to_be_visible()


def test_the_puzzles_of_the_day_are_marked_when_done(site: Site) -> None:
    page = site.visit("/", motion="reduced")
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_role("link", name=f"Solve: {GAME.name}").click()
    puzzle = asked_puzzle(page)
    answer(page, puzzle.solution[0])
    verdict(page, "right")
    page.get_by_role("link", name="All puzzles").click()

    expect(page.locator('[data-state="solved"]')).to_have_count(1)
    expect(page.get_by_text("1 day in a row.")).to_be_visible()
    page.goto(f"/games/{GAME.id}")
    expect(page.get_by_role("link", name="Puzzle of the day")).to_have_attribute("href", f"/puzzles/p/{puzzle.id}")


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_pages_have_no_violation(site: Site, size: str) -> None:
    page = site.visit("/puzzles", size=SIZES[size])
    expect(page.get_by_role("link", name=f"Solve: {GAME.name}")).to_be_visible()
    assert violations(page) == {}
    hidden = next(game for game in EVERY_GAME if game.facts.hidden)
    for game in (GAME, hidden):
        page.goto(f"/puzzles/p/{first_puzzle(game).id}")
        expect(page.locator(".own [data-mark]").first).to_be_visible()
        assert violations(page) == {}


def test_open_cards_show_what_the_other_side_sees(site: Site) -> None:
    game = registry.load("whist")
    page = open_puzzle(site, game, PHONE)
    expect(page.locator(".other")).to_be_hidden()
    page.get_by_role("button", name="Other side").click()
    expect(page.locator(".other")).to_be_visible()
    expect(page.locator(".own")).to_be_hidden()
    page.set_viewport_size(DESK)

    expect(page.locator(".own")).to_be_visible()
    expect(page.locator(".other")).to_be_visible()
