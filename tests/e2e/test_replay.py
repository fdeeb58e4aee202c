"""A finished match is walked through, and played on from a position; a saved game is opened."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from support.accessibility import violations
from support.browser import DESK, LANDSCAPE, ME, PHONE, TABLET, Site, computer, resign, start_match

PDN = '[White "Marion"]\n[Black "Asa"]\n1. 11-15 23-19 2. 8-11 22-17 1-0'


def at(page: Page, place: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-place", str(place))


def replayed(site: Site) -> Page:
    """Play a match of Connect Four on one device, resign it and open its replay."""
    page = site.visit(motion="reduced")
    start_match(page, "connect_four", ME, ME, quick_colours="yes")
    for column in (1, 2, 3):
        page.locator(f'[data-pick="column:{column}"]').first.click()
        expect(page.locator('[aria-label="What happened"] li')).to_have_count(column)
    resign(page)
    page.get_by_role("link", name="Replay").click()
    at(page, 0)
    return page


def test_a_match_is_walked_through_by_keys_buttons_and_lines(site: Site) -> None:
    page = replayed(site)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, 4)
    page.get_by_role("button", name="Back", exact=True).click()
    at(page, 3)
    page.get_by_role("list", name="Moves").get_by_role("button").nth(2).click()
    at(page, 2)
    expect(page.locator(".sentence")).to_contain_text("dropped into column 2")
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, 4)
    expect(page.locator(".sentence")).to_contain_text("won:")

    assert violations(page) == {}
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.locator(".tools").get_by_role("status")).to_contain_text("Verified:")


def test_a_match_is_played_on_from_a_picture(site: Site) -> None:
    page = replayed(site)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.get_by_label("Computer").select_option("novice")
    page.get_by_role("button", name="Play from here").click()

    expect(page.locator(".match")).to_be_visible()
    expect(page.get_by_text("Your turn").first).to_be_attached()
    resign(page)
    expect(page.locator("#ending-title")).to_have_text("Computer (Novice) won: you resigned.")
    assert page.get_by_text("You gained").count() == 0


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, TABLET, DESK], ids=["phone", "landscape", "tablet", "desk"])
def test_a_saved_game_is_opened_and_fits_the_screen(site: Site, size: ViewportSize) -> None:
    page = site.visit("/replay", size=size, motion="reduced")
    page.get_by_label("Or paste its text").fill("nonsense")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_contain_text("neither a match file nor a game in another format")
    page.get_by_label("Or paste its text").fill(PDN)
    page.get_by_role("button", name="Show").click()
    at(page, 0)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Asa vs Marion")
    for control in ("First", "Back", "Play", "Forward", "Last"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_in_viewport(ratio=1)

    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hidden_game_is_seen_by_each_player_and_by_both(site: Site) -> None:
    page = site.visit(motion="reduced")
    start_match(page, "whist", ME, computer())
    resign(page)
    page.get_by_role("link", name="Replay").click()
    at(page, 0)
    viewers = page.get_by_label("Seen by")
    expect(viewers).to_have_value("0")
    viewers.select_option("both")

    expect(page.locator(".stage")).to_have_count(2)
    viewers.select_option("-1")
    expect(page.locator(".stage")).to_have_count(1)
