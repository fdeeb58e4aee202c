"""Every page is accessible: no violation of WCAG 2.2 AA in any theme and palette, on a phone and on a desk."""

import pytest
from playwright.sync_api import Page, expect

from parlour.core import registry
from support.accessibility import LOOKS, violations
from support.browser import DESK, ME, OPEN, PHONE, Site, computer, is_over, resign, start_match
from support.ui_drivers import Mouse, any_of

SIZES = {"phone": PHONE, "desk": DESK}
EVERY_SIZE = pytest.mark.parametrize("size", SIZES)
FLOWING = pytest.mark.parametrize(
    "path", ["/", "/games/whist", "/lobby", "/settings", "/account", "/people", "/matches", "/puzzles"]
)


PAGES = {
    "home": "/",
    "game": "/games/checkers",
    "lobby": "/lobby",
    "tournaments": "/tournaments",
    "settings": "/settings",
    "account": "/account",
    "recover": "/recover",
    "operator": "/operator",
    "leaders": "/leaders/checkers",
    "rules": "/rules/whist",
    "lesson": "/learn/checkers/3",
    "slide": "/slides/connect_four/1",
    "people": "/people",
    "matches": "/matches",
    "decks": "/decks",
    "licence": "/licence",
    "not found": "/nowhere",
}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
@EVERY_SIZE
def test_a_page_has_no_violation(site: Site, path: str, size: str) -> None:
    page = site.visit(path, size=SIZES[size])
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert violations(page) == {}


def at_the_beginning(page: Page) -> None:
    """Look at the table before anything was played."""


def in_the_middle(page: Page) -> None:
    hands = Mouse(page, any_of(5))
    for _ in range(14):
        hands.step()


def with_the_rules(page: Page) -> None:
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("region", name="Text of the rules")).to_contain_text("win")


def at_the_end(page: Page) -> None:
    page.get_by_role("button", name="Close").click()
    if not is_over(page):  # a short match may be
        resign(page)
    expect(page.locator("#ending-title")).to_be_visible()


# What changes between the other moments has no colours of its own.
MOMENTS = {at_the_beginning: LOOKS[:1], in_the_middle: LOOKS, with_the_rules: LOOKS[:1], at_the_end: LOOKS}
TABLES = [
    pytest.param(game, size, marks=() if (number + shift) % 2 else pytest.mark.long)
    for number, game in enumerate(registry.game_ids())
    for shift, size in enumerate(SIZES)
]


@pytest.mark.parametrize(("game", "size"), TABLES)
def test_a_table_has_no_violation(site: Site, game: str, size: str) -> None:
    page = site.visit(size=SIZES[size], motion="reduced")
    start_match(page, game, ME, computer())
    expect(page.locator(".stage [data-mark]").first).to_be_visible()

    found: dict[str, list[str]] = {}
    for moment, looks in MOMENTS.items():
        moment(page)
        found |= {f"{moment.__name__}, {look}": told for look, told in violations(page, looks).items()}

    assert found == {}


@EVERY_SIZE
def test_an_invitation_has_no_violation(site: Site, size: str) -> None:
    waiting, invited = (site.visit(size=SIZES[size]) for _ in range(2))
    invitation = start_match(waiting, "checkers", ME, OPEN)
    expect(waiting.get_by_label("Invite link")).to_be_visible()
    invited.goto(invitation)
    expect(invited.get_by_role("button", name="Join", exact=True)).to_be_visible()

    assert violations(waiting) == {}
    assert violations(invited) == {}


def test_the_curtain_shows_nothing_and_has_no_violation(site: Site) -> None:
    page = site.visit()
    start_match(page, "whist", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, ceremony="quick")
    expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()

    assert violations(page) == {}
    assert page.locator("[data-pick]").count() == 0
    assert "of spades" not in page.content()


@FLOWING
def test_a_page_flows_at_320_pixels(site: Site, path: str) -> None:
    page = site.visit(path, size={"width": 320, "height": 640})
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_board_is_one_tab_stop_for_each_zone(site: Site, game: str) -> None:
    page = site.visit()
    start_match(page, game, ME, computer(), **registry.load(game).preset("quick"))
    expect(page.locator(".stage [data-mark]").first).to_be_visible()

    stops = page.evaluate(
        """() => [...document.querySelectorAll(".stage [data-zone]")].map(
          (zone) => zone.querySelectorAll('[data-pick][tabindex="0"]').length)"""
    )

    assert stops
    assert set(stops) == {1}


TOO_SMALL = """() => [...document.querySelectorAll("button, a.button, select, input, nav a")]
  .filter((each) => each.checkVisibility() && !each.closest(".unseen, label"))
  .map((each) => [each.getBoundingClientRect(), each.outerHTML.slice(0, 80)])
  .filter(([box]) => box.height > 0 && box.height < 44)
  .map(([box, html]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${html}`)"""


@FLOWING
def test_targets_are_44_pixels_high(site: Site, path: str) -> None:
    page = site.visit(path, size=PHONE, touch=True)
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert page.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize(("game", "pick"), [("checkers", "square:14"), ("connect_four", "column:4")])
def test_a_square_is_44_pixels_wide_on_a_phone(site: Site, game: str, pick: str) -> None:
    page = site.visit(size=PHONE, touch=True)
    start_match(page, game, ME, computer(), quick_colours="yes")

    box = page.locator(f'[data-pick="{pick}"]').bounding_box()

    assert box is not None
    assert box["width"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
