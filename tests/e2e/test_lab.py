"""The lab page: runs, ratings, the cross table, curves, and each match one click from its replay."""

import pytest
from playwright.sync_api import ViewportSize, expect

from support.accessibility import violations
from support.browser import DESK, PHONE, Site, Theme
from support.lab import NAME, fill
from support.server_process import Forked


@pytest.fixture(scope="module", autouse=True)
def runs(server: Forked) -> None:
    fill(server.data / "lab")


def test_a_match_is_one_click_from_its_replay(site: Site) -> None:
    page = site.visit("/", motion="reduced")
    page.get_by_role("contentinfo").get_by_role("link", name="Lab").click()
    page.get_by_role("link", name=NAME).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    expect(page.get_by_role("table").first.get_by_role("row")).to_have_count(3)
    page.get_by_role("link", name="Replay match 6,").click()
    expect(page.locator(".replay")).to_have_attribute("data-place", "0")
    page.keyboard.press("End")
    expect(page.locator(".sentence")).not_to_be_empty()
    page.get_by_role("link", name="Back to").click()

    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    assert site.errors == []


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESK, "light")], ids=["phone", "desk"])
def test_the_pages_fit_and_are_accessible(site: Site, size: ViewportSize, theme: Theme) -> None:
    page = site.visit("/lab", size=size, theme=theme, motion="reduced")
    for path in ("/lab", f"/lab/{NAME}", "/lab/training"):
        page.goto(path)
        expect(page.locator(".sheet").first).to_be_visible()
        page.wait_for_load_state("networkidle")

        assert violations(page) == {}, path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(
            "[...document.querySelectorAll('.scrolled')].every((each) => each.scrollWidth <= each.clientWidth)"
        ), path


def test_a_match_of_a_run_is_analysed_and_a_mistake_tried_again(site: Site) -> None:
    page = site.visit(f"/replay/lab/{NAME}/4", motion="reduced")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("rowheader", name="Accuracy")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("link", name="Match file")).to_have_attribute("href", f"/api/lab/{NAME}/matches/4/file")
    page.get_by_role("button", name="Next mistake").click()
    page.get_by_role("button", name="Try again").click()

    expect(page.locator(".replay.trying")).to_be_visible()
    assert site.errors == []


def test_a_cell_of_the_cross_table_is_chosen_by_keys_and_a_curve_is_a_table_too(site: Site) -> None:
    page = site.visit(f"/lab/{NAME}", motion="reduced")
    cell = page.get_by_role("button", name="Show the matches").first
    cell.focus()
    page.keyboard.press("Enter")
    expect(cell).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Show all matches").click()
    expect(cell).to_have_attribute("aria-pressed", "false")
    page.goto("/lab/training")
    page.get_by_text("As a table").click()

    expect(page.get_by_role("group", name="loss: table").get_by_role("row")).to_have_count(4)
