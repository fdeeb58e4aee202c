"""Players read the chances of the sides before a match and in the rules, as long as they hold."""

import re

from playwright.sync_api import expect

from support.accessibility import violations
from support.browser import PHONE, Site

SENTENCE = re.compile(r"Between two computers at Expert level, Black won \d+ of 100 matches and White \d+")


def test_the_chances_are_told_beside_the_levels_and_the_sides_until_an_option_changes_them(site: Site) -> None:
    page = site.visit("/games/checkers", size=PHONE)
    told = page.locator("summary", has_text="All levels")
    expect(told).to_contain_text(SENTENCE)
    told.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name=re.compile(r"^Novice \d+ \d+"))).to_be_visible()
    assert violations(page) == {}
    page.get_by_text("Options (default)").click()
    expect(page.get_by_label("Who goes first")).to_have_accessible_description(SENTENCE)
    page.get_by_label("Coin toss for colours").check()
    expect(told).to_be_visible()  # which changes nothing

    page.get_by_label("Draw by repetition").fill("5")
    page.keyboard.press("Tab")

    expect(told).not_to_be_attached()
    expect(page.get_by_label("Who goes first")).not_to_have_accessible_description(SENTENCE)


def test_the_rules_have_a_table_of_the_chances(site: Site) -> None:
    page = site.visit("/rules/checkers", size=PHONE)
    page.get_by_role("link", name="Chances of the sides").click()

    table = page.get_by_role("table", name=re.compile("Wins in 100 matches"))
    expect(table.get_by_role("columnheader")).to_have_text(["Level", "Black", "White", "Draws"])
    expect(table.get_by_role("rowheader", name="Expert")).to_be_visible()
    assert violations(page) == {}
