"""The table of Patchwork: a circle that turns, a patch that is held, and games that begin as strings."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import parlour.games
from support.browser import DESK, ME, PHONE, Site, computer, start_match

CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"
VECTORS = Path(parlour.games.__file__).parent / "patchwork/tests/vectors.json"
LOG = '[aria-label="What happened"] li'
SMALLEST_PX = 44
# Where the ghost of the held patch lies on the quilt: its left, top, right and bottom, in cells.
GHOST = """() => {
  const [ghost, quilt] = [".ghost", "[data-part=quilt]"].map((each) => document.querySelector(each));
  const [inner, { left, top, width }] = [ghost.getBoundingClientRect(), quilt.getBoundingClientRect()];
  const edges = [inner.left - left, inner.top - top, inner.right - left, inner.bottom - top];
  return edges.map((px) => Math.round((9 * px) / width));
}"""
# Which patches lie over each other, which leave the board, and whether the token is between the last and the first.
RING = """() => {
  const board = document.querySelector(".stage").getBoundingClientRect();
  const patches = [...document.querySelectorAll("[data-circle]")];
  const boxes = patches.map((each) => [each.dataset.circle, each.getBoundingClientRect()]);
  const overlap = ([, one], [, two]) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
    && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
  const over = boxes.flatMap((one, index) => boxes.slice(index + 1).filter((two) => overlap(one, two))
    .map((two) => one[0] + two[0]));
  const out = boxes.filter(([, box]) => box.left < board.left || box.right > board.right || box.top < board.top
    || box.bottom > board.bottom).map(([letter]) => letter);
  const middle = (box) => box.left + box.width / 2;
  const token = middle(document.querySelector("[data-neutral]").getBoundingClientRect());
  const isBetween = middle(boxes.at(-1)[1]) < token && token < middle(boxes[0][1]);
  return { count: boxes.length, over, out, isBetween };
}"""


def point(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the quilt, in cells, is on the screen."""
    box = page.locator("[data-part=quilt]").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"] / 9, box["y"] + y * box["width"] / 9


def open_match(site: Site, **visit: Any) -> Page:
    page = site.visit(**visit)
    start_match(page, "patchwork", ME, computer("casual"), circle=CIRCLE)
    expect(page.locator('[data-pick="patch:B"][data-mark="can"]')).to_be_visible()
    return page


def test_all_patches_lie_around_the_track_with_the_token_before_the_offers(site: Site) -> None:
    page = open_match(site, size=DESK)

    assert page.evaluate(RING) == {"count": 33, "over": [], "out": [], "isBetween": True}


def test_offers_are_large_enough_to_tap_on_a_phone_and_the_last_patch_can_be_reached(site: Site) -> None:
    page = open_match(site, size=PHONE, touch=True)

    for letter in "BUE":
        box = page.locator(f'[data-pick="patch:{letter}"]').bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST_PX
    last = page.locator('[data-circle="A"]')
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_a_mouse_holds_a_patch_inside_the_quilt_and_lays_it_where_it_is_shown(site: Site) -> None:
    page = open_match(site)
    page.locator('[data-pick="patch:E"]').click()  # two cells by three

    page.mouse.move(*point(page, 8.9, 0.1))
    assert page.evaluate(GHOST) == [7, 0, 9, 3]
    page.mouse.move(*point(page, 8.9, 8.9))
    assert page.evaluate(GHOST) == [7, 6, 9, 9]
    page.keyboard.press("r")
    assert page.evaluate(GHOST) == [6, 7, 9, 9]
    page.mouse.click(*point(page, 8.9, 8.9))

    expect(page.locator(LOG).first).to_contain_text(
        "You bought E for 3 buttons and laid it, turned right, at column G, row H."
    )


def test_a_tap_moves_a_patch_and_a_tap_on_it_lays_it(site: Site) -> None:
    page = open_match(site, size=PHONE, touch=True)
    page.locator('[data-pick="patch:U"]').tap()
    assert page.evaluate(GHOST) == [3, 3, 6, 6]

    page.touchscreen.tap(*point(page, 8.8, 0.2))
    assert page.evaluate(GHOST) == [6, 0, 9, 3]
    expect(page.locator(LOG).filter(has_text="bought")).to_have_count(0)
    page.touchscreen.tap(*point(page, 7.5, 1.5))

    page.get_by_role("button", name="Log").tap()
    expect(page.locator(LOG).first).to_contain_text("You bought U for 2 buttons and laid it at column G, row A.")


def test_the_arrow_keys_move_a_patch_and_stop_at_the_edge(site: Site) -> None:
    page = open_match(site)
    for key in ("b", "Enter"):
        page.keyboard.press(key)
    expect(page.locator('[data-pick="cell:AA"]')).to_be_focused()

    for key in ("ArrowRight",) * 9 + ("ArrowDown", "r"):
        page.keyboard.press(key)
    assert page.evaluate(GHOST) == [7, 1, 9, 3]
    page.keyboard.press("Enter")

    expect(page.locator(LOG).first).to_contain_text(
        "You bought B for 1 button and laid it, turned right, at column H, row B."
    )


def test_the_token_goes_to_the_place_of_a_patch_and_those_before_it_come_last(site: Site) -> None:
    page = site.visit(motion="reduced")
    start_match(page, "patchwork", ME, ME, circle=CIRCLE)
    page.locator('[data-pick="patch:U"]').click()
    page.mouse.click(*point(page, 1.5, 1.5))

    expect(page.locator(LOG).filter(has_text="moved from square 0 to 3.")).to_have_count(1)
    letters = page.locator("[data-circle]").evaluate_all("(all) => all.map((each) => each.dataset.circle).join('')")
    assert letters == f"{CIRCLE[3:]}AB"
    assert page.evaluate(RING) == {"count": 32, "over": [], "out": [], "isBetween": True}


def test_a_finished_string_opens_as_a_finished_game(site: Site) -> None:
    game = json.loads(VECTORS.read_text())["valid"][0]
    page = site.visit()
    start_match(page, "patchwork", ME, computer(), circle=game["circle"], placement=game["placement"])

    expect(page.locator("#ending-title")).to_contain_text("won")
    for words in ("to act", "to play", "your turn", "is choosing", "The game is over."):
        assert page.locator(".match").get_by_text(words).count() == 0, words
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_command_line_shows_a_move_that_can_be_played(site: Site) -> None:
    page = open_match(site)

    expect(page.locator("#command")).to_have_attribute("placeholder", "Type a move, e.g. BAAA")
