"""Tiles and cards are dragged to where they are played, and lie there until the move is made."""

from playwright.sync_api import Locator, Page, expect

from support.browser import ME, PHONE, Site, computer, start_match

LOG = '[aria-label="What happened"] li'
CARD = '[data-pick^="card:"][data-drag]'


def drag(page: Page, source: Locator, target: Locator) -> None:
    for at, act in ((source, page.mouse.down), (target, page.mouse.up)):
        box = at.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        act()


def test_a_card_is_dragged_to_the_trick_and_put_back_elsewhere(site: Site) -> None:
    page = site.visit(size=PHONE, motion="reduced")
    start_match(page, "whist", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, ceremony="quick")
    page.locator(".curtain button").click()
    card, trick = page.locator(CARD).last, page.locator('[data-drop="trick"]')
    expect(card).to_be_visible()

    drag(page, card, page.locator('[aria-label="Round"]'))
    expect(page.locator(".drag-ghost")).to_have_count(0)
    assert page.locator(".trick [data-card]").count() == 0

    drag(page, card, trick)
    page.locator(".curtain button").click()
    expect(page.locator(".trick [data-card]")).to_have_count(1)


def test_a_tile_lies_on_its_cell_until_it_is_submitted(site: Site) -> None:
    page = site.visit(size=PHONE, motion="reduced")
    start_match(page, "matches_and_patches", ME, computer(), board="small")
    tile, cell = page.locator('[data-pick^="tile:"]').first, page.locator('[data-pick="cell:2,2"]')
    expect(tile).to_have_attribute("data-mark", "can")

    drag(page, tile, cell)
    expect(cell.locator(".tile")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(cell.locator(".tile")).to_have_count(0)

    drag(page, tile, cell)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(LOG).filter(has_text="You placed").filter(has_text="on (2,2)")).to_have_count(1)


def test_a_lesson_asks_to_submit_as_a_match_does(site: Site) -> None:
    page = site.visit("/learn/matches_and_patches/1", size=PHONE)
    for _ in ("the tile", "the cell"):
        page.locator('.stage [data-mark="gold"]').click()

    page.get_by_role("button", name="Submit").click()

    expect(page.locator(".asked")).to_contain_text("Both tiles were laid at once")
