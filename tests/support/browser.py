"""A real browser at a real server: how the tests open pages, start matches and read what a person sees."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

PATIENCE_MS = 20_000
DESK = ViewportSize(width=1440, height=900)
TABLET = ViewportSize(width=768, height=1024)
PHONE = ViewportSize(width=360, height=740)
LANDSCAPE = ViewportSize(width=740, height=360)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The first that is there: the one without windows needs half the processor time of the others.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ACCOUNT = "/api/account"
Theme = Literal["light", "dark"]

expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Return a browser that is closed at the end."""
    path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert path, "Chromium is not installed; `make test` installs it on Debian"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Site:
    """A server, as its visitors see it."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.browser = browser
        self._context = context  # more that every context of the browser is made with
        self.url = f"http://{address}"
        self.errors: list[str] = []  # that pages wrote to the console
        self._contexts: list[BrowserContext] = []

    def visit(
        self,
        path: str | None = None,
        *,
        size: ViewportSize = DESK,
        touch: bool = False,
        theme: Theme = "light",
        **kept: Any,
    ) -> Page:
        """Open a page as a new guest, without a path an empty one; `kept` are the settings of the browser, at first.

        Nothing is shown for longer than it takes, unless a speed is among them.
        """
        context = self.browser.new_context(
            base_url=self.url, viewport=size, has_touch=touch, color_scheme=theme,
            service_workers="block", **self._context
        )  # fmt: skip
        context.set_default_timeout(PATIENCE_MS)
        first = json.dumps(json.dumps({"speed": "instant"} | kept))
        context.add_init_script(f"localStorage['parlour.settings'] ??= {first}")
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        if path is not None:
            page.goto(path)
        return page

    def _note(self, kind: str, text: str) -> None:
        is_of_line = "WebSocket" in text or "Failed to load resource" in text  # a server that was killed on purpose
        if kind == "error" and not is_of_line:
            self.errors.append(text)

    def leave(self) -> None:
        """Close all pages; nothing may have gone wrong in them."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        assert not self.errors, self.errors
        self.errors = []


def start_match(page: Page, game: str, *seats: dict[str, str], **options: int | str) -> str:
    """Start a match as the visitor of a page, and go there; return the path for guests and spectators."""
    numbers = {name: int(value) if isinstance(value, bool) else value for name, value in options.items()}
    return start_request(page, {"game": game, "seats": seats, "options": numbers})


def start_request(page: Page, request: dict[str, Any]) -> str:
    """Start a match that is described as the server wants it, and go there; return the path as `start_match` does."""
    account = page.request.get(ACCOUNT)  # makes a guest; no page has to be loaded for that
    origin = account.url.removesuffix(ACCOUNT)
    joined = page.request.post("/api/matches", data=request, headers={"origin": origin}).json()
    assert "match" in joined, joined
    path = f"/match/{joined['match']}"
    page.goto(path)
    return f"{path}?invitation={joined['invitation']}"


ME, OPEN = {"kind": "me"}, {"kind": "open"}


def computer(level: str = "novice") -> dict[str, str]:
    """Return the request for a computer at a seat."""
    return {"kind": "computer", "level": level}


def resign(page: Page) -> None:
    """Resign the match; on a small screen the button waits behind another, and behind an open question."""
    no = page.locator('[data-part="confirm"] button').last
    if no.is_visible():
        no.click()
    more = page.get_by_role("button", name="More", exact=True)
    if more.is_visible():
        more.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()


def is_over(page: Page) -> bool:
    return page.locator("#ending-title").count() > 0


def outcome(page: Page) -> str:
    """Return the sentence that ends a match."""
    return page.locator("#ending-title").inner_text()
