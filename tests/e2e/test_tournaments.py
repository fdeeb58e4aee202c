"""Tournaments in the browser: made on a page, joined by its link, played, and counted."""

from playwright.sync_api import Page, expect

from support.accessibility import LOOKS, violations
from support.browser import PHONE, Site, resign
from support.ui_drivers import MOST_STEPS, Keys, any_of, press_enter, tab_to

PASSWORD = "correct horse battery"


def sign_up(page: Page, name: str) -> None:
    page.evaluate(
        """async (body) => {
          await fetch("/api/account", {
            method: "POST", body: JSON.stringify(body), headers: {"content-type": "application/json"}});
        }""",
        {"name": name, "password": PASSWORD},
    )


def make(page: Page, **changes: str) -> str:
    """Fill in the form of a new tournament with the keyboard and create it; returns the address of its page."""
    page.goto("/tournaments/new")
    page.get_by_label("Game", exact=True).select_option(label="Connect Four")
    for label, value in changes.items():
        field = page.get_by_label(label.replace("_", " "), exact=True)
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Create tournament").press("Enter")
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    return page.url


def standings(page: Page) -> list[list[str]]:
    rows = page.get_by_role("table", name="Standings").locator("tbody tr")
    return [[" ".join(cell.split()) for cell in row.locator("td, th").all_inner_texts()] for row in rows.all()]


def test_two_people_play_an_arena_that_was_made_by_link(site: Site) -> None:
    ann, ben = site.visit("/"), site.visit("/", size=PHONE)
    sign_up(ann, "Antonia")
    ann.goto("/tournaments/new")
    ann.get_by_label("List it for everyone").uncheck()
    found = violations(ann)
    link = make(ann, Name="Friday cup")
    expect(ann.get_by_role("heading", name="Friday cup", level=1)).to_be_visible()
    ann.get_by_role("button", name="Join").click()
    ben.goto(link)
    ben.get_by_role("button", name="Join").click()
    found |= violations(ben)
    expect(ann.get_by_text("2 players")).to_be_visible()
    ann.get_by_role("button", name="Start now").click()

    expect(ann.get_by_role("heading", name="Your match is ready")).to_be_visible()
    ann.get_by_role("button", name="Stay here").click()
    found |= violations(ann)
    expect(ann.get_by_text("Your match goes on")).to_be_visible()
    ben.wait_for_url("**/match/**")  # the countdown has led there
    expect(ben.get_by_text("Waiting for Antonia to open the match.")).to_be_visible()
    ann.get_by_role("link", name="Open match").click()
    for page in (ann, ben):
        expect(page.locator(".stage")).to_be_visible()
    resign(ann)
    ann.get_by_role("link", name="Back to tournament").click()
    expect(ann.get_by_role("link", name="Replay")).to_be_visible()
    found |= violations(ann)
    first, second = standings(ann)
    ben.get_by_role("link", name="Back to tournament").click()  # now both are there: the next match begins

    assert first[0] == "1"
    assert first[-1] == "2"
    assert second[1].startswith("Antonia")
    assert second[-2:] == ["0–0–1", "0"]
    expect(ben.get_by_role("heading", name="Your match is ready")).to_be_visible()
    assert found == {}


def test_a_tournament_is_made_joined_and_played_with_the_keyboard_alone(site: Site) -> None:
    ann, ben = site.visit("/"), site.visit("/")
    sign_up(ann, "Cornelia")
    ann.goto("/tournaments")
    press_enter(ann, ann.get_by_role("link", name="New tournament"))
    tab_to(ann, ann.get_by_label("Arena", exact=True))
    ann.keyboard.press("ArrowRight")
    tab_to(ann, ann.get_by_label("Game", exact=True))
    ann.keyboard.type("Connect")
    tab_to(ann, ann.get_by_label("Rounds"))
    ann.keyboard.press("Control+A")
    ann.keyboard.type("1")
    tab_to(ann, ann.get_by_label("Name", exact=True))
    ann.keyboard.type("Keyboard cup")
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("heading", name="Keyboard cup")).to_be_visible()
    expect(ann.get_by_text("Connect Four · Swiss, 1 round")).to_be_visible()
    press_enter(ann, ann.get_by_role("button", name="Join"))
    expect(ann.get_by_role("button", name="Leave")).to_be_focused()
    ben.goto(ann.url)
    press_enter(ben, ben.get_by_role("button", name="Join"))
    expect(ann.get_by_text("2 players")).to_be_visible()
    press_enter(ann, ann.get_by_role("button", name="Start now"))
    hands = [Keys(page, any_of(1)) for page in (ann, ben)]
    for each in hands:
        expect(each.page.locator(".stage")).to_be_visible()  # the countdown has led there
    for number in range(MOST_STEPS):
        hands[number % 2].step()
        if sum(each.actions for each in hands) >= 4:
            break
    press_enter(ann, ann.get_by_role("button", name="Resign"))
    press_enter(ann, ann.get_by_role("button", name="Yes, resign"))
    press_enter(ann, ann.get_by_role("link", name="Back to tournament"))
    expect(ann.locator(".status")).to_contain_text("Won by")
    first, second = standings(ann)

    assert first[-3:] == ["1–0–0", "0", "2"]
    assert second[1].startswith("Cornelia")
    assert second[-1] == "0"


def test_the_computer_fills_an_empty_seat_and_the_result_is_in_the_profile(site: Site) -> None:
    page = site.visit("/")
    sign_up(page, "Berta")
    page.goto("/tournaments/new")
    page.get_by_label("Swiss").check()
    page.get_by_label("Rounds").fill("1")
    page.get_by_label("Computers").select_option(label="One, when the number of players is odd")
    page.get_by_label("Level").select_option(label="Novice")
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Start now").click()
    expect(page.locator(".stage")).to_be_visible()
    resign(page)
    page.get_by_role("link", name="Back to tournament").click()
    expect(page.get_by_text("Over", exact=True)).to_be_visible()
    page.goto("/tournaments")
    expect(page.get_by_role("region", name="Finished")).to_contain_text("swiss")
    found = violations(page, LOOKS[:2])
    page.goto("/people/Berta")

    expect(page.get_by_role("region", name="Tournaments")).to_contain_text("1st of 1, 0 points")
    assert found == {}


def test_an_unknown_tournament_and_a_guest_who_wants_to_host_are_told_what_to_do(site: Site) -> None:
    page = site.visit("/tournaments/nowhere")
    expect(page.get_by_role("heading", name="There is no such tournament")).to_be_visible()
    found = violations(page, LOOKS[:1])
    page.goto("/tournaments")
    found |= violations(page, LOOKS[:1])
    page.get_by_role("link", name="New tournament").click()

    expect(page.get_by_role("link", name="Sign in").last).to_be_visible()
    assert found == {}
