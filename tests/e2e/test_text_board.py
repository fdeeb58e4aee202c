"""A game that brings no code for the browser is played there on a board of text: Nim, from a package of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import DESK, ME, OPEN, PHONE, Site, computer, is_over, outcome, start_match

ROOT = Path(__file__).parents[2]
MOST_ACTIONS = 8  # as many as there are stones
READY_MS = 120_000  # the server starts at once and compiles the games then


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve with the package installed into a folder that only this server sees."""
    target, data = tmp_path_factory.mktemp("packages"), tmp_path_factory.mktemp("data")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(target), str(ROOT / "examples/nim")], check=True, capture_output=True)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(target), *sys.path])}
    command = [sys.executable, "-u", "-m", "parlour", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield next(line for line in server.stdout if "http://" in line).rpartition("http://")[2].strip()
        server.terminate()


@pytest.fixture
def nim(browser: Browser, address: str) -> Iterator[Site]:
    site = Site(browser, address)
    yield site
    site.leave()


def visit(nim: Site, **look: Any) -> Page:
    """Open the page of the game and wait until the server has compiled it."""
    page = nim.visit("/games/nim", **look)
    expect(page.get_by_role("button", name="Novice")).to_have_attribute("aria-disabled", "false", timeout=READY_MS)
    return page


def choose(page: Page) -> None:
    """Choose the first action as soon as there is one, by keyboard."""
    page.get_by_role("list", name="Choices").get_by_role("button").first.press("Enter")


def heaps(page: Page) -> str:
    return page.get_by_label("Position", exact=True).inner_text()


def test_two_people_play_it_on_one_device_to_the_end(nim: Site) -> None:
    page = visit(nim, size=PHONE)
    start_match(page, "nim", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"})
    expect(page.get_by_label("Position", exact=True)).to_contain_text("3: o o o o")
    seen = {heaps(page)}

    for _ in range(MOST_ACTIONS):
        before = heaps(page)
        choose(page)
        expect(page.get_by_label("Position", exact=True)).not_to_have_text(before)
        seen.add(heaps(page))
        if is_over(page):
            break

    assert "won" in outcome(page)
    assert len(seen) > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_it_is_played_against_the_computer_from_its_page(nim: Site) -> None:
    page = visit(nim, size=DESK)
    page.get_by_role("button", name="Novice").click()
    expect(page.get_by_label("Position", exact=True)).to_be_visible()

    ending, choices = page.locator("#ending-title"), page.get_by_role("list", name="Choices")
    for _ in range(MOST_ACTIONS):
        expect(ending.or_(choices)).to_be_visible()
        if is_over(page):
            break
        before = heaps(page)
        choose(page)
        expect(page.get_by_label("Position", exact=True)).not_to_have_text(before)

    assert "won" in outcome(page)


def test_spectators_see_the_position_and_choose_nothing(nim: Site) -> None:
    player, spectator = visit(nim), nim.visit()
    link = start_match(player, "nim", ME, computer())
    expect(player.get_by_label("Position", exact=True)).to_be_visible()

    spectator.goto(link)

    expect(spectator.get_by_label("Position", exact=True)).to_contain_text("3: o o o o")
    expect(spectator.get_by_role("list", name="Choices")).to_have_count(0)


def test_its_pages_work_without_code_of_its_own(nim: Site) -> None:
    page = visit(nim)
    page.goto("/")
    expect(page.get_by_role("link", name="Nim")).to_be_visible()

    page.goto("/rules/nim")
    expect(page.get_by_role("article")).to_contain_text("takes the last one")

    page.goto("/")
    start_match(page, "nim", ME, OPEN)
    expect(page.get_by_label("Invite link")).to_be_visible()
