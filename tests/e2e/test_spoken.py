"""What a screen reader says during a match of each game, compared with the `spoken.txt` among the game's own tests.

`PARLOUR_RECORD=1 pytest tests/e2e/test_spoken.py -m "long or not long"` rewrites them: review the difference as a
listener would. `make test` compares only the first phrases of a match.
"""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour.core import registry
from support.browser import Site, start_match
from support.browser_play import browser_play
from support.server_process import Forked
from support.ui_drivers import Keys, Taste

ROOT = Path(__file__).parents[2]
READER = ROOT / "web/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
SEED = 1
FIRST_STEPS = 25
GAMES = registry.game_ids()
# The reader is a module; a page of ours would refuse one that is not its own, so this browser does not ask.
START = """async (source) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { virtual } = await import(url);
  window.reader = virtual;
  await virtual.start({ container: document.body });
}"""
# Either more is to be picked, or the action is played and told, or what happened behind the curtain.
ANSWERED = """(before) => document.querySelector("#spoken").textContent !== before
  || document.querySelector('.stage [data-mark="picked"]') !== null"""
# The reader has said what the page says now, if that is more than it said before.
CAUGHT_UP = """async (before) => {
  const words = document.querySelector("#spoken").textContent;
  return words === before || (await window.reader.spokenPhraseLog()).includes(`polite: ${words.trim()}`);
}"""
HEARD = """async () => {
  const log = await window.reader.spokenPhraseLog();
  await window.reader.clearSpokenPhraseLog();
  return log;
}"""


class Listener(Keys):
    """A person at the keyboard who hears the page."""

    def __init__(self, page: Page, taste: Taste) -> None:
        super().__init__(page, taste)
        self.heard: list[str] = []

    def play(self, pick: str, *, can_drag: bool) -> None:
        self.reach(pick)
        name = self.page.evaluate("document.activeElement.getAttribute('aria-label')")
        self.heard.append(f"> {name}")
        self.page.keyboard.press("Enter")

    def step(self) -> str:
        before = self.page.locator("#spoken").text_content()
        state = super().step()
        if state in ("pick", "ready", "covered"):
            self.page.wait_for_function(ANSWERED, arg=before)
        self.page.wait_for_function(CAUGHT_UP, arg=before)
        self.heard += [phrase for phrase in self.page.evaluate(HEARD) if phrase.startswith(("polite: ", "assertive: "))]
        return state


def listen(site: Site, game: str) -> Listener:
    """Start a match of two people on one device, with a screen reader."""
    play = browser_play(game)
    page = site.visit(motion="reduced")
    start_match(page, game, {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, **play.options)
    expect(page.locator(".stage [data-mark], .curtain").first).to_be_visible()  # with that the first prompt is spoken
    page.evaluate(START, READER.read_text("utf8"))
    return Listener(page, play.taste(SEED))


@pytest.fixture
def spoken_site(browser: Browser, server: Forked) -> Iterator[Site]:
    site = Site(browser, server.address, bypass_csp=True)
    yield site
    site.leave()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_begins_as_it_was_spoken(spoken_site: Site, game: str) -> None:
    listener = listen(spoken_site, game)

    for _ in range(FIRST_STEPS):
        listener.step()

    transcript = browser_play(game).transcript.read_text("utf8").splitlines()
    assert listener.heard
    assert listener.heard == transcript[: len(listener.heard)]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_spoken_as_it_was(spoken_site: Site, game: str) -> None:
    listener = listen(spoken_site, game)

    listener.play_to_the_end()
    listener.step()

    spoken = "\n".join(listener.heard) + "\n"
    transcript = browser_play(game).transcript
    if os.environ.get("PARLOUR_RECORD"):
        transcript.write_text(spoken, "utf8")
    assert spoken == transcript.read_text("utf8")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_spoken_twice(game: str) -> None:
    lines = browser_play(game).transcript.read_text("utf8").splitlines()

    assert lines
    assert not [line for line, following in itertools.pairwise(lines) if line == following]
