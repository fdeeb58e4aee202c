"""Pictures of the pages, made by `make screens`: light and dark, on a phone, a tablet and a desk."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

from parlour.core import registry
from parlour.match.lessons import course_of
from support.browser import DESK, ME, PHONE, TABLET, Site, Theme, chromium, computer, start_match
from support.browser_play import browser_play
from support.server_process import forking
from support.ui_drivers import Mouse

FOLDER = Path(__file__).parents[1] / "docs/screens"
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
THEMES: tuple[Theme, ...] = ("light", "dark")
PAGES = {
    "home": "/",
    "game": "/games/sanguine",
    "lobby": "/lobby",
    "settings": "/settings",
    "lesson": "/learn/checkers/4",
}
ACTIONS = 14  # that are played before a table is shown
QUALITY = 45
SEED = 7
SLIDES = "matches_and_patches"  # the game whose slides are kept


def shoot(page: Page, name: str) -> None:
    """Keep what a page shows, when nothing moves any more."""
    page.wait_for_timeout(600)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def shoot_pages(site: Site, size: str, theme: Theme) -> None:
    for name, path in PAGES.items():
        page = site.visit(path, size=SIZES[size], theme=theme)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        shoot(page, f"{name}-{size}-{theme}")


def shoot_table(site: Site, game: str, size: str, theme: Theme) -> None:
    page = site.visit(size=SIZES[size], theme=theme)
    start_match(page, game, ME, computer("casual"))
    hands, state = Mouse(page, browser_play(game).taste(SEED)), ""
    while hands.actions < ACTIONS and state != "over":
        state = hands.step()
    page.wait_for_timeout(1000)  # the computer answers
    page.mouse.move(0, 0)
    shoot(page, f"{game}-{size}-{theme}")


def shoot_slides(site: Site, game: str) -> None:
    """Keep every scenario of a game, as its board draws it."""
    for number, _ in enumerate(course_of(registry.load(game)).slide, start=1):
        page = site.visit(f"/slides/{game}/{number}", size=TABLET)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        stage = page.locator(".stage")
        expect(stage.locator("svg:visible").first).to_be_visible()
        (FOLDER / game).mkdir(exist_ok=True)
        stage.screenshot(path=FOLDER / game / f"{number:02}.jpg", type="jpeg", quality=QUALITY)


def main() -> None:
    """Retake all pictures."""
    for old in (*FOLDER.glob("*.jpg"), *(FOLDER / SLIDES).glob("*.jpg")):
        old.unlink()
    with tempfile.TemporaryDirectory() as data, forking(Path(data), seed=SEED) as server, chromium() as browser:
        server.start()
        server.wait_until_ready()
        site = Site(browser, server.address)
        for size in SIZES:
            for theme in THEMES:
                shoot_pages(site, size, theme)
                for game in registry.game_ids():
                    shoot_table(site, game, size, theme)
                site.leave()
        shoot_slides(site, SLIDES)
        site.leave()


if __name__ == "__main__":
    main()
