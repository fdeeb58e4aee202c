"""Sanguine can be followed and read: influence spreads, cards open, rows are counted; and decks can be simulated."""

import re

from playwright.sync_api import Page, expect

import parlour
from support.accessibility import violations
from support.browser import ME, PHONE, Site, computer, start_match
from support.scenes import VIEWER, ScenePage, table

SIMULATED_MS = 60_000  # 500 matches, with patience
FIXED = {"shuffle": "no", "red_deck": "harbor", "blue_deck": "grove"}
# The cells whose pawns change, one list for each time that the page is drawn differently.
WATCH = """() => {
  const pawns = (cell) => cell.getAttribute("aria-label").match(/(\\d) pawn/)?.[1] ?? "0";
  const cells = [...document.querySelectorAll('[data-pick^="cell:"]')];
  const seen = new Map(cells.map((cell) => [cell, pawns(cell)]));
  window.batches = [];
  new MutationObserver(() => {
    const changed = cells.filter((cell) => pawns(cell) !== seen.get(cell));
    for (const cell of changed) seen.set(cell, pawns(cell));
    if (changed.length) window.batches.push(changed.map((cell) => cell.dataset.pick));
  }).observe(document.querySelector(".field"), { subtree: true, attributeFilter: ["aria-label"] });
}"""
# What is told of each row while it is lit, behind its cells, with the totals so far.
COUNT = """() => {
  window.counted = [];
  const cells = [0, 1, 2].map((row) => document.querySelector(`[data-pick="cell:${row},0"]`));
  new MutationObserver(() => {
    const lit = document.querySelector(".lit")?.getBoundingClientRect();
    const isIn = (cell) => lit && Math.abs(lit.y + lit.height / 2 - cell.y - cell.height / 2) < 2 && lit.x < cell.x;
    const row = cells.findIndex((cell) => isIn(cell.getBoundingClientRect()));
    if (row < 0 || window.counted.at(-1)?.[0] === row) return;
    const totals = [...document.querySelectorAll("[data-total]")].map((each) => each.textContent).join(" to ");
    window.counted.push([row, totals, document.querySelector(".told").textContent]);
  }).observe(document.querySelector(".sanguine"), { subtree: true, childList: true, characterData: true });
}"""


def place(page: Page, card: str, cell: str) -> None:
    """Place a card of one's hand."""
    page.locator(f'[data-pick="{card}"]').click()
    page.locator(f'[data-pick="{cell}"]').click()


def test_influence_spreads_from_a_card_cell_by_cell(site: Site) -> None:
    page = site.visit(speed="normal")
    start_match(page, "sanguine", ME, computer(), **FIXED)
    expect(page.locator('[data-pick="hand:0"][data-mark="can"]')).to_be_visible()
    page.evaluate(WATCH)

    place(page, "hand:0", "cell:1,0")

    expect(page.get_by_label("What happened")).to_contain_text("Computer (Novice) drew a card.")
    card, *influenced = page.evaluate("window.batches")[:4]
    assert card == ["cell:1,0"]
    assert sorted(influenced) == [["cell:0,0"], ["cell:1,1"], ["cell:2,0"]]


def test_a_tap_on_a_card_on_the_board_opens_it(site: Site) -> None:
    page = site.visit(size=PHONE, touch=True)
    start_match(page, "sanguine", ME, computer(), **FIXED)
    place(page, "hand:0", "cell:1,0")
    card = page.locator('[data-pick="cell:1,0"]')
    expect(card.locator(".card")).to_be_visible()
    expect(page.locator('[data-pick="pass"][data-mark="can"]')).to_be_visible()
    opened = page.locator("[data-part=inspect]")
    expect(opened).to_have_count(0)

    card.tap(force=True)  # it cannot be picked
    expect(opened).to_contain_text("Deckhand Yours, on A2. Worth 1 now.")
    box, stage = opened.bounding_box(), page.locator(".stage").bounding_box()
    assert box
    assert stage
    assert stage["x"] <= box["x"]
    assert box["y"] + box["height"] <= stage["y"] + stage["height"]

    card.tap(force=True)  # it cannot be picked
    expect(opened).to_have_count(0)
    expect(card).to_have_attribute(
        "aria-description", "Deckhand, costs 1 pawn, worth 1, reaches 1 up, 1 right and 1 down"
    )


def test_rows_are_counted_one_after_another_at_the_end(site: Site) -> None:
    position = parlour.new("sanguine", 1, **FIXED)
    for number, action in enumerate(["0@0,0", "0@2,4", "pass"]):
        position = position.play(number % 2, action)
    scene = ScenePage(site, "sanguine", speed="normal", motion="full")
    scene.send(table(position, 1))
    expect(scene.page.locator('[data-pick="hand:0"]')).to_be_visible()
    happened = position.narrate(1, position.legal_actions(1)[-1], VIEWER)
    scene.page.evaluate(COUNT)

    scene.update(table(position.play(1, "pass"), 2), happened)

    expect(scene.page.locator("#ending-title")).to_be_visible()
    assert scene.page.evaluate("window.counted") == [
        [0, "1 to 0", "You won row 1, 1 to 0: 1 point."],
        [1, "1 to 0", "Row 2 is tied, 0 to 0: it counts for nobody."],
        [2, "1 to 1", "Blue won row 3, 1 to 0: 1 point."],
    ]
    assert scene.page.locator(".lit").count() == 0


def test_the_workshop_simulates_matches_by_keyboard(site: Site) -> None:
    page = site.visit("/decks")
    page.get_by_role("button", name="Meadow: spreads").click()
    fairness = page.get_by_role("region", name="How fair is it?")
    fairness.get_by_label("Level").select_option("novice")
    button = fairness.get_by_role("button")
    button.focus()

    page.keyboard.press("Enter")

    expect(fairness).to_contain_text(re.compile(r"Red won \d+% of 500 matches\."), timeout=SIMULATED_MS)
    expect(fairness).to_contain_text("Novice against Novice: Red won ")
    expect(page.locator("#spoken")).to_contain_text("of 500 matches.")
    expect(button).to_be_focused()
    assert violations(page) == {}


def test_a_simulation_can_be_cancelled(site: Site) -> None:
    page = site.visit("/decks", size=PHONE)
    page.get_by_role("button", name="Harbor: reaches").click()
    fairness = page.get_by_role("region", name="How fair is it?")
    fairness.get_by_label("Level").select_option("master")
    fairness.get_by_role("button", name="Simulate 500 matches").click()
    expect(fairness.get_by_role("progressbar")).to_be_visible()

    fairness.get_by_role("button", name="Cancel").click()

    expect(fairness.get_by_role("button", name="Simulate 500 matches")).to_be_visible()
    expect(fairness.get_by_role("progressbar")).to_have_count(0)
