"""The pages around the table: ways into a game, names and decks of one's own, histories."""

from playwright.sync_api import Page, expect

from support.browser import PHONE, Site, computer, start_match

PASSWORD = "a lamp over the table"


def test_raptor_leads_from_its_splash_to_a_side_and_an_opponent(site: Site) -> None:
    page = site.visit("/games/raptor", size=PHONE)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("heading", name="The story")).to_be_focused()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="How to play")).to_be_focused()
    page.get_by_role("button", name="Ready to play").click()
    page.get_by_role("button", name="Scientist Capture").click()
    expect(page.locator(".chosen").first).to_contain_text("Scientist")
    page.get_by_role("button", name="Ready").click()
    page.get_by_role("button", name="Novice").click()

    expect(page.locator(".bar").filter(has_text="you")).to_contain_text("Scientist")


def test_matches_and_patches_begins_with_start_or_slideshow(site: Site) -> None:
    page = site.visit("/games/matches_and_patches")
    page.get_by_role("link", name="Slideshow").click()
    expect(page.get_by_role("heading", name="The tiles")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="The large board")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="The tiles")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Start", exact=True).click()

    expect(page.locator(".stage [data-mark]").first).to_be_visible()


def choose_name(page: Page, name: str) -> None:
    page.goto("/settings")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"You play as {name} (guest).")).to_be_visible()


def test_a_guest_has_a_name_and_brings_settings_into_an_account(site: Site) -> None:
    page = site.visit("/settings")
    page.get_by_label("Dark").check()
    page.get_by_label("Four colours").check()
    choose_name(page, "Mira")
    page.goto("/account")
    expect(page.get_by_text("You are playing as Mira (guest).")).to_be_visible()
    page.get_by_label("Name").last.fill("Mirabella")
    page.get_by_label("Password", exact=True).last.fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name="Mirabella")).to_be_visible()

    page.evaluate("localStorage.clear()")
    page.goto("/settings")

    expect(page.get_by_label("Dark")).to_be_checked()
    expect(page.get_by_label("Four colours")).to_be_checked()
    expect(page.get_by_label("Sounds")).not_to_be_checked()


def test_a_history_speaks_in_words_and_leads_to_its_matches(site: Site) -> None:
    page = site.visit()
    start_match(page, "connect_four", {"kind": "me"}, computer(), quick_colours="yes")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("#ending-title")).to_be_visible()
    match = page.url
    page.goto("/people")
    expect(page.get_by_text("By resignation")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("link", name="vs Computer (Novice)").click()
    expect(page.locator(".stage")).to_be_visible()

    assert page.url == match.replace("/match/", "/replay/")
    assert not [url for url in asked if "/api/people/" in url or "/api/me/" in url]


def test_the_player_who_joins_brings_a_deck(site: Site) -> None:
    host, guest = site.visit(), site.visit()
    choose_name(host, "Ann")
    path = start_match(host, "sanguine", {"kind": "me"}, {"kind": "open"})
    expect(host.get_by_role("heading", name="waiting for an opponent")).to_be_visible()
    guest.goto(path)
    expect(guest.get_by_role("heading", name="Ann (guest) invites you to Sanguine")).to_be_visible()
    guest.get_by_label("Blue's deck").select_option(label="Grove")
    expect(guest.get_by_role("list", name="Cards of this deck")).to_contain_text("×2")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator(".stage")).to_be_visible()

    expect(host.locator(".stage [data-mark]").first).to_be_visible()
    expect(host).to_have_url(guest.url)
