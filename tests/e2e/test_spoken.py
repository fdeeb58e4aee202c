"""What a screen reader says during a match of each game, compared with the transcripts that are kept.

`PARLOUR_RECORD=1 pytest tests/e2e/test_spoken.py` writes them anew; the difference is to be read by a person.
"""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import Site, start_match
from support.server_process import Forked, forking
from support.ui_drivers import Keys, Taste, bold

ROOT = Path(__file__).parents[2]
READER = ROOT / "web/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
RESERVED = Path(__file__).parent / "spoken"
SEED = 11
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


@pytest.fixture(scope="module")
def dealt_alike(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forking(tmp_path_factory.mktemp("spoken"), seed=SEED) as server:
        server.start()
        server.wait_until_ready()
        yield server


def first(picks: list[str], _page: Page, /) -> str:
    return picks[0]


def last(picks: list[str], _page: Page, /) -> str:
    return picks[-1]


class Listener(Keys):
    """Somebody at the keyboard who hears the page."""

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


@pytest.mark.parametrize(
    ("game", "taste", "options"),
    [
        ("connect_four", first, {}),
        ("checkers", first, {"quiet_ply_limit": 6}),
        ("matches_and_patches", first, {"board": "small"}),
        ("patchwork", last, {}),
        ("raptor", bold(1), {}),
        ("sanguine", first, {}),
        ("whist", last, {"ceremony": "quick"}),
    ],
)
def test_a_match_is_spoken_as_it_was(
    browser: Browser, dealt_alike: Forked, game: str, taste: Taste, options: dict[str, int | str]
) -> None:
    site = Site(browser, dealt_alike.address, bypass_csp=True)
    page = site.visit(motion="reduced")
    start_match(page, game, {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, **options)
    expect(page.locator(".stage, .curtain").first).to_be_visible()
    page.evaluate(START, READER.read_text("utf8"))
    listener = Listener(page, taste)

    listener.play_to_the_end()
    listener.step()

    spoken = "\n".join(listener.heard) + "\n"
    path = RESERVED / f"{game}.txt"
    if os.environ.get("PARLOUR_RECORD"):
        RESERVED.mkdir(exist_ok=True)
        path.write_text(spoken, "utf8")
    assert spoken == path.read_text("utf8")
    site.leave()


@pytest.mark.parametrize("path", sorted(RESERVED.glob("*.txt")), ids=lambda path: path.stem)
def test_nothing_is_spoken_twice(path: Path) -> None:
    lines = path.read_text("utf8").splitlines()

    assert lines
    assert not [line for line, following in itertools.pairwise(lines) if line == following]
