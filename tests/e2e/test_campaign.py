"""The campaign on the pages: missions are chosen, played, won, and open the next one."""

import pytest
from playwright.sync_api import Page, expect

from parlour.core import registry
from parlour.match.campaign import Mission, campaign_of
from support.accessibility import violations
from support.browser import DESK, LANDSCAPE, PHONE, Site, resign
from support.missions import win_on_page

GAME = registry.load("raptor")
MISSIONS = campaign_of(GAME).mission
FIRST, SECOND = MISSIONS[:2]
# What is not wholly inside the window, or would have to be scrolled, at a table.
OUTSIDE = """() => {
  const parts = [...document.querySelectorAll('[data-part="mission"], .match .stage, .match .dock, .prompt')];
  const isLost = (box) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  return parts.filter((each) => each.checkVisibility() && isLost(each.getBoundingClientRect())).map((e) => e.className);
}"""


def play_easy(page: Page, mission: Mission) -> None:
    """Start a mission from its page."""
    expect(page.get_by_role("heading", level=1)).to_have_text(mission.title)
    page.get_by_label("Easy").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator('[data-part="mission"]')).to_be_visible()


def test_a_mission_is_found_played_and_opens_the_next(site: Site) -> None:
    page = site.visit(f"/games/{GAME.id}", motion="reduced", ask_first=False)
    page.get_by_role("link", name="Campaign").click()
    expect(page.locator('li[data-open="true"]')).to_have_count(1)
    page.get_by_role("link", name=f"Begin: {FIRST.title}").click()
    play_easy(page, FIRST)
    win_on_page(page, GAME, FIRST)

    expect(page.locator('[data-part="result"] .stars')).to_be_visible()
    expect(page.get_by_text(FIRST.won.words)).to_be_visible()
    assert violations(page) == {}
    page.get_by_role("link", name="Next mission").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(SECOND.title)
    page.get_by_role("link", name="All missions").click()
    expect(page.locator('li[data-open="true"]')).to_have_count(2)
    expect(page.locator(f'[data-mission="{FIRST.id}"] .stars')).not_to_have_attribute("data-stars", "0")


def test_a_mission_is_restarted_lost_and_tried_again(site: Site) -> None:
    page = site.visit(f"/campaign/{GAME.id}/{FIRST.id}", motion="reduced")
    play_easy(page, FIRST)
    first = page.url
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("button", name="Yes, restart").click()
    expect(page).not_to_have_url(first)
    second = page.url
    resign(page)

    expect(page.locator("#ending-title")).to_have_text("Mission failed")
    expect(page.get_by_text(FIRST.lost.words)).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page).not_to_have_url(second)
    expect(page.locator('[data-part="mission"]')).to_contain_text("Round 1 of")


def test_the_pages_fit_every_screen_and_have_no_violation(site: Site) -> None:
    page = site.visit(f"/campaign/{GAME.id}", motion="reduced")
    expect(page.locator("li[data-mission]")).to_have_count(len(MISSIONS))
    assert violations(page) == {}
    page.goto(f"/campaign/{GAME.id}/{FIRST.id}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert violations(page) == {}
    play_easy(page, FIRST)
    for size in (PHONE, LANDSCAPE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate(OUTSIDE) == []
    assert violations(page) == {}


def test_what_is_not_there_is_said(site: Site) -> None:
    page = site.visit(f"/campaign/{GAME.id}/nowhere")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.goto("/campaign/checkers")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


@pytest.mark.long
def test_the_whole_campaign_is_won_mission_by_mission(site: Site) -> None:
    page = site.visit(f"/campaign/{GAME.id}/{FIRST.id}", motion="reduced", ask_first=False)
    for mission in MISSIONS:
        play_easy(page, mission)
        win_on_page(page, GAME, mission)
        if mission is not MISSIONS[-1]:
            page.get_by_role("link", name="Next mission").click()

    expect(page.get_by_text("You have finished the campaign.")).to_be_visible()
