"""What happens at the table can be followed: one thing after another, until a tap shows the newest state."""

from playwright.sync_api import Page, expect

from support.browser import ME, PHONE, Site, computer, start_match

LOG = '[aria-label="What happened"] li'
CAN = '.stage [data-mark="can"]'


def draw_two(page: Page) -> None:
    """Take two checkers from the bag after the computer: while it is shown taking its own, a tap only ends that."""
    expect(page.locator(LOG).filter(has_text="Computer (Novice) took")).to_have_count(2)
    for number in (7, 8):
        page.locator(f'[data-pick="bag:{number}"][data-mark="can"]').click()


def test_a_tap_on_the_board_shows_the_newest_state_and_does_nothing_else(site: Site) -> None:
    page = site.visit(speed="relaxed")
    start_match(page, "connect_four", ME, computer())
    draw_two(page)
    expect(page.locator(CAN)).to_have_count(0)
    expect(page.locator(LOG).last).not_to_contain_text("drew")

    page.locator(".stage").click(position={"x": 200, "y": 200})

    expect(page.locator(LOG).filter(has_text=" drew ")).to_have_count(1)
    assert page.locator(LOG).filter(has_text="You took").count() == len((7, 8))


def test_the_tab_says_whose_turn_it_is(site: Site) -> None:
    page = site.visit()
    start_match(page, "sanguine", ME, computer())
    expect(page.locator(CAN).first).to_be_visible()

    expect(page).to_have_title("● Your turn – Sanguine vs Computer (Novice)")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-turn.svg")


def test_passing_with_a_card_to_play_asks_first(site: Site) -> None:
    page = site.visit()
    start_match(page, "sanguine", ME, computer())
    page.locator('[data-pick="pass"]').click()

    question = "You can still play a card. Pass anyway?"
    expect(page.locator(".asked")).to_have_text(question)
    expect(page.locator("#spoken")).to_have_text(question)
    page.get_by_role("button", name="No", exact=True).click()

    expect(page.locator(CAN).first).to_be_visible()
    expect(page.locator(LOG).filter(has_text="passed")).to_have_count(0)


def test_on_one_device_the_board_stays_still_and_nobody_is_you(site: Site) -> None:
    page = site.visit(size=PHONE)
    seats = ({"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"})
    start_match(page, "checkers", *seats, quick_colours="yes")
    first = page.locator(".square").first.get_attribute("data-pick")
    page.locator(CAN).first.click()
    page.locator(CAN).last.click()

    expect(page.locator(LOG)).to_have_count(1)
    expect(page.locator(CAN).first).to_be_visible()
    assert page.locator(".square").first.get_attribute("data-pick") == first
    assert "You" not in page.locator(LOG).inner_text()


def test_whist_has_no_curtain_before_there_are_hands(site: Site) -> None:
    page = site.visit(size=PHONE)
    start_match(page, "whist", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"})
    for place in (3, 4):
        page.locator(f'[data-pick="place:{place}"][data-mark="can"]').click()

    expect(page.locator(LOG).filter(has_text="picked")).to_have_count(2)
    assert page.locator(".curtain").count() == 0
