"""Film strips of the pages, made by `make films`: what a person sees, picture by picture, on a phone.

For each game, a match against the computer with one picture for every happening, the first visit of a newcomer, and
what comes after the last move: the replay, its analysis, and a puzzle.
"""

import base64
import html
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect

from parlour.core import registry
from support.browser import ME, PHONE, Site, chromium, computer, is_over, resign, start_match
from support.browser_play import browser_play
from support.server_process import forking
from support.ui_drivers import Mouse

FOLDER = Path(__file__).parents[1] / "docs/screens/films"
FRAMES = 24  # of a match; it need not end
ACTIONS = 8  # of a newcomer's first match, before it is given up
IN_MS = 300  # a happening is on screen for at least so long
SEED = 7
SLOWEST_MS = 60_000  # an analysis
QUALITY = 55
WIDTH = 1100
LOG = '[aria-label="What happened"] li:not(.soft)'
STRIP = """<style>
  body { margin: 12px; font: 12px/1.3 system-ui; background: #fff; display: grid; grid-template-columns: repeat(8, 1fr);
         gap: 10px; }
  figure { margin: 0; } img { width: 100%; border: 1px solid #888; display: block; } figcaption { margin-top: 4px; }
</style>"""


class Frame(NamedTuple):
    """A picture and what it shows."""

    picture: bytes
    caption: str


def shoot(page: Page, caption: str) -> Frame:
    return Frame(page.screenshot(type="jpeg", quality=70), caption)


def keep(browser: Browser, name: str, frames: list[Frame]) -> None:
    """Write a strip, its pictures in the order of time."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 100})
    figures = (
        f'<figure><img src="data:image/jpeg;base64,{base64.b64encode(frame.picture).decode()}">'
        f"<figcaption>{number}. {html.escape(frame.caption)}</figcaption></figure>"
        for number, frame in enumerate(frames, start=1)
    )
    page.set_content(STRIP + "".join(figures))
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY, full_page=True)
    page.close()


def film_match(site: Site, game: str) -> list[Frame]:
    """Play a match at normal speed; keep a picture of each happening."""
    play = browser_play(game)
    page = site.visit(size=PHONE, touch=True, speed="normal")
    start_match(page, game, ME, computer("casual"), **play.options)
    expect(page.locator(".stage")).to_be_visible()
    hands, frames, told = Mouse(page, play.taste(SEED)), [shoot(page, "The match begins.")], 0
    while len(frames) < FRAMES and not is_over(page):
        lines = page.locator(LOG).all_text_contents()
        if len(lines) > told:
            page.wait_for_timeout(IN_MS)
            frames.append(shoot(page, " ".join(lines[told:])))
            told = len(lines)
        else:
            hands.step()
    return frames


class Film:
    """A page that is led from step to step, with a picture of each."""

    def __init__(self, site: Site) -> None:
        self.page = site.visit("/", size=PHONE, touch=True, speed="normal")
        self.frames: list[Frame] = []

    def step(self, caption: str, do: Callable[[], object], shown: str) -> None:
        """Do something, wait for what it shows, and take a picture."""
        do()
        expect(self.page.locator(shown).first).to_be_visible(timeout=SLOWEST_MS)
        self.page.wait_for_timeout(2 * IN_MS)
        self.frames.append(shoot(self.page, caption))


def film_newcomer(site: Site, game: str) -> list[Frame]:
    """Visit for the first time: home, the game, its tutorial, a match against Casual, a rematch."""
    film = Film(site)
    page, step, name = film.page, film.step, registry.load(game).name
    step("Home.", lambda: None, "main svg")
    step(f"{name}.", page.get_by_role("link", name=name).first.tap, "main svg")
    step("Tutorial.", page.get_by_role("link", name="Tutorial").first.tap, ".asked")
    page.go_back()
    step("Against Casual.", page.get_by_role("button", name="Casual").first.tap, ".stage [data-pick]")
    hands = Mouse(page, browser_play(game).taste(SEED))
    while hands.actions < ACTIONS or hands.look().state == "ready":  # to be confirmed
        hands.step()
    step("After some moves.", lambda: None, ".stage [data-pick]")
    step("The end.", lambda: resign(page), "#ending-title")
    step("Rematch.", page.get_by_role("button", name="Rematch").tap, ".stage [data-pick]")
    return film.frames


def film_afterwards(site: Site, game: str) -> list[Frame]:
    """Resign a match, replay and analyse it, look at its last move, then see the solution of a puzzle."""
    film = Film(site)
    page, step, play = film.page, film.step, browser_play(game)
    start_match(page, game, ME, computer("casual"), **play.options)
    hands = Mouse(page, play.taste(SEED))
    while (hands.actions < 3 * ACTIONS and not is_over(page)) or hands.look().state == "ready":
        hands.step()
    step("The end.", lambda: None if is_over(page) else resign(page), "#ending-title")
    step("Replay.", page.get_by_role("link", name="Replay").first.tap, ".replay .stage")
    step("Moves.", page.get_by_role("button", name="Moves, analysis").tap, ".side.open")
    step("Analysis.", page.get_by_role("button", name="Analyse").tap, "text=Show as a table")
    step("The same as a table.", page.get_by_role("button", name="Show as a table").tap, "dialog table")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    step("The last move.", page.get_by_role("button", name="Last", exact=True).tap, ".replay .stage")
    step("Puzzles of the day.", lambda: page.goto("/puzzles"), "main svg")
    step("A puzzle.", lambda: page.goto(f"/puzzles/{game}"), ".stage [data-pick]")
    step("Its solution.", page.get_by_role("button", name="Show the solution").tap, "text=Next puzzle")
    return film.frames


def main() -> None:
    """Retake all strips."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, forking(Path(data), seed=SEED) as server, chromium() as browser:
        server.start()
        server.wait_until_ready()
        site = Site(browser, server.address)
        for game in registry.game_ids():
            keep(browser, game, film_match(site, game))
            keep(browser, f"{game}-newcomer", film_newcomer(site, game))
            keep(browser, f"{game}-afterwards", film_afterwards(site, game))
            site.leave()


if __name__ == "__main__":
    main()
