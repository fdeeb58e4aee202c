"""Draw the icons that cannot be SVG from `public/icon.svg`: `python -m tools.icons`."""

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).parents[1] / "web/public"
PAPER = "#faf7f0"
# name, pixels, and how much of the width the drawing takes; the system cuts a maskable one to its own shape
ICONS = (
    ("icon-192.png", 192, 1.0),
    ("icon-512.png", 512, 1.0),
    ("icon-maskable-512.png", 512, 0.72),
    ("apple-touch-icon.png", 180, 0.86),
)


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for name, pixels, share in ICONS:
            draw(page, drawing, pixels, share)
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


def draw(page: Page, drawing: str, pixels: int, share: float) -> None:
    """Fill the page with an icon."""
    ground = "transparent" if share == 1 else PAPER
    page.set_viewport_size({"width": pixels, "height": pixels})
    page.set_content(
        f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
        f"svg{{width:{100 * share}%}}</style>{drawing}"
    )


if __name__ == "__main__":
    main()
